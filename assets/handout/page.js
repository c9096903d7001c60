/* The page of one assessor. No library, no request; it also runs in browsers of five years ago.

What is given is a line, never changed, and kept by IndexedDB before it is counted as kept. The state of an answer
follows from its lines alone, here and where they are merged. */
(function () {
  "use strict";
  var IDLE = 60000, GUARD = 150, REMIND = 50, SLOW = 8000, TRIES = 12, FORMAT = 1;
  var C = JSON.parse(document.getElementById("content").textContent), W = C.words, items = C.items;
  var root = document.getElementById("page");
  var name = ["jurybox", C.collection, C.person, C.handout].join(" ");
  var itemOf = {}, lines = [], said = {}, known = {}, counts = {}, steps = [];
  var store = "", saved = null, kept = 0, db = null, keeps = true, readOnly = true, busy = false, locked = null;
  var at = -1, awake = 0, last = "", told = "", hits = [], hit = 0, clockTold = false, spent = {}, since = 0, timed = "";

  items.forEach(function (item, i) { itemOf[item.on] = i; });

  // Nodes: text is always text

  function el(tag, has, inside) {
    var node = document.createElement(tag);
    Object.keys(has || {}).forEach(function (key) {
      if (key === "on") { Object.keys(has.on).forEach(function (event) { node.addEventListener(event, has.on[event]); }); }
      else if (key in node && key !== "list" && key !== "form") { node[key] = has[key]; }
      else { node.setAttribute(key, has[key]); }
    });
    [].concat(inside === undefined ? [] : inside).forEach(function (one) {
      if (one !== null && one !== "") { node.appendChild(typeof one === "string" ? document.createTextNode(one) : one); }
    });
    return node;
  }

  function put(node, inside) {
    while (node.firstChild) { node.removeChild(node.firstChild); }
    [].concat(inside).forEach(function (one) { if (one) { node.appendChild(one); } });
  }

  function words(text, values) {
    return text.replace(/\{(\w+)\}/g, function (all, key) { return key in values ? String(values[key]) : all; });
  }

  function number(n) { return n.toLocaleString(document.documentElement.lang || undefined); }

  function button(id, text, key, act) {
    return el("button", { id: id, type: "button", "aria-keyshortcuts": key, on: { click: function (e) {
      if (e.detail) { e.currentTarget.blur(); }
      notice.said = "";
      act();
    } } }, [text, key ? el("kbd", { "aria-hidden": "true" }, key) : null]);
  }

  // Lines, and what follows from them

  function replay() {
    said = {}; known = {}; counts = {}; steps = [];
    items.forEach(function (item) {
      said[item.on] = (item.own || []).map(function (own) {
        return { id: own.is, label: own.label || null, state: own.state || null, note: own.note || null };
      });
    });
    lines.forEach(take);
  }

  function take(line) {
    var before = said[line.on] || [], gone = line.replaces || [], i;
    if (line.undo) {
      for (i = steps.length - 1; i >= 0 && steps[i].on !== line.on; i -= 1) { /* the last one about this answer */ }
      if (i >= 0) { steps.splice(i, 1); }
    } else { steps.push({ on: line.on, before: one(before) }); }
    said[line.on] = before.filter(function (had) { return gone.indexOf(had.id) < 0; }).concat([line]);
    known[line.id] = line;
    counts[line.id.split(":")[0]] = Number(line.id.split(":")[1]);
  }

  function one(found) {
    return found.length === 1 ? found[0] : { label: null, state: null, note: found.length ? found[0].note : null };
  }

  function now(item) { return one(said[item.on]); }

  function isConflict(item) { return said[item.on].length > 1; }

  function isBack(item) { return !!item.back && said[item.on].every(function (had) { return !(had.id in known); }); }

  function isOpen(item) { var has = now(item); return isConflict(item) || isBack(item) || !(has.label || has.state); }

  function isDeferred(item) { return now(item).state === "deferred" && !isOpen(item); }

  function done() { return items.filter(function (item) { return !isOpen(item) && !isDeferred(item); }).length; }

  function given() { return lines.length; }

  function enter(on, content, undo) {
    var line = { id: store + ":" + ((counts[store] || 0) + 1), on: on, at: Date.now() }, had = said[on] || [];
    var newest = lines.length ? lines[lines.length - 1].at : 0;
    if (line.at < newest - 60000 && !clockTold) { clockTold = true; tell(W.clock); }
    ["label", "state", "note", "seconds"].forEach(function (key) { if (content[key]) { line[key] = content[key]; } });
    if (had.length) { line.replaces = had.map(function (old) { return old.id; }); }
    if (undo) { line.undo = true; }
    lines.push(line);
    take(line);
    keep();
  }

  // Keeping

  function change(stores, work, then, failed) {
    var change_;
    try {
      try { change_ = db.transaction(stores, "readwrite", { durability: "strict" }); }
      catch (e) { if (!(e instanceof TypeError)) { throw e; } change_ = db.transaction(stores, "readwrite"); }
      change_.oncomplete = then;
      change_.onabort = function () { failed(change_.error); };
      work(change_);
    } catch (e) { failed(e); }
  }

  function keep() {
    var batch, moved = false, why = null;
    show();
    if (!db || busy || readOnly || kept === lines.length) { return; }
    batch = lines.slice(kept);
    busy = true;
    change(["lines"], function (tx) {
      var all = tx.objectStore("lines"), count = all.count();
      count.onsuccess = function () {
        if (count.result !== kept) { moved = true; tx.abort(); return; }
        try { batch.forEach(function (line, i) { all.add({ k: kept + i + 1, line: line }); }); }
        catch (e) { why = e; tx.abort(); }
      };
    }, function () { busy = false; keeps = true; kept += batch.length; told = told === "keep" ? "" : told; keep(); }, function (error) {
      busy = false;
      if (moved) { readOnly = true; told = "moved"; } else {
        keeps = false;
        told = "keep";
        why = why || error;
        notice.full = !!why && why.name === "QuotaExceededError";
      }
      show();
    });
  }

  function load(then) {
    var late = lines.slice(kept), tx = db.transaction(["lines", "facts"], "readonly"), facts = tx.objectStore("facts");
    var all = tx.objectStore("lines").getAll(), id = facts.get("store"), file = facts.get("saved");
    tx.oncomplete = function () {
      lines = all.result.map(function (row) { return row.line; });
      kept = lines.length;
      saved = file.result || null;
      store = id.result || store || fresh();
      replay();
      if (id.result) { again(); } else {
        change(["facts"], function (put_) { put_.objectStore("facts").add(store, "store"); }, again, function () { load(then); });
      }
    };
    function again() {
      late.forEach(function (line) { if (!(line.id in known) || known[line.id].at !== line.at) { enter(line.on, line, line.undo); } });
      then();
    }
  }

  function fresh() {
    var bytes = new Uint8Array(16);
    (window.crypto || window.msCrypto).getRandomValues(bytes);
    return Array.prototype.map.call(bytes, function (byte) { return (256 + byte).toString(16).slice(1); }).join("");
  }

  function begin() {
    var asked, tries = 0, slow = setTimeout(function () { told = "slow"; show(); }, SLOW);
    function none(error) {
      clearTimeout(slow);
      db = null;
      keeps = false;
      store = store || fresh();
      told = error && error.name === "VersionError" ? "newer" : "none";
      readOnly = told === "newer";
      replay();
      ready();
    }
    function ask() {
      try { asked = window.indexedDB.open(name, FORMAT); } catch (e) { none(e); return; }
      asked.onupgradeneeded = function () {
        asked.result.createObjectStore("lines", { keyPath: "k" });
        asked.result.createObjectStore("facts");
      };
      asked.onerror = function (e) {
        e.preventDefault();
        /* A browser that was ended a moment ago may still hold the files. */
        if (asked.error && asked.error.name === "UnknownError" && tries < TRIES) { tries += 1; setTimeout(ask, 250); }
        else { none(asked.error); }
      };
      asked.onblocked = function () { told = "slow"; show(); };
      asked.onsuccess = function () {
        clearTimeout(slow);
        if (told === "slow") { told = ""; }
        db = asked.result;
        db.onversionchange = function () { db.close(); none({ name: "VersionError" }); };
        db.onclose = function () { none(null); };
        own(false);
      };
    }
    ask();
  }

  function own(steal) {
    /* The one window that may write. Without locks, the count of lines in every change finds the other one out. */
    function mine() { readOnly = false; told = ""; load(function () { ready(); keep(); }); }
    function other() { readOnly = true; told = "other"; load(ready); }
    if (!(navigator.locks && navigator.locks.request)) { mine(); return; }
    navigator.locks.request(name, steal ? { steal: true } : { ifAvailable: true }, function (lock) {
      if (!lock) { other(); return undefined; }
      mine();
      return new Promise(function (free) { locked = free; });
    }).catch(function () { if (!locked) { mine(); return; } locked = null; readOnly = true; told = "other"; show(); });
  }

  // Files

  function head() {
    return { "jurybox labels": 1, collection: C.collection, person: C.person, assessor: C.assessor, lines: lines.length };
  }

  function saveFile() {
    var text = [head()].concat(lines).map(function (line) { return JSON.stringify(line); }).join("\n") + "\n";
    var url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
    var link = el("a", { href: url, download: C.file, hidden: true });
    document.body.appendChild(link);
    link.click();
    document.body.removeChild(link);
    setTimeout(function () { URL.revokeObjectURL(url); }, 60000);
    saved = { at: Date.now(), lines: lines.length };
    if (db && !readOnly) { change(["facts"], function (tx) { tx.objectStore("facts").put(saved, "saved"); }, show, show); }
    show();
  }

  function openFile(file) {
    var reader = new FileReader();
    reader.onload = function () {
      var problem = takeFile(String(reader.result)), n = lines.length - kept;
      tell(problem || words(W.opened, { n: number(n) }));
      replay();
      keep();
      if (at < 0 || !isOpen(items[at])) { go(next(-1)); }
    };
    reader.onerror = function () { tell(W.other_file); };
    reader.readAsText(file);
  }

  function takeFile(text) {
    var rows, first, added = [], numbers = Object.assign({}, counts), here = Object.assign({}, known), i, line, mark;
    try { rows = text.split("\n").filter(function (row) { return row.trim(); }).map(function (row) { return JSON.parse(row); }); }
    catch (e) { return W.other_file; }
    first = rows.shift() || {};
    if (first["jurybox labels"] !== 1 || first.lines !== rows.length) { return W.other_file; }
    if (first.person !== C.person || first.collection !== C.collection) { return W.other_person; }
    for (i = 0; i < rows.length; i += 1) {
      line = rows[i];
      mark = /^([0-9a-f]{32}):([1-9][0-9]*)$/.exec(line && line.id);
      if (!mark || typeof line.on !== "string" || typeof line.at !== "number" || (line.replaces && !Array.isArray(line.replaces))) { return W.other_file; }
      if (line.id in here) {
        if (JSON.stringify(sorted(here[line.id])) !== JSON.stringify(sorted(line))) { return W.other_past; }
      } else {
        if (Number(mark[2]) !== (numbers[mark[1]] || 0) + 1) { return W.other_past; }
        numbers[mark[1]] = Number(mark[2]);
        here[line.id] = line;
        added.push(line);
      }
    }
    lines = lines.concat(added);
    return "";
  }

  function sorted(line) { return Object.keys(line).sort().map(function (key) { return [key, line[key]]; }); }

  // Judging

  function scheme(item) { return C.schemes[C.questions[item.q].kind]; }

  function labelName(item, word) {
    var found = scheme(item).labels.filter(function (label) { return label.word === word; })[0];
    return found ? found.name : { "cannot-tell": W.cannot, skipped: W.skipped, deferred: W.deferred }[word] || word || "";
  }

  function say(label, state) {
    var item = items[at], step;
    if (readOnly || !item || !root.hasAttribute("data-awake")) { return; }
    last = words(W.last, { label: labelName(item, label || state) });
    enter(item.on, { label: label, state: state, note: now(item).note, seconds: takeTime(item.on) });
    if (label || state) { step = next(at); go(step); } else { last = ""; show(); }
  }

  function undo() {
    var step = steps[steps.length - 1];
    if (readOnly) { return; }
    if (!step) { tell(W.nothing_to_undo); return; }
    last = W.undone;
    enter(step.on, { label: step.before.label, state: step.before.state, note: step.before.note }, true);
    if (step.on in itemOf) { go(itemOf[step.on]); }
  }

  function next(from) {
    var n = items.length, i, place;
    for (i = 1; i <= n; i += 1) { place = (from + i + n) % n; if (place !== from && isOpen(items[place])) { return place; } }
    for (i = 1; i <= n; i += 1) { place = (from + i + n) % n; if (place !== from && isDeferred(items[place])) { return place; } }
    return from >= 0 && (isOpen(items[from]) || isDeferred(items[from])) ? from : -1;
  }

  function step(by) { go(at < 0 ? (by < 0 ? items.length - 1 : 0) : Math.max(0, Math.min(items.length - 1, at + by))); }

  function go(place) {
    touch();
    at = place;
    timed = at < 0 ? "" : items[at].on;
    root.removeAttribute("data-awake");
    draw();
    clearTimeout(awake);
    awake = setTimeout(function () { root.setAttribute("data-awake", place); }, GUARD);
  }

  function touch() {
    var time = performance.now();
    if (timed) { spent[timed] = (spent[timed] || 0) + Math.min(Math.max(0, time - since), IDLE); }
    since = time;
  }

  function takeTime(on) {
    var time;
    touch();
    time = spent[on] || 0;
    delete spent[on];
    return Math.round(time / 10) / 100;
  }

  // What is shown

  var ui = {};

  function build() {
    ui.count = el("span", { id: "count" });
    ui.bar = el("progress", { id: "bar", max: items.length || 1, value: 0, "aria-label": W.done });
    ui.kept = el("span", { id: "kept", role: "status" });
    ui.notice = el("div", { id: "notice", role: "alert" });
    ui.file = el("input", { id: "file", type: "file", accept: ".jury-labels,.txt", hidden: true, "aria-label": W.open_saved, on: { change: function () {
      if (ui.file.files[0]) { openFile(ui.file.files[0]); ui.file.value = ""; }
    } } });
    ui.main = el("main", { id: "main", tabIndex: -1 });
    ui.labels = el("div", { id: "labels", role: "group", "aria-label": W.choose });
    ui.last = el("span", { id: "last", role: "status" });
    ui.guide = el("aside", { id: "guide", "aria-label": W.guidelines });
    ui.find = el("input", { id: "find", type: "search", placeholder: W.find, "aria-label": W.find, on: { input: find, keydown: function (e) {
      if (e.key === "Enter" && !e.isComposing) { turn(e.shiftKey ? -1 : 1); e.preventDefault(); }
      if (e.key === "Escape") { ui.find.value = ""; find(); ui.find.blur(); }
    } } });
    ui.hits = el("span", { id: "hits", role: "status" });
    ui.note = el("textarea", { id: "note", rows: 2, dir: "auto", "aria-label": W.note, on: { keydown: function (e) {
      if (e.key === "Enter" && !e.shiftKey && !e.isComposing) { writeNote(); e.preventDefault(); }
      if (e.key === "Escape" && !e.isComposing) { closeNote(); e.preventDefault(); }
    }, blur: function () { if (!ui.note.hidden) { writeNote(); } } } });
    ui.note.hidden = true;
    ui.rest = el("div", { id: "rest" }, [
      button("undo", W.undo, "Z", undo), button("skip", W.skip, "S", function () { say(null, "skipped"); }),
      button("defer", W.defer, "D", function () { say(null, "deferred"); }), button("write", W.note, "N", openNote),
      button("clear", W.clear, "", function () { say(null, null); }),
      button("previous", W.previous, "\u2191", function () { step(-1); }), button("next", W.next, "\u2193", function () { step(1); })
    ]);
    put(root, [
      el("header", {}, [el("div", { id: "title" }, [el("b", { dir: "auto" }, C.title), " ", el("span", { dir: "auto" }, words(W.for, { name: C.assessor }))]),
        el("div", { id: "progress" }, [ui.count, ui.bar]), ui.kept,
        el("div", { id: "files" }, [button("return", W.return, "", saveFile),
          button("open", W.open_saved, "", function () { ui.file.click(); }), ui.file])]),
      ui.notice, el("div", { id: "middle" }, [el("div", { id: "column" }, [ui.main,
        el("footer", {}, [el("p", { id: "line" }, ui.last), ui.note, ui.labels, ui.rest])]), ui.guide])
    ]);
  }

  function tell(text) { notice.said = text; show(); }

  var notice = { said: "", full: false };

  function show() {
    var fresh_ = given() - (saved ? saved.lines : 0), text = "", act = null;
    var here = button("here", W.here, "", function () { own(true); }), save = button("save", W.save, "", saveFile);
    if (!ui.count) { return; }
    ui.count.textContent = words(W.counted, { n: number(done()), all: number(items.length) });
    ui.bar.value = done();
    ui.kept.textContent = (db ? words(W.kept, { n: number(kept) }) + ", " : "") +
      (saved ? words(W.saved, { time: new Date(saved.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }), n: number(saved.lines) }) : W.never_saved);
    root.setAttribute("data-kept", kept);
    ui.last.textContent = last;
    if (told === "other") { text = W.read_only; act = here; }
    else if (told === "moved") { text = W.same_window; act = here; }
    else if (told === "newer") { text = W.newer; }
    else if (told === "slow") { text = W.slow; }
    else if (told === "keep") { text = notice.full ? W.full : W.not_kept; act = save; }
    else if (notice.said) { text = notice.said; }
    else if (told === "none") { text = W.nothing_kept; act = save; }
    else if (fresh_ >= REMIND) { text = words(W.reminder, { n: number(fresh_) }); act = save; }
    if (ui.notice.getAttribute("data-text") !== text) {
      ui.notice.setAttribute("data-text", text);
      put(ui.notice, text ? [el("span", {}, text), act] : []);
    }
    root.className = readOnly ? "closed" : "";
    Array.prototype.forEach.call(ui.labels.querySelectorAll("button, input"), function (node) { node.disabled = readOnly; });
    if (at >= 0) { pressed(); }
  }

  function ready() { build(); go(next(-1)); }

  function draw() {
    var item = items[at], question, title;
    closeNote();
    ["skip", "defer", "write", "clear", "next"].forEach(function (id) { document.getElementById(id).hidden = !item; });
    if (!item) { drawEnd(); show(); return; }
    question = C.questions[item.q];
    title = [el("span", {}, words(W.question, { name: question.name }))];
    put(ui.main, [
      el("p", { id: "which" }, title.concat(question.target ? [" · ", el("span", { dir: "auto" }, question.target)] : [])),
      question.before && question.before.length ? el("details", { id: "before" }, [el("summary", {}, W.asked_before)].concat(
        question.before.map(function (text) { return el("p", { dir: "auto" }, text); }))) : null,
      el("h1", { id: "question", dir: "auto", lang: question.lang || "" }, question.text),
      el("p", { id: "answer", className: item.text.length > 200 ? "wordy" : "", dir: "auto", lang: question.lang || "" }, item.text),
      item.support === undefined ? null : el("section", { "aria-label": W.supporting }, [
        el("p", { id: "source" }, [el("b", {}, W.supporting), " ", el("span", { dir: "auto" }, item.title || "")]),
        el("div", { id: "finding" }, [ui.find, ui.hits]), el("div", { id: "text", dir: "auto", lang: question.lang || "" })]),
      isConflict(item) ? el("p", { id: "two" }, W.conflict) : null
    ]);
    ui.find.value = "";
    if (item.support === undefined && item.text.length > 600) { ui.main.insertBefore(el("div", { id: "finding" }, [ui.find, ui.hits]), ui.main.querySelector("#answer")); }
    find();
    drawLabels(item);
    drawGuide(item, question);
    ui.main.scrollTop = 0;
    window.scrollTo(0, 0);
    show();
  }

  function drawLabels(item) {
    var of = scheme(item);
    ui.labels.className = of.long ? "long" : of.labels.length > 5 ? "many" : "";
    put(ui.labels, (of.long ? [drawScale(item, of)] : of.labels.map(function (label) {
      return choice(label.word, label.name, label.meaning, [label.digit, label.letter], function () { say(label.word, null); });
    })).concat([choice("cannot-tell", W.cannot, "", ["K", of.cannot.digit], function () { say(null, "cannot-tell"); })]));
  }

  function choice(word, text, meaning, keys, act) {
    var key = keys.filter(Boolean);
    var node = button("", "", "", act);
    node.removeAttribute("id");
    node.className = "label";
    node.setAttribute("data-word", word);
    node.setAttribute("aria-keyshortcuts", key.join(" "));
    put(node, [el("b", {}, text), meaning ? el("i", {}, meaning) : null, el("kbd", { "aria-hidden": "true" }, key[0] || "")]);
    return node;
  }

  function drawScale(item, of) {
    var list = of.labels.map(function (label) { return label.word; }).reverse(), has = now(item).label;
    var range = el("input", { id: "range", type: "range", min: 0, max: list.length - 1, value: has ? list.indexOf(has) : list.length >> 1, "aria-label": W.choose });
    var field = el("input", { id: "typed", type: "text", inputMode: "decimal", autocomplete: "off", value: has || "", "aria-label": W.choose });
    var give = button("give", "", "", function () { sayTyped(of); });
    function label() { give.textContent = words(W.give, { label: field.value || list[range.value] }); }
    range.addEventListener("input", function () { field.value = list[range.value]; label(); });
    field.addEventListener("input", label);
    field.addEventListener("keydown", function (e) {
      if (e.key === "Enter" && !e.isComposing) { sayTyped(of); e.preventDefault(); }
      if (e.key === "Escape") { field.value = ""; label(); field.blur(); }
    });
    label();
    return el("div", { id: "scale" }, [range, el("span", {}, list[0] + " – " + list[list.length - 1]), field, give]);
  }

  function sayTyped(of) {
    var field = document.getElementById("typed"), range = document.getElementById("range"), list, found, text;
    list = of.labels.map(function (label) { return label.word; });
    text = (field.value || list[list.length - 1 - range.value]).trim().replace(",", ".").replace("\u2212", "-");
    found = list.filter(function (word) { return word === text || (text !== "" && Number(word) === Number(text)); })[0];
    if (found === undefined) { tell(words(W.no_label, { word: text, low: list[list.length - 1], high: list[0] })); return; }
    field.blur();
    say(found, null);
  }

  function pressed() {
    var has = now(items[at]), word = isConflict(items[at]) ? "" : has.label || has.state || "";
    Array.prototype.forEach.call(ui.labels.querySelectorAll(".label"), function (node) {
      node.setAttribute("aria-pressed", String(node.getAttribute("data-word") === word));
    });
    document.getElementById("skip").setAttribute("aria-pressed", String(word === "skipped"));
    document.getElementById("defer").setAttribute("aria-pressed", String(word === "deferred"));
    document.getElementById("write").setAttribute("aria-pressed", String(!!has.note));
  }

  function drawGuide(item, question) {
    var of = scheme(item), rows = of.labels.concat([{ name: W.cannot, guide: of.cannot.guide }]);
    put(ui.guide, [el("h2", {}, W.guidelines), question.guideline ? el("p", { dir: "auto" }, question.guideline) : null].concat(
      rows.filter(function (row) { return row.guide; }).map(function (row) {
        return el("p", { dir: "auto" }, [el("b", {}, row.name), row.guide]);
      }), quiet()));
  }

  function quiet() { return [C.left ? el("p", { id: "left" }, C.left) : null, el("p", { id: "quiet" }, W.sends_nothing)]; }

  function drawEnd() {
    var totals = {}, order = [];
    items.forEach(function (item) {
      var has = now(item), text = labelName(item, has.label || has.state);
      if (!totals[text]) { totals[text] = 0; order.push(text); }
      totals[text] += 1;
    });
    put(ui.main, [el("h1", { id: "question" }, words(W.all_done, { n: number(items.length) })),
      el("p", { id: "how" }, words(W.end_return, { contact: C.contact || W.end_organizer }) + (C.until ? " (" + words(W.until, { day: C.until }) + ")" : "")),
      button("finish", W.return, "", saveFile), el("p", {}, W.end_keep),
      el("p", { id: "totals" }, order.map(function (text) { return text + ": " + number(totals[text]); }).join(" · "))]);
    put(ui.labels, []);
    put(ui.guide, quiet());
  }

  function openNote() {
    if (readOnly || at < 0) { return; }
    ui.note.hidden = false;
    ui.note.value = now(items[at]).note || "";
    ui.note.focus();
  }

  function closeNote() { ui.note.hidden = true; ui.note.blur(); }

  function writeNote() {
    var item = items[at], has = now(item), text = ui.note.value.trim();
    closeNote();
    if (text !== (has.note || "")) { enter(item.on, { label: has.label, state: has.state, note: text }); }
  }

  // The text: the answer in it, and words looked for

  function places(text, wanted) {
    var found = [], low = text.toLowerCase(), needle = wanted.toLowerCase(), from = 0;
    if (!needle || low.length !== text.length) { low = text; needle = wanted; }
    while (needle && (from = low.indexOf(needle, from)) >= 0 && found.length < 1000) { found.push(from); from += needle.length; }
    return found;
  }

  function find() {
    var item = items[at], node = document.getElementById(item && item.support !== undefined ? "text" : "answer");
    var text, wanted = ui.find.value.trim(), marked = wanted || (item.support === undefined ? "" : item.text.trim()), from = 0, parts = [];
    if (!node || !item) { return; }
    text = item.support === undefined ? item.text : C.texts[item.support];
    hits = [];
    places(text, marked).forEach(function (place) {
      var mark = el("mark", { className: wanted ? "looked" : "" }, text.slice(place, place + marked.length));
      parts.push(document.createTextNode(text.slice(from, place)), mark);
      hits.push(mark);
      from = place + marked.length;
    });
    parts.push(document.createTextNode(text.slice(from)));
    put(node, parts);
    ui.hits.textContent = wanted ? words(W.found, { n: number(hits.length) }) : "";
    hit = -1;
    if (wanted) { turn(1); }
  }

  function turn(by) {
    if (!hits.length) { return; }
    if (hit >= 0) { hits[hit].classList.remove("at"); }
    hit = (hit + by + hits.length) % hits.length;
    hits[hit].classList.add("at");
    hits[hit].scrollIntoView({ block: "center" });
  }

  // Keys: the letter that is printed on the key; without Latin letters, or with an input method, its place

  function sign(e) {
    var place = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(e.code || "");
    if (/^[a-z0-9]$/i.test(e.key)) { return e.key.toUpperCase(); }
    return place && !e.shiftKey ? place[1] : "";
  }

  function keydown(e) {
    var item = items[at], key = sign(e), of, found, typing = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) && e.target.type !== "range";
    touch();
    notice.said = "";
    if ((e.ctrlKey || e.metaKey) && !e.altKey && (key === "S")) { e.preventDefault(); saveFile(); return; }
    if (e.ctrlKey || e.metaKey || e.altKey || typing) { return; }
    if (e.key === "/" || (e.code === "Slash" && !e.shiftKey && !/^[\x20-\x7e]$/.test(e.key))) {
      if (document.getElementById("finding")) { e.preventDefault(); ui.find.focus(); }
      return;
    }
    if (e.key === " ") {
      if (e.target.tagName === "BUTTON" && e.target.className !== "label") { return; }
      e.preventDefault();
      go(next(at));
      return;
    }
    if (e.key === "ArrowUp" || e.key === "ArrowDown") {
      if (e.target.type !== "range") { e.preventDefault(); step(e.key === "ArrowUp" ? -1 : 1); }
      return;
    }
    if (e.repeat) { return; }
    if (key === "Z") { e.preventDefault(); undo(); return; }
    if (!item) { return; }
    of = scheme(item);
    if (e.key === "Backspace") { e.preventDefault(); say(null, null); return; }
    if (of.long && (/^[0-9]$/.test(key) || e.key === "-" || e.key === ".")) {
      found = document.getElementById("typed");
      if (readOnly) { return; }
      e.preventDefault();
      found.value = /^[0-9]$/.test(key) ? key : e.key;
      found.focus();
      found.dispatchEvent(new Event("input"));
      return;
    }
    if (!key) { return; }
    found = of.labels.filter(function (label) { return label.digit === key || label.letter === key; })[0];
    if (found) { e.preventDefault(); say(found.word, null); }
    else if (key === "K" || key === of.cannot.digit) { e.preventDefault(); say(null, "cannot-tell"); }
    else if (key === "S") { e.preventDefault(); say(null, "skipped"); }
    else if (key === "D") { e.preventDefault(); say(null, "deferred"); }
    else if (key === "N") { e.preventDefault(); openNote(); }
  }

  document.addEventListener("keydown", keydown);
  document.addEventListener("keyup", function (e) {
    if (e.key === " " && e.target.className === "label") { e.preventDefault(); }
  });
  ["pointermove", "pointerdown", "wheel", "scroll"].forEach(function (event) { document.addEventListener(event, touch, { passive: true, capture: true }); });
  document.addEventListener("visibilitychange", function () {
    touch();
    timed = document.hidden || at < 0 ? "" : items[at].on;
  });
  window.addEventListener("beforeunload", function (e) {
    if (!readOnly && (given() > (saved ? saved.lines : 0))) { e.preventDefault(); e.returnValue = ""; }
  });

  put(root, el("p", { id: "opening", role: "status" }, W.opening));
  begin();
}());
