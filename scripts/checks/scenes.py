"""Scenes of the board for browsers that a script in the page cannot play alone: reloads, real fingers and keys. For the check app.

A scene gets the browser, the address of the page and whether it has fingers, and returns faults in words.
"""

import collections
import pathlib
import subprocess
import time

from webdriver import Quiet, give

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECKS = [ROOT / "web/check" / name for name in ("looks.js", "page.js", "app.js", "states.js", "tools.js")]
DATA = ROOT / "engine-tests/data"
AXE = ROOT / "target/axe/node_modules/axe-core/axe.min.js"
# A position with a promoted piece and pieces in hand, to be read out.
SPOKEN = "4k4/9/4+S4/9/9/9/9/9/L3K4 b 2G 1"


def load(browser, url):
    browser.open(url)
    give(browser, CHECKS)
    browser.run("await livePage.until('the page is there', () => globalThis.komadai && komadai.view.app.isRestored)")


def record(name):
    return (DATA / f"records/{name}").read_text(encoding="utf-8")


def scene(script):
    """A scene that runs in the page alone."""
    return lambda browser, url, touch: browser.run(f"return scenes.{script}", touch)


def in_japanese(browser):
    return browser.run("return document.documentElement.lang === 'ja'")


def phrase(browser, name):
    """What the page calls a button in its language."""
    return browser.run("const { w } = await import('./app/phrases.js'); return w()[args[0]]", name)


def reloads(browser, url, touch):
    """In the middle of a game the page is loaded again."""
    browser.run("await livePage.fresh(); await scenes.beginGame({ clock: 'byoyomi30' }); await scenes.myTurn(); await livePage.move('7g7f'); await scenes.myTurn();")
    time.sleep(0.5)
    wanted = browser.run("return [komadai.view.node.sfen, komadai.view.game.level, !!komadai.view.game.clock, komadai.view.flip]")
    load(browser, url)
    found = browser.run("const { view } = komadai; return view.game ? [view.node.sfen, view.game.level, !!view.game.clock, view.flip] : []")
    if found != wanted:
        return [f"after the reload {found}, not {wanted}"]
    browser.run("await livePage.move('2g2f'); await scenes.myTurn();")
    plies = browser.run("return komadai.view.node.ply")
    browser.run("await livePage.giveUp()")
    return [] if plies == 4 else [f"the game does not go on: {plies} plies"]


def parts(browser, url, touch):
    """A second page goes on with the game of the first one; neither loses its moves."""
    plies = "return komadai.view.tree.game.length - 1"
    browser.run("await livePage.fresh(); await livePage.move('7g7f')")
    time.sleep(0.5)
    with browser.other_page():
        load(browser, url)
        found = [browser.run(plies)]
        browser.run("for (const usi of ['3c3d', '2g2f', '8c8d']) await livePage.move(usi)")
        time.sleep(0.5)
        second = browser.run("return komadai.view.app.id")
    browser.run("await livePage.move('4a3b')")
    time.sleep(0.5)
    first = browser.run("return komadai.view.app.id")
    found += browser.run("""const { keptGame } = await import("./app/store.js");
        return Promise.all(args.map(async id => (await keptGame(id)).moves))""", first, second)
    return [] if found == [1, 2, 4] else [f"the second page begins with {found[0]} plies; kept are {found[1:]}"]


def pulls(browser, url, touch):
    """A bishop pulled over the board promotes by the choice beside its square; Escape takes that back."""
    faults = []
    browser.run("await livePage.fresh(); scrollTo(0, 0)")

    def pull(start, end):
        points = [browser.run("return livePage.pointOf(args[0])", square) for square in (start, end)]
        browser.drag(*((point["x"], point["y"]) for point in points), finger=touch)
        time.sleep(0.6)

    for start, end in (("7g", "7f"), ("3c", "3d"), ("8h", "2b")):
        pull(start, end)
    state = browser.run("""const ask = document.querySelector("#ask[open]");
        const box = ask && ask.getBoundingClientRect();
        const at = livePage.pointOf("2b");
        return [komadai.view.node.ply, box && Math.hypot(box.left + box.width / 2 - at.x, box.top + box.height / 2 - at.y)]""")
    if state[0] != 2 or not state[1] or state[1] > 150:
        faults.append(f"the choice is beside the square: {state}")
    browser.press("\ue00c")
    time.sleep(0.2)
    if browser.run("return !!document.querySelector('#ask') || komadai.view.node.ply !== 2"):
        faults.append("Escape takes the choice back")
    pull("8h", "2b")
    # The keyboard chooses what stands second, and back.
    browser.press("\ue014", "\ue012", "\ue007")
    time.sleep(0.4)
    usi = browser.run("return komadai.view.node.move.usi")
    if usi != "8h2b+":
        faults.append(f"Enter chooses the promotion, not {usi}")
    browser.run("scrollTo(0, 0)")
    pull("5e", "5f")
    if browser.run("return komadai.view.node.ply") != 3:
        faults.append("an empty square moves nothing")
    return faults


def analyses(browser, url, touch):
    """A game of 84 moves, halted and loaded again in the middle."""
    browser.run("await livePage.fresh(); await livePage.opened(() => livePage.paste(args[0]))", record("00.kifu"))
    browser.run("""const ja = document.documentElement.lang === "ja";
        livePage.menu(ja ? "棋譜解析" : "Analyse the game");
        livePage.button(ja ? "速い" : "Quick").click();
        livePage.dialog().querySelector(".main").click();
        await livePage.until("twenty positions", () => komadai.view.tree.game.filter(node => node.effort).length >= 20);
        livePage.button(ja ? "一時停止" : "Pause").click();""")
    time.sleep(1)
    done = browser.run("return komadai.view.tree.game.filter(node => node.effort).length")
    load(browser, url)
    kept = browser.run("return komadai.view.tree.game.filter(node => node.effort).length")
    faults = [] if kept == done else [f"{kept} positions are kept of {done}"]
    browser.run("""livePage.button(document.documentElement.lang === "ja" ? "再開" : "Go on").click();
        await livePage.until("the analysis is done", () => !komadai.view.app.review);""")
    found = browser.run("""const { view } = komadai;
        return [view.tree.game.every(node => "win_probability" in node || node.end), view.doc.players.every(({ accuracy }) => accuracy > 0 && accuracy < 100),
          !document.getElementById("charts").hidden, !!view.doc.opening, view.tree.game.filter(node => node.move && node.move.loss !== undefined).length]""")
    if found[:4] != [True] * 4 or found[4] < 83:
        faults.append(f"every position, accuracy, graph, opening, judged moves: {found}")
    return faults + browser.run("livePage.looked(args[0]); return []", touch)


def saves(browser, url, touch):
    faults = []
    for extension in ("kif", "ki2", "csa", "jkf", "usi"):
        browser.run("await livePage.fresh()")
        faults += browser.run("return scenes.savesAs(args[0], args[1])", record("00.kifu"), extension)
    return faults


def shares(browser, url, touch):
    """A link holds the whole line, and opens where it was taken."""
    browser.run("await livePage.fresh(); await livePage.opened(() => livePage.paste(args[0])); komadai.view.go(komadai.view.tree.game[30])", record("00.kifu"))
    wanted = browser.run("return komadai.view.tree.game.slice(1).map(node => node.move.usi)")
    link = browser.run("return scenes.link()")
    browser.run("await livePage.fresh()")
    time.sleep(0.4)
    browser.open("about:blank")
    load(browser, link)
    found = browser.run("return [komadai.view.tree.game.slice(1).map(node => node.move.usi), komadai.view.node.ply]")
    browser.open("about:blank")
    load(browser, url)
    return [] if found == [wanted, 30] else [f"the link leads to ply {found[1]} of {len(found[0])} moves"]


def draws(browser, url, touch):
    """Arrows and circles of the right button, or of a finger with the pen: kept with their position over a reload, no moves."""
    faults = []
    browser.run("await livePage.fresh(); scrollTo(0, 0)")

    def pen(times):
        for _ in range(times):
            browser.run("document.querySelector('#nav [data-key=pen]').click()")

    def stroke(start, end, button=2):
        # The pen is taken up for a mark, and laid down through its second color.
        with_pen = touch and button == 2
        pen(with_pen)
        points = [browser.run("return livePage.pointOf(args[0])", square) for square in (start, end)]
        browser.drag(*((point["x"], point["y"]) for point in points), finger=touch, button=0 if touch else button)
        pen(2 * with_pen)
        time.sleep(0.3)

    def marks():
        return browser.run("return [komadai.view.node.ply, document.querySelectorAll('#board .drawn path').length / 2, "
                           "document.querySelectorAll('#board .drawn circle').length]")

    def wants(what, wanted):
        found = marks()
        if found != wanted:
            faults.append(f"{what}: ply, arrows and circles are {found}, not {wanted}")

    stroke("7g", "7f")
    stroke("5e", "5e")
    wants("an arrow and a circle", [0, 1, 1])
    stroke("7g", "7f")
    wants("the same arrow again", [0, 0, 1])
    stroke("8h", "2b")
    stroke("7g", "7f", button=0)
    wants("a move is made beside them", [1, 0, 0])
    browser.run("komadai.view.step(-1)")
    wants("back at the position", [0, 1, 1])
    time.sleep(0.5)
    load(browser, url)
    wants("after a reload", [0, 1, 1])
    stroke("5d", "5d", button=0)
    wants("a press of an empty square", [0, 0, 0])
    # With the pen in the hand nothing else happens to the board, and its second color changes the first.
    pen(1)
    browser.run("livePage.pressSquare('7g'); livePage.pressSquare('7f')")
    wants("two circles", [0, 0, 2])
    pen(1)
    browser.run("livePage.pressSquare('7g')")
    colors = browser.run("return komadai.view.node.drawn.map(mark => mark.color).sort()")
    if colors != ["first", "second"]:
        faults.append(f"the colors of the pen: {colors}")
    pen(1)
    browser.run("livePage.pressSquare('7g'); await livePage.until('a piece is picked up', () => komadai.view.picked)")
    browser.run("scrollTo(0, 0)")
    return faults


def reads_out(browser, url, touch):
    """Every square and hand of a position by its name, as the accessibility tree has them; a move is announced."""
    browser.run("await livePage.fresh(); await livePage.opened(() => livePage.paste(args[0]))", "sfen " + SPOKEN)
    nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
    names = collections.Counter(node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "gridcell" and "name" in node)
    japanese = in_japanese(browser)
    wanted = ["５一 後手の玉", "５三 先手の成銀", "９九 先手の香", "１一 空き", "先手の持ち駒: 金 2", "後手の持ち駒: 歩 なし"] if japanese else [
        "5a White king", "5c Black promoted silver", "9i Black lance", "1a empty", "In Black's hand: gold 2", "In White's hand: pawn nothing"]
    faults = [f"nothing is called {name}" for name in wanted if names[name] != 1]
    if names.total() != 95:
        faults.append(f"{names.total()} squares and hands have names, not 95")
    browser.run("await livePage.move('G*5b')")
    spoken = browser.run("return document.querySelector('#spoken').textContent")
    if spoken not in (["▲５二金打", "▲５二金"] if japanese else ["☗G*5b"]):
        faults.append(f"the move is announced as {spoken}")
    return faults


def fails(browser, url, touch):
    """An engine whose files are gone: words in the page's language, and another try."""
    # The page's own `unregister` does not always come to an end in Chromium.
    browser.devtools("Storage.clearDataForOrigin", origin=url.rstrip("/"), storageTypes="service_workers,cache_storage")
    browser.devtools("Network.clearBrowserCache")
    Quiet.missing = {"/engine/komadai.wasm"}
    load(browser, url)
    found = browser.run("""await livePage.until("the failure is told", () => komadai.engine.state === "failed");
        return document.querySelector("#desk .problem").textContent""")
    wanted = "エンジンが動きません： ファイルを読み込めません" if in_japanese(browser) else "The engine does not run: its files could not be loaded"
    faults = [] if found.startswith(wanted) else [f"the failure is told as {found}"]
    Quiet.missing = set()
    browser.run("""document.querySelector("#desk .problem button").click();
        await livePage.until("it runs", () => komadai.engine.state === "ready");""")
    # What the browser says about the missing file is as it should be.
    browser.complaints()
    return faults


def axe(browser, url, touch):
    """No violation in any state, light or dark."""
    load(browser, url)
    give(browser, [AXE])
    faults = []
    for name in browser.run("return states.names(args[0])", record("00.kifu")):
        browser.run("await states.enter(args[0])", name)
        for theme in ("dark", "light"):
            found = browser.run("document.documentElement.dataset.theme = args[0]; return states.violations()", theme)
            faults += [f"{name}, {theme}: {fault}" for fault in found]
    return faults


def has_axe():
    if not AXE.exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", ROOT / "target/axe", "axe-core"]
        try:
            subprocess.run(command, timeout=120, capture_output=True, check=False)
        except (OSError, subprocess.TimeoutExpired):
            pass
    return AXE.exists()


def plays_by_keys(browser, url, touch):
    """A whole game by the keyboard alone: begun, moves typed and made on the board, a hint, taken back, given up, analysed."""
    if touch:
        return []
    browser.run("await livePage.fresh(); document.activeElement.blur(); localStorage.removeItem('komadai-new-game')")
    faults = []

    def tab_to(label):
        """Presses Tab until something with that label has the focus."""
        for _ in range(60):
            found = browser.run("const node = document.activeElement; return [node.textContent.trim(), node.getAttribute('aria-label') || '']")
            if label in found:
                return
            browser.press("\ue004")
        raise RuntimeError(f"Tab does not lead to {label}")

    def press(name):
        tab_to(phrase(browser, name))
        browser.press("\ue007")
        time.sleep(0.4)

    press("play")
    press("begin")
    browser.run("await scenes.myTurn()")
    browser.press(*"7g7f")
    browser.run("await livePage.until('the answer', () => komadai.view.node.ply === 2)")
    # From wherever the board's focus is to Black's hand, up to the rank of the pawns and to 2g.
    tab_to(browser.run("return document.querySelector('#squares [tabindex=\"0\"]').getAttribute('aria-label')"))
    browser.press(*["\ue015"] * 11, *["\ue013"] * 3, *["\ue014"] * 9, "\ue012", "\ue007")
    time.sleep(0.3)
    browser.press("\ue013", "\ue007")
    browser.run("await livePage.until('the answer', () => komadai.view.node.ply === 4)")
    made = browser.run("return komadai.view.tree.game[3].move.usi")
    if made != "2g2f":
        faults.append(f"the board's keys make {made}")
    press("hint")
    browser.run("await livePage.until('a hint', () => komadai.view.game.hint)")
    press("takeBack")
    if browser.run("return komadai.view.node.ply") != 2:
        faults.append("a move is taken back")
    press("resign")
    press("resign")
    browser.run("await livePage.until('the end', () => !komadai.view.game)")
    press("review")
    press("quick")
    press("beginReview")
    browser.run("await livePage.until('the analysis', () => !komadai.view.app.review && komadai.view.doc.players[0].accuracy !== null)")
    place = browser.run("return document.activeElement === document.body")
    if place:
        faults.append("the focus is lost")
    return faults


def keyboard(browser, url, touch):
    """A move made, taken up and put down by the keyboard alone; the squares are read out by their names."""
    if touch:
        return []
    browser.run("await livePage.fresh(); document.querySelector('#squares [data-square=\"60\"]').focus()")
    japanese = in_japanese(browser)
    label = browser.run("return document.activeElement.getAttribute('aria-label')")
    faults = [] if label == ("３七 先手の歩" if japanese else "3g Black pawn") else [f"the square is called {label}"]
    # From 3g to 7g, up to 7f; Enter on both.
    browser.press("\ue012", "\ue012", "\ue012", "\ue012", "\ue007")
    time.sleep(0.4)
    browser.press("\ue013", "\ue007")
    time.sleep(0.4)
    made = browser.run("return komadai.view.node.move && komadai.view.node.move.usi")
    if made != "7g7f":
        faults.append(f"the keyboard makes {made}")
    label = browser.run("return document.activeElement.getAttribute('aria-label')")
    if label != ("７六 先手の歩" if japanese else "7f Black pawn"):
        faults.append(f"the square is called {label} then")
    # A game begun by the keyboard goes on at the board, not at the button that takes the place of "Play".
    browser.run("await livePage.fresh(); livePage.button(args[0]).focus()", phrase(browser, "play"))
    browser.press("\ue007")
    time.sleep(0.4)
    browser.run("document.querySelector('dialog [type=submit]').focus()")
    browser.press("\ue007")
    time.sleep(0.4)
    if not browser.run("return !!komadai.view.game && document.activeElement.dataset.square !== undefined"):
        faults.append("the keyboard is not at the board at the start of a game")
    browser.run("komadai.view.game = null; await livePage.fresh()")
    return faults
