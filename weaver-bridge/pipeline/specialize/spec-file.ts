/** Files of declarations: read, with what is wrong in them told, and looked up for a unit. */
import { extname } from "node:path";
import { type GuardDeclaration, readGuards, withoutGuards } from "../../guards/index.js";
import { readRegular } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import {
  type Declaration,
  type DeclarationFile,
  declarationsFromJson,
  readDeclarations,
} from "../../partial-eval/index.js";
import { maybeDefines } from "../maybe-defines.js";
import { mistakeIn } from "./spec-problems.js";
import type { SpecFile } from "./spec-source.js";

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
