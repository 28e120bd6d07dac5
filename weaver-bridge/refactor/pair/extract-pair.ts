/**
 * A begin/end pair that stands in many functions becomes one aspect. In three steps, so that a large project is never
 * in memory as a whole: {@link surveyUnit} for each unit, {@link proposePointcuts}, whose proposals are checked with
 * the real matcher by {@link matchedKeys}, then {@link extractPair}.
 */
import { type AspectFile, contains, groupBy, type Problem, type UnitFacts } from "../../model/index.js";
import { matchAspects, matchPointcut, parsePointcut } from "../../pointcut/index.js";
import type { Refactoring, TextEdit } from "../refactoring.js";
import { type FunctionSite, sourceRangeOf, writtenAt } from "../sources/function-site.js";
import { deletion, mergeChanges, reindent } from "../sources/text-edits.js";
import { namedFunction, type PairMiss, type PairPattern, type PairPlace, pairIn } from "./find-pairs.js";
import { type NamedFunction, nameCandidates } from "./function-set.js";

/** What one unit has to say. */
export interface PairSurvey {
  readonly places: readonly (Omit<PairPlace, "unit"> & { readonly advisedBy: readonly string[] })[];
  readonly misses: readonly { readonly key: string; readonly problem: Problem }[];
  readonly functions: readonly NamedFunction[];
}

export function surveyUnit(
  facts: UnitFacts,
  sites: readonly FunctionSite[],
  pattern: PairPattern,
  aspects: readonly AspectFile[],
): PairSurvey {
  const places: PairSurvey["places"][number][] = [];
  const misses: PairSurvey["misses"][number][] = [];
  const matches = aspects.length === 0 ? [] : matchAspects(facts, aspects).matches;
  for (const site of sites) {
    const found = pairIn(site, pattern);
    if (found === undefined) continue;
    if (isMiss(found)) {
      misses.push({ key: found.key, problem: missed(found) });
      continue;
    }
    const inside = matches.find(
      ({ shadow }) =>
        shadow.kind !== "execution" &&
        found.removed.some((range) =>
          site.tokens.some((token) => {
            const place = writtenAt(token);
            return place !== undefined && contains(range, place) && shadow.range.start === token.start;
          }),
        ),
    );
    if (inside !== undefined) {
      const by = inside.advice.map(({ aspect }) => aspect.name).join(", ");
      misses.push({
        key: found.key,
        problem: missed({
          key: found.key,
          site,
          reason: `${by} advises the statement, and advice is not advised`,
        }),
      });
      continue;
    }
    const own = matches.find(({ shadow }) => shadow === site.shadow);
    const { unit: _, ...place } = found;
    places.push({ ...place, advisedBy: own?.advice.map(({ aspect }) => aspect.name) ?? [] });
  }
  return { places, misses, functions: sites.map(namedFunction) };
}

function isMiss(found: PairPlace | PairMiss): found is PairMiss {
  return "reason" in found;
}

function missed({ site, reason }: PairMiss): Problem {
  return {
    code: "refactor/not-taken",
    severity: "note",
    range: site.range,
    message: `${site.qualifiedName} keeps its statements: ${reason}`,
  };
}

/** Functions that get the same advice. */
export interface PairGroup {
  readonly places: readonly PairSurvey["places"][number][];
  /** Name pointcuts, best first; the first that matches exactly these functions is taken. */
  readonly candidates: readonly string[];
}

export function proposePointcuts(surveys: readonly PairSurvey[]): PairGroup[] {
  const functions = distinct(surveys.flatMap((survey) => survey.functions));
  const groups = groupBy(
    distinct(surveys.flatMap(({ places }) => places)),
    ({ begin, end }) => `${begin?.text}\0${end?.text}`,
  );
  return [...groups.values()].map((places) => ({ places, candidates: nameCandidates(functions, places) }));
}

function distinct<Keyed extends { readonly key: string }>(all: readonly Keyed[]): Keyed[] {
  return [...new Map(all.map((one) => [one.key, one])).values()];
}

/** Keys of the functions that `execution(candidate)` matches in a unit. */
export function matchedKeys(facts: UnitFacts, candidate: string): string[] {
  const { value, problems } = parsePointcut(`execution(${candidate})`);
  if (problems.some(({ severity }) => severity === "error")) return ["<broken>"];
  return matchPointcut(value, facts).shadows.map(({ shadow }) => {
    const range = facts.lineMap.rangeOf(shadow.kind === "execution" ? shadow.nameRange : shadow.range);
    return `${range.file}:${range.startLine}:${range.startColumn}`;
  });
}

export interface ExtractPairOptions {
  /** Name of the aspect. */
  readonly name: string;
  /** The new file, absolute. */
  readonly file: string;
  /** One around instead of before and after. */
  readonly around?: boolean;
}

/** `chosen`: for each group the text of its pointcut; groups without one are left. */
export function extractPair(
  groups: readonly (PairGroup & { readonly chosen: string | undefined })[],
  pattern: PairPattern,
  misses: readonly Problem[],
  options: ExtractPairOptions,
): Refactoring {
  const taken = groups.filter(({ chosen }) => chosen !== undefined);
  const places = taken.flatMap((group) => group.places);
  const problems: Problem[] = groups
    .filter(({ chosen }) => chosen === undefined)
    .map(({ places: left }) => ({
      code: "refactor/no-pointcut",
      severity: "warning",
      message: `no pointcut matches exactly ${left.map(({ name }) => name).join(", ")}`,
      hint: "They keep their statements.",
    }));
  if (places.some(({ begin, end }) => begin?.namesSignature === true || end?.namesSignature === true))
    problems.push({
      code: "refactor/name-becomes-signature",
      severity: "warning",
      message: "the name of the function becomes its signature in the advice",
      hint: "A join point knows its signature, `int f(int)`, not its bare name: what is printed changes, and so does the object code.",
    });
  const edits = places.flatMap(({ source, removed, labelled }) =>
    removed.map((range) => ({
      file: source.file,
      edits: [
        labelled.includes(range) ? ({ range, text: ";" } satisfies TextEdit) : deletion(source.text, range),
      ],
    })),
  );
  const create = aspectText(taken, pattern, options);
  return {
    title: `Extract ${describe(pattern)} of ${places.length} function${places.length === 1 ? "" : "s"} into the aspect ${options.name}`,
    changes: places.length === 0 ? [] : mergeChanges([...edits, { file: options.file, create }]),
    problems: [...problems, ...misses],
  };
}

function describe({ site, begin, end }: PairPattern): string {
  const text = (span: typeof begin) => {
    const range = span && sourceRangeOf(site, span);
    return range && `\`${site.source.text.slice(range.start, range.end).replace(/\s+/g, " ")}\``;
  };
  return [text(begin), text(end)].filter((one) => one !== undefined).join(" … ");
}

function aspectText(
  groups: readonly (PairGroup & { readonly chosen: string | undefined })[],
  pattern: PairPattern,
  { name, around }: ExtractPairOptions,
): string {
  const pieces = groups.map(({ places, chosen = "" }, index) => {
    const [first] = places;
    const pointcut = `functions${groups.length === 1 ? "" : index + 1}`;
    const isNamed =
      chosen.length > 60 || (first?.begin !== undefined && first.end !== undefined && chosen.includes("||"));
    const what = isNamed ? `${pointcut}()` : chosen;
    const advisers = [...new Set(places.flatMap(({ advisedBy }) => advisedBy))];
    return [
      ...(isNamed ? [`\tpointcut ${pointcut}() = ${wrap(chosen)};\n`] : []),
      ...adviceOf(`execution(${what})`, first, around === true || pattern.carried.length > 0),
      // What was in the body runs inside all that advised the function before.
      ...(advisers.length === 0
        ? []
        : [
            `\tadvice execution(${what}) : order(${[...advisers, name].map((one) => `"${one}"`).join(", ")});\n`,
          ]),
    ].join("\n");
  });
  return `aspect ${name} {\n${pieces.join("\n")}};\n`;
}

function wrap(pointcut: string): string {
  let line = "";
  const lines: string[] = [];
  for (const part of pointcut.split(" || ")) {
    const longer = line === "" ? part : `${line} || ${part}`;
    if (longer.length > 80 && line !== "") {
      lines.push(`${line} ||`);
      line = part;
    } else line = longer;
  }
  return [...lines, line].join("\n\t\t");
}

function adviceOf(
  pointcut: string,
  place: PairGroup["places"][number] | undefined,
  isAround: boolean,
): string[] {
  const statement = (text: string) => `\t\t${reindent(text, "\t\t").trimStart()}\n`;
  const advice = (kind: string, body: string) => `\tadvice ${pointcut} : ${kind}()\n\t{\n${body}\t}\n`;
  const [begin, end] = [place?.begin?.text, place?.end?.text];
  if (isAround && begin !== undefined && end !== undefined) {
    return [advice("around", `${statement(begin)}${statement("tjp->proceed();")}${statement(end)}`)];
  }
  return [
    ...(begin === undefined ? [] : [advice("before", statement(begin))]),
    ...(end === undefined ? [] : [advice("after", statement(end))]),
  ];
}
