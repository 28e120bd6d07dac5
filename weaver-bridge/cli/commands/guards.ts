/**
 * `weft guards`: every place of a project that writes a guarded term, what was filtered and why, and under which other
 * names the terms could be written.
 */
import { join, relative } from "node:path";
import { repositoryRoot } from "../../compile/places.js";
import { type WatchedRun, watchWrites } from "../../guard-run/memory-guard.js";
import { joinWrites, type SeenAt, termName, type Verdict } from "../../guards/index.js";
import {
  distinctProblems,
  hasErrors,
  type PointerDeparture,
  type Problem,
  printPosition,
  type SourceRange,
} from "../../model/index.js";
import {
  createKeptTexts,
  loadSpecializations,
  rangeAt,
  type SpecFile,
  withoutClang,
} from "../../pipeline/index.js";
import { assemblyFiles, assemblyProblems } from "../../project/assembly-files.js";
import {
  type AliasPlace,
  guardedPlaces,
  type PlacedTerms,
  type SitePlace,
  unitsWithGuards,
} from "../../project/guarded-places.js";
import { elsewhereProblems, reckonedElsewhere } from "../../project/pointers-elsewhere.js";
import { resolveTarget, type Target, type TargetOptions } from "../../project/target.js";
import { EXIT, report } from "../output.js";
import { guardState } from "./guard-state.js";

export interface GuardsFlags extends TargetOptions {
  /** Filtered sites and harmless aliases as well. */
  readonly explain?: boolean;
  readonly json?: boolean;
  /** Boot the built kernel, and watch who writes the terms. */
  readonly watch?: boolean;
  readonly deadline?: number;
  /** Versions of the running guest instead of the sources. */
  readonly state?: boolean;
}

export async function guards(flags: GuardsFlags): Promise<number> {
  const target = resolveTarget({ ...flags, aspects: [] });
  const files = target.project?.specializations ?? [];
  const { specs, problems: unread } = loadSpecializations(files);
  const wrong = [...target.problems, ...unread, ...nothingGuarded(specs, target.project?.file)];
  if (hasErrors(wrong)) {
    report(flags, wrong);
    return EXIT.problems;
  }
  if (flags.state === true)
    return guardState(
      flags,
      specs.flatMap((spec) => spec.guards),
    );
  const { project } = target;
  const isWatched = flags.watch === true && project !== undefined;
  const units = isWatched ? unitsWithGuards(project, target.units) : target.units;
  const texts = createKeptTexts();
  const found = await guardedPlaces(units, specs, texts);
  const departures = found.flatMap((one) => one.departures);
  const elsewhere = await reckonedElsewhere(target.units, departures, texts);
  const sites = distinctPlaces(found.flatMap((one) => one.sites));
  const aliases = distinctPlaces([
    ...found.flatMap((one) => one.aliases),
    ...elsewhere.map((one): AliasPlace => aliasPlace(one)),
  ]);
  const assembly = project === undefined || target.file !== undefined ? [] : assemblyFiles(project);
  const problems = distinctProblems([
    ...wrong,
    ...found.flatMap((one) => one.problems),
    ...assemblyProblems(
      assembly,
      specs,
      found.flatMap((one) => one.assembly),
    ),
    ...elsewhereProblems(elsewhere, specs),
    ...unwritten(specs, sites, aliases),
    ...withoutClang(specs, ({ residual }) => isProtected(specs, residual)),
  ]);
  const watched =
    isWatched && !hasErrors(problems.filter(({ code }) => !UNPROVED.test(code)))
      ? await watchedRun(flags, target, specs, sites)
      : undefined;
  if (watched !== undefined) problems.push(...watched.problems);
  report(flags, problems, {
    guards: declared(specs),
    sites,
    aliases,
    ...(assembly.length === 0 ? {} : { assembly }),
    ...(watched?.run === undefined ? {} : { run: watched.run }),
  });
  if (flags.json !== true) {
    print(sites, aliases, flags.explain === true);
    printAssembly(assembly, flags.explain === true);
  }
  if (flags.json !== true && watched?.run !== undefined) printRun(watched.run);
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

function aliasPlace({ subject, terms, range, within, chain }: PointerDeparture): AliasPlace {
  const place = { terms: terms.map((term) => `${subject}.${term}`), range, kind: "bytes", chain } as const;
  return { ...place, ...(within === undefined ? {} : { within }) };
}

/** Each with the range of its declaration, which ends behind the semicolon. */
function declared(specs: readonly SpecFile[]): object[] {
  return specs.flatMap(({ file, text, guards: all }) =>
    all.map((guard) => {
      const end = rangeAt(file, text, guard.end);
      const range = {
        ...rangeAt(file, text, guard.offset),
        endLine: end.startLine,
        endColumn: end.startColumn,
      };
      const { protects, byHand } = guard;
      const terms = guard.terms.map((term) => termName(guard, term));
      return { terms, protects, ...(byHand === undefined ? {} : { byHand }), range };
    }),
  );
}

interface SeenRun {
  readonly objects: number;
  readonly hits: number;
  readonly ended: string;
  readonly judge: "trace" | "stops";
  readonly writes: readonly (SeenAt & { readonly verdict: Verdict })[];
}

const WATCH_SECONDS = 120;

/** What a run may tell more about. */
const UNPROVED = /^guards\/(?:alias|missing|unread)$/;

/** What a run saw that the sources do not tell is an error. */
async function watchedRun(
  flags: GuardsFlags,
  { project }: Target,
  specs: readonly SpecFile[],
  sites: readonly SitePlace[],
): Promise<{ readonly run?: SeenRun; readonly problems: Problem[] }> {
  if (project === undefined) return { problems: [] };
  const ends = sites.filter(({ how }) => how.startsWith("given back"));
  const isEnd = (place: { file: string; line: number }) =>
    ends.some(
      ({ range }) =>
        range.file === place.file && range.startLine <= place.line && place.line <= range.endLine,
    );
  const all = specs.flatMap((spec) => spec.guards);
  const plugin = join(repositoryRoot(), "weaver-bridge/guest/plugin/stores.c");
  const seconds = flags.deadline ?? WATCH_SECONDS;
  const found = await watchWrites(project, { guards: all, isEnd, seconds, plugin });
  if (typeof found === "string")
    return {
      problems: [
        {
          code: "guards/not-watched",
          severity: "error",
          message: found,
          hint: "weft build makes it, weft run boots it.",
        },
      ],
    };
  const writes = joinWrites(found.seen, sites);
  const problems = writes
    .filter(({ verdict }) => verdict !== "guarded")
    .map(
      ({ file, line, term, verdict }): Problem => ({
        code: `guards/${verdict === "filtered" ? "wrong-filter" : verdict}`,
        severity: "error",
        ...(line === 0
          ? {}
          : { range: { file, startLine: line, startColumn: 1, endLine: line, endColumn: 2 } }),
        message: `the run wrote ${term} here${line === 0 ? ` (${file})` : ""} without a guard: ${WHY[verdict]}`,
        hint: "What was specialized went on as if nothing had changed. Write by the member's name, or put a guard there by hand.",
      }),
    );
  const { objects, hits, ended, untraced } = found;
  const judge = untraced === undefined ? ("trace" as const) : ("stops" as const);
  return { run: { objects, hits, ended, judge, writes }, problems: [...problems, ...unprovedBy(found)] };
}

/** Why a run in which nothing was missed does not say that nothing is. */
function unprovedBy({ objects, outcome, ended, untraced }: WatchedRun): Problem[] {
  const problem = (code: string, message: string, hint: string): Problem => ({
    ...{ code: `guards/${code}`, severity: "error", message, hint },
  });
  return [
    ...(untraced === undefined
      ? []
      : [
          problem(
            "not-traced",
            `not all of the run was traced: ${untraced}`,
            "What a device writes, or code by another address of the same memory, may be missing, if it was taken back before the next stop.",
          ),
        ]),
    ...(objects > 0
      ? []
      : [
          problem(
            "nothing-plugged",
            `nothing was plugged in this run, so nothing was watched; the guest ended: ${ended}`,
            "Have the guest call the function NAME_plugged with its facts holding, or give it more time with --deadline.",
          ),
        ]),
    ...(outcome === "failure"
      ? [
          problem(
            "run-failed",
            `the guest said that it failed: ${ended}`,
            "What it says comes first: a write that nobody saw may be why.",
          ),
        ]
      : []),
  ];
}

const WHY: Readonly<Record<Verdict, string>> = {
  guarded: "",
  filtered: "the list says that nothing relies on the object there, and something does",
  unguarded: "it is in the list, but has none, or its unit was built without Weft",
  missed: "nothing in the list is this place",
};

function printRun({ objects, hits, ended, judge, writes }: SeenRun): void {
  for (const { file, line, term, times, verdict } of writes)
    process.stdout.write(
      `${relative(process.cwd(), file)}:${line}: ${verdict}: ${term} written ${times} times\n`,
    );
  const open = writes.filter(({ verdict }) => verdict !== "guarded");
  const times = open.reduce((sum, one) => sum + one.times, 0);
  process.stdout.write(
    `${objects} objects watched, guards fired ${hits} times, ${times} unguarded writes at ${open.length} places, judged by ${judge === "trace" ? "QEMU's trace" : "the debug stub's stops"}; the guest ended: ${ended}\n`,
  );
}

function distinctPlaces<T extends PlacedTerms>(places: readonly T[]): T[] {
  const found = new Map(places.map((place) => [JSON.stringify([place.range, place.terms]), place]));
  return [...found.values()].sort(
    (a, b) =>
      (a.range.file < b.range.file ? -1 : a.range.file > b.range.file ? 1 : 0) ||
      a.range.startLine - b.range.startLine,
  );
}

function nothingGuarded(specs: readonly SpecFile[], file: string | undefined): Problem[] {
  if (specs.some(({ guards: all }) => all.length > 0)) return [];
  return [
    {
      code: "guards/none",
      severity: "error",
      message: `no .spec file${file === undefined ? "" : ` of ${file}`} declares a guard`,
      hint: 'Write in a file that "specializations" names: optimistic guard struct NAME { MEMBER };',
    },
  ];
}

const isProtected = (specs: readonly SpecFile[], residual: string): boolean =>
  specs.some((spec) => spec.guards.some(({ protects }) => protects.includes(residual)));

/** A term that nothing writes may be a misspelled one. */
function unwritten(
  specs: readonly SpecFile[],
  sites: readonly SitePlace[],
  aliases: readonly AliasPlace[],
): Problem[] {
  const open = aliases.filter(({ harmless }) => harmless === undefined);
  const written = new Set([...sites, ...open].flatMap(({ terms }) => terms));
  return specs.flatMap(({ file, text, guards: all }) =>
    all.flatMap((guard) =>
      guard.terms
        .filter((term) => !written.has(termName(guard, term)))
        .map((term) => ({
          code: "guards/unwritten",
          severity: "warning" as const,
          message: `nothing writes ${termName(guard, term)}`,
          range: rangeAt(file, text, guard.offset),
          hint: "Correct the name, or leave it out: what nobody writes needs no guard.",
        })),
    ),
  );
}

function print(sites: readonly SitePlace[], aliases: readonly AliasPlace[], isWhole: boolean): void {
  const shown = sites.filter(({ certainty }) => isWhole || certainty !== "filtered");
  for (const { range, certainty, terms, how, reason, guarded } of shown) {
    const because = isWhole || certainty === "filtered" ? `: ${reason}` : "";
    const hand = certainty === "filtered" || guarded === "woven" ? "" : ` (${guarded})`;
    process.stdout.write(`${here(range)}: ${certainty}: ${terms.join(", ")} ${how}${hand}${because}\n`);
  }
  const warnings = aliases.filter(({ harmless }) => isWhole || harmless === undefined);
  for (const { range, terms, chain, harmless } of warnings) {
    const because = harmless === undefined ? "" : ` (harmless: ${harmless})`;
    process.stdout.write(`${here(range)}: alias of ${terms.join(", ")}: ${chain.join("; ")}${because}\n`);
  }
  const count = (certainty: SitePlace["certainty"]) =>
    sites.filter((site) => site.certainty === certainty).length;
  const open = aliases.filter(({ harmless }) => harmless === undefined).length;
  process.stdout.write(
    `${count("certain")} certain, ${count("possible")} possible, ${count("filtered")} filtered; ${open} alias warnings, ${aliases.length - open} harmless\n`,
  );
}

const FEW = 3;

/** What is not read is told, also where it names nothing. */
function printAssembly(files: readonly string[], isWhole: boolean): void {
  if (files.length === 0) return;
  const shown = isWhole ? files : files.slice(0, FEW);
  const names = shown.map((file) => relative(process.cwd(), file)).join(", ");
  const more = shown.length < files.length ? `, and ${files.length - shown.length} more` : "";
  process.stdout.write(
    `${files.length} assembly ${files.length === 1 ? "file is" : "files are"} not read, only looked through for names of what is guarded: ${names}${more}\n`,
  );
}

function here(range: SourceRange): string {
  return printPosition({ ...range, file: relative(process.cwd(), range.file) });
}
