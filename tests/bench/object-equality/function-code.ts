/** The machine code of one function as text that two objects can be compared by. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { compile, inFolder } from "../../golden/support/weave-source.js";

/** Instructions and relocations of `name`, without addresses. Throws what the compiler said. */
export function functionCode(text: string, name: string, command: readonly string[]): string[] {
  return inFolder((folder) => {
    const file = join(folder, "unit.o");
    const said = compile(text, command, { file });
    if (said !== "") throw new Error(said);
    const listing = execFileSync("objdump", ["-dr", "--no-show-raw-insn", `--disassemble=${name}`, file], {
      encoding: "latin1",
      timeout: 30_000,
    });
    const start = listing.indexOf(`<${name}>:`);
    if (start === -1) throw new Error(`no function ${name} in the object`);
    return listing
      .slice(start)
      .split("\n")
      .slice(1)
      .map((line) => line.replace(/^\s*[0-9a-f]+:\s*/, "").replace(/\b[0-9a-f]+ (?=<)/, ""))
      .filter((line) => line.trim() !== "" && !/^(?:nop|xchg\s+%ax,%ax|lea\s+0x0\()/.test(line));
  });
}

/** How two listings of {@link functionCode} compare. */
export function verdict(ours: readonly string[], peer: readonly string[]): string {
  if (ours.join("\n") === peer.join("\n")) return "identical";
  const mnemonics = (code: readonly string[]) => code.map((line) => line.split(/\s/)[0]).join(" ");
  return mnemonics(ours) === mnemonics(peer) ? "operands differ" : "differs";
}
