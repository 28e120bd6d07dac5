/** Globs of `weft.json` to files. A pattern without wildcard characters names one file and costs no directory walk. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { globSync } from "tinyglobby";

/**
 * Absolute paths without duplicates: named files in the order given, then what globs find, sorted. `.weft`, `.git`
 * and `node_modules` are never searched.
 */
export function globFiles(root: string, patterns: readonly string[]): string[] {
  const plain = patterns.filter((pattern) => !/[*?[\]{}()!]/.test(pattern));
  const globs = patterns.filter((pattern) => !plain.includes(pattern));
  const named = plain.map((pattern) => resolve(root, pattern)).filter((file) => existsSync(file));
  const found =
    globs.length === 0
      ? []
      : globSync(globs, {
          cwd: root,
          absolute: true,
          ignore: ["**/.weft/**", "**/.git/**", "**/node_modules/**"],
        });
  return [...new Set([...named, ...found.sort()])];
}
