/** Where a kernel written in C begins, by the names that kernels have for it. Reads sources as they are written. */
import { readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { withoutComments } from "../c-text/index.js";
import { readLatin1 } from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";
import { calledByStart } from "./assembler-start.js";
import { type BuildTrace, linkOfKernel } from "./build-trace.js";
import { entriesOfLink, type Linked } from "./linked-entry.js";

export interface EntryFunction {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly hasParameters: boolean;
  /** Other sources define one of that name too: programs beside the kernel. */
  readonly isShared?: boolean;
}

const NAMES = ["start_kernel", "kernel_main", "kernelMain", "kmain", "k_main", "kernel_start", "kern_init"];
/** What programs that come with a kernel are called as well: only without parameters it is the kernel's. */
const COMMON = ["i386_init", "cmain", "main", "_start"];

/** `image`: what was linked, once it is; what is not in it is no entry. */
export function findEntry(
  { compiles, assembled, links }: Pick<BuildTrace, "compiles" | "assembled" | "links">,
  image?: Linked,
): EntryFunction | undefined {
  const texts = compiles.map(({ directory, file }) => ({
    file: resolve(directory, file),
    text: withoutComments(read(resolve(directory, file))).replace(ATTRIBUTE, " "),
  }));
  const find = (name: string) => {
    const definition = definitionOf(name);
    const all = texts.flatMap(({ file, text }) => {
      const parameters = definition.exec(text)?.[1]?.trim();
      return parameters === undefined ? [] : [{ file, parameters }];
    });
    const [first] = all;
    if (first === undefined || image?.has(name) === false) return undefined;
    const isShared = all.some(({ file }) => file !== first.file);
    const { file, parameters } = (isShared && all.find((one) => image?.holds(one.file) === true)) || first;
    return { name, file, hasParameters: parameters !== "" && parameters !== "void", isShared };
  };
  for (const name of NAMES) {
    const found = find(name);
    if (found !== undefined) return found;
  }
  const folders = new Set([...texts.map(({ file }) => file), ...assembled].map(dirname));
  const starts = [...(image?.entries ?? []), ...entriesOfLink(linkOfKernel(links) ?? {})];
  const called = starts.length === 0 ? [] : calledByAssembler(folders, starts);
  for (const name of [...called, ...calledByAssembler(folders).reverse()]) {
    const found = find(name);
    if (found !== undefined) return found;
  }
  return COMMON.map(find).find((found) => found?.hasParameters === false);
}

/** Whether the kernel begins elsewhere, by what was linked: nothing of that name is in it, or another source's is. */
export function isElsewhere({ name, file, isShared }: EntryFunction, image: Linked): boolean {
  return !image.has(name) || (isShared === true && image.holds(file) === false);
}

/** `__attribute__((noreturn))`, with one more pair of parentheses in it at most. */
const ATTRIBUTE = /\b__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)/g;

function definitionOf(name: string): RegExp {
  return new RegExp(
    `^(?:extern\\s+"C"\\s+)?(?:[A-Za-z_][\\w \\t*]*[\\s*])?${name}\\s*\\(([^;{}()]*)\\)\\s*(?:\\w+\\b\\s*)*\\{`,
    "m",
  );
}

/** What the assembler code that has the first instruction calls, in order; also by an address that it loads before. */
function calledByAssembler(folders: ReadonlySet<string>, starts?: readonly string[]): string[] {
  const files = [...folders].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => /\.(S|s|asm|nasm)$/.test(name))
      .map((name) => resolve(folder, name)),
  );
  return files.flatMap((file) => calledByStart(read(file), starts));
}

function namesIn(folder: string): string[] {
  return unlessRefused(() => readdirSync(folder)) ?? [];
}

function read(file: string): string {
  return readLatin1(file) ?? "";
}
