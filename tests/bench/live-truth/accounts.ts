/** Do the accounts of an image's join points add up to all that the sources have, as clang counts them? */
import { openImageFile } from "../../../weaver-bridge/live-weave/index.js";
import { type Build, runRandomProgram } from "../../support/access-judge/random-program.js";
import { TRACED } from "../../support/access-judge/traced-machines.js";
import { CLANG } from "../../support/compilers.js";
import {
  accessesOf,
  countSources,
  sumAccounts,
  WHOLE_POINTCUTS,
} from "../../support/source-join-points/account-sums.js";
import { printTable } from "../support/table.js";

const BUILDS: readonly Build[] = ["gcc", CLANG].flatMap((compiler) =>
  ["-O0", "-O1", "-O2"].map((option) => ({ compiler, options: [option] })),
);
const EACH = 25;
const SEEDS = [501, 502, 503, 504, 505, 506];

/** A row for each pointcut, over all programs; what differs is listed. */
export async function benchAccounts(): Promise<void> {
  const rows = new Map<string, number[]>();
  const options = TRACED.i386.bare.filter((word) => /^-[mf]/.test(word));
  for (const seed of SEEDS) {
    const { run, structs } = runRandomProgram(seed, BUILDS, EACH);
    try {
      const files = [...BUILDS.map((_, unit) => `unit${unit}.c`), "main.c"];
      const sources = countSources({
        directory: run.folder,
        units: files.map((file) => ({ file, options })),
      });
      const image = openImageFile(run.image);
      for (const pointcut of [...WHOLE_POINTCUTS, accessesOf(structs[0]?.name ?? "")]) {
        const { counted, sum, accounts, codeOnly, differing } = await sumAccounts(image, sources, pointcut);
        for (const one of differing) console.log(`  ${seed}: ${pointcut.text}: ${one}`);
        const row = [counted, sum, ...Object.values(accounts), codeOnly, differing.length];
        const known = rows.get(pointcut.text) ?? row.map(() => 0);
        rows.set(
          pointcut.text,
          known.map((before, index) => before + (row[index] as number)),
        );
      }
    } finally {
      run.remove();
    }
  }
  printTable(
    ["", "sources", "sum", "hooked", "shared", "gone", "refused", "not found", "code alone", "differing"],
    [...rows].map(([name, counts]) => [name, ...counts.map(String)]),
  );
}
