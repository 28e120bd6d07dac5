/**
 * What both sides of a test know of a parameter: the values that travel, drawn from seeds that client and server share,
 * and the statements that write them and compare them.
 */
import type { Operation, Parameter, Transfer } from "../check/interface-model.js";
import { PRIMITIVES, type ScalarType, type Type, unalias } from "../check/types.js";
import { arrayElement, type CNames, cType, declare } from "../emit/c-types.js";
import type { TypeFunctions } from "./values.js";

export interface Side {
  readonly names: CNames;
  readonly types: TypeFunctions;
  readonly operation: Operation;
  /** Number of the operation in the file, for seeds. */
  readonly number: number;
  readonly useMalloc: boolean;
}

export const REQUEST = 0;
export const REPLY = 1;
/** Test values stay below the buffers that nothing bounds. */
const MOST_BYTES = 3000;

/** Position of the parameter in seeds. */
const indexOf = (side: Side, parameter: Parameter) =>
  parameter.name === "__return" ? 60 : side.operation.parameters.indexOf(parameter);

export const seed = (side: Side, parameter: Parameter, direction: number) =>
  `idl4_test_seed(${side.number}, ${direction}, ${indexOf(side, parameter)})`;

export const arrives = ({ direction }: Parameter) => direction !== "out";
export const leaves = ({ direction }: Parameter) => direction !== "in";

/** Statements that give a fixed value what it should be. */
export function fillFixed(side: Side, parameter: Parameter, direction: number, lvalue: string): string {
  const { operation, types } = side;
  const most = countBound(operation, parameter) ?? parameter.maxValue;
  const fill =
    most === undefined
      ? types.fill(parameter.type, lvalue)
      : `${lvalue} = (${cType(parameter.type, side.names)})${countBound(operation, parameter) === undefined ? `(idl4_any(_r) % ${most + 1n}u)` : `idl4_any_count(${most}, _r)`};`;
  return `{ idl4_random_t _random = ${seed(side, parameter, direction)}, *const _r = &_random; (void)_r; ${fill} }`;
}

/** The largest value of a parameter that says how long arrays are. */
function countBound(operation: Operation, parameter: Parameter): bigint | undefined {
  const bounds = operation.parameters.flatMap(({ transfer }) =>
    transfer.kind === "array" &&
    "parameter" in transfer.length &&
    transfer.length.parameter === parameter.name
      ? [mostElements(transfer, transfer.elementBytes)]
      : [],
  );
  return bounds.length === 0 ? undefined : BigInt(Math.min(127, ...bounds));
}

export function mostElements(transfer: { readonly maximum: number | undefined }, bytes: number): number {
  const room = Math.max(1, Math.floor(MOST_BYTES / bytes));
  return Math.min(transfer.maximum ?? room, room);
}

/** A local that holds what the value should be, and the statement that compares. */
export function expectFixed(
  side: Side,
  parameter: Parameter,
  direction: number,
  lvalue: string,
  what: string,
): string {
  const { names, types } = side;
  const expected = `_expected_${parameter.name}`;
  const declared = `${declare(parameter.type, expected, names)};`;
  const same = types.same(parameter.type, lvalue, expected);
  return `{ ${declared} ${fillFixed(side, parameter, direction, expected)} IDL4_TEST(${same}, "${what}"); }`;
}

function elementOf(parameter: Parameter): Type {
  const real = unalias(parameter.type);
  if (real.kind === "string") return PRIMITIVES[real.wide ? "unsigned short" : "char"] as ScalarType;
  if (real.kind === "sequence" || real.kind === "array") return real.element;
  if (real.kind !== "pointer") return parameter.type;
  const inner = unalias(real.target);
  const element = inner.kind === "pointer" ? inner.target : real.target;
  return element.kind === "void" ? (PRIMITIVES["unsigned char"] as ScalarType) : element;
}

export function spelledElement(side: Side, parameter: Parameter): string {
  return parameter.transfer.kind === "sequence"
    ? cType(elementOf(parameter), side.names)
    : arrayElement(parameter.type, side.names);
}

function eachElement(
  side: Side,
  parameter: Parameter,
  direction: number,
  count: string,
  body: string,
): string {
  return `{ idl4_random_t _random = ${seed(side, parameter, direction)} ^ 0x5a5a5a5au, *const _r = &_random; if (!_random) _random = 1; for (idl4_word_t _n = 0; _n < ${count}; _n++) { ${body} } }`;
}

/** Where elements are, in C. */
interface Elements {
  readonly pointer: string;
  readonly count: string;
}

export function fillElements(
  side: Side,
  parameter: Parameter,
  direction: number,
  { pointer, count }: Elements,
): string {
  return eachElement(
    side,
    parameter,
    direction,
    count,
    side.types.fill(elementOf(parameter), `${pointer}[_n]`),
  );
}

export function expectElements(
  side: Side,
  parameter: Parameter,
  direction: number,
  { pointer, count }: Elements,
  what: string,
): string {
  const element = elementOf(parameter);
  const same = side.types.same(element, `${pointer}[_n]`, "_expected");
  const body = `${declare(element, "_expected", side.names)}; ${side.types.fill(element, "_expected")} if (!(${same})) { idl4_test_fail("${what}"); break; }`;
  return eachElement(side, parameter, direction, count, body);
}

export function sequenceCount(
  side: Side,
  parameter: Parameter,
  transfer: Extract<Transfer, { kind: "sequence" }>,
  direction: number,
) {
  const most = mostElements(transfer, transfer.elementBytes);
  return {
    most,
    count: `_count_${parameter.name}`,
    declaration: (name: string) =>
      `idl4_word_t ${name}; { idl4_random_t _random = ${seed(side, parameter, direction)}; ${name} = idl4_any_count(${most}, &_random); }`,
  };
}

/** How many elements a counted array has, where `value` spells a parameter. */
export function arrayCount(
  transfer: Extract<Transfer, { kind: "array" }>,
  value: (name: string) => string,
): string {
  return "constant" in transfer.length
    ? String(transfer.length.constant)
    : `(idl4_word_t)${value(transfer.length.parameter)}`;
}

export function textOf(side: Side, parameter: Parameter, transfer: Extract<Transfer, { kind: "string" }>) {
  const wide = transfer.wide;
  const most = mostElements(transfer, wide ? 2 : 1);
  const kind = wide ? "wtext" : "text";
  return {
    most,
    character: wide ? "CORBA_wchar" : "CORBA_char",
    bytes: (most + 1) * (wide ? 2 : 1),
    fill: (pointer: string, direction: number) =>
      `idl4_any_${kind}(${pointer}, ${most}, ${seed(side, parameter, direction)});`,
    expect: (pointer: string, direction: number, what: string) =>
      `IDL4_TEST(idl4_is_${kind}(${pointer}, ${most}, ${seed(side, parameter, direction)}), "${what}");`,
  };
}

/** A page of the test's own per flexpage of a message. */
export function pageSlot(side: Side, parameter: Parameter): number {
  const pages = [
    ...side.operation.parameters,
    ...(side.operation.result ? [side.operation.result] : []),
  ].filter(({ transfer }) => transfer.kind === "map");
  return pages.indexOf(parameter);
}
