/** What the editor shows of a whole project beside what its build wove: both as sorted lines, to be compared. */
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { EditorEffect, EffectsResult } from "@weft/language-server/protocol";
import type { AspectEffect, UnitWeaveMap } from "@weft/weaver-bridge/model";
import { startLspClient } from "../../support/lsp-client.js";

/** Same text for the same effect, whoever tells it; a place in a header counts once. */
function line(
  file: string,
  effect: Pick<AspectEffect | EditorEffect, "id" | "title" | "certainty" | "order" | "reason">,
) {
  const { id, title, certainty, order, reason } = effect;
  return `${file} ${id.replace(/~\d+$/, "")} ${title} ${certainty} ${order} ${reason}`;
}

/** Guards are found where a unit is analysed whole; those of the others are not known before they are opened. */
const isEverywhere = ({ by }: Pick<AspectEffect | EditorEffect, "by">) => by.tool !== "guards";

export function wovenLines(units: readonly UnitWeaveMap[]): string[] {
  const lines = units.flatMap(({ directory, effects }) =>
    effects.filter(isEverywhere).map((effect) => line(resolve(directory, effect.target.file), effect)),
  );
  return [...new Set(lines)].sort();
}

/** Asks the server of the project in `folder` about `files` and about every file that it names itself. */
export async function shownLines(
  folder: string,
  aspects: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  const client = await startLspClient({ folder });
  const ask = (path: string) =>
    client.until(
      () => client.request<EffectsResult>("weft/effects", { uri: pathToFileURL(path).href }),
      ({ state }) => state !== "computing",
    );
  const all = new Set(files);
  for (const aspect of aspects)
    for (const { other } of (await ask(aspect)).effects)
      for (const { uri } of other) all.add(fileURLToPath(uri));
  // Each answer may wait for units to be read; what all of them say then is compared.
  for (const file of all) await ask(file);
  const lines = new Set<string>();
  for (const file of all) {
    const { state, message, effects } = await ask(file);
    if (state === "failed") throw new Error(`${file}: ${message}`);
    for (const effect of effects.filter(isEverywhere)) lines.add(line(file, effect));
  }
  await client.stop();
  return [...lines].sort();
}
