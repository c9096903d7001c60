"""Make the fonts in assets/fonts from released ones: python packaging/make_fonts.py [FOLDER].

Needs npm, which fetches the released fonts, and a Python with `pip install "fonttools[woff]==4.68.0"`. The
files come out the same each time. Each family gets a name of its own, so that another release of the same
font on a computer never takes its place.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

_ASSETS = Path(__file__).resolve().parents[1] / "assets" / "fonts"

# Released packages with the digests of their tarballs.
_INTER = "inter-ui@4.1.1", "e392e4d71f18a7c1f23dfecd833d68fa05eeab41862686584e80fd2b5d87e9c0"
_MONO = "jetbrains-mono@1.0.6", "6c94284d9b510f302b429cb44b72e05d73f2e6023d793fd1ede267c64740242c"
_EMOJI = ("@expo-google-fonts/noto-emoji@0.4.7", "6a25fd5a4da5bb34bbc2d300531bbf32de86afd866e119314d7e358f61a6104d")

_WEIGHTS = {400: "Regular", 500: "Medium", 600: "SemiBold", 650: "SemiBold 650"}
_BOLD = {600: 700, 650: 750}
"""The weights that stand for bold, and those they are declared as."""
_ITALICS = {400: "Italic", 600: "SemiBold Italic"}

# Latin with all extensions, phonetics, marks, Greek, Cyrillic, punctuation, currency, arrows, mathematics,
# technical signs and shapes. Other scripts come from the computer.
_KEPT = (
    (0x0020, 0x052F),
    (0x1AB0, 0x1AFF),
    (0x1C80, 0x1C8F),
    (0x1D00, 0x1FFF),
    (0x2000, 0x2BFF),
    (0x2C60, 0x2C7F),
    (0x2DE0, 0x2E52),
    (0xA640, 0xA69F),
    (0xA700, 0xA7FF),
    (0xAB30, 0xAB6F),
    (0xFB00, 0xFB06),
    (0xFE00, 0xFE2F),
    (0xFFFC, 0xFFFD),
)
# No contextual forms: Inter draws "->" as an arrow with them, and an answer must look as it is.
_FEATURES = ["ccmp", "kern", "locl", "mark", "mkmk", "tnum"]
# Of Inter, per em: with the same in all, a sign from another family never makes its line higher.
_ASCENT, _DESCENT = 1984 / 2048, 494 / 2048


def main(folder: Path) -> None:
    """Write all fonts and their licenses into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    inter, mono, emoji = (_released(*package) for package in (_INTER, _MONO, _EMOJI))
    terms = inter["LICENSE.txt"].partition(b"\n")[2].decode()
    for styles, name in ((_WEIGHTS, "InterVariable"), (_ITALICS, "InterVariable-Italic")):
        for weight, style in styles.items():
            drawn = instantiateVariableFont(_font(inter[f"variable/{name}.woff2"]), {"wght": weight, "opsz": 14})
            _write(drawn, folder / f"JuryboxInter-{style.replace(' ', '')}.ttf", style, weight)
            (folder / "JuryboxInter-OFL.txt").write_text(_copyright(drawn) + terms, encoding="utf-8")
    for family, found in (
        ("JuryboxMono", mono["fonts/webfonts/JetBrainsMonoNL-Regular.woff2"]),
        ("JuryboxEmoji", emoji["400Regular/NotoEmoji_400Regular.ttf"]),
    ):
        face = _font(found)
        _write(face, folder / f"{family}-Regular.ttf", "Regular", 400, whole=family == "JuryboxEmoji")
        (folder / f"{family}-OFL.txt").write_text(_copyright(face) + terms, encoding="utf-8")


def _released(package: str, digest: str) -> dict[str, bytes]:
    """Return the files of a released package by their names in it; refused where it is another one."""
    with tempfile.TemporaryDirectory() as room:
        subprocess.run(["npm", "pack", "--silent", package], cwd=room, check=True, stdout=subprocess.DEVNULL)
        (packed,) = (path.read_bytes() for path in Path(room).iterdir())
    if hashlib.sha256(packed).hexdigest() != digest:
        raise SystemExit(f"{package} is not the release that was looked at.")
    files = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            found = archive.extractfile(member)
            if found is not None:
                files[member.name.removeprefix("package/")] = found.read()
    return files


def _font(content: bytes) -> TTFont:
    font = TTFont(io.BytesIO(content), recalcTimestamp=False)
    font.flavor = None
    return font


def _copyright(font: TTFont) -> str:
    return f"{font['name'].getDebugName(0)}\n"


def _write(font: TTFont, path: Path, style: str, weight: int, *, whole: bool = False) -> None:
    """Cut a font down to what is kept of it, name it, and write it without hints."""
    options = Options()
    options.layout_features = ["*"] if whole else _FEATURES
    options.hinting = False
    options.name_IDs = [0, 5, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["DSIG", "STAT", "meta"]
    subsetter = Subsetter(options)
    kept = {code for first, last in _KEPT for code in range(first, last + 1)}
    subsetter.populate(unicodes=font.getBestCmap().keys() if whole else kept)
    subsetter.subset(font)
    _name(font, path.stem.partition("-")[0].replace("Jurybox", "Jurybox "), style, weight)
    _same_lines(font)
    font.save(path)


def _name(font: TTFont, family: str, style: str, weight: int) -> None:
    """Give a font its family, style and weight, the same for all systems."""
    names = {1: family, 2: style, 3: f"{family} {style}", 4: f"{family} {style}"}
    names[6] = names[4].replace(" ", "")
    for number, name in names.items():
        font["name"].setName(name, number, 3, 1, 0x409)
    italic = style.endswith("Italic")
    regular = weight == 400 and not italic
    # Qt and Windows thicken what they are asked for in bold and find lighter. Faces that stand for bold
    # say that they are, so that they stay as drawn and only letters of the computer are thickened.
    bold = weight in _BOLD
    font["OS/2"].usWeightClass = _BOLD.get(weight, weight)
    font["OS/2"].fsSelection = 1 << 7 | (1 << 6 if regular else 0) | (1 << 5 if bold else 0) | (1 if italic else 0)
    font["head"].macStyle = (1 if bold else 0) | (2 if italic else 0)


def _same_lines(font: TTFont) -> None:
    """Give a font lines as high as those of Inter."""
    em = font["head"].unitsPerEm
    ascent, descent = round(_ASCENT * em), round(_DESCENT * em)
    heads, more = font["hhea"], font["OS/2"]
    heads.ascent, heads.descent, heads.lineGap = ascent, -descent, 0
    more.sTypoAscender, more.sTypoDescender, more.sTypoLineGap = ascent, -descent, 0
    more.usWinAscent, more.usWinDescent = ascent, descent


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else _ASSETS)
