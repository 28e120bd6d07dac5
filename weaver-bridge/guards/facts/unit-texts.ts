/** What is read out of a unit's whole text, which several guards ask for: read once for each unit. */
import type { TextRange, UnitFacts } from "../../model/index.js";
import { type Braces, createBraces } from "./braces.js";
import { bulkWriter } from "./bulk-writers.js";
import { argumentsFrom } from "./call-arguments.js";
import {
  createDeclarations,
  type Declarations,
  type HolderNames,
  holderNames,
  plainText,
  withoutLiterals,
} from "./holder-names.js";
import { once } from "./once.js";
import { asmStatements } from "./store.js";

/** A unit, whose facts have one text. `unitText` is latin1, preprocessed. */
interface Code {
  readonly facts: UnitFacts;
  readonly unitText: string;
}

/** Of `__builtin_memset` and its kin, which libclang does not tell. */
interface BuiltinCall {
  readonly name: string;
  readonly range: TextRange;
  readonly arguments: readonly TextRange[];
}

interface UnitTexts {
  braces?: Braces;
  asm?: readonly TextRange[];
  filled?: readonly BuiltinCall[];
  secondNames?: readonly RegExpExecArray[];
  plain?: string;
  declarations?: Declarations;
  /** Declared beside functions. */
  atFileScope?: ReadonlySet<string>;
  statics?: ReadonlySet<string>;
  /** By the type's name. */
  readonly holders: Map<string, HolderNames>;
}

const texts = once((_: UnitFacts): UnitTexts => ({ holders: new Map() }));

const textsOf = ({ facts }: Code): UnitTexts => texts(facts);

/** Calls of what the compiler has built in that fill what their first argument points to. */
export function filledByBuiltins(code: Code): readonly BuiltinCall[] {
  const known = textsOf(code);
  known.filled ??= [...code.unitText.matchAll(/\b__builtin_\w+\s*\(/g)].flatMap(({ index, 0: text }) => {
    const name = /\w+/.exec(text)?.[0] ?? "";
    if (bulkWriter(name)?.to !== 0) return [];
    const called = argumentsFrom(code.unitText, index + text.length);
    return [{ name, range: { start: index, end: called.end }, arguments: called.arguments }];
  });
  return known.filled;
}

/** Of the text as it is. */
export function bracesOf(code: Code): Braces {
  const known = textsOf(code);
  known.braces ??= createBraces(code.unitText);
  return known.braces;
}

/** {@link asmStatements} of the text as it is. */
export function asmStatementsOf(code: Code): readonly TextRange[] {
  const known = textsOf(code);
  known.asm ??= asmStatements(code.unitText);
  return known.asm;
}

const SECOND_NAME =
  /\b(?:alias|weakref|__alias__|__weakref__)\s*\(\s*"([^"\n]*)"\s*\)|^[ \t]*#[ \t]*pragma[ \t]+weak[ \t]+(\w+)[ \t]*=[ \t]*(\w+)/gm;

/** Where another name of something is declared: what it names, in quotes; or of a pragma the name, and what it names. */
export function secondNamesOf(code: Code): readonly RegExpExecArray[] {
  const known = textsOf(code);
  known.secondNames ??= [...code.unitText.matchAll(SECOND_NAME)];
  return known.secondNames;
}

/** Without line markers, attributes and texts in quotes. */
export function plainTextOf(code: Code): string {
  const known = textsOf(code);
  known.plain ??= withoutLiterals(plainText(code.unitText));
  return known.plain;
}

/** {@link holderNames} of {@link plainTextOf}. */
export function holderNamesOf(code: Code, type: string): HolderNames {
  const known = textsOf(code);
  let found = known.holders.get(type);
  if (found === undefined) {
    known.declarations ??= createDeclarations(plainTextOf(code));
    found = holderNames(known.declarations, type);
    known.holders.set(type, found);
  }
  return found;
}

/** Words of declarations behind `static`. */
export function staticNamesOf(code: Code): ReadonlySet<string> {
  const known = textsOf(code);
  known.statics ??= new Set(
    Array.from(
      plainTextOf(code).matchAll(/\bstatic\b[^;{}()]*/g),
      ([said]) => said.match(/\w+/g) ?? [],
    ).flat(),
  );
  return known.statics;
}

/** What is declared beside functions with a type, or one that holds it. */
export function fileScopeNamesOf(code: Code, type: string): Set<string> {
  const known = textsOf(code);
  known.atFileScope ??= namesAtFileScope(plainTextOf(code));
  const { all } = holderNamesOf(code, type);
  return new Set([...known.atFileScope].filter((name) => all.has(name)));
}

function namesAtFileScope(text: string): Set<string> {
  let depth = 0;
  const outside = text.replace(/[{}()]|[^{}()]+/g, (piece) => {
    if (piece === "{" || piece === "(") depth++;
    else if (piece === "}" || piece === ")") depth--;
    else if (depth === 0) return piece;
    return " ";
  });
  const declared = outside.matchAll(/\b([A-Za-z_]\w*)\s*(?:\[[^[\]]*\]\s*)*(?=[;=,])/g);
  return new Set(Array.from(declared, ([, name]) => name as string));
}
