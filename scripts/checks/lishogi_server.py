"""A stand-in of Lishogi's API for bots, as its server of June 2026 (acb3b12) writes it: accounts, challenges, games, streams."""

import http.server
import json
import queue
import re
import threading
import time
import urllib.parse

import shogi

TOKEN = "token-of-the-check"
BOT, GUEST = "KomadaiTest", "Guest"
# Silence after which a scenario has failed; nothing of a game depends on it.
PATIENCE_S = 120
# Lishogi ends a game that is longer.
MOST_PLIES = 700
START = "startpos"


class Fault(Exception):
    """Something that is not as expected, in words."""


class Game:
    """A game of the stand-in: the position, the clock and the lines for the bridge."""

    def __init__(self, name, challenge):
        self.name, self.challenge = name, challenge
        self.sfen = challenge.get("initialSfen", START)
        self.bot = shogi.WHITE if challenge["color"] == "sente" else shogi.BLACK
        self.board = shogi.Board() if self.sfen == START else shogi.Board(self.sfen)
        self.moves, self.status, self.winner = [], "started", None
        control = challenge["timeControl"]
        self.byoyomi, self.increment = control["byoyomi"] * 1000, control["increment"] * 1000
        self.time, self.since = [control["limit"] * 1000] * 2, time.monotonic()
        self.late = 0
        # Positions as the rule of repetition compares them, with the check in each.
        self.seen = [(self.key(), self.board.is_check())]
        self.lines = None

    def key(self):
        return self.board.sfen().rsplit(" ", 1)[0]

    def state(self):
        said = {"type": "gameState", "moves": " ".join(self.moves), "btime": self.time[0], "wtime": self.time[1],
                "binc": self.increment, "winc": self.increment, "byo": self.byoyomi, "sdraw": False, "gdraw": False,
                "status": self.status}
        return said | ({"winner": self.winner} if self.winner else {})

    def full(self):
        players = [{"id": name.lower(), "name": name, "title": "BOT" if name == BOT else None, "rating": 1500, "provisional": True}
                   for name in (BOT, GUEST)]
        sente, gote = players if self.bot == shogi.BLACK else players[::-1]
        control = self.challenge["timeControl"]
        clock = {"initial": control["limit"] * 1000, "increment": self.increment, "byoyomi": self.byoyomi, "periods": 1}
        return {"type": "gameFull", "id": self.name, "variant": self.challenge["variant"], "clock": clock, "speed": "bullet",
                "perf": {"name": "Real time"}, "rated": False, "createdAt": 1782000000000, "sente": sente, "white": sente,
                "gote": gote, "black": gote, "initialSfen": self.sfen, "initialFen": self.sfen, "state": self.state()}

    def preview(self):
        mine = self.board.turn == self.bot
        return {"fullId": self.name + "abcd", "gameId": self.name, "id": self.name, "sfen": self.board.sfen(),
                "color": "sente" if self.bot == shogi.BLACK else "gote", "lastMove": self.moves[-1] if self.moves else "",
                "source": "friend", "status": {"id": 20, "name": self.status}, "variant": self.challenge["variant"],
                "perf": "realTime", "rated": False, "hasMoved": len(self.moves) > 1,
                "opponent": {"id": GUEST.lower(), "username": GUEST}, "isMyTurn": mine, "compat": {"bot": True, "board": True}}

    def say(self, line):
        if self.lines:
            self.lines.put(line)

    def over(self, status, winner=None):
        self.status = status
        self.winner = None if winner is None else "gote" if winner == shogi.WHITE else "sente"
        self.say(self.state())
        self.say(None)

    def play(self, usi):
        """Plays a move that is known to be legal; the clock stands for the first two moves, as on the server."""
        now, turn = time.monotonic(), self.board.turn
        if len(self.moves) >= 2:
            left = self.time[turn] - round((now - self.since) * 1000)
            self.late += left + self.byoyomi < 0 and turn == self.bot
            self.time[turn] = max(left, self.byoyomi) + self.increment
        self.since = now
        self.board.push_usi(usi)
        self.moves.append(usi)
        self.seen.append((self.key(), self.board.is_check()))
        turn = self.board.turn
        if not any(True for _ in self.board.legal_moves):
            self.over("mate" if self.board.is_check() else "stalemate", turn ^ 1)
        elif self.entered():
            self.over("impasse27", turn)
        elif sum(key == self.seen[-1][0] for key, _ in self.seen) >= 4:
            first = next(index for index, (key, _) in enumerate(self.seen) if key == self.seen[-1][0])
            # The sides in check in every position of the cycle: their opponents lose.
            checked = [all(check for _, check in self.seen[len(self.seen) - 1 - back:first:-2]) for back in (0, 1)]
            if any(checked):
                self.over("perpetualCheck", turn if checked[0] else turn ^ 1)
            else:
                self.over("repetition")
        elif len(self.moves) > MOST_PLIES:
            self.over("draw")
        else:
            self.say(self.state())

    def entered(self):
        """The server declares for the side to move: king and ten pieces in the camp, 28 points, 27 for White."""
        board, turn = self.board, self.board.turn
        camp = range(27) if turn == shogi.BLACK else range(54, 81)
        there = [board.piece_at(square).piece_type for square in camp if board.piece_at(square) and board.piece_at(square).color == turn]
        large = (shogi.ROOK, shogi.BISHOP, shogi.PROM_ROOK, shogi.PROM_BISHOP)
        points = sum(0 if kind == shogi.KING else 5 if kind in large else 1 for kind in there)
        points += sum(count * (5 if kind in large else 1) for kind, count in board.pieces_in_hand[turn].items())
        return shogi.KING in there and len(there) > 10 and points >= 28 - turn and not board.is_check()


class Server(http.server.ThreadingHTTPServer):
    """The API as far as the bridge uses it. `change` guards everything and tells about every request."""

    daemon_threads = True

    def __init__(self, speed):
        super().__init__(("127.0.0.1", 0), Handler)
        # Whether challenges have the field that they had until November 2025.
        self.speed = speed
        self.change = threading.Condition()
        self.title, self.events = None, None
        self.pending, self.games = {}, {}
        self.accepted, self.declined, self.aborted, self.resigned, self.chats, self.faults = [], [], [], [], [], []
        self.count = 0
        # Paths of the requests that a server that is away leaves unanswered.
        self.away, self.refused = False, set()

    def handle_error(self, *_):
        """Killed bridges and engines break connections off."""

    def wait(self, reached, what):
        """Waits until `reached()`; a fault of the server or silence ends the scenario."""
        with self.change:
            done = self.change.wait_for(lambda: self.faults or reached(), PATIENCE_S)
            if self.faults:
                raise Fault(self.faults[0])
            if not done:
                raise Fault(f"nothing came for {PATIENCE_S} s: {what}")

    def challenge(self, color="gote", variant="standard", limit=20, byoyomi=2, increment=0, rated=False, sfen=None):
        """A challenge; `color` is the challenger's side. Returns its name."""
        with self.change:
            self.count += 1
            name = f"check{self.count:03}"
            guest = {"id": GUEST.lower(), "name": GUEST, "title": None, "rating": 1500, "online": True}
            made = {"id": name, "url": f"http://127.0.0.1/{name}", "status": "created", "challenger": guest,
                    "destUser": guest | {"id": BOT.lower(), "name": BOT, "title": "BOT"},
                    "variant": {"key": variant, "name": variant.capitalize()}, "rated": rated,
                    "timeControl": {"type": "clock", "limit": limit, "increment": increment, "byoyomi": byoyomi, "periods": 1,
                                    "show": f"{limit}+{byoyomi}"},
                    "color": color, "perf": {"icon": "", "name": "realTime" if variant == "standard" else variant}}
            if sfen:
                made["initialSfen"] = sfen
            if self.speed:
                made["speed"] = "bullet"
            self.pending[name] = made
            self.event({"type": "challenge", "challenge": made})
            return name

    def event(self, said):
        if self.events:
            self.events.put(said)

    def game(self, **terms):
        """The game of a challenge that the bridge accepts and whose stream it opens."""
        name = self.challenge(**terms)
        self.wait(lambda: name in self.games, f"challenge {name} is not accepted")
        game = self.games[name]
        self.wait(lambda: game.lines, f"the stream of {name} is not opened")
        return game

    def playing(self):
        return [game for game in self.games.values() if game.status == "started"]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, said, code=200):
        body = json.dumps(said).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, lines, end):
        """Lines of JSON with an empty one now and then, until None, "drop" or the other side ends it."""
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.close_connection = True
        try:
            while True:
                try:
                    said = lines.get(timeout=1)
                except queue.Empty:
                    said = {}
                if said == "drop":
                    return
                text = (json.dumps(said) if said else "") + "\n"
                self.wfile.write(b"0\r\n\r\n" if said is None else f"{len(text.encode()):x}\r\n{text}\r\n".encode())
                if said is None:
                    return
        except OSError:
            pass
        finally:
            with self.server.change:
                end()
                self.server.change.notify_all()

    def allowed(self):
        with self.server.change:
            if self.server.away:
                self.server.refused.add(self.path)
                self.server.change.notify_all()
                self.close_connection = True
                return False
        if self.headers.get("Authorization") == f"Bearer {TOKEN}":
            return True
        self.answer({"error": "No such token"}, 401)
        return False

    def do_GET(self):
        server, path = self.server, self.path.split("?")[0]
        if not self.allowed():
            return
        lines = queue.Queue()
        with server.change:
            if path == "/api/account":
                self.answer({"id": BOT.lower(), "username": BOT} | ({"title": server.title} if server.title else {}))
            elif path == "/api/account/playing":
                self.answer({"nowPlaying": [game.preview() for game in server.playing()]})
            elif path == "/api/stream/event":
                # A new stream ends the one before it.
                server.event(None)
                server.events = lines
                for game in server.playing():
                    lines.put({"type": "gameStart", "game": game.preview()})
                for made in server.pending.values():
                    lines.put({"type": "challenge", "challenge": made})

                def end():
                    server.events = None if server.events is lines else server.events
            elif (found := re.fullmatch("/api/bot/game/stream/([a-z0-9]{8})", path)) and found[1] in server.games:
                game = server.games[found[1]]
                game.say(None)
                game.lines = lines
                lines.put(game.full())
                if game.status != "started":
                    lines.put(None)

                def end():
                    game.lines = None if game.lines is lines else game.lines
            else:
                server.faults.append(f"GET {self.path}: there is nothing")
                self.answer({"error": "Not found"}, 404)
            server.change.notify_all()
        if "/stream/" in path:
            self.stream(lines, end)

    def do_POST(self):
        server, path = self.server, self.path.split("?")[0]
        body = urllib.parse.parse_qs(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())
        if not self.allowed():
            return
        with server.change:
            fault = self.act(path, body)
            if fault:
                server.faults.append(f"POST {path}: {fault}")
                self.answer({"error": fault}, 400)
            else:
                self.answer({"ok": True})
            server.change.notify_all()

    def act(self, path, body):
        """Does what the request asks for; returns what is wrong with it."""
        server = self.server
        if path == "/api/bot/account/upgrade":
            server.title = "BOT"
            return None
        if found := re.fullmatch("/api/challenge/([a-z0-9]{8})/(accept|decline)", path):
            made = server.pending.pop(found[1], None)
            if not made:
                return "No such challenge"
            (server.accepted if found[2] == "accept" else server.declined).append(found[1])
            if found[2] == "accept":
                game = server.games[found[1]] = Game(found[1], made)
                server.event({"type": "gameStart", "game": game.preview()})
            return None
        found = re.fullmatch("/api/bot/game/([a-z0-9]{8})/(move/(.+)|chat|abort|resign)", path)
        if not found or found[1] not in server.games:
            return "No such command"
        game, what = server.games[found[1]], found[2]
        if what == "chat":
            server.chats.append((game.name, body["room"][0], body["text"][0]))
            game.say({"type": "chatLine", "room": body["room"][0], "username": BOT, "text": body["text"][0]})
            return None
        if game.status != "started":
            return "Not your turn, or game already over"
        if what == "abort":
            if len(game.moves) >= 2:
                return "This game can no longer be aborted"
            server.aborted.append(game.name)
            game.over("aborted")
        elif what == "resign":
            server.resigned.append(game.name)
            game.over("resign", game.bot ^ 1)
        else:
            if game.board.turn != game.bot:
                return "Not your turn, or game already over"
            try:
                legal = game.board.is_legal(shogi.Move.from_usi(found[3]))
            except ValueError:
                return f"Invalid USI: {found[3]}"
            if not legal:
                return f"{found[3]} is illegal in {game.board.sfen()}"
            game.play(found[3])
        return None
