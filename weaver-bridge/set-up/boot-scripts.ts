/** Calls of QEMU in shell scripts, read as text: variables that the script itself sets are put in, nothing is run. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { readRegular } from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";
import { bootRecipe } from "./boot-recipe.js";
import { parseMakeOutput } from "./make-output.js";
import type { Survey } from "./survey-result.js";

const FOLDERS = [".", "scripts", "tools", "script", "util", "utils"];

/** The first script that boots something, those with plain names before others. */
export function bootOfScripts(root: string): Survey["boot"] {
  for (const file of FOLDERS.flatMap((folder) => scriptsIn(root, folder))) {
    const text = withoutVariables(readRegular(join(root, file), "utf8"));
    if (!/\bqemu/.test(text)) continue;
    // Where it stands or where it is called from: only one of them has the files.
    for (const directory of [root, dirname(join(root, file))]) {
      const { guests } = parseMakeOutput(text, directory);
      for (const guest of guests) {
        const words = guest.words.filter((word) => !word.includes("$"));
        const recipe = bootRecipe({ ...guest, words }, root);
        if (recipe !== undefined) return { ...recipe, because: `${file} says so` };
      }
    }
  }
  return undefined;
}

function scriptsIn(root: string, folder: string): string[] {
  // A script may be called as a folder of scripts is.
  const files = unlessRefused(() => readdirSync(join(root, folder))) ?? [];
  const names = files.filter((name) => /\.(sh|bash)$/.test(name));
  const rank = (name: string) => (/^(qemu|run|boot|start)\.(sh|bash)$/.test(name) ? 0 : 1);
  names.sort((left, right) => rank(left) - rank(right) || left.localeCompare(right));
  return names.map((name) => join(folder, name));
}

/** `A=b` and then `$A`, `${A}`, `"$A"`; what is set twice has its last value. */
function withoutVariables(text: string): string {
  const values = new Map<string, string>();
  for (const [, name = "", double, single, plain] of text.matchAll(
    /^[^\S\n]*(?:export\s+|readonly\s+|local\s+)?([A-Za-z_]\w*)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\s;&|]*))/gm,
  ))
    values.set(name, double ?? single ?? plain ?? "");
  let expanded = text;
  for (let depth = 0; depth < 4; depth++)
    expanded = expanded.replace(
      /\$\{?([A-Za-z_]\w*)\}?/g,
      (whole, name: string) => values.get(name) ?? whole,
    );
  return expanded;
}
