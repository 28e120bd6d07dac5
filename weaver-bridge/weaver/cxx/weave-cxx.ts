/**
 * The weaver for C++ units. The woven unit is its own text with edits; before it, prototypes of wrappers and names of
 * aspects; after it, the aspects as classes and the generated code. Start at {@link weaveCxx}.
 */
import type { AspectEffect, LeftOutEffect, Shadow, Span, UnitFacts } from "../../model/index.js";
import { type ExpandedTail, unexpandedTail } from "../aspect-text/aspect-tail.js";
import { brokenRegions } from "../broken-regions.js";
import { cxxCflowSupport, cxxEnter, threadExpression } from "../cflow/index.js";
import { effectsOf } from "../effects.js";
import { createProblemList } from "../problem-list.js";
import { generatedRanges, refuseRejected, wovenSite } from "../rejections/rejected-sites.js";
import { atomicUpdates } from "../text/atomic-updates.js";
import { joinPieces } from "../text/join-pieces.js";
import { rangeKey } from "../text/range-key.js";
import { applyEdits, type Edit, lineMarker } from "../text/text-edits.js";
import { asLeftOut, effectsLeftOut, Unweavable } from "../unweavable.js";
import type { WeaveInput, WovenSite, WovenUnit } from "../woven-unit.js";
import { weaveAccess } from "./access/weave-access.js";
import { type AspectClasses, createAspectClasses } from "./aspects/aspect-classes.js";
import { createBefriended } from "./aspects/befriended.js";
import { friendEdits } from "./aspects/friends.js";
import { standingAspects } from "./aspects/standing-classes.js";
import { weaveBuiltin } from "./builtin/weave-builtin.js";
import { createArrowChains } from "./call/arrow-chain.js";
import { weaveCall } from "./call/weave-call.js";
import { keepForConstants, refuseInConstexpr } from "./constant-evaluation.js";
import type { CxxSite } from "./cxx-site.js";
import { declaredAttributeEdits, withoutDeclaredAttributes } from "./declared-attributes.js";
import { weaveExecution } from "./execution/weave-execution.js";
import { GENERATED_AC } from "./glue/ac-namespace.js";
import { classMarks, createClassTests } from "./glue/class-test.js";
import { type CxxGlue, createGlue } from "./glue/glue.js";
import { createInstanceTests } from "./glue/instance-test.js";
import { joinPointConstants, namedRange } from "./glue/join-point-constants.js";
import type { TestWriters } from "./glue/runtime-condition.js";
import { acEdits, typeInfoEdits, usesTypeInfo } from "./glue/type-info.js";
import { holdInBound } from "./hold-in-bound.js";
import { weaveLifecycle } from "./lifecycle/lifecycle.js";
import { planMadeExplicit } from "./lifecycle/made-explicit.js";
import { existsImplicitly } from "./lifecycle/special-members.js";
import { type Job, planCxxJobs } from "./plan-jobs.js";
import { INSTANCE, supportFor } from "./support-text.js";
import { createCxxSpeller } from "./types/spell-type.js";

export function weaveCxx(input: WeaveInput): WovenUnit {
  const unit = prepareUnit(input);
  const woven = weaveJobs(unit);
  const marks = classMarks(input.facts, input.tested ?? []);
  const problems = [...woven.problems, ...marks.problems];
  const { leftOut } = woven;
  if (woven.edits.length === 0) return { ...unwoven(input.unitText, marks.text), leftOut, problems };
  const { edited, appendix } = writeUnit(unit, woven.edits, marks.text);
  return {
    text: edited.text + appendix.text,
    spanMap: { spans: [...edited.spans, ...appendix.spans] },
    effects: unit.effects.filter((effect) => woven.effects.has(effect)),
    generated: [...unit.classes.generated, ...unit.glue.generated],
    leftOut,
    problems,
    sites: () => {
      const rangeOf = generatedRanges(edited.spans);
      return woven.sites.map((site) => ({ ...site, extent: rangeOf(site.extent) }));
    },
  };
}

/** What all join points of a unit share. */
interface CxxUnit extends Pick<CxxSite, "cplusplus" | "madeExplicit" | "arrows" | "befriended"> {
  readonly input: WeaveInput;
  readonly tail: ExpandedTail;
  readonly effects: readonly AspectEffect[];
  readonly jobs: readonly Job[];
  readonly classes: AspectClasses;
  readonly glue: CxxGlue;
  readonly tests: TestWriters;
}

function prepareUnit(input: WeaveInput): CxxUnit {
  const { unitText, facts, files } = input;
  const tail = input.tail ?? unexpandedTail(files, "c++");
  const classes = createAspectClasses(files, tail, standingAspects(facts, files));
  const { effects } = effectsOf(facts, input.matches);
  const jobs = planCxxJobs(input, effects, classes).filter(({ shadow }) => exists(shadow, facts));
  return {
    input,
    tail,
    cplusplus: tail.cplusplus ?? 201703,
    effects,
    jobs,
    classes,
    glue: createGlue(),
    madeExplicit: planMadeExplicit(input, jobs, tail),
    arrows: createArrowChains(facts, unitText),
    befriended: createBefriended(facts, unitText),
    tests: {
      classes: createClassTests(facts, tail.rtti ?? true),
      instances: createInstanceTests(facts, unitText),
    },
  };
}

/** Join point by join point; what can't be woven is left out, and told. */
function weaveJobs(unit: CxxUnit) {
  const { input, glue, jobs } = unit;
  const { facts, unitText } = input;
  const problems = createProblemList();
  const effects = new Set<AspectEffect>();
  const edits: Edit[] = [];
  const sites: WovenSite[] = [];
  const leftOut: LeftOutEffect[] = [];
  const broken = brokenRegions(facts);
  const atomic = atomicUpdates(unitText);
  const replaced = new Set<string>();
  jobs.forEach((job, rank) => {
    const site = createSite(unit, job, rank);
    const range = facts.lineMap.rangeOf(namedRange(job.shadow));
    const own = job.levels.map(({ effect }) => effect);
    try {
      const failure = broken(job.shadow.range) ?? atomic(job.shadow.range);
      if (failure !== undefined) throw failure;
      refuseRejected(own, input.rejected, unit.cplusplus);
      glue.transaction(() => weaveAt(job, replaced, site));
      if (job.shadow.kind === "get") replaced.add(rangeKey(job.shadow.range));
      edits.push(...site.edits);
      const placed = site.edits.filter((edit) => edit.rank !== -1);
      sites.push(wovenSite(own, job.shadow, placed, site.numbers));
      for (const { effect } of job.levels) effects.add(effect);
      problems.push(site.remarks, range);
    } catch (error) {
      if (!(error instanceof Unweavable)) throw error;
      const failure = asLeftOut(error, job.levels);
      problems.push([...site.remarks, failure], range);
      leftOut.push(...effectsLeftOut([failure], job.levels));
    }
  });
  return { edits, sites, leftOut, effects, problems: problems.list };
}

/** The unit's text with the edits, and what stands behind it; `marks`: what other units' code wants of this one. */
function writeUnit({ input, tail, classes, glue, ...unit }: CxxUnit, sited: readonly Edit[], marks: string) {
  const { unitText, facts, files } = input;
  const edits = [...sited, ...classes.standingEdits()];
  const aspects = withoutDeclaredAttributes(classes.render(), files);
  const generated = [aspects, ...glueTexts(glue)].join("\n");
  const described = usesTypeInfo(generated) ? [...acEdits(unitText), ...typeInfoEdits(facts, unitText)] : [];
  const inserted = edits.map(({ text }) => text).join("\n");
  const written = `${generated}\n${inserted}`;
  const support = supportFor(written, unit.cplusplus, {
    ac: described.length > 0 || unitText.includes(GENERATED_AC),
    instance: unitText.includes(INSTANCE),
  });
  const thread = threadExpression(files, tail, "c++");
  const cflow = cxxCflowSupport(input.cflows ?? [], written, thread, input.isThreadLocal === true);
  edits.push(
    ...described,
    ...declaredAttributeEdits(unitText, files),
    ...unit.arrows.edits(),
    ...friendEdits(facts, unitText, classes.friends()),
    startEdit(unitText, glue, classes, `${support.start}\n${cflow.start}`),
  );
  const edited = applyEdits(unitText, uniqueEdits(edits), facts.lineMap);
  const tests = [unit.tests.classes.declarations, unit.tests.instances.declarations];
  const pieces = appendixPieces(aspects, glue, [support.end, cflow.end, ...tests, marks].join("\n"));
  return { edited, appendix: joinPieces(pieces, unitText.length, edited.text.length) };
}

/** Constructors that the compiler deletes are no join points. */
const exists = (shadow: Shadow, facts: UnitFacts) =>
  (shadow.kind !== "construction" && shadow.kind !== "destruction") || existsImplicitly(shadow, facts);

function weaveAt(job: Job, replaced: ReadonlySet<string>, site: CxxSite): void {
  const { shadow, access } = job;
  const isKept = shadow.inConstexpr === true && (shadow.kind === "builtin" || access !== undefined);
  if (isKept && access !== undefined) {
    const { write } = access.shadow;
    if (shadow.kind === "ref" || write?.form === "compound" || access.operator !== undefined)
      refuseInConstexpr("advice on a reference or on a read that is a write as well");
  }
  const close = isKept ? keepForConstants(shadow.range, site) : undefined;
  const end = holdInBound(shadow, site);
  weaveKind(job, replaced, site);
  end();
  close?.();
}

function weaveKind(
  { shadow, levels, access, choosesValue }: Job,
  replaced: ReadonlySet<string>,
  site: CxxSite,
): void {
  if (access !== undefined) {
    const { object } = access.shadow;
    weaveAccess(access, object !== undefined && replaced.has(rangeKey(object.range)), site);
  } else if (shadow.kind === "execution") weaveExecution(shadow, levels, site);
  else if (shadow.kind === "call") weaveCall(shadow, levels, site);
  else if (shadow.kind === "builtin") weaveBuiltin(shadow, levels, site, choosesValue);
  else if (shadow.kind === "construction" || shadow.kind === "destruction")
    weaveLifecycle(shadow, levels, site);
  else
    throw new Unweavable(
      "join-point-kind",
      `Weft does not weave ${shadow.kind} join points in C++ yet`,
      "Use `execution`, `call`, `get`, `set` or `ref`.",
    );
}

function createSite(
  { input: { facts, unitText }, classes, glue, tests, ...unit }: CxxUnit,
  { shadow, triggers }: Job,
  rank: number,
): CxxSite {
  const named = namedRange(shadow);
  const place = facts.lineMap.positionAt(named.start);
  const edits: Edit[] = [];
  const numbers: number[] = [];
  const numbered = (number: number) => {
    numbers.push(number);
    return number;
  };
  return {
    facts,
    text: unitText,
    speller: createCxxSpeller(facts),
    cplusplus: unit.cplusplus,
    madeExplicit: unit.madeExplicit,
    arrows: unit.arrows,
    befriended: unit.befriended,
    id: rank,
    marker: lineMarker(place.file, place.line, true),
    constants: joinPointConstants(facts, shadow),
    wrapping: { classes, tests, enter: cxxEnter(triggers), modern: unit.cplusplus >= 201103 },
    edits,
    remarks: [],
    numbers,
    insert: (at, text, role) => edits.push({ start: at, end: at, text, role, rank }),
    replace: (start, end, text) => {
      const deleted = unitText.slice(start, end);
      const padding = deleted.includes("\n") ? 0 : Math.max(0, end - start - text.length);
      edits.push({ start, end, text: text + " ".repeat(padding), role: "replace", rank });
    },
    onOwnLine: (at, text) => {
      const position = facts.lineMap.positionAt(at);
      return `\n${lineMarker(position.file, position.line, true)}\n${text}`;
    },
    insertOnce: (at, inserted) =>
      edits.push({ start: at, end: at, text: ` ${inserted}`, role: "open", rank: -1 }),
    glue: (part, label) => numbered(glue.add(part, label)),
    fresh: () => numbered(glue.fresh()),
    note: (entry) => glue.note(entry),
  };
}

/** Two join points may name one parameter. */
function uniqueEdits(edits: readonly Edit[]): Edit[] {
  const seen = new Set<string>();
  return edits.filter(({ start, text, rank }) => {
    if (rank !== -1) return true;
    const key = `${start} ${text}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

const glueTexts = ({ parts }: CxxGlue) =>
  parts.flatMap(({ prototypes, structs, functions }) => [...prototypes, ...structs, ...functions]);

/** Before the first line of the unit that is no line marker, and not where pragmas hold for a header alone. */
function startEdit(text: string, { parts }: CxxGlue, classes: AspectClasses, support: string): Edit {
  let at = 0;
  while (text[at] === "#" || text[at] === "\n") {
    if (text.startsWith("#pragma GCC push_options", at)) break;
    const newline = text.indexOf("\n", at);
    if (newline === -1) break;
    at = newline + 1;
  }
  const prototypes = parts.flatMap((part) => part.prototypes).join("\n");
  const inserted = `\n# 1 "<weft>" 3\n${support}\nnamespace { struct __weft {\n${prototypes}\n}; }\n${classes.forward()}\n`;
  return { start: at, end: at, text: inserted, role: "open", rank: -2 };
}

function appendixPieces(aspects: string, { parts }: CxxGlue, support: string): [Span["from"], string][] {
  const structs = parts.flatMap((part) => part.structs);
  const functions = parts.flatMap((part) => part.functions);
  return [
    ["glue", `\n# 1 "<weft>" 3\n${support}\n`],
    ["aspect", aspects],
    ["glue", structs.length === 0 ? "" : `\n# 1 "<weft>" 3\n${structs.join("\n")}`],
    ["glue", functions.map((text) => `\n${text}`).join("")],
    ["glue", "\n"],
  ];
}

/** `appended`: what other units' code wants of this one. */
function unwoven(text: string, appended: string): Omit<WovenUnit, "leftOut" | "problems"> {
  const range = { start: 0, end: text.length };
  const spans: Span[] = text === "" ? [] : [{ generated: range, original: range, from: "unit" }];
  const all = appended === "" ? text : `${text}\n# 1 "<weft>" 3\n${appended}\n`;
  return { text: all, spanMap: { spans }, effects: [], generated: [] };
}
