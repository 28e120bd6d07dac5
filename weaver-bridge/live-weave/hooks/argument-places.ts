/**
 * Where a function's arguments are when it is entered, counted from the frame that hooks hand over: the compiler says it in
 * the debug information, also for functions whose arguments it put elsewhere than the platform's rules do.
 */
import { invariant } from "../../model/index.js";
import { AT, type CodeCopy, type Machine, originOf, settledStack, TAG } from "../../object-code/index.js";
import type { ImageCode } from "../resolve/index.js";

/** Of the frame, in bytes: what was pushed last comes first; behind all of it is the return address. */
function savedAt(register: number, { hooks: { saved }, word }: Machine): number | undefined {
  const at = saved.indexOf(register);
  return at === -1 ? undefined : word * (saved.length - 1 - at);
}

const callersStack = ({ hooks: { saved }, word }: Machine) => word * (saved.length + 1);

/** `numbers` are arguments as the source counts them; the result has each one's distance, or says why there is none. */
export function argumentPlaces(
  code: ImageCode | undefined,
  address: number,
  numbers: Iterable<number>,
): ReadonlyMap<number, number> | string {
  const copy = code?.functions.ownAt(address);
  if (code === undefined || copy === undefined)
    return "the advice reads arguments, and no debug information says where they are";
  const { debug } = code;
  const parameters = (entry: number) =>
    debug.entries.childrenOf(entry).filter((child) => debug.entries.tags[child] === TAG.formal_parameter);
  const declared = parameters(copy.origin);
  const own = parameters(copy.entry);
  const found = new Map<number, number>();
  for (const number of numbers) {
    const wanted = declared[number];
    const entry = own.find((one) => one === wanted || originOf(debug, one) === wanted);
    const distance = entry === undefined ? undefined : distanceOf(code, entry, address, copy);
    if (distance === undefined) {
      const name =
        wanted === undefined ? `argument ${number}` : `argument '${debug.text(wanted, AT.name) ?? number}'`;
      return `the optimizer left no ${name} where the function begins`;
    }
    found.set(number, distance);
  }
  return found;
}

/**
 * How many of its arguments a function takes on the stack, when the first ones are in registers, as all calls of a
 * function pointer expect it; else why it can't be called so. Each is one word.
 */
export function stackedArguments(
  code: ImageCode | undefined,
  address: number,
  count: number,
): number | string {
  if (count === 0) return 0;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const found = argumentPlaces(code, address, numbers);
  if (typeof found === "string") return found;
  invariant(code !== undefined, "places of arguments come from debug information");
  const { machine } = code;
  const { kernelArguments = [] } = machine;
  const places = numbers.map((number) => found.get(number));
  const inTurn = kernelArguments.map((register) => savedAt(register, machine));
  const inRegisters = places.findIndex((place, at) => place !== inTurn[at]);
  const taken = inRegisters === -1 ? count : inRegisters;
  const isUsual = places
    .slice(taken)
    .every((place, at) => place === callersStack(machine) + machine.word * at);
  return isUsual && taken <= inTurn.length
    ? count - taken
    : "the optimizer made it take its arguments where no other function does";
}

function distanceOf(code: ImageCode, entry: number, address: number, copy: CodeCopy): number | undefined {
  const { debug, machine } = code;
  const place = debug
    .places(entry, AT.location)
    .find(({ range }) => range === undefined || (range.start <= address && address < range.end));
  switch (place?.where.kind) {
    case "register":
      return savedAt(place.where.register, machine);
    case "indirect":
      return place.where.register === machine.stackPointer && place.where.offset >= machine.word
        ? callersStack(machine) - machine.word + place.where.offset
        : undefined;
    case "frame": {
      const below = baseBelowCaller(code, copy);
      const distance = below === undefined ? -1 : place.where.offset - below;
      return distance >= 0 ? callersStack(machine) + distance : undefined;
    }
    default:
      return undefined;
  }
}

/** Bytes from the frame's base, once it is set up, to where the caller's stack begins; undefined where that is not known. */
function baseBelowCaller(code: ImageCode, copy: CodeCopy): number | undefined {
  const { debug, machine } = code;
  const base = debug.places(copy.entry, AT.frame_base)[0]?.where;
  if (base?.kind === "frame-address") return -base.offset;
  if (base?.kind !== "register") return undefined;
  if (base.register === machine.framePointer) return 2 * machine.word;
  const first = code.instructionsOf(copy).filter(({ address }) => address >= copy.start);
  const settled = settledStack({ register: base.register }, first, machine);
  return settled === undefined ? undefined : -settled;
}
