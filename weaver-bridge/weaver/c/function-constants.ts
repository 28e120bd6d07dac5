/** Fields of `tjp` that are known when weaving, at join points of a plain C function. */
import type { FunctionEntity } from "../../model/index.js";

export function functionConstants(entity: FunctionEntity, count: number): [string, string][] {
  return [
    ["args", String(count)],
    ["that", "((void *)0)"],
    ["target", "((void *)0)"],
    // A function that is declared inside a block has no name where advice stands.
    ...(entity.blockScope ? [] : [["entity", `(&${entity.name})`] as [string, string]]),
  ];
}
