/** What the client of a test does with one parameter: how it prepares it, and what it finds after the call. */
import type { Parameter, Transfer } from "../check/interface-model.js";
import { isArray } from "../check/types.js";
import { cType, declare, declareResult, isByValue } from "../emit/c-types.js";
import {
  arrayCount,
  arrives,
  expectElements,
  expectFixed,
  fillElements,
  fillFixed,
  leaves,
  mostElements,
  pageSlot,
  REPLY,
  REQUEST,
  type Side,
  seed,
  sequenceCount,
  spelledElement,
  textOf,
} from "./parameter-values.js";

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

/** A parameter, by how it travels. */
interface Client<Kind extends Transfer["kind"]> {
  readonly side: Side;
  readonly parameter: Parameter;
  readonly transfer: Extract<Transfer, { kind: Kind }>;
  /** The client has room for what the server answers. */
  readonly own: boolean;
  /** In messages. */
  readonly what: string;
}

const PARTS: { readonly [Kind in Transfer["kind"]]: (client: Client<Kind>) => ClientPart } = {
  packed: ({ parameter }) => passed(parameter.name), // see untestable
  none: clientNothing,
  fixed: clientFixed,
  map: clientPage,
  string: clientString,
  sequence: clientSequence,
  array: clientArray,
};

export function clientPart(side: Side, parameter: Parameter): ClientPart {
  const { name, transfer } = parameter;
  const result = name === "__return";
  const own = !result && (parameter.prealloc || !side.useMalloc);
  const what = `client: ${result ? "the result" : name}`;
  const part = PARTS[transfer.kind] as (client: Client<Transfer["kind"]>) => ClientPart;
  return part({ side, parameter, transfer, own, what });
}

/** Nothing is known of it but how it is passed. */
const passed = (argument: string, declarations: readonly string[] = []): ClientPart => ({
  ...{ declarations, argument, checks: [], unchanged: [], release: [] },
});

function clientNothing({ side, parameter, transfer }: Client<"none">): ClientPart {
  const { name, type, direction } = parameter;
  if (transfer.destination) return passed("_service");
  const byValue = isByValue(type) && direction === "in";
  return passed(byValue || isArray(type) ? name : `&${name}`, [`static ${declare(type, name, side.names)};`]);
}

function clientFixed({ side, parameter, what }: Client<"fixed">): ClientPart {
  const { name, type, direction } = parameter;
  const box = `_box_${name}`;
  const value = `${box}.value`;
  const declared = `struct { idl4_word_t before; ${declare(type, "value", side.names)}; idl4_word_t after; } ${box};`;
  const guards = `IDL4_TEST(${box}.before == IDL4_TEST_GUARD && ${box}.after == IDL4_TEST_GUARD, "${what}: written beside its place");`;
  const sent = expectFixed(side, parameter, REQUEST, value, keptText(what));
  const answered = expectFixed(side, parameter, REPLY, value, answerText(what));
  const filled = arrives(parameter) ? [fillFixed(side, parameter, REQUEST, value)] : [];
  return {
    declarations: [declared, `${box}.before = ${box}.after = IDL4_TEST_GUARD;`, ...filled],
    argument: isArray(type) || (direction === "in" && isByValue(type)) ? value : `&${value}`,
    checks: [guards, leaves(parameter) ? answered : sent],
    unchanged: arrives(parameter) ? [guards, sent] : [guards],
    release: [],
  };
}

const answerText = (what: string) => `${what} is not what the server answered`;
const keptText = (what: string) => `${what} changed although it is not an output`;

function clientPage({ side, parameter, what }: Client<"map">): ClientPart {
  const { name, direction } = parameter;
  const slot = pageSlot(side, parameter);
  const filled = `${name} = idl4_any_page(${REQUEST}, ${slot}, ${seed(side, parameter, REQUEST)});`;
  const check = `IDL4_TEST(idl4_is_page(${name}, ${REPLY}, ${slot}, ${seed(side, parameter, REPLY)}), "${what} is not the page that the server sent");`;
  return {
    declarations: [`idl4_fpage_t ${name} = {0, 0};`, ...(arrives(parameter) ? [filled] : [])],
    argument: direction === "in" ? name : `&${name}`,
    checks: leaves(parameter) ? [check] : [],
    unchanged: [],
    release: [],
  };
}

function clientArray({ side, parameter, transfer, what }: Client<"array">): ClientPart {
  const { name } = parameter;
  const element = spelledElement(side, parameter);
  const count = arrayCount(transfer, (other) => clientValue(side, other));
  const room =
    "constant" in transfer.length ? transfer.length.constant : mostElements(transfer, transfer.elementBytes);
  const elements = { pointer: name, count };
  return {
    declarations: [
      `static ${element} ${name}[${Math.max(1, room)} + 1];`,
      ...(arrives(parameter) ? [fillElements(side, parameter, REQUEST, elements)] : []),
    ],
    argument: name,
    checks: [
      leaves(parameter)
        ? expectElements(side, parameter, REPLY, elements, answerText(what))
        : expectElements(side, parameter, REQUEST, elements, keptText(what)),
    ],
    unchanged: [],
    release: [],
  };
}

function clientValue(side: Side, name: string): string {
  const parameter = side.operation.parameters.find((other) => other.name === name);
  return parameter?.transfer.kind === "fixed" ? `_box_${name}.value` : name;
}

function clientString({ side, parameter, transfer, own, what }: Client<"string">): ClientPart {
  const { name, direction } = parameter;
  const { most, character, bytes, fill, expect } = textOf(side, parameter, transfer);
  const room = `static ${character} _room_${name}[${most + 1}];`;
  if (direction === "in")
    return {
      declarations: [room, fill(`_room_${name}`, REQUEST)],
      argument: `_room_${name}`,
      checks: [expect(`_room_${name}`, REQUEST, keptText(what))],
      unchanged: [],
      release: [],
    };
  const start = own
    ? [room, `${character} *${name} = _room_${name};`]
    : [`${character} *${name} = ${direction === "inout" ? `(${character} *)CORBA_alloc(${bytes})` : "0"};`];
  return {
    declarations: [...start, ...(direction === "inout" ? [fill(name, REQUEST)] : [])],
    argument: `&${name}`,
    checks: [expect(name, REPLY, answerText(what))],
    unchanged:
      direction === "inout" ? [expect(name, REQUEST, `${what} changed although the call failed`)] : [],
    release: own ? [] : [`CORBA_free(${name});`],
  };
}

function clientSequence({ side, parameter, transfer, own, what }: Client<"sequence">): ClientPart {
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
      fillElements(side, parameter, REQUEST, { pointer: `${name}._buffer`, count }),
    );
  const expected = (direction_: number, from: typeof reply, text: string) => [
    `{ ${from.declaration("_length")} IDL4_TEST(${name}._length == _length, "${what}: wrong length");`,
    `  if (${name}._length == _length) ${expectElements(side, parameter, direction_, { pointer: `${name}._buffer`, count: "_length" }, text)} }`,
  ];
  return {
    declarations,
    argument: `&${name}`,
    checks: leaves(parameter)
      ? expected(REPLY, reply, answerText(what))
      : expected(REQUEST, reply.most === most ? { ...reply, declaration } : reply, keptText(what)),
    unchanged: [],
    release: direction === "in" || own ? [] : [`CORBA_free(${name}._buffer);`],
  };
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
          ...clientSequence({
            ...{ side, transfer, own: false, what: "client: the result" },
            parameter: { ...parameter, direction: "out" },
          }).checks,
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
    default: {
      if (!isArray(type))
        return { declaration, checks: [expectFixed(side, parameter, REPLY, "__return", wrong)], release: [] };
      const value = `(*(${cType(type, side.names)} *)__return)`;
      return {
        declaration: `${declareResult(side.operation, "__return", side.names)};`,
        checks: [expectFixed(side, parameter, REPLY, value, wrong)],
        release: ["CORBA_free(__return);"],
      };
    }
  }
}
