/* The page of one phone. ECMAScript 5, no library: it also runs on phones of ten years ago. */
(function () {
  "use strict";
  var MANY = 6, SCALE = 12, PATIENCE = 40000, FIRST = 500, LONGEST = 5000, GONE = 12;
  var base = location.protocol + "//" + location.host + location.pathname + "/";
  var page = byId("page"), labels = byId("labels"), status = byId("status");
  var phone = "", version = 0, state = null, wait = FIRST, timer = 0, asking = null;
  var wanted = null, sending = false, resend = 0, failures = 0, buttons = [], over = false, drawn = -1;

  var words = JSON.parse(page.getAttribute("data-words"));

  function byId(name) { return document.getElementById(name); }

  function put(node, text) { node.textContent = text; node.style.display = text ? "" : "none"; }

  function say(text) { if (status.textContent !== text) { status.textContent = text; } }

  function recall() { try { return window.localStorage.getItem(base) || ""; } catch (e) { return ""; } }

  function keep(id) {
    try {
      if (id) { window.localStorage.setItem(base, id); } else { window.localStorage.removeItem(base); }
    } catch (e) { /* private windows of old browsers keep nothing: the id lives as long as the page */ }
  }

  function ask(method, path, body, done) {
    var request = new XMLHttpRequest(), finished = false;
    function end(code) {
      var found = null;
      if (finished) { return; }
      finished = true;
      try { found = JSON.parse(request.responseText); } catch (e) { code = 0; }
      done(code, found || {});
    }
    request.open(method, base + path, true);
    request.timeout = PATIENCE;
    request.onload = function () { end(request.status); };
    request.onerror = request.ontimeout = request.onabort = function () { end(0); };
    if (body) { request.setRequestHeader("Content-Type", "application/json"); }
    request.send(body ? JSON.stringify(body) : null);
    return request;
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(next, wait);
    wait = Math.min(LONGEST, wait * 2);
  }

  function lost(code, found) {
    asking = null;
    if (over) { return; }
    if (code === 410) { keep(""); phone = ""; version = 0; }
    if (code === 404) { say(words.gone); }
    else if (code && code !== 410) { say(found.sentence || words.patience); }
    else if (!code) {
      failures += 1;
      say(failures < GONE ? words.lost : words.again);
    }
    later();
  }

  function next() {
    clearTimeout(timer);
    if (asking || over) { return; }
    if (!phone) { phone = recall(); }
    if (!phone) {
      asking = ask("POST", "join", {}, function (code, found) {
        if (code !== 200) { lost(code, found); return; }
        asking = null;
        phone = found.phone;
        keep(phone);
        next();
      });
      return;
    }
    asking = ask("GET", "now?phone=" + encodeURIComponent(phone) + "&seen=" + version, null, function (code, found) {
      if (code !== 200) { version = 0; lost(code, found); return; }
      asking = null;
      wait = FIRST;
      failures = 0;
      version = found.version;
      take(found);
      if (!over) { timer = setTimeout(next, 0); }
    });
  }

  /* What was on stage when the page was sent comes with it: on a slow link that is two ways less to wait. */
  function begin() {
    var found = null;
    try { found = JSON.parse(page.getAttribute("data-now")); } catch (e) { /* the first answer of next() will do */ }
    if (found && (found.phase === "open" || found.phase === "closed")) { take(found); }
    next();
  }

  function take(found) {
    if (!state || found.round !== state.round) { wanted = null; clearTimeout(resend); }
    state = found;
    if (found.phase === "ended") {
      over = true;
      keep("");
      clear("ended");
      say(words.ended);
      return;
    }
    if (found.phase === "waiting") { clear("waiting"); say(words.next); return; }
    page.className = found.phase;
    put(byId("question"), found.question);
    put(byId("answer"), found.answer);
    put(byId("text"), found.text);
    if (drawn !== found.round) { drawn = found.round; byId("shown").scrollTop = 0; draw(found.labels); }
    mark();
    tell();
    if (wanted !== null && !sending && phone) { send(); }
  }

  function clear(kind) {
    page.className = kind;
    put(byId("question"), "");
    put(byId("answer"), "");
    put(byId("text"), "");
    labels.textContent = "";
    buttons = [];
    drawn = -1;
  }

  function draw(list) {
    var at;
    labels.textContent = "";
    buttons = [];
    labels.className = list.length > SCALE ? "scale" : list.length > MANY ? "many" : "";
    if (list.length > SCALE) { slider(list); return; }
    for (at = 0; at < list.length; at += 1) { add(list[at], labels); }
  }

  function add(label, into) {
    var button = document.createElement("button"), name = document.createElement("b"), meaning;
    button.type = "button";
    name.textContent = label[1];
    name.dir = "auto";
    button.appendChild(name);
    if (label[2]) {
      meaning = document.createElement("i");
      meaning.textContent = label[2];
      meaning.dir = "auto";
      button.appendChild(meaning);
    }
    button.onclick = function () { choose(label[0]); };
    into.appendChild(button);
    buttons.push([label[0], button, label[1]]);
  }

  /* More labels than buttons have room for: a slider, the lowest label at its left. */
  function slider(list) {
    var out = document.createElement("output"), input = document.createElement("input"), last = list.length - 1;
    var less = document.createElement("button"), more = document.createElement("button"), vote = document.createElement("button");
    function at() { return list[last - Math.max(0, Math.min(last, Math.round(+input.value) || 0))]; }
    function show() { out.textContent = at()[1]; input.setAttribute("aria-valuetext", at()[1]); }
    function step(by) { return function () { input.value = String(+input.value + by); show(); }; }
    input.type = "range";
    input.min = "0";
    input.max = String(last);
    input.value = String(Math.round(last / 2));
    input.setAttribute("aria-label", words.vote);
    list.forEach(function (label, place) { if (label[0] === state.mine) { input.value = String(last - place); } });
    input.oninput = input.onchange = show;
    less.type = more.type = vote.type = "button";
    less.textContent = "−";
    less.setAttribute("aria-label", words.less);
    more.textContent = "+";
    more.setAttribute("aria-label", words.more);
    vote.textContent = words.send;
    vote.className = "send";
    less.onclick = step(-1);
    more.onclick = step(1);
    vote.onclick = function () { choose(at()[0]); };
    [out, input, less, vote, more].forEach(function (node) { labels.appendChild(node); });
    buttons = [[null, less], [null, vote], [null, more]];
    show();
  }

  function nameOf(word) {
    var list = state.labels, at;
    for (at = 0; at < list.length; at += 1) { if (list[at][0] === word) { return list[at][1]; } }
    return word;
  }

  function naming(sentence) { return sentence.split("{label}").join(nameOf(state.mine)); }

  function mark() {
    var now = wanted === null ? state.mine : wanted, at;
    for (at = 0; at < buttons.length; at += 1) {
      if (buttons[at][0] !== null) { buttons[at][1].setAttribute("aria-pressed", String(buttons[at][0] === now)); }
      buttons[at][1].disabled = state.phase !== "open";
    }
  }

  function tell() {
    if (state.phase === "closed") {
      say(state.mine ? naming(words.voted) : words.closed);
    } else if (wanted !== null) {
      say(words.sending);
    } else if (state.mine) {
      say(naming(words.change));
    } else {
      say(words.yours);
    }
  }

  function choose(word) {
    if (!state || state.phase !== "open") { return; }
    wanted = word;
    mark();
    tell();
    if (!sending && phone) { send(); }
  }

  function send() {
    var word = wanted, round = state.round;
    clearTimeout(resend);
    sending = true;
    ask("POST", "vote", { phone: phone, round: round, label: word }, function (code, found) {
      sending = false;
      if (over || !state || state.round !== round) { return; }
      if (code === 200) {
        state.mine = found.mine;
        if (wanted === word) { wanted = null; }
      } else if (code === 409 || code === 400) {
        wanted = null;
      } else {
        say(code ? found.sentence || words.patience : words.later);
        resend = setTimeout(function () { if (wanted !== null && !sending) { send(); } }, 1500);
        if (code === 410) { keep(""); phone = ""; version = 0; next(); }
        return;
      }
      mark();
      tell();
      if (wanted !== null) { send(); }
    });
  }

  /* A phone that was asleep, or off the network, asks at once when it is back. */
  function back() {
    if (over) { return; }
    wait = FIRST;
    if (asking && asking.abort) { var old = asking; asking = null; old.onload = old.onerror = old.onabort = old.ontimeout = null; old.abort(); }
    version = 0;
    next();
  }

  if (window.addEventListener) {
    window.addEventListener("online", back, false);
    window.addEventListener("pageshow", function (event) { if (event.persisted) { back(); } }, false);
    document.addEventListener("visibilitychange", function () { if (!document.hidden) { back(); } }, false);
  }
  labels.setAttribute("aria-label", words.vote);
  say(words.connecting);
  begin();
}());
