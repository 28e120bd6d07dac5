/** Templates of code that is made at run time, as the unit's own compiler compiles them behind the unit's text. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeTemporary, runProcess, temporaryFolder } from "../../kernel-build/index.js";
import { type ElfFile, I686, machineOf, readElf, relocatedPlaces } from "../../object-code/index.js";
import type { CompiledTemplate } from "../../partial-eval/index.js";
import type { ClangUnit } from "./unit-trees.js";

type ElfSection = ElfFile["sections"][number];

/**
 * Each in a section of its own, small, with its ways on as jumps at its end; what a variable is after a comparison is not
 * written to it anew.
 */
const OPTIONS =
  "-w -O2 -fno-tree-dominator-opts -fno-tree-vrp -fno-gcse -fno-cse-follow-jumps -g0 -fomit-frame-pointer -foptimize-sibling-calls -ffunction-sections -fno-pie -fno-pic -fno-jump-tables -fno-ipa-icf -fno-ipa-ra -fno-ipa-cp -fno-ipa-sra -fno-partial-inlining -fno-stack-protector -fno-asynchronous-unwind-tables -fno-reorder-blocks-and-partition -falign-functions=1 -falign-jumps=1 -falign-labels=1 -falign-loops=1 -fcf-protection=none -fno-lto";
const DEADLINE_MS = 120_000;

/** A string says why there are none. `source` is the unit's text, one character a byte. */
export async function compileTemplates(
  unit: ClangUnit,
  source: string,
  templates: string,
  prefix: string,
): Promise<readonly CompiledTemplate[] | string> {
  const folder = temporaryFolder("weft-templates-");
  try {
    const object = join(folder, "templates.o");
    // Holes need what gcc makes of symbols; the code is the same for callers.
    const compiler = unit.compiler.some((word) => /clang/.test(word)) ? ["gcc"] : unit.compiler;
    const argv = [...compiler, ...unit.options, "-iquote", dirname(unit.path), ...OPTIONS.split(" ")];
    const run = await runProcess([...argv, "-x", "c", "-c", "-o", object, "-"], {
      directory: unit.directory,
      input: `${source}\n${templates}`,
      inputEncoding: "latin1",
      deadline: DEADLINE_MS,
    });
    if (run.code !== 0)
      return `the compiler does not take its templates: ${/error: .*/.exec(run.errors.toString())?.[0] ?? `it ended with ${run.code}`}`;
    return templatesIn(readElf(readFileSync(object)), prefix);
  } catch (error) {
    return (error as Error).message;
  } finally {
    removeTemporary(folder);
  }
}

function templatesIn(file: ElfFile, prefix: string): readonly CompiledTemplate[] | string {
  if (machineOf(file) !== I686) return "the compiler makes no code for i386";
  const found: CompiledTemplate[] = [];
  for (const section of file.sections) {
    const name = section.name.replace(/^\.text\./, "");
    if (!section.isCode || !name.startsWith(`${prefix}_`)) continue;
    const relocated = relocatedPlaces(file, section);
    if (relocated === undefined) return `${name} has relocations that are not read here`;
    const places = relocated.map(({ at, isRelative, symbol, addend }) => {
      const isSection = symbol.kind === "section";
      const own = isSection ? symbolAt(file, symbol.address + addend + (isRelative ? 4 : 0)) : symbol;
      return {
        at,
        isRelative,
        symbol: own?.name ?? symbol.name,
        addend: addend + (isSection && own !== undefined ? symbol.address - own.address : 0),
      };
    });
    found.push({
      name,
      bytes: section.bytes,
      places,
      innerJumps: innerJumps(
        section,
        places.map(({ at }) => at),
      ),
    });
  }
  return found;
}

function symbolAt({ symbols }: ElfFile, address: number) {
  return symbols.find(
    ({ kind, address: from, size }) =>
      (kind === "function" || kind === "object") && from <= address && address < from + Math.max(size, 1),
  );
}

function innerJumps(section: ElfSection, relocated: readonly number[]): number {
  return I686.code
    .decodeBranches(section.bytes, 0)
    .filter(({ address, length }) => !relocated.includes(address + length - 4)).length;
}
