"""Ways to write a Python program so that its source has few tokens: each is a function from a source to the files of a
folder, whose ``bot.py`` is started, and does what the source does."""

from __future__ import annotations

import base64
import binascii
import codecs
import io
import lzma
import marshal
import pickle
import py_compile
import tempfile
import textwrap
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

Trick = Callable[[str], dict[str, bytes]]
TRICKS: dict[str, Trick] = {}


def _trick(make: Callable[[str], str]) -> Callable[[str], str]:
    TRICKS[make.__name__] = lambda source: {"bot.py": make(source).encode()}
    return make


def _files(make: Trick) -> Trick:
    TRICKS[make.__name__] = make
    return make


@_trick
def exec_of_a_text(source: str) -> str:
    return f"exec({source!r})\n"


@_trick
def eval_of_compiled_text(source: str) -> str:
    return f"eval(compile({source!r}, '', 'exec'))\n"


@_trick
def exec_in_exec(source: str) -> str:
    return exec_of_a_text(exec_of_a_text(exec_of_a_text(source)))


@_trick
def base_64(source: str) -> str:
    return f"import base64\nexec(base64.b64decode({base64.b64encode(source.encode())!r}))\n"


@_trick
def deflated(source: str) -> str:
    packed = base64.b85encode(zlib.compress(source.encode(), 9))
    return f"import base64, zlib\nexec(zlib.decompress(base64.b85decode({packed!r})))\n"


@_trick
def packed_by_lzma(source: str) -> str:
    return f"import lzma\nexec(lzma.decompress({lzma.compress(source.encode(), preset=9)!r}))\n"


@_trick
def marshalled(source: str) -> str:
    return f"import marshal\nexec(marshal.loads({marshal.dumps(compile(source, '', 'exec'))!r}))\n"


class _Run:
    def __init__(self, source: str) -> None:
        self.source = source

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, (self.source,)


@_trick
def pickled(source: str) -> str:
    return f"import pickle\npickle.loads({pickle.dumps(_Run(source))!r})\n"


@_trick
def hexadecimal(source: str) -> str:
    return f"exec(bytes.fromhex('{binascii.hexlify(source.encode()).decode()}'))\n"


@_trick
def rot_13(source: str) -> str:
    return f"import codecs\nexec(codecs.decode({codecs.encode(source, 'rot13')!r}, 'rot13'))\n"


@_trick
def reversed_text(source: str) -> str:
    return f"exec({source[::-1]!r}[::-1])\n"


@_trick
def enciphered(source: str) -> str:
    return f"exec(bytes(b ^ 77 for b in {bytes(b ^ 77 for b in source.encode())!r}))\n"


@_trick
def escaped_letters(source: str) -> str:
    return "exec('" + "".join(f"\\u{ord(letter):04x}" for letter in source) + "')\n"


@_trick
def bold_exec(source: str) -> str:
    return "".join(chr(0x1D41A + ord(letter) - ord("a")) for letter in "exec") + f"({source!r})\n"


@_trick
def docstring_as_code(source: str) -> str:
    return f"def f():\n    {source!r}\nexec(f.__doc__)\n"


@_trick
def table_of_names(source: str) -> str:
    return f"import sys\ngetattr(sys.modules['built' + 'ins'], 'ex' + 'ec')({source!r}, globals())\n"


@_trick
def over_subclasses(source: str) -> str:
    find = "next(c for c in ().__class__.__base__.__subclasses__() if c.__name__ == 'BuiltinImporter')"
    return f"{find}.load_module('builtins').exec({source!r}, {{}})\n"


@_trick
def in_a_formatted_text(source: str) -> str:
    packed = binascii.hexlify(source.encode()).decode()
    return f'f"{{exec(bytes.fromhex({packed!r}))}}"\n'


@_trick
def default_argument(source: str) -> str:
    return f"def f(x=exec({source!r})): pass\n"


@_trick
def decorator(source: str) -> str:
    return f"@exec\n@(lambda f: {source!r})\ndef f(): pass\n"


@_trick
def one_number(source: str) -> str:
    data = source.encode()
    return f"exec(({hex(int.from_bytes(data, 'big'))}).to_bytes({len(data)}, 'big'))\n"


@_trick
def many_numbers(source: str) -> str:
    data = zlib.compress(source.encode(), 9)
    numbers = [int.from_bytes(data[at : at + 400].ljust(400, b"\0"), "big") for at in range(0, len(data), 400)]
    texts = ", ".join(map(hex, numbers))
    return f"import zlib\nexec(zlib.decompressobj().decompress(b''.join(n.to_bytes(400, 'big') for n in [{texts}])))\n"


@_trick
def long_names(source: str) -> str:
    packed = binascii.hexlify(zlib.compress(source.encode(), 9)).decode()
    run = "if n[:2] == 'c_': exec(zlib.decompress(bytes.fromhex(n[2:])))"
    return f"import zlib\nclass c_{packed}: pass\nfor n in list(globals()):\n    {run}\n"


@_trick
def short_texts_joined(source: str) -> str:
    parts = textwrap.wrap(binascii.hexlify(zlib.compress(source.encode(), 9)).decode(), 400)
    return f"import zlib\nexec(zlib.decompress(bytes.fromhex({' '.join(map(repr, parts))})))\n"


@_trick
def timed(source: str) -> str:
    return f"import timeit\ntimeit.timeit({source!r}, number=1)\n"


@_trick
def in_its_own_comments(source: str) -> str:
    lines = "".join(f"#{line}\n" for line in source.splitlines())
    return f"exec(''.join(line[1:] for line in open(__file__) if line[0] == '#'))\n{lines}"


@_trick
def in_blanks(source: str) -> str:
    bits = "".join(f"{byte:08b}" for byte in zlib.compress(source.encode(), 9))
    blanks = bits.replace("0", " ").replace("1", "\t")
    return (
        "import zlib\nb = open(__file__).read().split('#')[-1]\nb = b.replace(' ', '0').replace('\\t', '1')\n"
        f"exec(zlib.decompress(int(b, 2).to_bytes(len(b) // 8, 'big')))\n#{blanks}"
    )


@_files
def escaped_encoding(source: str) -> dict[str, bytes]:
    return {"bot.py": b"# coding: unicode_escape\n#" + "".join(f"\\x{b:02x}" for b in b"\n" + source.encode()).encode()}


@_files
def other_file(source: str) -> dict[str, bytes]:
    return {"bot.py": b"import os\nexec(open(os.path.dirname(__file__) + '/d').read())\n", "d": source.encode()}


@_files
def compiled_module(source: str) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        own, made = Path(folder, "m.py"), Path(folder, "m.pyc")
        own.write_text(source)
        py_compile.compile(str(own), str(made), doraise=True)
        return {"bot.py": b"import m\n", "m.pyc": made.read_bytes()}


@_files
def archive(source: str) -> dict[str, bytes]:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("m.py", source)
    start = b"import os, sys\nsys.path.append(os.path.dirname(__file__) + '/z')\nimport m\n"
    return {"bot.py": start, "z": out.getvalue()}
