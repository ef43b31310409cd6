#!/usr/bin/env python3
"""Makes first inputs for the fuzz targets from the tests' data: seeds.py CORPUS.

Each target has a folder in CORPUS. A leading byte chooses the kind of file, as the target says."""

import pathlib
import re
import struct
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "engine-tests" / "data"
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def rows(name):
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def usi():
    """Every line that the tests of the protocol know, a few at a time."""
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "engine-tests" / "usi").glob("*.rs"))
    words = "usi|isready|usinewgame|stop|ponderhit|gameover|position|go|setoption|getoption|eval|d"
    lines = re.findall(rf'"((?:{words})(?: [^"\\{{}}]*)?)"', text)
    lines = sorted(set(lines))
    for i in range(0, len(lines), 4):
        yield "\n".join(lines[i : i + 4]).encode()


def position():
    for name in ["perft-known.tsv", "perft-random.tsv", "uchifuzume.tsv", "mates.tsv"]:
        for row in rows(name)[:40]:
            yield row[0].encode()
    for row in rows("notation.tsv")[:60]:
        yield f"{row[0]}\n{row[2]} {row[3]} {row[4]}".encode()
    for path in sorted((DATA / "records").glob("0[35].*")):
        yield path.read_bytes()


def record():
    endings = ["", "kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi", "sfen", "txt"]
    for i, path in enumerate(sorted((DATA / "records").iterdir())):
        ending = path.suffix[1:]
        if ending in endings and path.stat().st_size < 20_000:
            yield bytes([endings.index(ending), i % len(endings)]) + path.read_bytes()
    yield bytes([9, 6]) + b"1. P-7f P-3d 2. Bx2b+ Sx2b\n"


def written():
    endings = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi", "sfen"]
    for path in sorted((DATA / "records").iterdir()):
        if path.suffix[1:] in endings and path.stat().st_size < 20_000:
            yield bytes([endings.index(path.suffix[1:])]) + path.read_bytes()


def book():
    text = (ROOT / "book" / "komadai.db").read_bytes()[:3000]
    yield b"\x00" + text[: text.rindex(b"sfen ")]
    yield b"\x00" + f"sfen {START}\n7g7f 3c3d 10 8 1\n2g2f none 0 0 1\n".encode()
    yield b"\x01" + (ROOT / "book" / "embedded.ybb").read_bytes()
    yield b"\x03" + (DATA / "books" / "shogihome.sbk").read_bytes()
    for row in rows("book-keys.tsv")[:1]:
        key = int(re.findall(r"[0-9a-fA-F]{16}|\d{15,}", "\t".join(row))[0], 16)
        yield b"\x02" + struct.pack("<QHHi", key, 0x1E3B, 10, 25) * 3


def data():
    table = rows("packed.tsv")
    for i in range(0, 60, 3):
        some = table[i : i + 3]
        yield b"\x01" + b"".join(bytes.fromhex(row[4]) for row in some)
        yield b"\x02" + b"".join(bytes.fromhex(row[5]) for row in some)
    note = b"seed=1"
    head = b"KOMAGAME" + struct.pack("<HH", 1, len(note)) + note
    head += struct.pack("<I", zlib.crc32(head))
    move = lambda text: square(text[2:]) | square(text[:2]) << 7
    for packed in [None, bytes.fromhex(table[0][4])[:32]]:
        plies = b"".join(struct.pack("<Hh", move(m), 30) for m in ["7g7f", "3c3d", "2g2f"])
        game = b"KG" + struct.pack("<HBBBBHH", 3, 1, 8, int(packed is not None), 0, 1, 0) + (packed or b"") + plies
        yield b"\x00" + head + (game + struct.pack("<I", zlib.crc32(game))) * 2


def square(text):
    return (int(text[0]) - 1) * 9 + ord(text[1]) - ord("a")


def net():
    """Headers of small networks; the target adds the zeros that follow."""
    l1, h1, h2 = 64, 8, 32
    text = (
        f"Features=K+P[1710->{l1}x2],Network=AffineTransform[1<-{h2}](ClippedReLU[{h2}](AffineTransform[{h2}<-{h1}]"
        f"(ClippedReLU[{h1}](AffineTransform[{h1}<-{2 * l1}](InputSlice[{2 * l1}(0:{2 * l1})])))))"
    ).encode()
    head = struct.pack("<III", 0x7AF32F16, 0x5C6464A9, len(text)) + text
    layers = h1 * (4 + 2 * l1) + h2 * (4 + 32) + 4 + 32
    for hashes in [8, 0]:
        size = len(head) + hashes + 2 * l1 * 1711 + layers
        yield size.to_bytes(3, "little") + head
    l1 = 128
    text = f"ModelType=SFNNWithoutPsqt;Features=K+P[1710->{l1}x2],Network=SFNN-{l1}{{LayerStack=9}}".encode()
    head = struct.pack("<III", 0x7AF32F16, 0, len(text)) + text + struct.pack("<I", 0x5F134AB8)
    block = lambda n: b"COMPRESSED_LEB128" + struct.pack("<I", n)
    body = block(l1) + bytes(l1) + block(1710 * l1)
    layers = 9 * (4 + 16 * (4 + l1) + 32 * (4 + 32) + 4 + 32)
    size = len(head) + len(body) + 1710 * l1 + layers
    yield size.to_bytes(3, "little") + head + body


def main():
    for make in [usi, position, record, written, book, data, net]:
        folder = pathlib.Path(sys.argv[1]) / make.__name__
        folder.mkdir(parents=True, exist_ok=True)
        for i, seed in enumerate(make()):
            (folder / f"seed-{i:03}").write_bytes(seed)


main()
