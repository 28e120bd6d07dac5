/** Clang as it is asked about a unit: with the options of the unit, and what it prints. */
import { clangPrograms, findClang, runProcess } from "../kernel-build/index.js";
import { howToInstall } from "../model/index.js";
import type { ClangNode } from "../partial-eval/index.js";

/** What clang has to know to read a unit as its compiler does. */
export interface ClangSetting {
  readonly directory: string;
  readonly options: readonly string[];
}

/** Whether a release of it is on this machine. */
export const hasClang = (): boolean => findClang() !== undefined;

/** A string says why it can't be had. */
export async function runClang(
  words: readonly string[],
  unit: ClangSetting,
  input: string,
): Promise<{ text: string; said: string } | string> {
  for (const name of clangPrograms()) {
    const check = words.includes("-E") ? [] : ["-fsyntax-only"];
    // A name that there is not is none, also where a similar one is known.
    const plain = ["-w", "-ferror-limit=1", "-fno-spell-checking"];
    const argv = [name, ...check, ...plain, ...unit.options, ...words];
    const run = await runProcess(argv, {
      directory: unit.directory,
      ...{ input, deadline: 120_000, endsAtStandstill: true },
    }).catch((error: { code?: string; message: string }) => error);
    if ("code" in run && run.code === "process-not-found") continue;
    if (!("output" in run)) return run.message;
    const said =
      run.errors
        .toString()
        .split("\n")
        .find((line) => line.includes("error:")) ?? "";
    return { text: run.output.toString("utf8"), said };
  }
  const named = process.env.WEFT_CLANG ? `WEFT_CLANG=${process.env.WEFT_CLANG}` : "clang";
  return `${named} is not on this machine, and it tells how the code is meant; ${howToInstall("clang")}`;
}

/** Only the declarations whose names hold this text: what clang prints of a large unit takes minutes and gigabytes. */
export const treeWords = (text: string) => [
  "-Xclang",
  "-ast-dump=json",
  "-Xclang",
  `-ast-dump-filter=${text}`,
];

/** What stands one after the other, with words of clang's in between. */
export function jsonValues(text: string): ClangNode[] {
  const values: ClangNode[] = [];
  for (const piece of text.split(/^(?=\{$)/m)) {
    const end = piece.lastIndexOf("\n}");
    if (piece.startsWith("{") && end > 0) values.push(JSON.parse(piece.slice(0, end + 2)) as ClangNode);
  }
  return values;
}
