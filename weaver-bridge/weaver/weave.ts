/**
 * The weaver: a unit's text, what is known about it and which advice matches where, to woven text.
 * Pure: same input, same bytes. What can't be woven is left as it was and reported; the rest is still woven.
 *
 * The woven unit is its own text with edits, then the aspects' preludes and members, then generated functions.
 * Start at {@link weave}; `weave-execution`, `weave-call`, `weave-access` and `builtin/` do one join point each.
 */
import {
  type AspectEffect,
  type AspectFile,
  type GeneratedFunction,
  type LeftOutEffect,
  latin1OfName,
  type Shadow,
  type SourceRange,
  type Span,
  type TextRange,
} from "../model/index.js";
import { type AdviceMatch, joinPointSignature } from "../pointcut/index.js";
import { adviceUse } from "./aspect-text/advice-use.js";
import { renderMembers } from "./aspect-text/aspect-members.js";
import { type ExpandedTail, sectionsOf, sectionText, unexpandedTail } from "./aspect-text/aspect-tail.js";
import { tidyPrelude } from "./aspect-text/tidy-prelude.js";
import { brokenRegions } from "./broken-regions.js";
import { weaveAccess } from "./c/access/weave-access.js";
import { weaveBuiltin } from "./c/builtin/weave-builtin.js";
import { weaveCall } from "./c/call/weave-call.js";
import { weaveExecution } from "./c/execution/weave-execution.js";
import { createGeneratedCode, functionHeader, type GeneratedCode } from "./c/glue/generated-code.js";
import type { AdviceBody, Level } from "./c/glue/operation.js";
import { type Job, joinOperators } from "./c/join-operators.js";
import { createSite, type WeaveSite } from "./c/weave-site.js";
import { type CflowState, conditionText, createCflowState, threadExpression } from "./cflow/index.js";
import { weaveCxx } from "./cxx/weave-cxx.js";
import { effectsOf } from "./effects.js";
import { LIVE_LOG_DECLARATION, liveLog } from "./live/live-log.js";
import { type PlannedJob, planJobs } from "./plan-jobs.js";
import { createProblemList } from "./problem-list.js";
import { generatedNumbers, generatedRanges, refuseRejected, wovenSite } from "./rejections/rejected-sites.js";
import { atomicUpdates } from "./text/atomic-updates.js";
import { stringLiteral } from "./text/c-tokens.js";
import { joinPieces } from "./text/join-pieces.js";
import { rangeKey } from "./text/range-key.js";
import { applyEdits, type Edit } from "./text/text-edits.js";
import { asLeftOut, effectsLeftOut, Unweavable } from "./unweavable.js";
import type { WeaveInput, WovenUnit } from "./woven-unit.js";

export function weave(input: WeaveInput): WovenUnit {
  return input.facts.language === "c++" ? weaveCxx(input) : weaveC(input);
}

function weaveC(input: WeaveInput): WovenUnit {
  const { unitText, facts, matches, files } = input;
  const code = createGeneratedCode();
  const bodies = createBodyReader(files, input.tail ?? unexpandedTail(files));
  const { effects } = effectsOf(facts, matches);
  const planned = planJobs(input, effects, (match, effect): Level | undefined => {
    const body = bodies.bodyOf(match);
    return body === undefined ? undefined : { match, effect, body };
  });
  const jobs = joinOperators(planned);
  const cflow = createCflowState(
    code,
    threadExpression(files, bodies.tail, "c"),
    input.isThreadLocal === true,
  );
  const woven = new Set<AspectEffect>();
  const problems = createProblemList();
  const leftOut: LeftOutEffect[] = [];
  const edits: Edit[] = [];
  const places: [Job, readonly Edit[]][] = [];
  const unread = brokenRegions(facts);
  const atomic = atomicUpdates(unitText);
  const broken = (range: TextRange) => unread(range) ?? atomic(range);
  const done: Done = {
    replaced: new Set(),
    brackets: wovenBrackets(jobs),
    advised: jobs.flatMap(({ shadow }) => advisedBody(shadow)),
  };
  const weaving: Weaving = { input, code, cflow, broken, done };
  const attempt = (job: Job, rank: number): void => {
    const outcome = weaveJob(job, rank, weaving);
    problems.push(outcome.failures, outcome.range);
    if (outcome.site === undefined) {
      leftOut.push(...effectsLeftOut(outcome.failures, job.levels));
      if (job.joined !== undefined) attempt(job.joined, rank);
      return;
    }
    edits.push(...outcome.site.edits);
    places.push([job, outcome.site.edits]);
    for (const { effect } of outcome.site.woven) woven.add(effect);
    if (job.shadow.kind !== "execution") done.replaced.add(rangeKey(job.shadow.range));
  };
  jobs.forEach(attempt);
  if (edits.length === 0) return { ...unwoven(unitText), leftOut, problems: problems.list };
  const edited = applyEdits(unitText, edits, facts.lineMap);
  const appendix = renderAppendix(code, files, bodies.tail, unitText.length, edited.text.length);
  return {
    text: edited.text + appendix.text,
    spanMap: { spans: [...edited.spans, ...appendix.spans] },
    effects: effects.filter((effect) => woven.has(effect)),
    generated: generatedFunctions(code),
    leftOut,
    problems: problems.list,
    sites: () => {
      const rangeOf = generatedRanges(edited.spans);
      const numbersOf = numbersByEffect(code);
      return places.map(([job, own]) => {
        const site = wovenSite(effectsIn(job), job.shadow, own, generatedNumbers(own));
        const inner = site.effects.flatMap(({ id }) => numbersOf.get(id) ?? []);
        return { ...site, extent: rangeOf(site.extent), numbers: [...new Set([...site.numbers, ...inner])] };
      });
    },
  };
}

function effectsIn({ levels, access }: PlannedJob<Level>): AspectEffect[] {
  const accesses = access === undefined ? [] : [...access.get, ...access.set, ...access.ref];
  return [...levels, ...accesses].map(({ effect }) => effect);
}

/** Of functions that serve it, also those that only other generated functions call. */
function numbersByEffect({ functions }: GeneratedCode): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { symbol, effects } of functions) {
    const number = Number(/(?<!\d)\d+$/.exec(symbol)?.[0]);
    for (const id of effects) found.get(id)?.push(number) ?? found.set(id, [number]);
  }
  return found;
}

/** What the weaving of one join point must know of the others. */
interface Done {
  /** Ranges of join points, other than executions, that are woven already. */
  readonly replaced: Set<string>;
  /** Starts of the brackets that advice on the built-in operator `[]` replaces. */
  readonly brackets: ReadonlySet<number>;
  /** Bodies of functions with advice of their own. */
  readonly advised: readonly TextRange[];
}

const advisedBody = (shadow: Shadow) => (shadow.kind === "execution" ? [shadow.body] : []);

/** Starts of the brackets that advice on the operator `[]` replaces. */
function wovenBrackets(jobs: readonly Job[]): Set<number> {
  return new Set(
    jobs.flatMap(({ shadow }) =>
      shadow.kind === "builtin" && shadow.form === "index" ? [shadow.operator.start] : [],
    ),
  );
}

/** A unit that is being woven: what its join points share. */
interface Weaving {
  readonly input: WeaveInput;
  readonly code: GeneratedCode;
  readonly cflow: CflowState;
  /** Why nothing is woven in this part of the text. */
  readonly broken: ReturnType<typeof brokenRegions>;
  readonly done: Done;
}

function weaveJob(
  job: Job,
  rank: number,
  { input, code, cflow, broken, done }: Weaving,
): { site?: WeaveSite; failures: readonly Unweavable[]; range: SourceRange } {
  const { shadow } = job;
  const { facts, rejected } = input;
  const { named, range, constants } = placeConstants(shadow, facts);
  const around = facts.entities[shadow.within];
  const inSharedInline = around?.kind === "function" && around.isInline && !around.isStatic;
  const place = { at: named.start, topLevel: shadow.topLevel, rank, inSharedInline };
  const site = createSite(input, code, place, constants);
  try {
    const failure = broken(shadow.range);
    if (failure !== undefined) throw failure;
    refuseRejected(effectsIn(job), rejected);
    code.transaction(() => {
      site.enter = cflow.enter(job.triggers);
      weaveAt(withConditions(job, cflow, site), site, done);
    });
    return { site, range, failures: site.remarks };
  } catch (error) {
    if (!(error instanceof Unweavable)) throw error;
    return { range, failures: [...site.remarks, asLeftOut(error, job.levels)] };
  }
}

/** Address of the code that it stands in. */
const HERE = "__extension__ ({ __label__ __weft_here; __weft_here: (unsigned long)&&__weft_here; })";

/** Where a join point is said to stand, and the fields of `tjp` that are literals there. */
export function placeConstants(shadow: Shadow, facts: WeaveInput["facts"]) {
  const named = shadow.kind === "execution" ? shadow.nameRange : shadow.range;
  const range = facts.lineMap.rangeOf(named);
  const constants = new Map([
    ["signature", stringLiteral(joinPointSignature(facts, shadow.entity))],
    ["filename", stringLiteral(latin1OfName(range.file))],
    ["line", String(range.startLine)],
    ["pc", HERE],
  ]);
  return { named, range, constants };
}

/** Advice whose condition can't be written is left out, with the reason. */
function withConditions(job: Job, cflow: CflowState, site: WeaveSite): Job {
  const conditioned = (levels: readonly Level[]) =>
    levels.flatMap((level): Level[] => {
      const { test } = level.match;
      if (test === undefined) return [level];
      try {
        return [{ ...level, condition: conditionText(test, cflow) }];
      } catch (failure) {
        if (!(failure instanceof Unweavable)) throw failure;
        site.remarks.push(failure);
        return [];
      }
    });
  const { access } = job;
  if (access === undefined) return { ...job, levels: conditioned(job.levels) };
  const { shadow, get, set, ref } = access;
  return {
    ...job,
    ...(job.shadow.kind === "builtin" && { levels: conditioned(job.levels) }),
    access: { shadow, get: conditioned(get), set: conditioned(set), ref: conditioned(ref) },
  };
}

function weaveAt(job: Job, site: WeaveSite, { replaced, brackets, advised }: Done): void {
  const { shadow, levels, access } = job;
  const { start } = shadow.range;
  if (shadow.kind === "execution") weaveExecution(shadow, levels, site);
  else if (shadow.kind === "call")
    weaveCall(
      shadow,
      levels,
      advised.some((body) => body.start <= start && start < body.end),
      site,
    );
  else if (shadow.kind === "builtin") weaveBuiltin(shadow, levels, access, site);
  else if (access === undefined) throw notWoven(shadow.kind);
  else {
    const { object, indices } = access.shadow;
    const objectWoven = object !== undefined && replaced.has(rangeKey(object.range));
    const bracketsWoven = indices.some(({ range }) =>
      brackets.has(site.text.lastIndexOf("[", range.start - 1)),
    );
    weaveAccess(access, { objectWoven, bracketsWoven }, site);
  }
}

function notWoven(kind: Shadow["kind"]): Unweavable {
  return new Unweavable(
    "join-point-kind",
    `Weft does not weave ${kind} join points yet`,
    "Use `execution`, `call`, `get`, `set`, `ref` or `builtin`.",
  );
}

interface BodyReader {
  readonly tail: ExpandedTail;
  /** Undefined when the preprocessor left the advice out of this unit. */
  bodyOf(match: AdviceMatch): AdviceBody | undefined;
}

export function createBodyReader(files: readonly AspectFile[], tail: ExpandedTail): BodyReader {
  const bodies = new Map<AdviceMatch["advice"], AdviceBody>();
  return {
    tail,
    bodyOf: ({ advice, file }) => {
      const known = bodies.get(advice);
      if (known !== undefined) return known;
      const text = sectionText(tail, files, file, advice.body);
      if (text === undefined) return undefined;
      const parameters = advice.parameters.map(({ range }) => sectionText(tail, files, file, range) ?? "");
      const body = { text, use: adviceUse(text), parameters };
      bodies.set(advice, body);
      return body;
    },
  };
}

function unwoven(text: string): Omit<WovenUnit, "leftOut" | "problems"> {
  const range = { start: 0, end: text.length };
  const spans: Span[] = text === "" ? [] : [{ generated: range, original: range, from: "unit" }];
  return { text, spanMap: { spans }, effects: [], generated: [] };
}

/** Everything after the unit's own text, with its spans. */
export function renderAppendix(
  code: GeneratedCode,
  files: readonly AspectFile[],
  tail: ExpandedTail,
  original: number,
  start: number,
): { text: string; spans: Span[] } {
  const used = new Set(code.functions.flatMap(({ text }) => text.members ?? []));
  const objects = [...new Set(code.functions.flatMap(({ text }) => text.objects ?? []))];
  const preludes = sectionsOf(files).flatMap((section, index) =>
    section.kind === "prelude" ? [tidyPrelude(tail.sections[index] ?? "")] : [],
  );
  const members = renderMembers(files, tail, used);
  const advice = code.functions.filter(({ text }) => text.role === "advice").map(({ text }) => text.body);
  const logs = [...preludes, members, ...advice].some((text) => /\bweft_log\b/.test(text));
  const log: [Span["from"], string] = ["glue", logs ? `\n${LIVE_LOG_DECLARATION}${liveLog()}` : ""];
  const quiet = ["-Wunused-function", "-Wunused-variable", "-Wunused-const-variable"];
  const pieces: [Span["from"], string][] = [
    ["glue", "\n# pragma GCC diagnostic push\n".replace("# ", "#")],
    ["glue", quiet.map((option) => `#pragma GCC diagnostic ignored "${option}"\n`).join("")],
    ["aspect", preludes.join("")],
    ["glue", "#pragma GCC diagnostic pop\n"],
    ["aspect", members],
    ["glue", objects.map((object) => `\n${object}\n`).join("")],
    ...code.functions.map((entry): [Span["from"], string] => [
      entry.text.role === "advice" ? "aspect" : "glue",
      `\n${entry.text.marker}\n${functionHeader(entry)} ${entry.text.body}\n`,
    ]),
  ];
  const rest = preludes.join("") === "" ? pieces.slice(4) : pieces;
  return joinPieces([log, ...rest], original, start);
}

function generatedFunctions(code: GeneratedCode): GeneratedFunction[] {
  const defined = code.functions.map(({ symbol, text, effects, labels }): GeneratedFunction => {
    const label = labels.length === 1 ? (labels[0] as string) : `${labels[0]} and ${labels.length - 1} more`;
    return { symbol, role: text.role, effects, label };
  });
  return [...defined, ...code.noted];
}
