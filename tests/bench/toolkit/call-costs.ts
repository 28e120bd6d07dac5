/** Instructions of a plugged call and of a guarded write beside direct ones, by each compiler at -O2. */
import { execFileSync } from "node:child_process";
import { REPLUG_WAYS } from "../../../weaver-bridge/replug/index.js";
import { CLANG } from "../../support/compilers.js";
import { plugCost, writeCost } from "../../support/guard-costs.js";
import { printTable } from "../support/table.js";

const COMPILERS = ["gcc", CLANG];
const WRITE = "void f(struct task *t, int n) { t->cred->euid = n; }";

export function benchCallCosts(): void {
  const versions = COMPILERS.map(
    (one) => execFileSync(one, ["--version"], { encoding: "utf8" }).split("\n")[0],
  );
  process.stdout.write(`${new Date().toISOString().slice(0, 10)}, -O2: ${versions.join("; ")}\n`);
  const calls = REPLUG_WAYS.flatMap((way) =>
    [false, true].map((hasEpoch) => [
      `call by ${way}${hasEpoch ? ", with an epoch" : ""}`,
      ...COMPILERS.map((one) => described(plugCost(way, hasEpoch, one))),
    ]),
  );
  const writes = [false, true].map((isCounted) => [
    isCounted ? "write, counted" : "write, with an epoch",
    ...COMPILERS.map((one) => {
      const { plain, guarded } = writeCost(WRITE, isCounted, one);
      return String(guarded.length - plain.length);
    }),
  ]);
  printTable(["instructions more", ...COMPILERS], [...calls, ...writes], "call-costs");
}

const described = (cost: readonly string[]) => `${cost.length} (${cost.join(" ")})`;
