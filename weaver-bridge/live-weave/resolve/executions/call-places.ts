/** Calls in machine code: call instructions, jumps to other functions, and inlined bodies in the place of a call. */
import type { EntityId, SourcePosition } from "../../../model/index.js";
import { AT, type CodeCopy } from "../../../object-code/index.js";
import { type EntityTable, placeOfCode } from "../code/debug-entities.js";
import type { ImageCode } from "../code/image-code.js";
import type { MachinePlace } from "../code/machine-places.js";
import { copyInSource, isGenerated } from "../code/woven-functions.js";
import { isElsewhere } from "./execution-places.js";

export interface FoundCall {
  readonly callee: EntityId;
  readonly within: EntityId;
  readonly place: SourcePosition;
  readonly machine: MachinePlace;
}

export type MeantFunction = (name: string) => boolean;

export function* callsIn(
  copy: CodeCopy,
  image: ImageCode,
  entities: EntityTable,
  isMeant: MeantFunction,
): Generator<FoundCall> {
  const { debug } = image;
  for (const { address, length, flow, target } of image.branchesOf(copy)) {
    if (flow !== "call" && !isElsewhere(target, copy, image)) continue;
    const origin = image.calleeAt(target, { address, length });
    const symbol = origin === undefined ? image.symbolAt(target) : undefined;
    const name = origin === undefined ? symbol?.name : debug.text(origin, AT.name);
    if (!isMeant(name ?? "") || name?.startsWith("__weft_") === true) continue;
    const callee = origin === undefined ? symbol && entities.symbol(symbol.name) : entities.function(origin);
    const innermost = image.functions.innermostAt(address);
    if (callee === undefined || innermost === undefined) continue;
    const around = copyInSource(innermost, debug);
    yield {
      ...{ callee, within: entities.function(around.origin) },
      place: placeOfCode(debug, address, copy.entry, around.origin),
      machine: { address, how: flow === "call" ? "call" : "tail-jump", isInlined: around.isInlined },
    };
  }
}

export function inlinedCall(
  copy: CodeCopy,
  { debug }: ImageCode,
  entities: EntityTable,
  isMeant: MeantFunction,
): FoundCall | undefined {
  if (!isMeant(debug.text(copy.origin, AT.name) ?? "")) return undefined;
  const place = copy.callPlace();
  if (place === undefined || copy.inside === undefined || isGenerated(debug, copy.origin)) return undefined;
  const around = copyInSource(copy.inside, debug);
  return {
    ...{ callee: entities.function(copy.origin), within: entities.function(around.origin), place },
    machine: { address: copy.start, how: "inlined-call", isInlined: around.isInlined },
  };
}
