"""``docs/proof.md`` is enough: a verifier in another language and this one agree on the committed vectors."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from domain.games import GAMES
from events.sealing import seal
from events.verify import verify, verify_kept_log

ROOT = Path(__file__).parents[1]
VECTORS = ROOT / "tests" / "vectors"
VERIFIER = ROOT / "examples" / "verify.mjs"
LOGS = sorted(VECTORS.glob("*.jsonl"))
OPEN = [path for path in LOGS if path.name.count(".") == 1]
KEPT = [path for path in LOGS if path.name.count(".") == 2]

CHECK_VECTORS = """
import { readFileSync } from "node:fs";
import { commitment, draw, matchKey, seal } from %s;
const [chance, seals] = process.argv.slice(1).map((path) => JSON.parse(readFileSync(path)));
const hex = (text) => Buffer.from(text, "hex");
let wrong = 0, checked = 0;
const same = (one, other) => { checked++; if (one !== other) wrong++; };
for (const v of chance.draws) if (Number.isSafeInteger(v.n)) same(draw(hex(v.key), v.n, v.label, v.i), v.value);
for (const v of chance.commitments) same(commitment(v.match, hex(v.secret)), v.commitment);
for (const v of chance.keys) same(matchKey(hex(v.secret), v.header).toString("hex"), v.key);
for (const v of seals) same(seal(v.match, hex(v.secret), v.version, v.place, v.field, v.value), v.seal);
console.log(JSON.stringify({ wrong, checked }));
"""


def node(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    program = shutil.which("node", path=folders)
    assert program, "the development environment comes with node"
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False)


def open_log_of(kept: Path) -> Path:
    return kept.with_name(kept.name.split(".")[0] + ".jsonl")


def results(run: subprocess.CompletedProcess[str]) -> dict[str, str]:
    assert not run.stderr, run.stderr
    return dict(line.split(": ", 1) for line in run.stdout.splitlines())


def verified_by_node(path: Path, kept: Path) -> dict[str, str]:
    """Space Monkeys with the check of the deck, other games without."""
    arguments = ["--kept", kept]
    if path.name.startswith("space-monkeys."):
        arguments += ["--catalogue", VECTORS / "space-monkeys.catalogue.json"]
    return results(node(VERIFIER, path, *arguments))


def test_there_are_vectors_of_every_game() -> None:
    assert {path.name.split(".")[0] for path in OPEN} == set(GAMES)
    assert all(open_log_of(path) in OPEN for path in KEPT)


@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.stem)
def test_a_vector_passes_every_check_here(path) -> None:
    with path.open("rb") as file:
        report = verify(file)
    assert report.findings == ()
    assert set(report.results.values()) == {"passed"}


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_kept_log_opens_here_and_in_javascript(kept) -> None:
    path = open_log_of(kept)
    with path.open("rb") as file, kept.open("rb") as own:
        assert verify_kept_log(file, own).sound
    found = verified_by_node(path, kept)
    assert set(found.values()) == {"passed"}
    assert {"file", "chain", "secret", "kept", "seals"} <= set(found)
    assert ("deck" in found) == path.name.startswith("space-monkeys.")


def test_seals_are_what_they_always_were() -> None:
    for vector in json.loads((VECTORS / "seals.json").read_bytes()):
        made = seal(
            vector["match"], bytes.fromhex(vector["secret"]), vector["version"], vector["place"],
            field=vector["field"], value=msgspec.json.encode(vector["value"]),
        )  # fmt: skip
        assert made == vector["seal"]


def test_javascript_makes_the_draws_commitments_keys_and_seals_of_the_vectors() -> None:
    program = CHECK_VECTORS % json.dumps(VERIFIER.as_uri())
    run = node(
        "--input-type=module", "-e", program, ROOT / "tests" / "domain" / "chance_vectors.json", VECTORS / "seals.json"
    )
    found = json.loads(run.stdout)
    assert found["wrong"] == 0
    assert found["checked"] > 20


FORGERIES = {
    "file": lambda line: line.replace(b'"count":', b'"count":1'),
    "chain": lambda line: line.replace(b'"version":3,', b'"version":3, '),
    "secret": lambda line: line.replace(b'"revealed":"', b'"revealed":"0'),
}


@pytest.mark.parametrize("check", FORGERIES)
def test_javascript_finds_a_forgery_and_names_the_check(check, tmp_path) -> None:
    path = tmp_path / "forged.jsonl"
    lines = OPEN[0].read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(map(FORGERIES[check], lines)))
    run = node(VERIFIER, path)
    assert run.returncode == 1
    assert results(run)[check] != "passed"


def test_javascript_finds_another_deck_and_a_hand_that_was_sealed_otherwise(tmp_path) -> None:
    path, forged = VECTORS / "space-monkeys.jsonl", tmp_path / "space-monkeys.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    hands = [event for line in lines[1:-1] for event in line["events"] if event["type"] == "hand_dealt"]
    mine, other = hands[0]["cards"], hands[1]["cards"]
    at, place = next((i, j) for i, a in enumerate(mine) for j, b in enumerate(other) if a != b)
    mine[at], other[place] = other[place], mine[at]
    forged.write_bytes(b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines))
    found = verified_by_node(forged, VECTORS / "space-monkeys.seat-2.jsonl")
    assert "another hand" in found["deck"]
    assert "does not open its seal" in found["seals"]
