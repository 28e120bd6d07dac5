/** What the server of a test does with one parameter: what must have arrived, and what it answers. */
import type { Parameter } from "../check/interface-model.js";
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
