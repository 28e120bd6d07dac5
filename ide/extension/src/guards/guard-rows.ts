// What `weft guards --json` and `weft guards --state --json` print, as the rows of the Guards view: by declaration the
// versions that it protects, then by term each write of it, and the aliases. Pure; knows nothing of VS Code's API.
import { unlessBroken } from "@weft/weaver-bridge/model";
import { plainWords } from "../trees/plain-words.js";

export interface Place {
  readonly file: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Guard {
  readonly terms: readonly string[];
  readonly protects: readonly string[];
  /** The function that guards are calls of, where they are written by hand. */
  readonly byHand?: string;
  readonly range: Place;
}

export interface Site {
  readonly terms: readonly string[];
  readonly range: Place;
  readonly within?: string;
  readonly certainty: "certain" | "possible" | "filtered";
  readonly how: string;
  readonly reason: string;
  readonly guarded: "woven" | "by hand" | "missing" | "not needed" | "nothing relies on it";
}

export interface Alias {
  readonly terms: readonly string[];
  readonly range: Place;
  readonly chain: readonly string[];
  readonly harmless?: string;
}

interface CodeLine {
  readonly file: string;
  readonly line: number;
  readonly within: string;
}

export interface Version {
  readonly residual: string;
  readonly isPlugged: boolean;
  readonly plugs: number;
  readonly replugs: number;
  readonly wait: number;
  readonly lastHit?: CodeLine & { readonly callers?: readonly CodeLine[] };
}

export interface GuardAnswer {
  readonly guards?: readonly Guard[];
  readonly sites?: readonly Site[];
  readonly aliases?: readonly Alias[];
  readonly versions?: readonly Version[];
  readonly problems: readonly {
    readonly severity: string;
    readonly message: string;
    readonly hint?: string;
  }[];
}

export interface GuardRow {
  /** The same for the same thing in the next answer. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly look:
    | "guard"
    | "plugged"
    | "generic"
    | "term"
    | Site["certainty"]
    | "missing"
    | "alias"
    | "harmless"
    | "step";
  readonly place?: Place;
  readonly below: readonly GuardRow[];
  readonly guard: Guard;
  readonly site?: Site;
  readonly term?: string;
}

/** `undefined` for what is no answer of these commands. */
export function parseGuards(out: string): GuardAnswer | undefined {
  return unlessBroken(() => {
    const answer = JSON.parse(out) as Partial<GuardAnswer> | null;
    return Array.isArray(answer?.problems) ? (answer as GuardAnswer) : undefined;
  });
}

/** `versions`: undefined where no guest runs. */
export function guardRows(
  { guards = [], sites = [], aliases = [] }: GuardAnswer,
  versions: readonly Version[] | undefined,
): GuardRow[] {
  return guards.map((guard): GuardRow => {
    const label = declared(guard.terms);
    const protects = guard.protects.join(", ") || "nothing yet";
    const id = `${guard.range.file} ${label}`;
    const below = [
      ...guard.protects.map((residual) => versionRow(id, guard, residual, versions)),
      ...guard.terms.map((term) => termRow(id, guard, term, sites, aliases)),
    ];
    return {
      ...{ id, label, description: `protects ${protects}`, look: "guard", place: guard.range, below, guard },
      tooltip: `optimistic guard ${label} protects ${protects}`,
    };
  });
}

/** `credentials { uid, euid }`; variables as they are. */
function declared(terms: readonly string[]): string {
  const [type, member] = (terms[0] ?? "").split(".");
  if (member === undefined) return terms.join(", ");
  return `${type} { ${terms.map((term) => term.slice(term.indexOf(".") + 1)).join(", ")} }`;
}

function versionRow(
  above: string,
  guard: Guard,
  residual: string,
  versions: readonly Version[] | undefined,
): GuardRow {
  const version = versions?.find((one) => one.residual === residual);
  const hit = version?.lastHit;
  const last = hit === undefined ? [] : [`last in ${hit.within} (${baseName(hit.file)}:${hit.line})`];
  const state =
    version === undefined
      ? [versions === undefined ? "no guest runs" : "the running kernel has none"]
      : [version.isPlugged ? "plugged" : "generic", takenOut(version.replugs), ...last];
  const description = state.join(", ");
  const stack = (hit?.callers ?? []).map((one) => `\n  by ${one.within} (${baseName(one.file)}:${one.line})`);
  return {
    ...{ id: `${above} version ${residual}`, label: residual, description, below: [], guard },
    look: version?.isPlugged === true ? "plugged" : "generic",
    tooltip:
      version === undefined ? description : `${description}; put in ${times(version.plugs)}${stack.join("")}`,
    ...(hit === undefined || hit.line === 0 ? {} : { place: lineAt(hit.file, hit.line) }),
  };
}

function termRow(
  above: string,
  guard: Guard,
  term: string,
  sites: readonly Site[],
  aliases: readonly Alias[],
): GuardRow {
  const id = `${above} term ${term}`;
  const own = sites.filter(({ terms }) => terms.includes(term));
  const others = aliases.filter(({ terms }) => terms.includes(term));
  const count = (certainty: Site["certainty"]) => own.filter((site) => site.certainty === certainty).length;
  const open = others.filter(({ harmless }) => harmless === undefined).length;
  const counts = (["certain", "possible", "filtered"] as const)
    .filter((certainty) => count(certainty) > 0)
    .map((certainty) => `${count(certainty)} ${certainty}`);
  const description = [
    ...counts,
    ...(open === 0 ? [] : [`${open} open ${open === 1 ? "alias" : "aliases"}`]),
  ].join(", ");
  return {
    ...{ id, label: term, description: description || "nothing writes it", look: "term", guard, term },
    tooltip: `${term}: ${description || "nothing writes it"}`,
    below: [
      ...own.map((site) => siteRow(id, guard, site)),
      ...others.map((alias) => aliasRow(id, guard, alias)),
    ],
  };
}

function siteRow(above: string, guard: Guard, site: Site): GuardRow {
  const { range, certainty, how, reason, guarded, within } = site;
  const where = `${baseName(range.file)}:${range.startLine}`;
  const hand =
    guarded === "by hand" || guarded === "missing"
      ? `, ${guarded === "missing" ? "guard missing" : "by hand"}`
      : "";
  const because = certainty === "certain" ? how : `${how}: ${reason}`;
  const description = plainWords(`${certainty}${hand}, ${because}`);
  return {
    ...{ id: `${above} ${where}:${range.startColumn}`, label: where, description, below: [], guard, site },
    look: guarded === "missing" ? "missing" : certainty,
    tooltip: [`${within ?? "outside of functions"}: ${how}`, reason, guarded].map(plainWords).join("\n"),
    place: range,
  };
}

/** The chain that leads on from an alias is what stands below it. */
function aliasRow(above: string, guard: Guard, { range, chain, harmless }: Alias): GuardRow {
  const where = `${baseName(range.file)}:${range.startLine}`;
  const id = `${above} alias ${where}:${range.startColumn}`;
  const steps = chain.slice(1).map(
    (step, at): GuardRow => ({
      ...{ id: `${id} ${at}`, label: step, description: "", tooltip: step, look: "step", below: [], guard },
      place: range,
    }),
  );
  const description = `alias, ${chain[0] ?? ""}${harmless === undefined ? "" : ` (${harmless})`}`;
  return {
    ...{ id, label: where, description: plainWords(description), place: range, below: steps, guard },
    look: harmless === undefined ? "alias" : "harmless",
    tooltip: [...chain, ...(harmless === undefined ? [] : [`harmless: ${harmless}`])]
      .map(plainWords)
      .join("\n"),
  };
}

const baseName = (file: string) => file.slice(file.lastIndexOf("/") + 1);

const lineAt = (file: string, line: number): Place => ({
  ...{ file, startLine: line, startColumn: 1, endLine: line, endColumn: 1 },
});

const takenOut = (count: number) => (count === 0 ? "never taken out" : `taken out ${times(count)}`);

const times = (count: number) => (count === 1 ? "once" : `${count.toLocaleString("en")} times`);

export interface Reason {
  readonly label: string;
  readonly detail: string;
  /** Where the term is declared as guarded. */
  readonly place: Place;
}

/** Why a line is guarded, or why it is not: one for each term and way in which it writes. */
export function reasonsAt(
  { guards = [], sites = [], aliases = [] }: GuardAnswer,
  file: string,
  line: number,
): Reason[] {
  const isHere = ({ range }: { readonly range: Place }) =>
    range.file === file && range.startLine <= line && line <= range.endLine;
  const guardOf = (terms: readonly string[]) =>
    guards.find((guard) => terms.some((term) => guard.terms.includes(term)));
  const reason = (terms: readonly string[], label: string, detail: string): Reason[] => {
    const guard = guardOf(terms);
    return guard === undefined ? [] : [{ label, detail: plainWords(detail), place: guard.range }];
  };
  return [
    ...sites.filter(isHere).flatMap(({ terms, certainty, how, reason: why, guarded }) => {
      const said =
        certainty === "filtered" ? "Not guarded" : guarded === "missing" ? "Guard missing" : "Guarded";
      const relies = guardOf(terms)?.protects.join(", ") || "nothing yet";
      return reason(
        terms,
        `${said}: ${terms.join(", ")} ${how}`,
        `${certainty}: ${why}; ${relies} relies on it`,
      );
    }),
    ...aliases
      .filter(isHere)
      .flatMap(({ terms, chain, harmless }) =>
        reason(
          terms,
          `Not guarded: an alias of ${terms.join(", ")}`,
          `${chain.join("; ")}${harmless === undefined ? "" : ` (harmless: ${harmless})`}`,
        ),
      ),
  ];
}

/** What goes before the semicolon at the end of a declaration. */
export function harmlessClause(name: string, because: string): string {
  return `\n\tharmless ${name} because "${because.replaceAll('"', "'")}"`;
}

/** A declaration without one of its terms; undefined where it is the only one. */
export function withoutTerm(declaration: string, term: string): string | undefined {
  const name = term.slice(term.indexOf(".") + 1);
  const [head = "", ...rest] = declaration.split(/(?=\bprotects\b|\bfresh\b|\bharmless\b|\bby\s+hand\b)/);
  const shorter = head.replace(new RegExp(`\\b${name}\\s*,\\s*|(?<!\\s)\\s*,\\s*${name}\\b`), "");
  return shorter === head ? undefined : [shorter, ...rest].join("");
}
