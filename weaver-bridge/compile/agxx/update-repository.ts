/** Writes the project repository of `weft ag++ -r FILE`: the ac-model XML, and `FILE.json` with each unit's own model. */
import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { readRegular, writeAtomically } from "../../kernel-build/index.js";
import { type AspectFile, unlessBroken, unlessRefused } from "../../model/index.js";
import { type AcModelFile, acModel, type UnitModel, unitModel } from "../../program-model/index.js";
import type { CompiledUnit } from "../cc/cc-context.js";

interface RepositoryIndex {
  readonly version: 1;
  readonly units: readonly UnitModel[];
}

/** The units take the place of what the repository said about them; the other units stay. */
export function updateRepository(
  file: string,
  compiled: readonly CompiledUnit[],
  files: readonly AspectFile[],
): void {
  const models = compiled.flatMap(({ command, input, analysis }): UnitModel[] =>
    analysis.facts === undefined
      ? []
      : [
          unitModel({
            source: input.path,
            directory: command.directory,
            arguments: command.argv,
            facts: analysis.facts,
            matches: analysis.matches,
            files,
          }),
        ],
  );
  const fresh = new Set(models.map(unitKey));
  const units = [...readRepository(file).filter((unit) => !fresh.has(unitKey(unit))), ...models];
  const index: RepositoryIndex = { version: 1, units };
  writeAtomically(file, acModel(units, describeFile));
  writeAtomically(indexName(file), `${JSON.stringify(index)}\n`);
}

/** Units of a repository, none when it does not exist or was not written by us. */
export function readRepository(file: string): readonly UnitModel[] {
  return (
    unlessBroken(() => {
      const index = JSON.parse(readRegular(indexName(file), "utf8")) as RepositoryIndex | null;
      return index?.version === 1 && Array.isArray(index.units) ? index.units : [];
    }) ?? []
  );
}

function indexName(file: string): string {
  return `${file}.json`;
}

function unitKey({ directory, source }: UnitModel): string {
  return resolve(directory, source);
}

/** Undefined for what is no file of the project (`<built-in>`, system headers). */
function describeFile(file: string): AcModelFile | undefined {
  const path = resolve(file);
  const name = relative(process.cwd(), path);
  if (file.startsWith("<") || name.startsWith("..")) return undefined;
  return unlessRefused(() => {
    const lines = readRegular(path, "latin1").split("\n").length - 1;
    return { name, lines, modified: Math.floor(statSync(path).mtimeMs / 1000) };
  });
}
