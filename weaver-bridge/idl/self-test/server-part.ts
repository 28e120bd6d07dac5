/** What the server of a test does with one parameter: what must have arrived, and what it answers. */
import type { Parameter, Transfer } from "../check/interface-model.js";
import { isArray, type Type } from "../check/types.js";
import { cType, declare, isByValue } from "../emit/c-types.js";
import {
  arrayCount,
  arrives,
  expectElements,
  expectFixed,
  fillElements,
  fillFixed,
  leaves,
  pageSlot,
  REPLY,
  REQUEST,
  type Side,
  seed,
  sequenceCount,
  spelledElement,
  textOf,
} from "./parameter-values.js";

export interface ServerPart {
  /** Of what arrived. */
  readonly checks: readonly string[];
  readonly outputs: readonly string[];
  /** Checks that still hold when the outputs have been written: inputs must not stand in their way. */
  readonly again: readonly string[];
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

type Received = Omit<ServerPart, "again">;

/** A parameter, by how it travels. */
interface Server<Kind extends Transfer["kind"]> {
  readonly side: Side;
  readonly parameter: Parameter;
  readonly transfer: Extract<Transfer, { kind: Kind }>;
}

const PARTS: { readonly [Kind in Transfer["kind"]]: (server: Server<Kind>) => Received } = {
  packed: () => ({ checks: [], outputs: [] }),
  none: ({ parameter: { name } }) => ({ checks: [`(void)${name};`], outputs: [] }),
  fixed: serverFixed,
  map: serverPage,
  string: serverString,
  sequence: serverSequence,
  array: serverArray,
};

function receivedPart(side: Side, parameter: Parameter): Received {
  const { transfer } = parameter;
  const part = PARTS[transfer.kind] as (server: Server<Transfer["kind"]>) => Received;
  return part({ side, parameter, transfer });
}

const asText = ({ name }: Parameter) => `server: ${name}`;
const arrivedText = (parameter: Parameter) => `${asText(parameter)} is not what the client sent`;
const when = (holds: boolean, statements: readonly string[]) => (holds ? statements : []);

function serverFixed({ side, parameter }: Server<"fixed">): Received {
  const { name, type, direction } = parameter;
  const isValue = direction === "in" && isByValue(type);
  const lvalue = isArray(type) || isValue ? name : `(*${name})`;
  const address = isArray(type) ? name : `&${lvalue}`;
  const aligned = `IDL4_TEST(((idl4_word_t)${address} & ${alignMask(type)}) == 0, "${asText(parameter)} is not aligned");`;
  const arrived = () => expectFixed(side, parameter, REQUEST, lvalue, arrivedText(parameter));
  return {
    checks: [...when(!isValue, [aligned]), ...(arrives(parameter) ? [arrived()] : [])],
    outputs: leaves(parameter) ? [fillFixed(side, parameter, REPLY, lvalue)] : [],
  };
}

function serverPage({ side, parameter }: Server<"map">): Received {
  const { name, direction } = parameter;
  const slot = pageSlot(side, parameter);
  const value = direction === "in" ? name : `*${name}`;
  const check = `IDL4_TEST(idl4_is_page(${value}, ${REQUEST}, ${slot}, ${seed(side, parameter, REQUEST)}), "${asText(parameter)} is not the page that the client sent");`;
  const output = `*${name} = idl4_any_page(${REPLY}, ${slot}, ${seed(side, parameter, REPLY)});`;
  return { checks: when(arrives(parameter), [check]), outputs: when(leaves(parameter), [output]) };
}

function serverString({ side, parameter, transfer }: Server<"string">): Received {
  const { name, direction } = parameter;
  const { most, character, fill, expect } = textOf(side, parameter, transfer);
  const pointer = direction === "in" ? name : `(*${name})`;
  return {
    checks: arrives(parameter) ? [expect(pointer, REQUEST, arrivedText(parameter))] : [],
    // Every other time the answer stands in a buffer of the implementation's own.
    outputs: leaves(parameter)
      ? [
          `{ static ${character} _own[${most + 1}]; if (idl4_test.round & 1) *${name} = _own; }`,
          fill(pointer, REPLY),
        ]
      : [],
  };
}

function serverSequence({ side, parameter, transfer }: Server<"sequence">): Received {
  const { name } = parameter;
  const request = sequenceCount(side, parameter, transfer, REQUEST);
  const reply = sequenceCount(side, parameter, transfer, REPLY);
  const element = spelledElement(side, parameter);
  const elements = { pointer: `${name}->_buffer`, count: "_length" };
  return {
    checks: arrives(parameter)
      ? [
          `{ ${request.declaration("_length")} IDL4_TEST(${name}->_length == _length, "${asText(parameter)}: wrong length");`,
          `  if (${name}->_length == _length) ${expectElements(side, parameter, REQUEST, elements, arrivedText(parameter))} }`,
        ]
      : [],
    outputs: leaves(parameter)
      ? [
          `{ static ${element} _own[${reply.most + 1}]; ${reply.declaration("_length")} if ((idl4_test.round & 1) || _length > ${name}->_maximum) { ${name}->_buffer = _own; ${name}->_maximum = ${reply.most}; }`,
          `  ${name}->_length = _length; ${fillElements(side, parameter, REPLY, elements)} }`,
        ]
      : [],
  };
}

function serverArray({ side, parameter, transfer }: Server<"array">): Received {
  const count = arrayCount(transfer, (other) => serverValue(side, other));
  const elements = { pointer: parameter.name, count };
  return {
    checks: arrives(parameter)
      ? [expectElements(side, parameter, REQUEST, elements, arrivedText(parameter))]
      : [],
    outputs: leaves(parameter) ? [fillElements(side, parameter, REPLY, elements)] : [],
  };
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
        fillElements(side, parameter, REPLY, { pointer: "_own", count: "_length" }),
        "return __return;",
      ];
    }
    case "map":
      return [
        `const idl4_fpage_t __return = idl4_any_page(${REPLY}, ${pageSlot(side, parameter)}, ${seed(side, parameter, REPLY)});`,
        "return __return;",
      ];
    default:
      return [
        `${isArray(type) ? "static " : ""}${declare(type, "__return", side.names)};`,
        fillFixed(side, parameter, REPLY, "__return"),
        "return __return;",
      ];
  }
}
