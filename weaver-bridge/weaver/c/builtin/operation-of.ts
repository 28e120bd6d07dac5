/**
 * A use of a built-in operator as an operation for advice. Operands are values, save the one that is modified or whose
 * address is taken: that one is the place itself, behind a pointer. `*p` and `a[i]` give a place too, so their result
 * is a pointer to it; what C makes of the place is left to the code around.
 */
import type { BuiltinShadow } from "../../../model/index.js";
import type { Mode } from "../../aspect-text/advice-use.js";
import type { ContextItem, Frame, Operation } from "../glue/operation.js";
import { addressOf } from "../glue/passing.js";
import { anyPlace, declare, isNameless, pointerText } from "../glue/spell-type.js";
import type { WeaveSite } from "../weave-site.js";

export interface OperatorUse {
  readonly operation: Operation;
  /** Of the function that stands in for the operator: its type, parameters in order, and its view of the values. */
  readonly result: string;
  readonly parameters: readonly string[];
  /** Declarations that its body begins with. */
  readonly prologue: string;
  /** What each operand is converted with where it stands; mostly nothing. */
  readonly casts: readonly (string | undefined)[];
  readonly frame: Frame;
  /** The first operand is passed by its address. */
  readonly place: boolean;
  /** The result is an address, to be dereferenced where it is used. */
  readonly givesPlace: boolean;
  /** What the result is converted with where it is used, if it has lost its type. */
  readonly cast?: string;
  /** A structure is assigned: its value is read where it is wanted, and advice has no result. */
  readonly assignsRecord: boolean;
}

/** The operator as the standard spells it: `+`, `[]`, `?:`. */
export const operatorOf = ({ entity }: BuiltinShadow, { facts }: WeaveSite): string =>
  facts.entities[entity]!.name.replace(/^operator\s*/, "");

const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>)?=$/;

export const isAssignment = (operator: string) => ASSIGNMENT.test(operator);

/** For operators that evaluate all their operands. */
export function operatorUse(shadow: BuiltinShadow, operator: string, site: WeaveSite): OperatorUse {
  const { speller } = site;
  const { form, operands } = shadow;
  const isStep = operator === "++" || operator === "--";
  const takesAddress = form === "prefix" && operator === "&";
  const givesPlace = form === "index" || (form === "prefix" && operator === "*");
  const place = isStep || takesAddress || isAssignment(operator);
  const given = operands.map((_, index) =>
    place && index === 0
      ? placeOperand(shadow, takesAddress, site)
      : valueOperand(shadow, operator, index, site),
  );
  const items = new Map(given.map(({ item }, index) => [`arg${index}`, item]));
  const assignsRecord = place && !takesAddress && items.get("arg0")?.aggregate === true;
  const plain = (key: string) => (place && key === "arg0" ? "(*__weft_at_arg0)" : `__weft_${key}`);
  const address = takesAddress ? addressText(shadow, site) : undefined;
  const resultType = givesPlace
    ? speller.pointerTo(shadow.result)
    : (address?.pointerType ?? resultText(shadow, assignsRecord, site));
  return {
    operation: {
      items,
      needs: new Map(
        operands.map((_, index): [string, Mode] => [
          `arg${index}`,
          place && index === 0 ? "pointer" : "value",
        ]),
      ),
      ...(resultType === undefined ? {} : { result: resultType }),
      constants: operatorConstants(operands.length, site),
      perform: (frame) => performed(shadow, operator, frame, givesPlace),
      noReturn: false,
      marker: site.marker,
      description: `built-in operator ${operator}`,
    },
    result: assignsRecord ? items.get("arg0")!.type : (resultType ?? "void"),
    parameters: given.map(({ parameter }) => parameter),
    prologue: given.map(({ prologue }) => prologue).join(""),
    casts: given.map(({ cast }) => cast),
    frame: plain,
    place,
    givesPlace,
    ...(address?.cast !== undefined && { cast: address.cast }),
    assignsRecord,
  };
}

interface GivenOperand {
  readonly item: ContextItem;
  readonly parameter: string;
  readonly prologue: string;
  readonly cast?: string;
}

function placeOperand(shadow: BuiltinShadow, takesAddress: boolean, site: WeaveSite): GivenOperand {
  const { speller } = site;
  const { type: id } = shadow.operands[0]!;
  const { type, pointerType } = takesAddress
    ? addressText(shadow, site)
    : { type: speller.decayed(id), pointerType: speller.pointerTo(id) };
  const item = { type, pointerType, assignable: true, aggregate: speller.canonical(id).kind === "record" };
  const isFunction = speller.canonical(id).kind === "function";
  return isFunction
    ? { item, parameter: declare(pointerType, "__weft_at_arg0"), prologue: "" }
    : { item, ...anyPlace(pointerType, "__weft_at_arg0", speller.addressSpace(id)) };
}

/** Types of an operand and of its address, which is of no type where file scope has no name for it. */
function addressText({ operands, result, range }: BuiltinShadow, { speller, text }: WeaveSite) {
  try {
    return { type: speller.decayed(operands[0]!.type), pointerType: speller.value(result) };
  } catch (failure) {
    if (!isNameless(failure)) throw failure;
    const cast = `(__typeof__(${text.slice(range.start, range.end)}))`;
    return { type: "void", pointerType: "void *", cast };
  }
}

function valueOperand(
  shadow: BuiltinShadow,
  operator: string,
  index: number,
  { speller }: WeaveSite,
): GivenOperand {
  const { type: id } = shadow.operands[index]!;
  const type = speller.decayed(id);
  const shape = speller.canonical(id);
  const item = { type, pointerType: pointerText(type), assignable: true, aggregate: shape.kind === "record" };
  const isCompared = shadow.form === "infix" && /^(?:[=!<>]=|[<>-])$/.test(operator);
  return {
    item,
    parameter: declare(type, `__weft_arg${index}`),
    prologue: "",
    // Pointers that are compared or subtracted may differ in qualifiers.
    ...(isCompared && shape.kind === "pointer" && { cast: `(${type})` }),
  };
}

export const operatorConstants = (count: number, { constants }: WeaveSite): ReadonlyMap<string, string> =>
  new Map([
    ...constants,
    ["args", String(count)],
    ["that", "((void *)0)"],
    ["target", "((void *)0)"],
    ["entity", "((void *)0)"],
  ]);

/** Undefined for none. */
function resultText({ result }: BuiltinShadow, assignsRecord: boolean, { speller }: WeaveSite) {
  return assignsRecord || speller.isVoid(result) ? undefined : speller.decayed(result);
}

function performed(shadow: BuiltinShadow, operator: string, frame: Frame, givesPlace: boolean): string {
  const [first = "", second = ""] = shadow.operands.map((_, index) => frame(`arg${index}`));
  switch (shadow.form) {
    case "index":
      return `(&${first}[${second}])`;
    case "prefix":
      if (operator === "&") return addressOf(first);
      return givesPlace ? `(&*${first})` : `(${operator}${first})`;
    case "postfix":
      return `(${first}${operator})`;
    default:
      return `(${first} ${operator} ${second})`;
  }
}
