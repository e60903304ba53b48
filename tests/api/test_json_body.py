import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.json_body import MAX_DEPTH, NotJson, read_json

BAD = {
    "nothing": b"",
    "not JSON": b"{",
    "two values": b"{} {}",
    "trailing comma": b'{"a":1,}',
    "comment": b"/**/{}",
    "single quotes": b"{'a':1}",
    "duplicate key": b'{"a":1,"a":1}',
    "duplicate key, escaped": b'{"a":1,"\\u0061":1}',
    "duplicate key, deep": b'[{"x":{"a":1,"b":2,"a":3}}]',
    "NaN": b'{"a":NaN}',
    "Infinity": b"[Infinity]",
    "minus Infinity": b"[-Infinity]",
    "1e400": b"[1e400]",
    "-1e400": b"[-1e400]",
    "2^53": b"[9007199254740992]",
    "-2^53": b"[-9007199254740992]",
    "5,000 digits": b"[" + b"7" * 5000 + b"]",
    "5,000 digits of a fraction with a huge exponent": b"[0." + b"7" * 5000 + b"e999]",
    "leading zero": b"[01]",
    "65 levels": b"[" * 65 + b"]" * 65,
    "65 levels of objects": b'{"a":' * 65 + b"1" + b"}" * 65,
    "depth 20,000": b"[" * 20_000 + b"]" * 20_000,
    "depth 20,000, never closed": b"[" * 20_000,
    "depth of objects 10,000, never closed": b'{"a":' * 10_000,
    "lone high surrogate": b'["\\ud800"]',
    "lone low surrogate": b'["\\udc00"]',
    "surrogates in the wrong order": b'["\\udc00\\ud800"]',
    "lone surrogate in a key": b'{"\\ud800":1}',
    "raw surrogate": b'["\xed\xa0\x80"]',
    "NUL": b'["\\u0000"]',
    "NUL in a key": b'{"a":[{"\\u0000":1}]}',
    "raw NUL": b'["\0"]',
    "raw newline in a string": b'["\n"]',
    "byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": "{}".encode("utf-16"),
    "UTF-16 without a mark": '{"a":1}'.encode("utf-16-le"),
    "UTF-32": "{}".encode("utf-32"),
    "Latin-1": '["é"]'.encode("latin-1"),
    "overlong UTF-8": b'["\xc0\xaf"]',
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_refused(text):
    with pytest.raises(NotJson):
        read_json(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"{}", {}),
        (b' {"a": [1, 1.0, -0.5e2, true, false, null]} \n', {"a": [1, 1.0, -50.0, True, False, None]}),
        (b"[9007199254740991, -9007199254740991]", [2**53 - 1, 1 - 2**53]),
        ('["é \\ud83d\\ude00"]'.encode(), ["é 😀"]),
        (b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, json.loads("[" * MAX_DEPTH + "]" * MAX_DEPTH)),
        (b'["' + b"[" * 1000 + b'"]', ["[" * 1000]),
        (b'["\\"' + b"{" * 1000 + b'"]', ['"' + "{" * 1000]),
        (b"[" + b"[]," * 1000 + b"[]]", [[]] * 1001),
    ],
)
def test_accepted(text, value):
    assert read_json(text) == value


_text = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(1 - 2**53, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_text, inner, max_size=4),
    max_leaves=20,
)


@given(_values, st.booleans())
def test_reads_what_the_standard_library_writes(value, ascii_only):
    assert read_json(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(st.binary(max_size=200))
def test_any_bytes_give_a_value_or_not_json(text):
    with contextlib.suppress(NotJson):
        read_json(text)


def test_a_full_body_of_quotes_is_refused_quickly():
    with pytest.raises(NotJson):
        read_json(b'[[["' * 16_384)
