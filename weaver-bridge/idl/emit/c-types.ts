/** C spellings of types, parameters and declarations: the CORBA C mapping. */
import { lookUp } from "../../model/index.js";
import type { Declaration } from "../check/check.js";
import type { Value } from "../check/constants.js";
import type { Operation, Parameter } from "../check/interface-model.js";
import { isArray, type MemberType, type Type, unalias } from "../check/types.js";

/** Plain C names by CORBA's, for `--c-types`. */
const PLAIN: Readonly<Record<string, string>> = {
  CORBA_char: "char",
  CORBA_signed_char: "signed char",
  CORBA_octet: "unsigned char",
  CORBA_boolean: "unsigned char",
  CORBA_short: "short",
  CORBA_unsigned_short: "unsigned short",
  CORBA_int: "int",
  CORBA_unsigned_int: "unsigned int",
  CORBA_long: "long",
  CORBA_unsigned_long: "unsigned long",
  CORBA_long_long: "long long",
  CORBA_unsigned_long_long: "unsigned long long",
  CORBA_float: "float",
  CORBA_double: "double",
  CORBA_long_double: "long double",
};

/** What was rendered, by guard and type, and records that are announced and not defined yet. */
interface Rendered {
  readonly seen: Set<string>;
  readonly later: Type[];
}

export interface CNames {
  readonly plain: boolean;
}

/** The type's name in C; for arrays and pointers without a name, the element's with stars. */
export function cType(type: Type, names: CNames): string {
  switch (type.kind) {
    case "void":
      return "void";
    case "scalar":
      return names.plain ? (lookUp(PLAIN, type.cName) ?? type.cName) : type.cName;
    case "string":
      return `${type.wide ? "CORBA_wchar" : names.plain ? "char" : "CORBA_char"} *`;
    case "sequence":
      return "idl4_word_t";
    case "array":
      return `${cType(type.element, names)} *`;
    case "pointer":
      return `${cType(type.target, names)} *`;
    case "opaque":
    case "error":
      return "void *";
    default:
      return type.cName;
  }
}

/** `T name[3][4]`: a declaration of an object. */
export function declare(type: Type, name: string, names: CNames): string {
  if (type.kind === "array") return declare(type.element, `${name}[${type.length}]`, names);
  if (type.kind === "sequence")
    return `struct { idl4_word_t _maximum; idl4_word_t _length; ${declare(type.element, "*_buffer", names)}; } ${name}`;
  const spelled = cType(type, names);
  return spelled.endsWith("*") ? `${spelled}${name}` : `${spelled} ${name}`;
}

/** Values that C passes by themselves; the others are passed by address. */
export function isByValue(type: Type): boolean {
  const real = unalias(type);
  const { kind } = real;
  if (real.kind === "imported") return real.integer;
  return kind === "scalar" || kind === "enum" || kind === "thread" || kind === "fpage" || kind === "pointer";
}

/** Integers, for which a cast to a word keeps the bits. */
export function isInteger(type: Type, threadWords: 1 | 2): boolean {
  const real = unalias(type);
  return (
    (real.kind === "scalar" && !real.floating && real.size <= 4) ||
    real.kind === "enum" ||
    (real.kind === "imported" && real.integer && real.size <= 4) ||
    (real.kind === "thread" && threadWords === 1)
  );
}

/** The parameter as the client's stub declares it. */
export function clientParameter(parameter: Parameter, names: CNames): string {
  const { type, transfer, direction, name } = parameter;
  const real = unalias(type);
  if (transfer.kind === "string" && real.kind === "string") {
    const character = cType(type, names).replace(/ \*$/, "");
    const spelled = type.kind === "alias" ? (real.wide ? "CORBA_wchar" : "CORBA_char") : character;
    return direction === "in" ? `const ${spelled} *${name}` : `${spelled} **${name}`;
  }
  if (transfer.kind === "array") {
    const element = arrayElement(type, names);
    return direction === "in" ? `const ${element} *${name}` : `${element} *${name}`;
  }
  if (real.kind === "array") {
    const declared = type.kind === "alias" ? `${type.cName} ${name}` : declare(type, name, names);
    return direction === "in" ? `const ${declared}` : declared;
  }
  const spelled = cType(type, names);
  if (direction === "in")
    return isByValue(type)
      ? `const ${spelled}${spelled.endsWith("*") ? "" : " "}${name}`.replace(/^const (.*\*)/, "$1")
      : `const ${spelled} *${name}`;
  return `${spelled}${spelled.endsWith("*") ? "" : " "}*${name}`;
}

/** What the elements of an array with a length are called. */
export function arrayElement(type: Type, names: CNames): string {
  const real = unalias(type);
  if (real.kind === "string") return real.wide ? "CORBA_wchar" : "CORBA_char";
  let element: Type = real.kind === "pointer" ? real.target : real.kind === "array" ? real.element : type;
  const inner = unalias(element);
  if (inner.kind === "pointer") element = inner.target;
  return unalias(element).kind === "void" ? "CORBA_octet" : cType(element, names);
}

/** What a stub returns: of an array the address of its slice (CORBA's C mapping, "Mapping for arrays"). */
export function resultType({ result }: Operation, names: CNames): string {
  if (result === undefined) return "void";
  return isArray(result.type) ? `${sliceOf(result.type, names)} *` : cType(result.type, names);
}

/** A variable for what a stub returns. */
export function declareResult(operation: Operation, name: string, names: CNames): string {
  const spelled = resultType(operation, names);
  return spelled.endsWith("*") ? `${spelled}${name}` : `${spelled} ${name}`;
}

/** An array without its first dimension, by the name that its typedef brings along. */
function sliceOf(type: Type, names: CNames): string {
  if (type.kind === "alias") return `${type.cName}_slice`;
  return type.kind === "array" ? cType(type.element, names) : cType(type, names);
}

export function upper(name: string): string {
  return name.toUpperCase();
}

/**
 * Definitions of the file for C, each at most once in a unit, and behind them what operations need of other files.
 */
export function renderDeclarations(
  declarations: readonly Declaration[],
  operations: readonly Operation[],
  names: CNames,
): string {
  const done: Rendered = { seen: new Set(), later: [] };
  const own = declarations.map(
    (declaration) => renderDeclaration(declaration, names, done) + rest(names, done),
  );
  const needed = operations.flatMap((operation) => [
    ...[operation.result, ...operation.parameters].map((parameter) =>
      parameter === undefined ? "" : renderType(parameter.type, names, done) + rest(names, done),
    ),
    ...operation.raises.map(
      (exception) => renderDeclaration({ kind: "exception", exception }, names, done) + rest(names, done),
    ),
  ]);
  return [...own, ...needed].join("");
}

/** Definitions of what was only announced so far. */
function rest(names: CNames, done: Rendered): string {
  let text = "";
  for (let type = done.later.shift(); type !== undefined; type = done.later.shift())
    text += renderType(type, names, done);
  return text;
}

/** A record that holds what points to it is announced here, and defined later. */
function renderBehindPointer(type: Type, names: CNames, done: Rendered): string {
  const isRecord = type.kind === "struct" || (type.kind === "union" && type.discriminator !== undefined);
  if (!isRecord || !holds(type, type, new Set())) return renderType(type, names, done);
  if (done.seen.has(`_typedef___${type.cName}`)) return "";
  done.later.push(type);
  return once(`_announced___${type.cName}`, `typedef struct ${type.cName} ${type.cName};`, done);
}

/** Whether `type` has `wanted` somewhere inside, or behind its sequences. */
function holds(type: Type, wanted: Type, seen: Set<Type>): boolean {
  const real = unalias(type);
  if (real.kind === "sequence" || real.kind === "array") return isOrHolds(real.element, wanted, seen);
  if (real.kind !== "struct" && real.kind !== "union") return false;
  return real.members.some((member) => isOrHolds(member.type, wanted, seen));
}

function isOrHolds(type: Type, wanted: Type, seen: Set<Type>): boolean {
  const real = unalias(type);
  if (real === wanted) return true;
  if (seen.has(real)) return false;
  seen.add(real);
  return holds(real, wanted, seen);
}

function renderDeclaration(declaration: Declaration, names: CNames, done: Rendered): string {
  switch (declaration.kind) {
    case "include":
      return `#include "${declaration.file}"\n`;
    case "quote":
      return `${declaration.text}\n`;
    case "constant":
      return once(
        `_constant___${declaration.cName}`,
        `#define ${declaration.cName} ${constant(declaration.value, declaration.type)}`,
        done,
      );
    case "interface":
      return once(`_typedef___${declaration.cName}`, `typedef CORBA_Object ${declaration.cName};`, done);
    case "type":
      return renderType(declaration.type, names, done);
    case "exception": {
      const { exception } = declaration;
      const inner = exception.members.map((member) => renderType(member.type, names, done)).join("");
      const value =
        exception.members.length === 0
          ? ""
          : `\ntypedef struct ${exception.cName} {\n${members(exception.members, names)}} ${exception.cName};`;
      return (
        inner +
        once(
          `_exception___${exception.cName}`,
          `#define ex_${exception.cName} ${exception.number}${value}`,
          done,
        )
      );
    }
  }
}

function once(guard: string, text: string, done: Rendered): string {
  if (done.seen.has(guard)) return "";
  done.seen.add(guard);
  return `#if !defined(${guard})\n#define ${guard}\n${text}\n#endif\n\n`;
}

/** The type's definition behind those it needs; nothing for types that need none. */
function renderType(type: Type, names: CNames, done: Rendered): string {
  const key = "cName" in type ? `active ${type.kind} ${type.cName}` : undefined;
  if (key === undefined) return renderNewType(type, names, done);
  if (done.seen.has(key)) return "";
  done.seen.add(key);
  return renderNewType(type, names, done);
}

function renderNewType(type: Type, names: CNames, done: Rendered): string {
  switch (type.kind) {
    case "thread":
      return /^(CORBA_Object|idl4_threadid_t)$/.test(type.cName)
        ? ""
        : once(`_typedef___${type.cName}`, `typedef CORBA_Object ${type.cName};`, done);
    case "sequence":
      return renderBehindPointer(type.element, names, done);
    case "array":
      return renderType(type.element, names, done);
    case "alias": {
      const { target, cName } = type;
      const needs = renderType(target, names, done);
      if ("cName" in target && target.cName === cName) return needs;
      const slice = isArray(target) ? `\ntypedef ${declareSlice(target, `${cName}_slice`, names)};` : "";
      return needs + once(`_typedef___${cName}`, `typedef ${aliasBody(target, cName, names)};${slice}`, done);
    }
    case "struct": {
      const needs = type.members.map((member) => renderType(member.type, names, done)).join("");
      return (
        needs +
        once(
          `_typedef___${type.cName}`,
          `typedef struct ${type.cName} {\n${members(type.members, names)}} ${type.cName};`,
          done,
        )
      );
    }
    case "union":
      return renderUnion(type, names, done);
    case "enum": {
      const items = type.items.map((item) => `\n#define ${type.cName}_${item.name} ${item.value}`).join("");
      return once(`_typedef___${type.cName}`, `typedef CORBA_enum ${type.cName};${items}`, done);
    }
    default:
      return "";
  }
}

function declareSlice(array: Type, name: string, names: CNames): string {
  return array.kind === "array" ? declare(array.element, name, names) : `${sliceOf(array, names)} ${name}`;
}

function aliasBody(target: Type, cName: string, names: CNames): string {
  if (target.kind !== "sequence") return declare(target, cName, names);
  return `struct ${cName} {\n  idl4_word_t _maximum;\n  idl4_word_t _length;\n  ${declare(target.element, "*_buffer", names)};\n} ${cName}`;
}

function renderUnion(type: Extract<Type, { kind: "union" }>, names: CNames, done: Rendered): string {
  const needs = type.members.map((member) => renderType(member.type, names, done)).join("");
  if (type.discriminator === undefined)
    return (
      needs +
      once(
        `_typedef___${type.cName}`,
        `typedef union ${type.cName} {\n${members(type.members, names)}} ${type.cName};`,
        done,
      )
    );
  const head = renderType(type.discriminator, names, done);
  const body = `  ${declare(type.discriminator, "_d", names)};\n  union {\n${members(type.members, names, "    ")}  } _u;\n`;
  return (
    head +
    needs +
    once(`_typedef___${type.cName}`, `typedef struct ${type.cName} {\n${body}} ${type.cName};`, done)
  );
}

function members(list: readonly MemberType[], names: CNames, indent = "  "): string {
  return list
    .map(
      ({ name, type, bits }) =>
        `${indent}${declare(type, name, names)}${bits === undefined ? "" : ` : ${bits}`};\n`,
    )
    .join("");
}

function constant(value: Value, type: Type): string {
  if (typeof value === "string") return `"${value}"`;
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return Number.isInteger(value) ? `${value}.0` : String(value);
  const real = unalias(type);
  const bits = real.kind === "scalar" ? real.size * 8 : 32;
  const unsigned = real.kind === "scalar" && !real.signed;
  const wrapped = unsigned ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value);
  const suffix = `${unsigned && bits >= 32 ? "U" : ""}${bits === 64 ? "LL" : ""}`;
  if (wrapped === -(1n << 31n) && bits === 32) return "(-2147483647 - 1)";
  return wrapped < 0n ? `(${wrapped}${suffix})` : `${wrapped}${suffix}`;
}
