/** Why a line of source holds no join point: what stands there, in words. Reads its text; facts say what surrounds it. */
import type { UnitFacts } from "../../model/index.js";

export interface BareLine {
  /** Text of the source line. */
  readonly text: string;
  /** What the compiler's preprocessor left of it; absent when that is not known. */
  readonly preprocessed?: string | undefined;
  /** Signature of the function that the line stands in. */
  readonly within: string | undefined;
}

const RULES: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^\s*#\s*define\b/, "a macro's definition runs nowhere; its join points are where it is used"],
  [/^\s*#/, "a preprocessor line is no code"],
  [/\b(?:__)?asm(?:__)?\b/, "inline assembler is one opaque statement: nothing in it is a join point"],
  [
    /\b(?:sizeof|_?_?typeof(?:__|_unqual)?|_Alignof|alignof|offsetof|_Generic|decltype|noexcept)\b\s*\(?/,
    "operands of `sizeof`, `typeof` and the like are never evaluated, so nothing in them is a join point",
  ],
  [
    /\b(?:static_assert|_Static_assert|BUILD_BUG_ON\w*)\b|^\s*case\b/,
    "what must be constant is evaluated while compiling",
  ],
];

export function noJoinPointReason({ text, preprocessed, within }: BareLine, facts: UnitFacts): string {
  const code = text.replace(/\/\*.*?(?:\*\/|$)|\/\/.*$/g, "").trim();
  if (code === "" || /^(?:\*|\/\*)/.test(code)) return "the line holds no code";
  const ruled = RULES.find(([pattern]) => pattern.test(code));
  if (ruled !== undefined) return ruled[1];
  if (preprocessed !== undefined && preprocessed.trim() === "" && !/^[{}]/.test(code))
    return "the preprocessor leaves nothing of the line in this configuration: an `#if` around it is false, or its macros are empty";
  const builtin = /\b__(?:builtin|sync|atomic)_\w+/.exec(preprocessed ?? code)?.[0];
  if (builtin !== undefined)
    return `\`${builtin}\` is a builtin of the compiler that is expanded in place: no call takes place`;
  if (within === undefined) return outside(code);
  const pointer = /(?:->|\.)\s*(\w+)\s*\(|\(\s*\*\s*(\w+)\s*\)\s*\(/.exec(preprocessed ?? code);
  if (pointer !== null)
    return `\`${pointer[1] ?? pointer[2]}\` is called through a pointer: who is called is not known while compiling, so it is no \`call\` join point (advise the execution of the functions that it may point to)`;
  const called = [...code.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].flatMap(([, name]) => name ?? []);
  const macro = called.find(
    (name) => !KEYWORDS.has(name) && !facts.entities.some((entity) => entity.name === name),
  );
  if (macro !== undefined)
    return `\`${macro}\` is a macro, and its expansion calls, reads and writes nothing that a pointcut can name`;
  if (/^[{}\s;]*$/.test(code)) return "a bracket is no join point";
  return "only local variables, constants and control flow stand here; join points are executions, calls, and accesses of globals and members";
}

const KEYWORDS = new Set(["if", "for", "while", "switch", "return", "sizeof", "do", "else", "defined"]);

function outside(code: string): string {
  if (/$(?<=\)\s*(?:__[\w\s]*(?:\(.*\)[\w\s]*)?)?;\s*)/.test(code))
    return "a declaration is no join point; the function's definition is one, and each call";
  return "the line stands outside of functions: declarations and initialisers of globals run no code";
}
