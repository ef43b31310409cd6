"""A browser driven over WebDriver: headless Chromium with Debian's chromium-driver, nothing else."""

import base64
import contextlib
import functools
import http.server
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

# Nothing is loaded, reported or asked for besides the pages under test.
QUIET = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en-US",
]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Quiet(http.server.SimpleHTTPRequestHandler):
    # Paths that are answered as if there were no file.
    missing = set()

    def send_head(self):
        if self.path in self.missing:
            return self.send_error(404)
        return super().send_head()

    def log_message(self, *_):
        pass


def serve(folder, port=0):
    """A server of a folder's files, in a thread of its own."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def give(browser, paths):
    """Gives scripts to the page, from outside: its policy lets no other script in. Their names are seen by later calls."""
    for path in paths:
        script = path.read_text(encoding="utf-8")
        browser.devtools("Runtime.evaluate", expression=re.sub(r"^const (\w+) = \(", r"var \1 = (", script, flags=re.M))


class Driver:
    """A running chromedriver; a context manager."""

    def __init__(self):
        path = shutil.which("chromedriver")
        if not path:
            sys.exit("there is no chromedriver on this machine (Debian: chromium chromium-driver)")
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen([path, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                if call("GET", self.url + "/status")["ready"]:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        self.process.kill()
        sys.exit("chromedriver does not answer")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)


def call(method, url, body=None):
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=900) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        text = error.read().decode(errors="replace")
        raise RuntimeError(f"{method} {url.split('/session/')[-1]}: {text[:600]}") from None


class Browser:
    """A window of a size, with a mouse or with fingers; a context manager."""

    def __init__(self, driver, width, height, touch=False, scripts=True, lang=None):
        self.folder = tempfile.TemporaryDirectory()
        options = {"args": [*QUIET, f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}"]}
        if lang:
            options["args"] += [f"--lang={lang}", f"--accept-lang={lang}"]
        if touch:
            options["mobileEmulation"] = {
                "deviceMetrics": {"width": width, "height": height, "pixelRatio": 2, "touch": True},
            }
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"},
                  # A busy machine is slow, not wrong.
                  "timeouts": {"script": 600_000, "pageLoad": 300_000}}
        session = call("POST", driver.url + "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base = f"{driver.url}/session/{session['sessionId']}"
        if not touch:
            self.devtools("Emulation.setDeviceMetricsOverride",
                          width=width, height=height, deviceScaleFactor=1, mobile=False)
        if not scripts:
            self.devtools("Emulation.setScriptExecutionDisabled", value=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        call("DELETE", self.base)
        # The browser may still write to its folder.
        for _ in range(20):
            try:
                return self.folder.cleanup()
            except OSError:
                time.sleep(0.1)

    def devtools(self, command, **params):
        return call("POST", self.base + "/goog/cdp/execute", {"cmd": command, "params": params})

    def open(self, url):
        call("POST", self.base + "/url", {"url": url})

    @contextlib.contextmanager
    def other_page(self):
        """Within it everything goes to another page of the same visitor."""
        first = call("GET", self.base + "/window")
        second = call("POST", self.base + "/window/new", {"type": "tab"})["handle"]
        call("POST", self.base + "/window", {"handle": second})
        try:
            yield
        finally:
            call("DELETE", self.base + "/window")
            call("POST", self.base + "/window", {"handle": first})

    def run(self, script, *args):
        """Runs the body of an async function in the page and returns what it returns."""
        wrapped = ("const done = arguments[arguments.length - 1];"
                   f"(async (...args) => {{ {script} }})(...[...arguments].slice(0, -1))"
                   ".then(value => done({ value }), error => done({ error: String(error && error.stack || error) }));")
        answer = call("POST", self.base + "/execute/async", {"script": wrapped, "args": list(args)})
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer.get("value")

    def act(self, *sources):
        """Fingers, mouse, wheel and keys, as WebDriver describes them."""
        call("POST", self.base + "/actions", {"actions": list(sources)})

    def press(self, *keys):
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keyboard", "actions": steps})

    def drag(self, start, end, finger=True, steps=6, button=0):
        def move(i):
            x, y = (round(a + (b - a) * i / steps) for a, b in zip(start, end))
            return {"type": "pointerMove", "duration": 20 if i else 0, "x": x, "y": y}
        down, up = {"type": "pointerDown", "button": button}, {"type": "pointerUp", "button": button}
        actions = [move(0), down, *(move(i) for i in range(1, steps + 1)), up]
        self.act({"type": "pointer", "id": "finger" if finger else "mouse",
                  "parameters": {"pointerType": "touch" if finger else "mouse"}, "actions": actions})

    def wheel(self, point, dy):
        scroll = {"type": "scroll", "x": round(point[0]), "y": round(point[1]), "deltaX": 0, "deltaY": dy, "duration": 0}
        self.act({"type": "wheel", "id": "wheel", "actions": [scroll]})

    def picture(self, path, whole=False):
        more = {}
        if whole:
            size = self.devtools("Page.getLayoutMetrics")["cssContentSize"]
            more["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 4000), "scale": 1}
        shot = self.devtools("Page.captureScreenshot", captureBeyondViewport=whole, **more)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def complaints(self):
        """What the page wrote to its console, errors foremost."""
        entries = call("POST", self.base + "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries]

    def texts(self):
        """The texts that a reader without scripts gets."""
        nodes = self.devtools("Accessibility.getFullAXTree")["nodes"]
        return [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "StaticText"]
