/** What may follow in the debug console and in watches, as GDB completes expressions. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { GdbConnection } from "../gdb/gdb-connection.js";

/** More are of no use in a list. */
const MOST = 200;

export async function completions(
  gdb: GdbConnection,
  { text, column, line = 1 }: DebugProtocol.CompletionsArguments,
): Promise<DebugProtocol.CompletionItem[]> {
  const before = (text.split("\n")[line - 1] ?? "").slice(0, Math.max(column - 1, 0));
  const [word = ""] = /(?<!\w)\w*$/.exec(before) ?? [];
  const start = before.length - word.length;
  const command = /^(?:>|-exec\s+)(.*)$/s.exec(before)?.[1];
  const asked = command ?? `print ${before}`;
  if (asked.trim() === "" || asked === "print ") return [];
  const told = await gdb.consoleCommand(`complete ${asked}`);
  const head = asked.slice(0, asked.length - word.length);
  return told
    .split("\n")
    .filter((found) => found.startsWith(head) && found.length > head.length)
    .slice(0, MOST)
    .map((found) => ({ label: found.slice(head.length), start, length: word.length }));
}
