/**
 * The specializations that concern one unit: its text with the residual functions behind it, so that they are preprocessed,
 * woven and compiled like its own. A residual function stands in a file of its own, and the debugger steps in that; lines of
 * the unit keep their numbers.
 */

import { basename } from "node:path";
import { readLatin1 } from "../../kernel-build/index.js";
import { leaveToWaiters, type Problem } from "../../model/index.js";
import {
  type ClangNode,
  type Declaration,
  DeclarationMistake,
  type Fact,
  makeAtRunTime,
  makeResidual,
  mistakesIn,
  namedValue,
  type Program,
  Refusal,
  type Residual,
  type ResidualRequest,
  sayAssumption,
  sayFact,
  walk,
  withRelations,
} from "../../partial-eval/index.js";
import { hasClang } from "../run-clang.js";
import { functionAt, lineOf, mistakeIn, noClang, refusedAt } from "./spec-problems.js";
import type { SpecFile } from "./spec-source.js";
import { type ClangUnit, createUnitReader, type UnitReader } from "./unit-trees.js";

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

async function specializeOne(
  reader: UnitReader,
  program: Program,
  spec: SpecFile,
  written: Declaration,
  { keep = new Set(), onProgress, isBrief = false }: SpecializeOptions,
): Promise<MadeResidual | { readonly problems: readonly Problem[] }> {
  const { unit, pointers } = reader;
  const named = await readNamed(reader, program, spec, written);
  if ("problems" in named) return named;
  const { declaration, values, readings } = named;
  const source = program.textOf(unit.path) ?? "";
  try {
    const request = {
      ...{ program, declaration, values, readings, pointers, keep, onProgress },
      longBits: unit.longBits,
      isFromRight: !unit.compiler.some((word) => /clang/.test(word)),
    };
    const residual =
      declaration.later === undefined
        ? makeResidual(request)
        : await residualAtRunTime(request, unit, source, isBrief);
    const head = headOf(declaration, spec, unit);
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
      return { problems: error.mistakes.map((mistake) => mistakeIn(spec, mistake.message, mistake)) };
    if (!(error instanceof Refusal)) throw error;
    return { problems: [refusedAt(declaration, unit, source, error)] };
  }
}

/** Two lines. */
function headOf(declaration: Declaration, spec: SpecFile, unit: ClangUnit): string {
  const { facts, assumed, later } = declaration;
  const given = later?.given.map(({ name }) => `${name} known at run time`) ?? [];
  const holding = [...facts.map(sayFact), ...assumed.map(sayAssumption), ...given];
  return (
    `/* ${declaration.function} where ${holding.length === 0 ? "nothing is known" : holding.join(", ")}.\n` +
    ` * Made by weft specialize from ${basename(spec.file)}; belongs to the end of ${basename(unit.path)}. */\n`
  );
}

/** A declaration with what the names in it mean to the compiler. */
interface NamedValues {
  readonly declaration: Declaration;
  readonly values: ReadonlyMap<string, bigint>;
  /** Of what is no constant, as clang reads it. */
  readonly readings: ReadonlyMap<string, ClangNode>;
}

async function readNamed(
  { unit, constants, pointers, readings: readingsOf }: UnitReader,
  program: Program,
  spec: SpecFile,
  written: Declaration,
): Promise<NamedValues | { readonly problems: readonly Problem[] }> {
  const isAsked = ({ value }: Fact) => value !== undefined && namedValue(value, program) === undefined;
  const asked = written.facts.filter(isAsked);
  const known = await constants([
    ...asked.map(({ value }) => value as string),
    ...written.assumed.flatMap(({ values, mask }) => (mask === undefined ? values : [...values, mask])),
  ]);
  const open = asked.filter(({ value = "" }) => typeof known.get(value) !== "bigint");
  const readings = await readingsOf(open.map(({ value }) => value as string));
  const isConstant = (text: string) => typeof known.get(text) === "bigint" || readings.has(text);
  const declaration = withRelations(written, program, isConstant);
  const { facts } = declaration;
  const wrong = new Map<Fact, Problem>();
  for (const fact of facts.filter(isAsked)) {
    const { value = "", offset, spans } = fact;
    const message = whyUnknown(value, known.get(value), declaration, readings);
    const place = { offset: spans?.value?.start ?? offset, end: spans?.value?.end };
    if (message !== undefined) wrong.set(fact, mistakeIn(spec, message, place));
  }
  const inAssumed = assumedMistakes(spec, declaration, program, known);
  const assumedNames = assumedConstants(declaration, program).map(({ value }) => value);
  if (inAssumed.length > 0) return { problems: [...wrong.values(), ...inAssumed] };
  const values = constantsAmong(
    [...facts.filter(isAsked).map(({ value = "" }) => value), ...assumedNames],
    known,
  );
  if (wrong.size === 0) return { declaration, values, readings };
  const right = { ...declaration, facts: facts.filter((fact) => !wrong.has(fact)) };
  const { longBits } = unit;
  const others = mistakesIn({ program, longBits, declaration: right, values, readings, pointers });
  const told = others.map((mistake) => mistakeIn(spec, mistake.message, mistake));
  return { problems: [...wrong.values(), ...told] };
}

/** Undefined for a constant, and for what a pointer may lead to. */
function whyUnknown(
  value: string,
  constant: bigint | string | undefined,
  { dispatch }: Declaration,
  readings: ReadonlyMap<string, ClangNode>,
): string | undefined {
  if (typeof constant === "bigint") return undefined;
  if (!readings.has(value)) return constant ?? `${value} is no constant here`;
  return dispatch && isString(readings.get(value))
    ? `dispatch can't ask whether a pointer leads to ${value}`
    : undefined;
}

/** Of assumptions values have to be constants, or names of objects where each is one. */
function assumedMistakes(
  spec: SpecFile,
  declaration: Declaration,
  program: Program,
  known: ReadonlyMap<string, bigint | string | undefined>,
): Problem[] {
  return assumedConstants(declaration, program).flatMap(({ value, offset, end }) => {
    const constant = known.get(value);
    if (typeof constant === "bigint") return [];
    return [mistakeIn(spec, constant ?? `${value} is no constant here`, { offset, end })];
  });
}

/** What an assumption names that is neither an object nor told by a relation, and where. */
function assumedConstants({ assumed }: Declaration, program: Program) {
  return assumed.flatMap(({ values, mask, isRelation, isEach, span: { start: offset, end } }) => {
    if (isRelation === true) return [];
    return [...values, ...(mask === undefined ? [] : [mask])]
      .filter((value) => isEach !== true || namedValue(value, program) === undefined)
      .map((value) => ({ value, offset, end }));
  });
}

function constantsAmong(
  names: readonly string[],
  known: ReadonlyMap<string, bigint | string | undefined>,
): Map<string, bigint> {
  const values = new Map<string, bigint>();
  for (const name of names) {
    const value = known.get(name);
    if (typeof value === "bigint") values.set(name, value);
  }
  return values;
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
