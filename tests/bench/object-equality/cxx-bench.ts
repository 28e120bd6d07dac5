/** Chosen functions of C++ beside the same advice tangled in by hand, with each compiler at each level. */
import { weaveSource } from "../../golden/support/weave-source.js";
import { CLANGXX } from "../../support/compilers.js";
import { printTable } from "../support/table.js";
import { CXX_EQUALITY, whyDifferent } from "./cxx-cases.js";
import { functionCode, verdict } from "./function-code.js";

const LEVELS = ["-O2", "-Os", "-O3"];
const CXX = ["g++", CLANGXX];
const CXX_FLAGS = ["-m32", "-std=gnu++98", "-fno-pic", "-fno-exceptions", "-fno-asynchronous-unwind-tables"];

/** C++: how many cases are the same code with each compiler and level, and which are not. */
export function benchCxxEquality(): void {
  const commands = CXX.flatMap((compiler) => LEVELS.map((level) => [compiler, level, ...CXX_FLAGS]));
  const equal = commands.map(() => 0);
  const different: string[][] = [];
  for (const [name, { common, plain, aspects, tangled }] of Object.entries(CXX_EQUALITY)) {
    const dialect = { dialect: "-std=gnu++98" };
    const { woven } = weaveSource(`${common}\n${plain}\n`, aspects, dialect);
    const { unitText } = weaveSource(`${common}\n${tangled}\n`, "", dialect);
    commands.forEach((command, index) => {
      const symbol = plain.startsWith("int C::") ? "_ZN1C3advEi" : "f";
      const ours = functionCode(woven.text, symbol, command);
      const peer = functionCode(unitText, symbol, command);
      const said = verdict(ours, peer);
      if (said === "identical") equal[index] = (equal[index] as number) + 1;
      else
        different.push([
          name,
          command.slice(0, 2).join(" "),
          String(peer.length),
          String(ours.length),
          said,
          whyDifferent(name),
        ]);
    });
  }
  const cases = Object.keys(CXX_EQUALITY).length;
  printTable(
    ["compiler", "identical", "of"],
    commands.map((command, index) => [command.slice(0, 2).join(" "), String(equal[index]), String(cases)]),
  );
  console.log("\nnot identical (goal: none):\n");
  printTable(["case", "compiler", "by hand", "woven", "code", "why"], different);
}
