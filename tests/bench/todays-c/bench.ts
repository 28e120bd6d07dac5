/**
 * `npm run bench -- todays-c`: what is woven of small programs of today's C, for each gcc of this machine, or those that
 * `WEFT_COMPILERS` names. Ends with 1 where a unit is lost, advice is missing in silence, or a program does something else.
 */
import { join } from "node:path";
import { findLibclang } from "../../../weaver-bridge/clang-ast/src/index.js";
import { bundle } from "../../../weaver-bridge/cli/test/weft-process.js";
import { compilersHere, judge, type Verdict, versionOf } from "./judge.js";
import { PROGRAMS } from "./programs.js";

const COMPILERS = [12, 13, 14, 15, 16, 17].map((version) => `gcc-${version}`);
const OWN = (process.env.WEFT_COMPILERS ?? "").split(",").filter((name) => name !== "");

export function benchTodaysC(): void {
  process.env.WEFT_RESIDENT = "off";
  const cc = [process.execPath, join(bundle(), "cc.cjs"), "cc"];
  const libclang = findLibclang();
  const reader = "value" in libclang ? libclang.value.version : libclang.problem.message;
  const compilers = compilersHere(OWN.length > 0 ? OWN : COMPILERS);
  if (compilers.length === 0)
    throw new Error(`None of ${(OWN.length > 0 ? OWN : COMPILERS).join(", ")} is on this machine.`);
  for (const compiler of compilers) {
    const verdicts = PROGRAMS.map((program) => ({ program, ...judge(compiler, program, cc) }));
    const count = (kind: Verdict["kind"]) => verdicts.filter((verdict) => verdict.kind === kind).length;
    const known = verdicts.length - count("unknown");
    console.log(
      `${versionOf(compiler[0] ?? "")} ${compiler[1]}, ${reader}: ${known} programs, ${count("whole")} woven whole, ` +
        `${count("told")} told, ${count("lost")} lost, ${count("silent")} silent, ${count("wrong")} wrong`,
    );
    if (count("lost") + count("silent") + count("wrong") > 0) process.exitCode = 1;
    for (const { kind, program, said } of verdicts)
      if (!["whole", "unknown"].includes(kind) || (kind === "unknown" && process.env.WEFT_VERBOSE === "1"))
        console.log(`  ${kind}: ${program.name}: ${firstLine(said)}`);
  }
}

const firstLine = (said: string) =>
  said.split("\n").find((line) => /error|warning/.test(line)) ?? said.split("\n")[0] ?? "";
