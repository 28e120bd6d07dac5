/**
 * One parameter of one operation, on both sides: how the client prepares it, what the implementation expects and
 * answers, and what the client finds afterwards.
 */
import type { Operation, Parameter, Transfer } from "../check/interface-model.js";
import { PRIMITIVES, type ScalarType, sizeOf, type Type, unalias } from "../check/types.js";
import { arrayElement, type CNames, cType, declare, isByValue } from "../emit/c-types.js";
import type { TypeFunctions } from "./values.js";

export interface Side {
  readonly names: CNames;
  readonly types: TypeFunctions;
  readonly operation: Operation;
  /** Number of the operation in the file, for seeds. */
  readonly number: number;
  readonly useMalloc: boolean;
}

/** Statements, in the order of a call. */
export interface ClientPart {
  readonly declarations: readonly string[];
  readonly argument: string;
  /** When the call was good. */
  readonly checks: readonly string[];
  /** When the operation raised an exception: what must not have changed. */
  readonly unchanged: readonly string[];
  readonly release: readonly string[];
}

export interface ServerPart {
  /** Of what arrived. */
  readonly checks: readonly string[];
  readonly outputs: readonly string[];
  /** Checks that still hold when the outputs have been written: inputs must not stand in their way. */
  readonly again: readonly string[];
}

const REQUEST = 0;
const REPLY = 1;
/** Test values stay below the buffers that nothing bounds. */
const MOST_BYTES = 3000;

/** Position of the parameter in seeds. */
const indexOf = (side: Side, parameter: Parameter) =>
  parameter.name === "__return" ? 60 : side.operation.parameters.indexOf(parameter);

const seed = (side: Side, parameter: Parameter, direction: number) =>
  `idl4_test_seed(${side.number}, ${direction}, ${indexOf(side, parameter)})`;

const arrives = ({ direction }: Parameter) => direction !== "out";
const leaves = ({ direction }: Parameter) => direction !== "in";
const isArray = (type: Type) => unalias(type).kind === "array";

/** Statements that give a fixed value what it should be. */
function fillFixed(side: Side, parameter: Parameter, direction: number, lvalue: string): string {
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

function mostElements(transfer: { readonly maximum: number | undefined }, bytes: number): number {
  const room = Math.max(1, Math.floor(MOST_BYTES / bytes));
  return Math.min(transfer.maximum ?? room, room);
}

/** A local that holds what the value should be, and the statement that compares. */
function expectFixed(
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

function spelledElement(side: Side, parameter: Parameter): string {
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

function fillElements(
  side: Side,
  parameter: Parameter,
  direction: number,
  pointer: string,
  count: string,
): string {
  return eachElement(
    side,
    parameter,
    direction,
    count,
    side.types.fill(elementOf(parameter), `${pointer}[_n]`),
  );
}

function expectElements(
  side: Side,
  parameter: Parameter,
  direction: number,
  pointer: string,
  count: string,
  what: string,
): string {
  const element = elementOf(parameter);
  const same = side.types.same(element, `${pointer}[_n]`, "_expected");
  const body = `${declare(element, "_expected", side.names)}; ${side.types.fill(element, "_expected")} if (!(${same})) { idl4_test_fail("${what}"); break; }`;
  return eachElement(side, parameter, direction, count, body);
}

function sequenceCount(
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
function arrayCount(transfer: Extract<Transfer, { kind: "array" }>, value: (name: string) => string): string {
  return "constant" in transfer.length
    ? String(transfer.length.constant)
    : `(idl4_word_t)${value(transfer.length.parameter)}`;
}

function textOf(side: Side, parameter: Parameter, transfer: Extract<Transfer, { kind: "string" }>) {
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

export function clientPart(side: Side, parameter: Parameter): ClientPart {
  const { name, type, direction, transfer } = parameter;
  const result = name === "__return";
  const own = !result && (parameter.prealloc || !side.useMalloc);
  const what = `client: ${result ? "the result" : name}`;
  switch (transfer.kind) {
    case "packed": // see untestable
      return { declarations: [], argument: name, checks: [], unchanged: [], release: [] };
    case "none": {
      if (transfer.destination)
        return { declarations: [], argument: "_service", checks: [], unchanged: [], release: [] };
      const byValue = isByValue(type) && direction === "in";
      return {
        declarations: [`static ${declare(type, name, side.names)};`],
        argument: byValue || isArray(type) ? name : `&${name}`,
        checks: [],
        unchanged: [],
        release: [],
      };
    }
    case "fixed": {
      const box = `_box_${name}`;
      const value = `${box}.value`;
      const declared = `struct { idl4_word_t before; ${declare(type, "value", side.names)}; idl4_word_t after; } ${box};`;
      const guards = `IDL4_TEST(${box}.before == IDL4_TEST_GUARD && ${box}.after == IDL4_TEST_GUARD, "${what}: written beside its place");`;
      const sent = expectFixed(
        side,
        parameter,
        REQUEST,
        value,
        `${what} changed although it is not an output`,
      );
      return {
        declarations: [
          declared,
          `${box}.before = ${box}.after = IDL4_TEST_GUARD;`,
          ...(arrives(parameter) ? [fillFixed(side, parameter, REQUEST, value)] : []),
        ],
        argument: isArray(type) || (direction === "in" && isByValue(type)) ? value : `&${value}`,
        checks: [
          guards,
          leaves(parameter)
            ? expectFixed(side, parameter, REPLY, value, `${what} is not what the server answered`)
            : sent,
        ],
        unchanged: arrives(parameter) ? [guards, sent] : [guards],
        release: [],
      };
    }
    case "map":
      return {
        declarations: [
          `idl4_fpage_t ${name} = {0, 0};`,
          ...(arrives(parameter)
            ? [
                `${name} = idl4_any_page(${REQUEST}, ${pageSlot(side, parameter)}, ${seed(side, parameter, REQUEST)});`,
              ]
            : []),
        ],
        argument: direction === "in" ? name : `&${name}`,
        checks: leaves(parameter)
          ? [
              `IDL4_TEST(idl4_is_page(${name}, ${REPLY}, ${pageSlot(side, parameter)}, ${seed(side, parameter, REPLY)}), "${what} is not the page that the server sent");`,
            ]
          : [],
        unchanged: [],
        release: [],
      };
    case "string":
      return clientString(side, parameter, transfer, own, what);
    case "sequence":
      return clientSequence(side, parameter, transfer, own, what);
    case "array": {
      const element = spelledElement(side, parameter);
      const count = arrayCount(transfer, (other) => clientValue(side, other));
      const room =
        "constant" in transfer.length
          ? transfer.length.constant
          : mostElements(transfer, transfer.elementBytes);
      return {
        declarations: [
          `static ${element} ${name}[${Math.max(1, room)} + 1];`,
          ...(arrives(parameter) ? [fillElements(side, parameter, REQUEST, name, count)] : []),
        ],
        argument: name,
        checks: leaves(parameter)
          ? [expectElements(side, parameter, REPLY, name, count, `${what} is not what the server answered`)]
          : [
              expectElements(
                side,
                parameter,
                REQUEST,
                name,
                count,
                `${what} changed although it is not an output`,
              ),
            ],
        unchanged: [],
        release: [],
      };
    }
  }
}

/** A page of the test's own per flexpage of a message. */
function pageSlot(side: Side, parameter: Parameter): number {
  const pages = [
    ...side.operation.parameters,
    ...(side.operation.result ? [side.operation.result] : []),
  ].filter(({ transfer }) => transfer.kind === "map");
  return pages.indexOf(parameter);
}

function clientValue(side: Side, name: string): string {
  const parameter = side.operation.parameters.find((other) => other.name === name);
  return parameter?.transfer.kind === "fixed" ? `_box_${name}.value` : name;
}

function clientString(
  side: Side,
  parameter: Parameter,
  transfer: Extract<Transfer, { kind: "string" }>,
  own: boolean,
  what: string,
): ClientPart {
  const { name, direction } = parameter;
  const { most, character, bytes, fill, expect } = textOf(side, parameter, transfer);
  const room = `static ${character} _room_${name}[${most + 1}];`;
  if (direction === "in")
    return {
      declarations: [room, fill(`_room_${name}`, REQUEST)],
      argument: `_room_${name}`,
      checks: [expect(`_room_${name}`, REQUEST, `${what} changed although it is not an output`)],
      unchanged: [],
      release: [],
    };
  const start = own
    ? [room, `${character} *${name} = _room_${name};`]
    : [`${character} *${name} = ${direction === "inout" ? `(${character} *)CORBA_alloc(${bytes})` : "0"};`];
  return {
    declarations: [...start, ...(direction === "inout" ? [fill(name, REQUEST)] : [])],
    argument: `&${name}`,
    checks: [expect(name, REPLY, `${what} is not what the server answered`)],
    unchanged:
      direction === "inout" ? [expect(name, REQUEST, `${what} changed although the call failed`)] : [],
    release: own ? [] : [`CORBA_free(${name});`],
  };
}

function clientSequence(
  side: Side,
  parameter: Parameter,
  transfer: Extract<Transfer, { kind: "sequence" }>,
  own: boolean,
  what: string,
): ClientPart {
  const { name, direction, type } = parameter;
  const element = spelledElement(side, parameter);
  const { most, count, declaration } = sequenceCount(side, parameter, transfer, REQUEST);
  const reply = sequenceCount(side, parameter, transfer, REPLY);
  const room = `static ${element} _room_${name}[${most + 1}];`;
  const declarations = [`${cType(type, side.names)} ${name} = {0, 0, 0};`];
  if (direction === "in" || own)
    declarations.push(room, `${name}._maximum = ${most}; ${name}._buffer = _room_${name};`);
  else if (direction === "inout")
    declarations.push(
      `${name}._maximum = ${most}; ${name}._buffer = (${element} *)CORBA_alloc(${most} * sizeof(${element}));`,
    );
  if (arrives(parameter))
    declarations.push(
      declaration(count),
      `${name}._length = ${count};`,
      fillElements(side, parameter, REQUEST, `${name}._buffer`, count),
    );
  const expected = (direction_: number, from: typeof reply, text: string) => [
    `{ ${from.declaration("_length")} IDL4_TEST(${name}._length == _length, "${what}: wrong length");`,
    `  if (${name}._length == _length) ${expectElements(side, parameter, direction_, `${name}._buffer`, "_length", text)} }`,
  ];
  return {
    declarations,
    argument: `&${name}`,
    checks: leaves(parameter)
      ? expected(REPLY, reply, `${what} is not what the server answered`)
      : expected(
          REQUEST,
          reply.most === most ? { ...reply, declaration } : reply,
          `${what} changed although it is not an output`,
        ),
    unchanged: [],
    release: direction === "in" || own ? [] : [`CORBA_free(${name}._buffer);`],
  };
}

export function serverPart(side: Side, parameter: Parameter): ServerPart {
  const { transfer } = parameter;
  const lengthMoves =
    transfer.kind === "array" &&
    "parameter" in transfer.length &&
    side.operation.parameters.some(
      ({ name, direction }) =>
        direction !== "in" && "parameter" in transfer.length && name === transfer.length.parameter,
    );
  const part = receivedPart(side, parameter);
  const lasts = parameter.direction === "in" && transfer.kind !== "none" && !lengthMoves;
  return { ...part, again: lasts ? part.checks : [] };
}

function receivedPart(side: Side, parameter: Parameter): Omit<ServerPart, "again"> {
  const { name, type, direction, transfer } = parameter;
  const what = `server: ${name}`;
  const arrived = `${what} is not what the client sent`;
  switch (transfer.kind) {
    case "packed":
      return { checks: [], outputs: [] };
    case "none":
      return { checks: [`(void)${name};`], outputs: [] };
    case "fixed": {
      const lvalue = isArray(type) || (direction === "in" && isByValue(type)) ? name : `(*${name})`;
      const address = isArray(type) ? name : `&${lvalue}`;
      const aligned =
        direction === "in" && isByValue(type)
          ? []
          : [`IDL4_TEST(((idl4_word_t)${address} & ${alignMask(type)}) == 0, "${what} is not aligned");`];
      return {
        checks: [
          ...aligned,
          ...(arrives(parameter) ? [expectFixed(side, parameter, REQUEST, lvalue, arrived)] : []),
        ],
        outputs: leaves(parameter) ? [fillFixed(side, parameter, REPLY, lvalue)] : [],
      };
    }
    case "map":
      return {
        checks: arrives(parameter)
          ? [
              `IDL4_TEST(idl4_is_page(${direction === "in" ? name : `*${name}`}, ${REQUEST}, ${pageSlot(side, parameter)}, ${seed(side, parameter, REQUEST)}), "${what} is not the page that the client sent");`,
            ]
          : [],
        outputs: leaves(parameter)
          ? [
              `*${name} = idl4_any_page(${REPLY}, ${pageSlot(side, parameter)}, ${seed(side, parameter, REPLY)});`,
            ]
          : [],
      };
    case "string": {
      const { most, character, fill, expect } = textOf(side, parameter, transfer);
      const pointer = direction === "in" ? name : `(*${name})`;
      return {
        checks: arrives(parameter) ? [expect(pointer, REQUEST, arrived)] : [],
        // Every other time the answer stands in a buffer of the implementation's own.
        outputs: leaves(parameter)
          ? [
              `{ static ${character} _own[${most + 1}]; if (idl4_test.round & 1) *${name} = _own; }`,
              fill(pointer, REPLY),
            ]
          : [],
      };
    }
    case "sequence": {
      const request = sequenceCount(side, parameter, transfer, REQUEST);
      const reply = sequenceCount(side, parameter, transfer, REPLY);
      const element = spelledElement(side, parameter);
      return {
        checks: arrives(parameter)
          ? [
              `{ ${request.declaration("_length")} IDL4_TEST(${name}->_length == _length, "${what}: wrong length");`,
              `  if (${name}->_length == _length) ${expectElements(side, parameter, REQUEST, `${name}->_buffer`, "_length", arrived)} }`,
            ]
          : [],
        outputs: leaves(parameter)
          ? [
              `{ static ${element} _own[${reply.most + 1}]; ${reply.declaration("_length")} if ((idl4_test.round & 1) || _length > ${name}->_maximum) { ${name}->_buffer = _own; ${name}->_maximum = ${reply.most}; }`,
              `  ${name}->_length = _length; ${fillElements(side, parameter, REPLY, `${name}->_buffer`, "_length")} }`,
            ]
          : [],
      };
    }
    case "array": {
      const count = arrayCount(transfer, (other) => serverValue(side, other));
      return {
        checks: arrives(parameter) ? [expectElements(side, parameter, REQUEST, name, count, arrived)] : [],
        outputs: leaves(parameter) ? [fillElements(side, parameter, REPLY, name, count)] : [],
      };
    }
  }
}

function serverValue(side: Side, name: string): string {
  const parameter = side.operation.parameters.find((other) => other.name === name);
  return parameter !== undefined && (parameter.direction !== "in" || !isByValue(parameter.type))
    ? `*${name}`
    : name;
}

function alignMask(type: Type): number {
  return type.kind === "void" ? 0 : Math.min(4, type.align) - 1;
}

/** Statements that end in the implementation's return. */
export function serverResult(side: Side, parameter: Parameter): string[] {
  const { type, transfer } = parameter;
  const spelled = cType(type, side.names);
  switch (transfer.kind) {
    case "string": {
      const { most, character, fill } = textOf(side, parameter, transfer);
      return [`static ${character} __return[${most + 1}];`, fill("__return", REPLY), "return __return;"];
    }
    case "sequence": {
      const { most, declaration } = sequenceCount(side, parameter, transfer, REPLY);
      return [
        `static ${spelledElement(side, parameter)} _own[${most + 1}];`,
        `${spelled} __return;`,
        declaration("_length"),
        `__return._maximum = ${most}; __return._length = _length; __return._buffer = _own;`,
        fillElements(side, parameter, REPLY, "_own", "_length"),
        "return __return;",
      ];
    }
    case "map":
      return [
        `return idl4_any_page(${REPLY}, ${pageSlot(side, parameter)}, ${seed(side, parameter, REPLY)});`,
      ];
    default:
      return [
        `${declare(type, "__return", side.names)};`,
        fillFixed(side, parameter, REPLY, "__return"),
        "return __return;",
      ];
  }
}

/** How the client keeps the result, and what it does with it. */
export function clientResult(
  side: Side,
  parameter: Parameter,
): { declaration: string; checks: string[]; release: string[] } {
  const { type, transfer } = parameter;
  const wrong = "client: the result is not what the server answered";
  const declaration = `${declare(type, "__return", side.names)};`;
  switch (transfer.kind) {
    case "string": {
      const { character, expect } = textOf(side, parameter, transfer);
      return {
        declaration: `${character} *__return;`,
        checks: [expect("__return", REPLY, wrong)],
        release: ["CORBA_free(__return);"],
      };
    }
    case "sequence":
      return {
        declaration,
        checks: [
          ...clientSequence(side, { ...parameter, direction: "out" }, transfer, false, "client: the result")
            .checks,
        ],
        release: ["CORBA_free(__return._buffer);"],
      };
    case "map":
      return {
        declaration,
        checks: [
          `IDL4_TEST(idl4_is_page(__return, ${REPLY}, ${pageSlot(side, parameter)}, ${seed(side, parameter, REPLY)}), "${wrong}");`,
        ],
        release: [],
      };
    default:
      return { declaration, checks: [expectFixed(side, parameter, REPLY, "__return", wrong)], release: [] };
  }
}

/** Why an operation cannot be tested, or undefined. */
export function untestable(operation: Operation): string | undefined {
  if (operation.kernelMessage !== undefined) return "the kernel sends it, not a client";
  const all = [...operation.parameters, ...(operation.result ? [operation.result] : [])];
  if (all.some(({ inTransform, outTransform }) => inTransform !== undefined || outTransform !== undefined))
    return "its transformation functions are the application's";
  if (all.some(({ transfer }) => transfer.kind === "packed"))
    return "it carries strings or sequences inside a value";
  if (operation.result !== undefined && isArray(operation.result.type)) return "C has no array results";
  return undefined;
}

/** Sizes that both compilers must agree on. */
export function sizeChecks(side: Side): string[] {
  return side.operation.parameters.flatMap(({ type, transfer }) => {
    if (transfer.kind !== "fixed") return [];
    const size = sizeOf(type);
    return [
      `typedef char _size_[sizeof(${typeName(type, side.names)}) == ${size} ? 1 : -1] __attribute__((unused));`,
    ];
  });
}

function typeName(type: Type, names: CNames): string {
  return declare(type, "", names).trim();
}
