/** Woven code beside the same advice tangled in by hand, at -O2: the goal is the same machine code. */
import { weaveSource } from "../../golden/support/weave-source.js";
import { printTable } from "../support/table.js";
import { EQUALITY } from "./cases.js";
import { functionCode } from "./function-code.js";

const GCC = ["gcc", "-m32", "-O2", "-fno-pic", "-fno-asynchronous-unwind-tables"];

export function benchEquality(): void {
  const rows = Object.entries(EQUALITY).map(([name, { common, plain, aspects, tangled }]) => {
    const { woven } = weaveSource(`${common}\n${plain}\n`, aspects);
    const { unitText } = weaveSource(`${common}\n${tangled}\n`, "");
    const ours = functionCode(woven.text, "f", GCC);
    const peer = functionCode(unitText, "f", GCC);
    return [name, String(peer.length), String(ours.length), verdict(ours, peer)];
  });
  printTable(["case", "by hand", "woven", "code"], rows);
  const identical = rows.filter((row) => row[3] === "identical").length;
  console.log(
    `\n${identical} of ${rows.length} identical (goal: all); lines are instructions and relocations`,
  );
}

function verdict(ours: readonly string[], peer: readonly string[]): string {
  if (ours.join("\n") === peer.join("\n")) return "identical";
  const mnemonics = (code: readonly string[]) => code.map((line) => line.split(/\s/)[0]).join(" ");
  return mnemonics(ours) === mnemonics(peer) ? "operands differ" : "differs";
}
