/** Where kernels give up, and what the user is told there. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { GdbConnection } from "./gdb-connection.js";
import { evaluate } from "./mi-commands.js";

/** Functions that kernels call when they can't go on; Linux calls the second for an oops, of which it may recover. */
export const PANICS = ["panic", "oops_begin", "kernel_panic", "kpanic", "Panic"] as const;

export const PANIC_FILTER: DebugProtocol.ExceptionBreakpointsFilter = {
  filter: "panic",
  label: "Kernel panic",
  description: `Stops where the kernel gives up: ${PANICS.join(", ")}.`,
  default: true,
};

/** What the kernel says it gives up for: the first argument, where it is a text. */
export async function panicMessage(gdb: GdbConnection, threadId: number): Promise<string | undefined> {
  try {
    const [argument] =
      (
        await gdb.sendCommand<{ "stack-args": { args: { name: string; value?: string }[] }[] }>(
          `-stack-list-arguments --thread ${threadId} --simple-values 0 0`,
        )
      )["stack-args"][0]?.args ?? [];
    if (argument === undefined) return undefined;
    const value = await evaluate(gdb, argument.name, { threadId, frameId: 0 });
    return /^0x[\da-f]+ (?:<\w+> )?"(.*)"$/s.exec(value)?.[1];
  } catch {
    return undefined; // The stop says enough.
  }
}

/** Control registers and where the CPU stood, as QEMU spells them: what explains a triple fault. */
export async function resetReport(gdb: GdbConnection): Promise<string> {
  const text = await gdb.consoleCommand("monitor info registers").catch(() => "");
  return text
    .split(/\r?\n/)
    .filter((line) => /^(?:[ER]IP=|CR0=|GDT=|IDT=|TR =|CS =|SS =)/.test(line))
    .join("\n");
}
