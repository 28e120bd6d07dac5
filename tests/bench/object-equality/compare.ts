/** Compiles woven and tangled units with each compiler at each level, and compares the advised functions. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CodeDifference,
  codeDifference,
  type FunctionShape,
  functionShapes,
} from "@weft/weaver-bridge/cost";
import { compile, inFolder, weaveSource } from "../../golden/support/weave-source.js";
import { CLANG, CLANGXX } from "../../support/compilers.js";
import { type CaseSource, COMMON, caseSource } from "./case-source.js";
import { type Combination, combinations, type Language } from "./dimensions.js";
import { objectFunctions } from "./object-file.js";

export const COMPILERS = ["gcc", "clang"] as const;
export const LEVELS = ["-O2", "-Os", "-O3"] as const;

export interface Build {
  readonly compiler: (typeof COMPILERS)[number];
  readonly level: (typeof LEVELS)[number];
}

export const BUILDS: readonly Build[] = COMPILERS.flatMap((compiler) =>
  LEVELS.map((level) => ({ compiler, level })),
);

/** One function with one compiler at one level. What differs is there when the machine code does. */
export interface Outcome extends Build {
  readonly combination: Combination;
  readonly number: number;
  readonly equal: boolean;
  /** Equal to the hand-tangled function that declares the result first; the other one is different code. */
  readonly assigned?: boolean;
  readonly difference?: CodeDifference;
}

export interface NumberedCase extends CaseSource {
  readonly combination: Combination;
  readonly number: number;
}

export function allCases(): NumberedCase[] {
  return combinations().map((combination, number) => ({
    ...caseSource(combination, number),
    combination,
    number,
  }));
}

export interface WovenUnits {
  readonly woven: string;
  readonly tangled: string;
  readonly assigned: string;
}

const DIALECTS: Readonly<Record<Language, { dialect: string; flags: readonly string[] }>> = {
  c: { dialect: "-std=gnu11", flags: [] },
  "c++": { dialect: "-std=gnu++98", flags: ["-ffreestanding", "-fno-exceptions", "-fno-rtti"] },
};

/** One unit of cases of one language. Throws when advice could not be woven. */
export function weaveCases(cases: readonly NumberedCase[]): WovenUnits {
  const { language } = (cases[0] as NumberedCase).combination;
  const { dialect, flags } = DIALECTS[language];
  const common = language === "c" ? COMMON : `extern "C" {\n${COMMON}\n}`;
  const unit = (text: (one: NumberedCase) => string) =>
    [common, ...cases.map((one) => `${one.common}\n${text(one)}`)].join("\n");
  const aspects = cases.map((one) => one.aspects).join("\n");
  const { woven, problems } = weaveSource(
    unit((one) => one.plain),
    aspects,
    { dialect, flags },
  );
  if (problems.length > 0)
    throw new Error(problems.map(({ code, message }) => `${code}: ${message}`).join("\n"));
  const byHand = (text: (one: NumberedCase) => string) =>
    weaveSource(unit(text), "", { dialect, flags }).unitText;
  return {
    woven: woven.text,
    tangled: byHand((one) => one.tangled),
    assigned: byHand((one) => one.assigned),
  };
}

export function compareCases(cases: readonly NumberedCase[], units: WovenUnits, build: Build): Outcome[] {
  const { language } = (cases[0] as NumberedCase).combination;
  const ours = compiledFunctions(units.woven, language, build);
  const theirs = compiledFunctions(units.tangled, language, build);
  let others: ReturnType<typeof compiledFunctions> | undefined;
  return cases.map(({ combination, number, symbol }) => {
    const [woven, tangled] = [ours.find(symbol), theirs.find(symbol)];
    const shared = { combination, number, ...build };
    if (woven.code === tangled.code) return { ...shared, equal: true };
    others ??= compiledFunctions(units.assigned, language, build);
    if (woven.code === others.find(symbol).code) return { ...shared, equal: true, assigned: true };
    return { ...shared, equal: false, difference: codeDifference(ours.shape(symbol), theirs.shape(symbol)) };
  });
}

export function compilerCommand(language: Language, { compiler, level }: Build): string[] {
  const { dialect, flags } = DIALECTS[language];
  const program = { gcc: { c: "gcc", "c++": "g++" }, clang: { c: CLANG, "c++": CLANGXX } }[compiler][
    language
  ];
  return [
    ...[program, "-m32", dialect, ...flags, level, "-w"],
    ...["-fno-pic", "-fno-asynchronous-unwind-tables", "-ffunction-sections"],
  ];
}

function compiledFunctions(text: string, language: Language, build: Build) {
  return inFolder((folder) => {
    const file = join(folder, "unit.o");
    const said = compile(text, compilerCommand(language, build), { file });
    if (said !== "") throw new Error(said);
    const object = readFileSync(file);
    const functions = objectFunctions(object);
    let shapes: ReadonlyMap<string, FunctionShape> | undefined;
    const parts = (symbol: RegExp) =>
      functions.filter(({ symbols }) => symbols.some((name) => symbol.test(name)));
    return {
      find: (symbol: RegExp) => {
        const found = parts(symbol);
        if (found.length === 0) throw new Error(`no function ${symbol.source} in the object`);
        return { code: found.map(({ code }) => code).join("\n") };
      },
      /** Of all parts together. */
      shape: (symbol: RegExp) => {
        shapes ??= functionShapes(disassembled(object));
        const found = parts(symbol).flatMap(({ symbols }) =>
          symbols.flatMap((name) => shapes?.get(name) ?? []),
        );
        return {
          bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
          lines: found.flatMap(({ lines }) => lines),
          stack: Math.max(...found.map(({ stack }) => stack)),
        };
      },
    };
  });
}

function disassembled(object: Buffer): string {
  return inFolder((folder) => {
    const file = join(folder, "unit.o");
    writeFileSync(file, object);
    return execFileSync("objdump", ["-t", "-d", "-r", "-w", "--no-show-raw-insn", file], {
      encoding: "latin1",
      timeout: 60_000,
      maxBuffer: 1 << 28,
    });
  });
}
