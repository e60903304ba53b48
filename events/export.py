"""A log as a file of JSON Lines: a header, each commit or entry exactly as it is stored, and an end marker.

The file is written and read in a stream. Its checks are those that need no rules: that it is whole and as it was
written. What the lines say is checked in ``events.verify``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Annotated, BinaryIO, Literal, NamedTuple, TypeAlias

import msgspec

from domain.event import Viewer
from events.findings import Findings

FORMAT: Literal["monkeys-log/1"] = "monkeys-log/1"

LONGEST_LINE = 1_000_000
"""Bytes. No commit of any game comes near it."""

MOST_LINES = 200_000
MOST_BYTES = 100_000_000

View: TypeAlias = Literal["open", "public"] | int
"""Whose log it is: the whole one of a match that is over, the public's, or a seat's."""

_Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``names``: of the seats, as the server knew them when it wrote the file; nothing proves them.

    ``secret``: in hexadecimal, of a match that was over before the log itself told it.
    """

    match: str
    game: str
    view: View
    names: tuple[str | None, ...] = ()
    secret: str | None = None
    format: Literal["monkeys-log/1"] = FORMAT


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """``count``: of lines between header and end. ``head``: SHA-256 of the last of them, ``None`` where there is none.

    ``file``: SHA-256 of all bytes of the file before this line.
    """

    count: int
    head: _Hash | None
    file: _Hash


class Line(NamedTuple):
    """``number``: from 1, the header's. ``stored``: without the end of the line."""

    number: int
    stored: bytes


_encode = msgspec.json.Encoder().encode
_decode_header = msgspec.json.Decoder(Header).decode
_decode_end = msgspec.json.Decoder(End).decode
_END = b'{"type":"end",'


def view_name(viewer: Viewer) -> View:
    return "public" if viewer is None else viewer


def write_export(header: Header, stored: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of the file, each with its end; ``stored``: commits, or the entries of one viewer's log."""
    line = _encode(header) + b"\n"
    digest = hashlib.sha256(line)
    yield line
    count, head = 0, None
    for entry in stored:
        count += 1
        head = entry
        digest.update(entry)
        digest.update(b"\n")
        yield entry + b"\n"
    last = None if head is None else hashlib.sha256(head).hexdigest()
    yield _encode(End(count, last, digest.hexdigest())) + b"\n"


class Export:
    """A file that is being read. ``header``: ``None`` where the file is no log. ``end``: known once all is read.

    ``findings``: what is wrong with the file; more is added while the lines are read.
    """

    def __init__(self, file: BinaryIO, findings: Findings | None = None) -> None:
        self.findings = findings or Findings()
        self.header: Header | None = None
        self.end: End | None = None
        self._file = file
        self._digest = hashlib.sha256()
        self._left = MOST_BYTES
        self._read_header()

    def lines(self) -> Iterator[Line]:
        """Each commit or entry, once; reading stops where the file stops being a log."""
        if self.header is None:
            return
        count, last = 0, b""
        for number in range(2, MOST_LINES + 3):
            line = self._read_line(number)
            if line is None:
                return
            if line.startswith(_END):
                self._read_end(number, line, count, last)
                return
            self._digest.update(line)
            count, last = count + 1, line[:-1]
            yield Line(number, last)
        self._add(number, "too-many-lines", f"A log has at most {MOST_LINES} lines.")

    def _add(self, line: int, problem: str, detail: str) -> None:
        self.findings.add("file", line, problem, detail)

    def _read_line(self, number: int) -> bytes | None:
        """The next line with its end, ``None`` where there is none that can be taken."""
        line = self._file.readline(LONGEST_LINE + 1)
        self._left -= len(line)
        if self._left < 0:
            self._add(number, "too-large", f"A log has at most {MOST_BYTES} bytes.")
        elif len(line) > LONGEST_LINE:
            self._add(number, "line-too-long", f"A line has at most {LONGEST_LINE} bytes.")
        elif not line:
            self._add(number, "truncated", "The file ends without an end marker.")
        elif not line.endswith(b"\n"):
            self._add(number, "truncated", "The file ends within this line.")
        else:
            return line
        return None

    def _read_header(self) -> None:
        line = self._read_line(1)
        if line is None:
            return
        try:
            header = _decode_header(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._add(1, "not-a-log", f"The first line is not the header of a log: {error}")
            return
        self._digest.update(line)
        self.header = header

    def _read_end(self, number: int, line: bytes, count: int, last: bytes) -> None:
        try:
            end = _decode_end(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            self._add(number, "end-malformed", f"The end marker cannot be read: {error}")
            return
        self.end = end
        if end.count != count:
            self._add(
                number, "count-differs", f"There are {count} lines before the end marker, which names {end.count}."
            )
        if end.head != (hashlib.sha256(last).hexdigest() if count else None):
            self._add(number, "head-differs", "The last line is not the one that the end marker names.")
        if end.file != self._digest.hexdigest():
            self._add(number, "bytes-differ", "The file is not as it was written: its bytes have another SHA-256.")
        if line != _encode(end) + b"\n":
            self._add(number, "end-malformed", "The end marker is not written as it would be.")
        if self._file.read(1):
            self._add(number + 1, "after-the-end", "Something follows the end marker.")


def read_export(file: BinaryIO) -> Export:
    """The log in ``file``, of whatever origin; never raises for what is in it."""
    return Export(file)
