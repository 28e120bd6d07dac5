/** Parameters of one direction to the elements a message must place, before anything is placed. */
import type { Operation, Parameter, Transfer } from "../check/interface-model.js";
import { alignOf, roundUp, sizeOf, type Type, unalias } from "../check/types.js";
import type { Optimizations } from "../options.js";

/** Elements that fit a caller's buffer when nothing bounds them. */
export const UNBOUNDED_BYTES = 8000;
const MOST_DIRECT_BYTES = 200;
const MOST_TYPICAL_BYTES = 120;

export type Element =
  | {
      readonly kind: "fixed";
      readonly parameter: Parameter;
      readonly bytes: number;
      readonly align: number;
      readonly inout: boolean;
      /** See `Chunk`. */
      readonly dropped?: number | undefined;
    }
  | {
      readonly kind: "variable";
      readonly parameter: Parameter;
      readonly elementBytes: number;
      readonly maximum: number;
      readonly scanned: boolean;
      /** A word of its own says how many; else another parameter does. */
      readonly ownLength: boolean;
      readonly direct: boolean;
      readonly why: string;
    }
  | { readonly kind: "map"; readonly parameter: Parameter }
  /** The address of the value, between threads of one address space. */
  | { readonly kind: "reference"; readonly parameter: Parameter };

/** Whether a parameter's address travels instead of its value (paper, 4.5.1); outputs of unknown size never do. */
export function isReference(
  operation: Operation,
  parameter: Parameter,
  optimizations: Optimizations,
): boolean {
  if (!operation.local || !optimizations.passByReference || parameter.name === "__return") return false;
  const { kind } = unalias(parameter.type);
  if (parameter.transfer.kind === "fixed")
    return kind === "struct" || kind === "union" || kind === "array" || kind === "imported";
  return (
    parameter.direction === "in" && parameter.transfer.kind !== "map" && parameter.transfer.kind !== "none"
  );
}

export function elementsOf(
  operation: Operation,
  direction: "request" | "reply",
  optimizations: Optimizations,
): Element[] {
  const all =
    direction === "reply" && operation.result !== undefined
      ? [operation.result, ...operation.parameters]
      : operation.parameters;
  const travels = (parameter: Parameter) =>
    parameter.direction === "inout" || (parameter.direction === "in") === (direction === "request");
  const referred = (parameter: Parameter) => isReference(operation, parameter, optimizations);
  const chosen = all.filter((parameter) =>
    referred(parameter) ? direction === "request" : travels(parameter),
  );
  return chosen.flatMap((parameter): Element[] => {
    const { transfer } = parameter;
    if (referred(parameter)) return [{ kind: "reference", parameter }];
    switch (transfer.kind) {
      case "fixed": {
        const inout = parameter.direction === "inout";
        const narrow = optimizations.packing ? narrowed(parameter) : undefined;
        if (narrow !== undefined) return [{ kind: "fixed", parameter, ...narrow, inout }];
        return [{ kind: "fixed", parameter, bytes: transfer.bytes, align: alignOf(parameter.type), inout }];
      }
      case "map":
        return [{ kind: "map", parameter }];
      case "none":
        return [];
      case "packed":
        return [packed(parameter, transfer.maximum)];
      default:
        return [variable(parameter, transfer, optimizations.indirectParts)];
    }
  });
}

/** Integers of which only some bits matter travel in fewer bytes, if they fit. */
function narrowed({
  type,
  relevantBits,
}: Parameter): { bytes: number; align: number; dropped: number } | undefined {
  const real = unalias(type);
  if (relevantBits === undefined || real.kind !== "scalar" || real.floating || real.size > 4)
    return undefined;
  const bits = relevantBits.last - relevantBits.first + 1;
  const bytes = bits <= 8 ? 1 : bits <= 16 ? 2 : 4;
  return bytes < real.size ? { bytes, align: bytes, dropped: relevantBits.first } : undefined;
}

/** Bytes of the longest stream: a value that is large by itself has room for what it holds, too. */
function streamBytes(type: Type): number {
  const own = sizeOf(type);
  return own <= UNBOUNDED_BYTES / 2 ? UNBOUNDED_BYTES : roundUp(own, 4) + UNBOUNDED_BYTES;
}

/** A stream is put together in memory of its own, so it never pays to copy it once more. */
function packed(parameter: Parameter, most: number | undefined): Element {
  const maximum = Math.min(most ?? Number.POSITIVE_INFINITY, streamBytes(parameter.type));
  const bound = most === undefined ? "no bound" : `at most ${most} bytes`;
  const why = `strings or sequences inside, ${bound}${maximum < (most ?? 0) ? `, of which ${maximum} can be sent` : ""}: packed one behind the other, sent as an indirect part`;
  return {
    kind: "variable",
    parameter,
    elementBytes: 1,
    maximum,
    scanned: false,
    ownLength: true,
    direct: false,
    why,
  };
}

function variable(
  parameter: Parameter,
  transfer: Exclude<Transfer, { kind: "fixed" | "map" | "none" | "packed" }>,
  indirectParts: boolean,
): Element {
  const scanned = transfer.kind === "string";
  const elementBytes = transfer.kind === "string" ? (transfer.wide ? 2 : 1) : transfer.elementBytes;
  const bounded = transfer.maximum !== undefined;
  const unbounded = Math.max(1, Math.floor(UNBOUNDED_BYTES / elementBytes));
  const maximum = transfer.maximum === undefined ? unbounded : transfer.maximum + (scanned ? 1 : 0);
  const bytes = maximum * elementBytes;
  const typical =
    transfer.typical === undefined ? Math.min(bytes, MOST_TYPICAL_BYTES) : transfer.typical * elementBytes;
  const small = bounded && bytes <= MOST_DIRECT_BYTES && typical <= MOST_TYPICAL_BYTES;
  const direct = small || !indirectParts;
  const size = bounded ? `at most ${bytes} bytes` : "no bound";
  const why = direct
    ? small
      ? `${size}: copied into the message`
      : `${size}, copied because indirect parts are off`
    : `${size}: sent from where it is, as an indirect part`;
  const ownLength = !(transfer.kind === "array");
  return { kind: "variable", parameter, elementBytes, maximum, scanned, ownLength, direct, why };
}
