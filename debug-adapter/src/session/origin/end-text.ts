/** Why a chain of values ends where it does, in words. */
import type { Machine } from "@weft/weaver-bridge/machine/code";
import type { OriginEndTold } from "../../protocol/index.js";
import type { CodePlaces } from "./code-places.js";
import { expressionOf } from "./location.js";
import type { OriginEnd } from "./origin-link.js";

export async function endAsText(
  end: OriginEnd,
  machine: Machine,
  places: CodePlaces,
): Promise<OriginEndTold> {
  const { kind, held, position, address } = end;
  const told =
    kind === "never-written" ? await neverWritten(end, places) : { kind, message: messageOf(end, machine) };
  return {
    ...told,
    held: expressionOf(held.location, machine),
    ...(held.value === undefined ? {} : { value: `0x${held.value.toString(16)}` }),
    ...(position === undefined ? {} : { position }),
    ...(address === undefined ? {} : await places.of(address)),
  };
}

function messageOf({ kind, why, held }: OriginEnd, machine: Machine): string {
  const because = why === undefined ? "" : `: ${why}`;
  switch (kind) {
    case "constant":
      return `a constant of this instruction${because}`;
    case "input":
      return "from outside: a port, a clock or the processor itself";
    case "flags":
      return "computed from the outcome of a comparison";
    case "processor":
      return "not stored by an instruction that is followed: the processor did when an interrupt or exception came, or a device";
    case "limit":
      return `not followed further${because}; to go on, ask for '${expressionOf(held.location, machine)}@${held.position}'`;
    default:
      return `not known${because}`;
  }
}

async function neverWritten(
  { held: { location, value } }: OriginEnd,
  places: CodePlaces,
): Promise<Pick<OriginEndTold, "kind" | "message">> {
  if (location.kind === "register")
    return { kind: "power-on", message: "no instruction of the run set it: it is so since power-on" };
  const name = await places.named(location.start);
  const where = name === undefined ? "" : ` (${name})`;
  const initial = await places.initial(location.start, location.size);
  if (initial !== undefined && initial === value)
    return { kind: "initial", message: `no instruction stored there: it is so in the kernel's file${where}` };
  const isZeroed = initial === undefined && value === 0n && / in section \.?bss/.test(name ?? "");
  if (isZeroed)
    return {
      kind: "initial",
      message: `no instruction stored there: zero since the kernel was loaded${where}`,
    };
  return {
    kind: "unknown",
    message: `no instruction of the run stored there by this address${where}: a device did, or one by another address, or it is so since power-on`,
  };
}
