/** 10,000 random edits in one session with the server's bundle, and whether a new server says the same in the end. */
import { join } from "node:path";
import { randomSession } from "../../support/editing/random-session.js";
import { repository } from "../support/kernel-units.js";
import { printTable } from "../support/table.js";

export async function benchEdits(): Promise<void> {
  const edits = Number(process.env.WEFT_BENCH_EDITS ?? 10_000);
  const command = [process.execPath, join(repository, "language-server/dist/main.js"), "--stdio"];
  const seed = Number(process.env.WEFT_BENCH_SEED ?? Date.now() % 1_000_000);
  const began = performance.now();
  const { requests, longest, atTheEnd, afresh } = await randomSession({ seed, edits, command });
  printTable(
    ["seed", "edits", "questions", "longest answer", "minutes", "as a new server says"],
    [
      [
        String(seed),
        String(edits),
        String(requests),
        `${longest.milliseconds} ms (${longest.method})`,
        ((performance.now() - began) / 60_000).toFixed(1),
        atTheEnd === afresh ? "yes" : "NO",
      ],
    ],
  );
}
