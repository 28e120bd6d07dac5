/**
 * The specializations that concern one unit: its text with the residual functions behind it, so that they are preprocessed,
 * woven and compiled like its own. A residual function stands in a file of its own, and the debugger steps in that; lines of
 * the unit keep their numbers.
 */

import { basename, extname } from "node:path";
import { type GuardDeclaration, readGuards, withoutGuards } from "../guards/index.js";
import { readLatin1, readRegular } from "../kernel-build/index.js";
import { howToInstall, leaveToWaiters, type Problem, type SourceRange } from "../model/index.js";
import {
  type ClangNode,
  type Declaration,
  type DeclarationFile,
  DeclarationMistake,
  declarationsFromJson,
  type Fact,
  type Mistake,
  makeAtRunTime,
  makeResidual,
  mistakesIn,
  namedValue,
  type Program,
  Refusal,
  type Residual,
  type ResidualRequest,
  readDeclarations,
  sayAssumption,
  sayFact,
  walk,
  withRelations,
} from "../partial-eval/index.js";
import { maybeDefines } from "./maybe-defines.js";
import { placeIn } from "./place-in-text.js";
import { hasClang } from "./run-clang.js";
import { type ClangUnit, createUnitReader, type UnitReader } from "./unit-trees.js";

export interface SpecFile extends DeclarationFile {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  readonly guards: readonly GuardDeclaration[];
  /** Left out of `declarations` because of a mistake in them. */
  readonly mistaken?: readonly Declaration[];
}

/** Reads what can be read; the rest is told. A declaration with a mistake in it is none, the others stay. */
export function loadSpecializations(files: readonly string[]): {
  readonly specs: readonly SpecFile[];
  readonly problems: readonly Problem[];
} {
  const specs: SpecFile[] = [];
  const problems: Problem[] = [];
  for (const file of files) {
    let text: string;
    try {
      text = readRegular(file, "utf8");
    } catch (error) {
      const message = `${file} can't be read: ${(error as Error).message}`;
      problems.push({ code: "specialize/missing", severity: "error", message });
      continue;
    }
    const spec = parseSpecFile(file, text);
    const mistaken = spec.declarations.filter((one) => isMistaken(one, spec));
    const declarations = spec.declarations.filter((one) => !mistaken.includes(one));
    specs.push({ ...spec, declarations, mistaken });
    problems.push(...spec.mistakes.map((one) => mistakeIn(spec, one.message, one)));
  }
  return { specs, problems: problems.length > 0 ? problems : protectsNothing(specs) };
}

function isMistaken({ offset, spans }: Declaration, { mistakes }: SpecFile): boolean {
  const end = spans?.body.end ?? offset;
  return mistakes.some((one) => one.isUnused !== true && one.offset >= offset && one.offset <= end);
}

/** Guards of residual functions that no declaration makes; asked where all declarations could be read. */
function protectsNothing(specs: readonly SpecFile[]): Problem[] {
  const made = specs.flatMap(({ declarations }) => declarations.map(({ residual }) => residual));
  return specs.flatMap((spec) =>
    spec.guards.flatMap((guard) =>
      guard.protects
        .filter((name) => !made.includes(name))
        .map((name) => ({
          ...mistakeIn(spec, `the guard protects ${name}, which no declaration makes`, guard),
          hint: `Made are: ${made.join(", ") || "none"}. Write: specialize FUNCTION as ${name} { … }`,
        })),
    ),
  );
}

/** Never throws. */
export function parseSpecFile(file: string, text: string): SpecFile {
  return { file, text, ...readSpec(file, text) };
}

/** Where no kernel says when every processor was outside of all writes, they are counted while they go on. */
const counted = (guard: GuardDeclaration): GuardDeclaration =>
  guard.epoch === undefined ? { ...guard, isCounted: true } : guard;

function readSpec(file: string, text: string): DeclarationFile & Pick<SpecFile, "guards"> {
  if (extname(file) !== ".json") {
    const { guards, mistakes } = readGuards(text);
    const rest = readDeclarations(withoutGuards(text));
    // Of a guard the first words are enough to find it.
    const wrong = mistakes.map(({ message, offset }) => ({ message, offset }));
    return { ...rest, guards: guards.map(counted), mistakes: [...wrong, ...rest.mistakes] };
  }
  try {
    return { ...declarationsFromJson(JSON.parse(text), text), guards: [] };
  } catch (error) {
    const mistakes = [{ message: `no JSON: ${(error as Error).message}`, offset: 0 }];
    return { declarations: [], files: [], guards: [], mistakes };
  }
}

/** Declarations for functions that the unit's file may define. */
export function declarationsFor(
  source: string,
  specs: readonly SpecFile[],
): { readonly spec: SpecFile; readonly declaration: Declaration }[] {
  return specs.flatMap((spec) =>
    spec.declarations
      .filter((declaration) => maybeDefines(source, declaration.function))
      .map((declaration) => ({ spec, declaration })),
  );
}

export interface MadeResidual {
  readonly declaration: Declaration;
  readonly spec: SpecFile;
  /** Absolute file of the generic function. */
  readonly source: string;
  /** The whole file, with a comment that says what it is. */
  readonly text: string;
  readonly residual: Residual;
  /** For each line of `text`, the line of the generic function's file that it comes from. */
  readonly origins: readonly (number | undefined)[];
}

export interface SpecializedUnit {
  readonly made: readonly MadeResidual[];
  readonly problems: readonly Problem[];
}

export interface SpecializeOptions {
  /** Functions that stay calls. */
  readonly keep?: ReadonlySet<string>;
  /** Asked again and again; throws what ends it. */
  readonly onProgress?: (() => void) | undefined;
  /** What is made at run time is told, and its text is not made. */
  readonly isBrief?: boolean;
}

/** Never throws for what is wrong with code or declarations. */
export async function specializeUnit(
  unit: ClangUnit | UnitReader,
  asked: readonly { readonly spec: SpecFile; readonly declaration: Declaration }[],
  options: SpecializeOptions = {},
): Promise<SpecializedUnit> {
  if (asked.length > 0 && !hasClang()) return { made: [], problems: asked.map(noClang) };
  const reader = "program" in unit ? unit : createUnitReader(unit, readLatin1);
  const made: MadeResidual[] = [];
  const problems: Problem[] = [];
  // What can be no name of an object is asked while clang reads the unit.
  const early = reader.constants(asked.flatMap(({ declaration }) => plainConstants(declaration)));
  leaveToWaiters(early);
  for (const { spec, declaration } of asked) {
    const program = await reader.program(declaration.function, subjectsOf(declaration));
    if (typeof program === "string") problems.push(mistakeIn(spec, program, functionAt(declaration)));
    else {
      const one = await specializeOne(reader, program, spec, declaration, options);
      if ("problems" in one) problems.push(...one.problems);
      else {
        made.push(one);
        problems.push(...one.residual.unmet.map((unmet) => mistakeIn(spec, unmet.message, unmet)));
      }
    }
  }
  return { made, problems };
}

/** Also of variables that functions write. */
function subjectsOf({ facts, assumed, writes }: Declaration): readonly Pick<Fact, "subject" | "path">[] {
  const written = writes.flatMap(({ variables }) =>
    variables.flatMap(({ name }) => (name.includes("->") ? [] : [{ subject: name, path: [] }])),
  );
  const named = [
    ...assumed.flatMap(({ subject, values }) => [subject, ...values]),
    ...facts.map(({ value }) => value),
  ];
  const heads = named.flatMap((text) => /^&?\s*([a-z_]\w*)/.exec(text ?? "")?.[1] ?? []);
  return [...facts, ...written, ...heads.map((subject) => ({ subject, path: [] }))];
}

function plainConstants({ facts }: Declaration): string[] {
  return facts.flatMap(({ value }) =>
    value !== undefined && /^[A-Z][A-Z0-9_]*$/.test(value) ? [value] : [],
  );
}

const functionAt = ({ offset, spans }: Declaration): { offset: number; end?: number } =>
  spans === undefined ? { offset } : { offset: spans.function.start, end: spans.function.end };

async function specializeOne(
  { unit, constants, pointers, readings: readingsOf }: UnitReader,
  program: Program,
  spec: SpecFile,
  said: Declaration,
  { keep = new Set(), onProgress, isBrief = false }: SpecializeOptions,
): Promise<MadeResidual | { readonly problems: readonly Problem[] }> {
  const isAsked = ({ value }: Fact) => value !== undefined && namedValue(value, program) === undefined;
  const known = await constants([
    ...said.facts.filter(isAsked).map(({ value }) => value as string),
    ...said.assumed.flatMap(({ values, mask }) => (mask === undefined ? values : [...values, mask])),
  ]);
  const open = said.facts.filter((fact) => isAsked(fact) && typeof known.get(fact.value ?? "") !== "bigint");
  const readings = await readingsOf(open.map(({ value }) => value as string));
  const declaration = withRelations(said, program, (text) => typeof known.get(text) === "bigint");
  const { facts, assumed } = declaration;
  const asked = facts.filter(isAsked);
  const values = new Map<string, bigint>();
  const wrong = new Map<Fact, Problem>();
  for (const fact of asked) {
    const { value = "", offset, spans } = fact;
    const found = known.get(value);
    const at = { offset: spans?.value?.start ?? offset, end: spans?.value?.end };
    if (typeof found === "bigint") values.set(value, found);
    else if (readings.has(value) && !(declaration.dispatch && isString(readings.get(value)))) continue;
    else if (readings.has(value))
      wrong.set(fact, mistakeIn(spec, `dispatch can't ask whether a pointer leads to ${value}`, at));
    else wrong.set(fact, mistakeIn(spec, found ?? `${value} is no constant here`, at));
  }
  const inVain = assumed.flatMap(({ values: all, mask, isRelation, isEach, span: { start: offset, end } }) =>
    [...all, ...(mask === undefined ? [] : [mask])].flatMap((value) => {
      const found = known.get(value);
      if (isRelation === true || (isEach === true && namedValue(value, program) !== undefined)) return [];
      if (typeof found === "bigint") values.set(value, found);
      return typeof found === "bigint"
        ? []
        : [mistakeIn(spec, found ?? `${value} is no constant here`, { offset, end })];
    }),
  );
  if (inVain.length > 0) return { problems: [...wrong.values(), ...inVain] };
  if (wrong.size > 0) {
    const right = { ...declaration, facts: facts.filter((fact) => !wrong.has(fact)) };
    const others = mistakesIn({
      program,
      longBits: unit.longBits,
      declaration: right,
      values,
      readings,
      pointers,
    });
    return { problems: [...wrong.values(), ...others.map((one) => mistakeIn(spec, one.message, one))] };
  }
  const source = program.textOf(unit.path) ?? "";
  try {
    const isFromRight = !unit.compiler.some((word) => /clang/.test(word));
    const request = {
      program,
      longBits: unit.longBits,
      declaration,
      values,
      readings,
      pointers,
      isFromRight,
      keep,
      onProgress,
    };
    const residual =
      declaration.later === undefined
        ? makeResidual(request)
        : await residualAtRunTime(request, unit, source, isBrief);
    const given = declaration.later?.given.map(({ name }) => `${name} known at run time`) ?? [];
    const holding = [...facts.map(sayFact), ...assumed.map(sayAssumption), ...given];
    const head =
      `/* ${declaration.function} where ${holding.length === 0 ? "nothing is known" : holding.join(", ")}.\n` +
      ` * Made by weft specialize from ${basename(spec.file)}; belongs to the end of ${basename(unit.path)}. */\n`;
    const origins = [
      undefined,
      undefined,
      ...residual.lines.map(({ from }) =>
        from?.file === unit.path ? lineOf(source, from.offset) : undefined,
      ),
    ];
    return { declaration, spec, source: unit.path, text: head + residual.text, residual, origins };
  } catch (error) {
    if (error instanceof DeclarationMistake)
      return { problems: error.mistakes.map((one) => mistakeIn(spec, one.message, one)) };
    if (!(error instanceof Refusal)) throw error;
    return { problems: [refusedAt(declaration, unit, source, error)] };
  }
}

const isString = (reading: ClangNode | undefined): boolean =>
  reading !== undefined && walk(reading).some(({ kind }) => kind === "StringLiteral");

/** Throws {@link Refusal} and {@link DeclarationMistake}. */
async function residualAtRunTime(
  request: ResidualRequest,
  unit: ClangUnit,
  source: string,
  isBrief: boolean,
): Promise<Residual> {
  const { templates, prefix, finish } = makeAtRunTime(request);
  if (isBrief) return finish(undefined);
  // The decoder of machine code takes 30 ms to load, which each compile and check would pay.
  const { compileTemplates } = await import("./compiled-templates.js");
  const compiled = await compileTemplates(unit, source, templates, prefix);
  if (typeof compiled === "string") throw new Refusal(compiled, undefined);
  return finish(compiled);
}

function refusedAt(declaration: Declaration, unit: ClangUnit, source: string, refusal: Refusal): Problem {
  const range =
    refusal.offset === undefined ? undefined : rangeAt(unit.path, source, refusal.offset, "latin1");
  return {
    code: "specialize/refused",
    severity: "error",
    message: `${declaration.function} is not specialized: ${refusal.message}`,
    hint: "The generic function stays as it is. Take the part out into a function of its own.",
    ...(range === undefined ? {} : { range }),
  };
}

/**
 * Of a declaration that nothing can be made of here: a warning, because the generic function does the same. An error where the
 * declaration requires what nobody can look at then.
 */
export function noClang({ spec, declaration }: { spec: SpecFile; declaration: Declaration }): Problem {
  const { function: name, residual, required } = declaration;
  const isRequired = required.length > 0;
  const install = `install clang (${howToInstall("clang")}).`;
  return {
    ...mistakeIn(
      spec,
      `${residual} is not made: clang, which reads ${name}, is not on this machine`,
      functionAt(declaration),
    ),
    ...{ code: NO_CLANG, severity: isRequired ? "error" : "warning" },
    hint: isRequired
      ? `What it requires is not known without it: ${install}`
      : `The generic function is used in its place. To have it made, ${install}`,
  };
}

export const NO_CLANG = "specialize/no-clang";

/** Of all declarations that `isMeant`; none where clang is there. */
export function withoutClang(
  specs: readonly SpecFile[],
  isMeant: (declaration: Declaration) => boolean = () => true,
): Problem[] {
  if (hasClang()) return [];
  return specs.flatMap((spec) =>
    spec.declarations.filter(isMeant).map((declaration) => noClang({ spec, declaration })),
  );
}

/** Of a declaration whose function nobody has seen. */
export function noDefiningUnit({ function: name, residual }: Declaration): Problem {
  return {
    ...{ code: "specialize/no-unit", severity: "error" },
    message: `no unit defines ${name}, so ${residual} is not made`,
    hint: "Correct the name, remove the declaration, or let a unit include the header that defines the function.",
  };
}

export function mistakeIn(
  { file, text }: Pick<SpecFile, "file" | "text">,
  message: string,
  { offset, end, isUnused }: Pick<Mistake, "offset" | "isUnused"> & { readonly end?: number | undefined },
): Problem {
  const from = rangeAt(file, text, offset);
  const to = end === undefined || end <= offset ? undefined : rangeAt(file, text, end);
  const range = to === undefined ? from : { ...from, endLine: to.startLine, endColumn: to.startColumn };
  const severity = isUnused === true ? "warning" : "error";
  return { code: "specialize/declaration", severity, message, range };
}

export function rangeAt(
  file: string,
  text: string,
  offset: number,
  encoding: "utf8" | "latin1" = "utf8",
): SourceRange {
  const line = lineOf(text, offset);
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  // Columns count bytes.
  const column = Buffer.byteLength(text.slice(start, offset), encoding) + 1;
  return { file, startLine: line, startColumn: column, endLine: line, endColumn: column + 1 };
}

export function lineOf(text: string, offset: number): number;
export function lineOf(text: string, offset: number | undefined): number | undefined;
export function lineOf(text: string, offset: number | undefined): number | undefined {
  return offset === undefined ? undefined : placeIn(text, offset).line;
}
