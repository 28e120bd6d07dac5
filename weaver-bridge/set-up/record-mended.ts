/** The one build that is noted, told to this machine's compiler where that refuses what the kernel's own took. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Mend, mendsFor, wordsFor } from "./mend-build.js";
import { type Recording, type RecordOptions, recordBuild } from "./record-build.js";

/** One that made a folder goes further than the one before. */
const ROUNDS = 8;

/** Rejects as {@link recordBuild} does. The mends are those of the recording that is returned, the last one. */
export async function recordMended(
  argv: readonly string[],
  directory: string,
  options: RecordOptions,
): Promise<Recording & { readonly mends: readonly Mend[] }> {
  let mends: readonly Mend[] = [];
  for (let round = 1; ; round++) {
    const told = mends;
    const words = mends.flatMap((mend) => mend.words);
    const programs: Record<string, string> = Object.assign({}, ...mends.map((mend) => mend.programs ?? {}));
    const standIns = { ...options.standIns, ...programs };
    const recording = await recordBuild(argv, directory, {
      ...options,
      standIns,
      wordsFor: (name) => wordsFor(name, told),
    });
    const more = mendsFor(recording.printed, directory).filter(
      ({ words: all, folders = [] }) =>
        all.some((word) => !words.includes(word)) ||
        folders.some((name) => !existsSync(join(directory, name))),
    );
    for (const name of more.flatMap(({ folders = [] }) => folders))
      mkdirSync(join(directory, name), { recursive: true });
    const isWhole = recording.code === 0 && !/^\S*ld: /m.test(recording.printed);
    if (isWhole || more.length === 0 || round === ROUNDS) return { ...recording, mends };
    mends = [...mends, ...more];
  }
}
