// Checks an exported log with nothing but what docs/proof.md says: no package, no server, no rules of any game.
//
//   node verify.mjs MATCH.jsonl [--kept MY_LOG.jsonl] [--catalogue GAME.json]
//
// --kept: a log that a player has kept, whole or its beginning, whose seals are opened. --catalogue: what the server
// answers to GET /v1/games/space-monkeys, for the check that the deck was shuffled by the secret.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

export const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest("hex");
export const hmac = (key, data) => createHmac("sha256", key).update(data).digest();
export const framed = (...parts) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)).flatMap((part) => [Buffer.from([24, 16, 8, 0].map((n) => (part.length >>> n) & 255)), part]));

export const commitment = (match, secret) => sha256(framed("monkeys/commitment/1", match, secret));
export const matchKey = (secret, header) => hmac(secret, framed("monkeys/key/1", header));
export const seal = (match, secret, version, place, field, value) =>
  sha256(framed("monkeys/seal/1", match, hmac(secret, framed("monkeys/salt/1", `${version}`, `${place}`, field)), JSON.stringify(value)));

export function draw(key, n, label, i = 0) {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(n));
  for (let ctr = 0; ; ctr++) {
    const word = hmac(key, `${label}/${i}/${ctr}`).readBigUInt64BE();
    if (word < limit) return Number(word % BigInt(n));
  }
}

export function shuffled(items, key, label) {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = draw(key, i + 1, label, i);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

const sorted = (value) =>
  Array.isArray(value) ? value.map(sorted)
  : value && typeof value === "object" ? Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]))
  : value;

/** The header, the lines between it and the end marker, and what is wrong with the file. */
export function readLog(path) {
  const data = readFileSync(path);
  const problems = [];
  const lines = data.toString("utf8").split("\n");
  if (lines.pop() !== "") problems.push("the file does not end with a line");
  const end = JSON.parse(lines.pop());
  const [header, ...entries] = lines;
  if (end.type !== "end" || end.count !== entries.length) problems.push("the file is not whole");
  if (end.head !== sha256(entries.at(-1) ?? "")) problems.push("the end marker names another last line");
  if (end.file !== sha256(lines.map((line) => line + "\n").join(""))) problems.push("the file is not as it was written");
  return { header: JSON.parse(header), lines: entries, entries: entries.map((line) => JSON.parse(line)), problems };
}

function chain({ lines, entries }) {
  return entries.flatMap(({ prev }, at) =>
    prev === undefined || prev === (at ? sha256(lines[at - 1]) : null) ? [] : [`line ${at + 2} is not chained to the line before`]);
}

/** The key of all draws, from the secret and from what was fixed when the match started. */
export function keyOf(commits, secret) {
  const events = commits.flatMap((commit) => commit.events);
  const opened = events[0];
  const entropy = opened.seats.map(() => null);
  for (const event of events) {
    if (event.type === "seat_taken") entropy[event.seat] = event.entropy;
    if (event.type === "seat_vacated") entropy[event.seat] = null;
    if (event.type === "match_started") break;
  }
  const header = [opened.match, opened.game, opened.rules_version, sorted(opened.options), opened.commitment, entropy];
  return matchKey(secret, JSON.stringify(opened.origin ? [...header, sorted(opened.origin)] : header));
}

/** Space Monkeys: the hands and the first pile are what the secret makes of the deck. */
function deck(commits, key, catalogue) {
  const events = commits.flatMap((commit) => commit.events);
  const { options } = events.find((event) => event.type === "game_prepared");
  const cards = (hazards) =>
    catalogue.pieces.filter((piece) => ["asteroid", "blackhole"].includes(piece.key) === hazards)
      .flatMap((piece) => Array(piece.counts[options.deck]).fill(piece.key));
  const hands = events.filter((event) => event.type === "hand_dealt");
  const actions = shuffled(cards(false), key, "deal");
  const dealt = hands.map((_, seat) => actions.slice(0, 7 * hands.length).filter((_, at) => at % hands.length === seat));
  const pile = shuffled([...actions.slice(7 * hands.length), ...cards(true)], key, "pile");
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  return [
    ...hands.flatMap((event) => (same(event.cards, dealt[event.seat]) ? [] : [`seat ${event.seat} was dealt another hand`])),
    ...(same(events.find((event) => event.type === "pile_laid").cards, pile) ? [] : ["the pile was laid otherwise"]),
  ];
}

/** What a viewer was shown, opened: nothing hidden there may turn out to be anything else than what was sealed. */
function opened(match, secret, kept, commits) {
  const problems = [];
  const shows = (seen, event) =>
    Object.keys(seen).every((name) => seen[name] === null || [seen[name]].flat().every((item) => item === null) ||
      JSON.stringify(seen[name]) === JSON.stringify(event[name]));
  let next = 0;
  for (const [at, entry] of kept.entries()) {
    let places = null;
    while (next < commits.length && places === null) {
      const commit = commits[next++];
      let place = -1;
      const found = entry.events.map((seen) => {
        do place++; while (place < commit.events.length && !(commit.events[place].type === seen.type && shows(seen, commit.events[place])));
        return place;
      });
      if (commit.at === entry.at && found.every((place) => place < commit.events.length)) places = found;
    }
    if (places === null) return [...problems, `line ${at + 2} of the kept log was never shown`];
    const { version, events } = commits[next - 1];
    for (const [where, told] of Object.entries(entry.sealed ?? {})) {
      const [position, field] = where.split(".");
      const place = places[position];
      if (seal(match, secret, version, place, field, events[place][field]) !== told)
        problems.push(`line ${at + 2} of the kept log: ${where} does not open its seal`);
    }
  }
  return problems;
}

export function verify(path, { kept, catalogue } = {}) {
  const log = readLog(path);
  const checks = { file: log.problems, chain: chain(log) };
  const closing = log.entries.at(-1).events.at(-1);
  if (closing.type !== "secret_revealed") return { ...checks, secret: ["the secret is not told"] };
  const secret = Buffer.from(closing.revealed, "hex");
  const [{ match, commitment: promised }] = log.entries[0].events;
  checks.secret = commitment(match, secret) === promised ? [] : ["the secret is not the one that was promised"];
  if (catalogue) checks.deck = deck(log.entries, keyOf(log.entries, secret), JSON.parse(readFileSync(catalogue)));
  if (kept) {
    const own = readLog(kept);
    checks.kept = [...own.problems, ...chain(own)];
    checks.seals = opened(match, secret, own.entries, log.entries);
  }
  return checks;
}

if (process.argv[1]?.endsWith("verify.mjs")) {
  const [path, ...rest] = process.argv.slice(2);
  const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
  const checks = verify(path, { kept: option("--kept"), catalogue: option("--catalogue") });
  for (const [name, problems] of Object.entries(checks)) console.log(`${name}: ${problems.length ? problems.join("; ") : "passed"}`);
  process.exitCode = Object.values(checks).some((problems) => problems.length) ? 1 : 0;
}
