/** A shown frame in the shape of the Debug Adapter Protocol. */
import { basename } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { ShownFrame } from "../../engine/index.js";

/** Advice below the top of a stack is shown subdued, so that the kernel's own calls stand out. */
export function frameToDap(frame: ShownFrame, id: number, isTop: boolean): DebugProtocol.StackFrame {
  const origin = frame.aspect === undefined ? {} : { origin: `aspect ${frame.aspect}` };
  const hint = frame.kind === "trap" ? "label" : frame.aspect !== undefined && !isTop ? "subtle" : "normal";
  return {
    id,
    name: frame.name,
    line: frame.line ?? 0,
    column: frame.line === undefined ? 0 : 1,
    ...(frame.file === undefined
      ? {}
      : { source: { name: basename(frame.file), path: frame.file, ...origin } }),
    ...(frame.address === undefined ? {} : { instructionPointerReference: frame.address }),
    presentationHint: hint,
  };
}
