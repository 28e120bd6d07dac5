/** What counts of an object file: the bytes and relocations of its sections, and its functions as code without addresses. */

import { runProcess } from "../kernel-build/index.js";
import { isPaddingText } from "../machine/index.js";

export interface ObjectImage {
  /** By name: contents and relocations of what is loaded. Debug information, notes and comments are left out. */
  readonly sections: ReadonlyMap<string, string>;
  readonly codeSections: ReadonlySet<string>;
  /** By symbol, in text order: the instructions with symbolic targets. */
  readonly functions: ReadonlyMap<string, FunctionImage>;
  /** Of variables and constants with a name: sizes. */
  readonly data: ReadonlyMap<string, number>;
  /** The line table, as it is. */
  readonly lines: string;
}

export interface FunctionImage {
  readonly size: number;
  readonly code: string;
}

const DEADLINE = 60_000;

/** Rejects with ProcessError, or an Error with objdump's words. */
export async function readObject(object: string, signal?: AbortSignal): Promise<ObjectImage> {
  const listing = await dump(["-s", "-r", "-t", "-d", "-w", "-z", "--no-show-raw-insn", object], signal);
  return imageOf(listing);
}

async function dump(options: readonly string[], signal: AbortSignal | undefined): Promise<string> {
  const run = await runProcess(["objdump", ...options], {
    directory: ".",
    deadline: DEADLINE,
    environment: { ...process.env, LC_ALL: "C" },
    ...(signal === undefined ? {} : { signal }),
  });
  if (run.code !== 0) throw new Error(`objdump can't read the object: ${run.errors.toString().trim()}`);
  return run.output.toString("latin1");
}

/** What is not loaded: it may differ without any difference in the kernel. */
const UNLOADED = /^\.(?:debug|comment|note|stab|group|llvm|symtab|strtab|shstrtab|rela?\.debug)/;

/** Of an `objdump -s -r -t -d -w -z` listing. Pure. */
export function imageOf(listing: string): ObjectImage {
  const sections = new Map<string, string>();
  const functions = new Map<string, FunctionImage>();
  const data = new Map<string, number>();
  const codeSections = new Set<string>();
  const sizes = new Map<string, number>();
  let lines = "";
  for (const line of listing.split("\n")) {
    const symbol = /^[0-9a-f]+ (.{7}) \S+\t([0-9a-f]+) (?:\.hidden )?(.*)$/.exec(line);
    if (symbol === null) continue;
    const [, flags = "", size = "", name = ""] = symbol;
    if (flags.endsWith("F")) sizes.set(name, Number.parseInt(size, 16));
    else if (flags.endsWith("O")) data.set(name, Number.parseInt(size, 16));
  }
  const blocks = listing.split(/\n(?=Contents of section |RELOCATION RECORDS FOR |Disassembly of section )/);
  for (const block of blocks) {
    const head = /^(Contents of section|RELOCATION RECORDS FOR|Disassembly of section) \[?(\S+?)\]?:/.exec(
      block,
    );
    if (head === null) continue;
    const [, kind = "", section = ""] = head;
    if (section === ".debug_line" && kind.startsWith("Contents")) lines = block;
    if (UNLOADED.test(section)) continue;
    if (kind === "Disassembly of section") {
      codeSections.add(section);
      readFunctions(block, sizes, functions);
    } else sections.set(section, (sections.get(section) ?? "") + block.slice(head[0].length));
  }
  return { sections, codeSections, functions, data, lines };
}

function readFunctions(
  block: string,
  sizes: ReadonlyMap<string, number>,
  functions: Map<string, FunctionImage>,
): void {
  for (const part of block.split(/\n(?=[0-9a-f]+ <)/).slice(1)) {
    const name = /^[0-9a-f]+ <(.*)>:/.exec(part)?.[1];
    if (name === undefined) continue;
    const code = part
      .split("\n")
      .slice(1)
      .map((line) =>
        line
          .replace(/^\s*[0-9a-f]+:\s*/, "")
          .replace(/\b[0-9a-f]+ (?=<)/, "")
          .replace(/\t[0-9a-f]+: (?=R_)/, " ")
          .trim(),
      )
      .filter((line) => line !== "" && !isPaddingText(line));
    functions.set(name, { size: sizes.get(name) ?? 0, code: code.join("\n") });
  }
}
