/** What a data breakpoint at the value of an expression would watch: its memory, by address. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { evaluate, type FrameReference, typeOf } from "../gdb/mi-commands.js";

/** `name` is the user's word for GDB's expression. What GDB refuses is told as what can't be watched. */
export async function describeWatchable(
  gdb: GdbConnection,
  name: string,
  expression: string,
  frame: FrameReference,
): Promise<DebugProtocol.DataBreakpointInfoResponse["body"]> {
  try {
    const address = await evaluate(gdb, `(unsigned long)&(${expression})`, frame);
    const size = Number(await evaluate(gdb, `sizeof(${expression})`, frame));
    const type = await typeOf(gdb, expression, `--thread ${frame.threadId} --frame ${frame.frameId}`);
    return {
      dataId: `*(${pointerTo(type, size)})0x${BigInt(address).toString(16)}`,
      description: `${name} (${size} bytes)`,
      accessTypes: ["read", "write", "readWrite"],
      canPersist: false,
    };
  } catch (error) {
    return { dataId: null, description: `${name} can't be watched: ${(error as Error).message}` };
  }
}

/** Of a type that can't be named everywhere, to so many bytes. */
function pointerTo(type: string, size: number): string {
  if (/^[\w ]+\**$/.test(type)) return `${type} *`;
  const plain = { 1: "char", 2: "short", 4: "int" }[size];
  return plain === undefined ? `char (*)[${size}]` : `${plain} *`;
}
