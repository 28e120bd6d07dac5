import { expect, test } from "vitest";
import {
  type GuardRow,
  guardRows,
  harmlessClause,
  parseGuards,
  reasonsAt,
  withoutTerm,
} from "./guard-rows.js";

const place = (file: string, startLine: number) => ({
  ...{ file, startLine, startColumn: 2, endLine: startLine, endColumn: 9 },
});
const site = { within: "f", how: "assigned", reason: "names uid", guarded: "woven" } as const;
const ANSWER = {
  version: 1,
  guards: [
    { terms: ["cred.uid", "cred.euid"], protects: ["fast"], range: place("/k/s.spec", 4) },
    { terms: ["mode"], protects: [], byHand: "tell", range: place("/k/s.spec", 9) },
  ],
  sites: [
    { ...site, terms: ["cred.uid"], range: place("/k/a.c", 3), certainty: "certain" },
    {
      ...site,
      ...{ terms: ["cred.uid", "cred.euid"], range: place("/k/b.c", 7), certainty: "filtered" },
      ...{ how: "copied with cred", reason: "p comes from kmalloc() just before", guarded: "not needed" },
    },
    { ...site, terms: ["mode"], range: place("/k/m.c", 1), certainty: "certain", guarded: "missing" },
  ],
  aliases: [
    {
      terms: ["cred.uid"],
      range: place("/k/c.c", 5),
      chain: ["&uid is argument 1 of set", "set writes *to"],
    },
  ],
  problems: [],
};
const VERSION = {
  ...{ residual: "fast", isPlugged: true, plugs: 3, replugs: 2, wait: 32 },
  lastHit: { file: "/k/a.c", line: 3, within: "f" },
};

const shown = (rows: readonly GuardRow[], indent = ""): string[] =>
  rows.flatMap(({ label, description, place: at, below, look }) => [
    `${indent}${look} ${label}: ${description}${at === undefined ? "" : ` @${at.file}:${at.startLine}`}`,
    ...shown(below, `${indent}  `),
  ]);

test("declarations have their versions, their terms, and each write and alias with its reason", () => {
  const answer = parseGuards(JSON.stringify(ANSWER));
  expect(shown(guardRows(answer ?? { problems: [] }, [VERSION]))).toMatchInlineSnapshot(`
    [
      "guard cred { uid, euid }: protects fast @/k/s.spec:4",
      "  plugged fast: plugged, taken out 2 times, last in f (a.c:3) @/k/a.c:3",
      "  term cred.uid: 1 certain, 1 filtered, 1 open alias",
      "    certain a.c:3: certain, assigned @/k/a.c:3",
      "    filtered b.c:7: filtered, copied with cred: p comes from kmalloc() just before @/k/b.c:7",
      "    alias c.c:5: alias, &uid is argument 1 of set @/k/c.c:5",
      "      step set writes *to:  @/k/c.c:5",
      "  term cred.euid: 1 filtered",
      "    filtered b.c:7: filtered, copied with cred: p comes from kmalloc() just before @/k/b.c:7",
      "guard mode: protects nothing yet @/k/s.spec:9",
      "  term mode: 1 certain",
      "    missing m.c:1: certain, guard missing, assigned @/k/m.c:1",
    ]
  `);
  const [stopped] = guardRows(answer ?? { problems: [] }, undefined);
  expect(stopped?.below[0]).toMatchObject({ label: "fast", description: "no guest runs", look: "generic" });
  expect(parseGuards("weft: no such command")).toBeUndefined();
});

test("a line says why it is guarded, and why it is not", () => {
  const answer = parseGuards(JSON.stringify(ANSWER)) ?? { problems: [] };
  const said = (file: string, line: number) =>
    reasonsAt(answer, file, line).map(
      ({ label, detail, place: at }) => `${label}: ${detail} @${at.startLine}`,
    );
  expect([
    ...said("/k/a.c", 3),
    ...said("/k/b.c", 7),
    ...said("/k/c.c", 5),
    ...said("/k/m.c", 1),
  ]).toMatchInlineSnapshot(`
    [
      "Guarded: cred.uid assigned: certain: names uid; fast relies on it @4",
      "Not guarded: cred.uid, cred.euid copied with cred: filtered: p comes from kmalloc() just before; fast relies on it @4",
      "Not guarded: an alias of cred.uid: &uid is argument 1 of set; set writes *to @4",
      "Guard missing: mode assigned: certain: names uid; nothing yet relies on it @9",
    ]
  `);
  expect(said("/k/a.c", 4)).toEqual([]);
});

test("declarations get a reason, and lose a term but the last one", () => {
  const text = "optimistic guard struct cred { uid, euid }\n\tprotects uid_fast, uid;";
  expect(withoutTerm(text, "cred.uid")).toBe(
    "optimistic guard struct cred { euid }\n\tprotects uid_fast, uid;",
  );
  expect(withoutTerm(text, "cred.euid")).toBe(
    "optimistic guard struct cred { uid }\n\tprotects uid_fast, uid;",
  );
  expect(withoutTerm("optimistic guard struct cred { uid } protects f;", "cred.uid")).toBeUndefined();
  expect(harmlessClause("fork", 'no "one" knows it')).toBe("\n\tharmless fork because \"no 'one' knows it\"");
});
