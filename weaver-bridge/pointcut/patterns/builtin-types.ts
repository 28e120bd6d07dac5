/** Names of C's built-in types: any order of words to the one name that libclang prints. */

const SIGNS = new Set(["signed", "unsigned", "__signed__"]);
const WORDS = new Set([
  ...SIGNS,
  ..."void bool _Bool char short int long float double wchar_t char16_t char32_t __int128".split(" "),
  ..."_Complex _BitInt".split(" "),
]);

/** With its width behind it, `_BitInt(37)`; alone as debug information has it whose producer keeps the width to itself. */
export const BIT_INT = "_BitInt";
const ANY_WIDTH = `${BIT_INT}(%)`;

export type BuiltinType = { readonly name: string } | { readonly code: string; readonly mistake: string };

export function isBuiltinWord(word: string): boolean {
  return WORDS.has(word);
}

/** Of a `name` that {@link builtinType} gave, and `found` as {@link canonicalBuiltin} spells it; any width is one that nobody tells, too. */
export function isBuiltin(name: string, found: string): boolean {
  return name === found || (name.endsWith(ANY_WIDTH) && name === `${found.replace(/\(\d+\)$/, "")}(%)`);
}

/** `words` are in any order, all of {@link isBuiltinWord}, or `_BitInt` with its width. */
export function builtinType(words: readonly string[]): BuiltinType {
  if (words.includes("_Complex")) return complexType(words);
  const signs = words.filter((word) => SIGNS.has(word));
  if (signs.length > 1) return mistake("duplicate-specifier", "a type can have only one sign");
  const rest = words.filter((word) => !SIGNS.has(word));
  const size = sizeWords(rest);
  if (typeof size !== "string") return size;
  const bases = rest.filter((word) => word !== "long" && word !== "short");
  if (bases.length > 1) return mistake("bad-type", `\`${bases.join(" ")}\` is not a type`);
  const base = bases[0] ?? "int";
  const name = base === "int" ? integer(signs[0] === "unsigned", size) : sizedName(base, size, signs[0]);
  return name === undefined ? mistake("bad-type", `\`${words.join(" ")}\` is not a type`) : { name };
}

/** `short`, `long`, `long long`, or nothing. */
function sizeWords(words: readonly string[]): "" | "short" | "long" | "long long" | BuiltinType {
  const longs = words.filter((word) => word === "long").length;
  const shorts = words.filter((word) => word === "short").length;
  if (shorts > 0 && longs > 0) return mistake("bad-type", "a type can't be both `short` and `long`");
  if (shorts > 1 || longs > 2) return mistake("duplicate-specifier", "too many size words");
  if (shorts > 0) return "short";
  return longs === 2 ? "long long" : longs === 1 ? "long" : "";
}

/** Of another type than `int`; undefined where size or sign don't go with it. */
function sizedName(base: string, size: string, sign: string | undefined): string | undefined {
  if (size !== "")
    return size === "long" && base === "double" && sign === undefined ? "long double" : undefined;
  if (base === "char") return sign === undefined ? "char" : `${sign === "unsigned" ? "un" : ""}signed char`;
  if (base === "__int128" || base.startsWith(BIT_INT)) return sign === "unsigned" ? `unsigned ${base}` : base;
  if (sign !== undefined) return undefined;
  return base === "bool" ? "_Bool" : base;
}

/** The name as this module prints it, for a name that libclang printed. */
export function canonicalBuiltin(name: string): string {
  return name === "bool" ? "_Bool" : name;
}

function complexType(words: readonly string[]): BuiltinType {
  const of = builtinType(words.filter((word) => word !== "_Complex"));
  // Alone, and of integers, it is an extension that compilers read as `_Complex double` and by its parts.
  if (words.length === 1) return { name: "_Complex double" };
  return "name" in of ? { name: `_Complex ${of.name}` } : of;
}

function integer(unsigned: boolean, size: string): string {
  if (size === "") return unsigned ? "unsigned int" : "int";
  return unsigned ? `unsigned ${size}` : size;
}

function mistake(code: string, text: string): BuiltinType {
  return { code, mistake: text };
}
