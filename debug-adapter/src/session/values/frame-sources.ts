/**
 * Which file a function is of, where the line in a frame is its aspect's and not its own: a project has as many `main`s as it
 * has programs, and statics of one name, but the code at an address is of one of them.
 */
import type { RawFrame, WeaveIndex } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { functionStart, numberOf } from "../gdb/mi-commands.js";

/** More functions of one name are not asked about. */
const MOST_SOURCES = 64;

/** The frames; those that several functions of the weave map may mean with the file of theirs, if the image tells. */
export function withSources(
  gdb: GdbConnection,
  frames: readonly RawFrame[],
  index: WeaveIndex,
): Promise<readonly RawFrame[]> {
  return Promise.all(
    frames.map(async (frame) => {
      const { symbol, file, line, address } = frame;
      if (symbol === undefined || file === undefined || line === undefined || address === undefined)
        return frame;
      const files = index.advisedSources(symbol, file, line);
      if (files.length < 2 || files.length > MOST_SOURCES) return frame;
      const source = await sourceOf(gdb, symbol, address, files);
      return source === undefined ? frame : { ...frame, source };
    }),
  );
}

/** The one of the files whose function of that name has the address; undefined where GDB knows none of them there. */
async function sourceOf(
  gdb: GdbConnection,
  symbol: string,
  address: string,
  files: readonly string[],
): Promise<string | undefined> {
  const start = await functionStart(gdb, Number(address));
  if (start === undefined) return undefined;
  const found: string[] = [];
  for (const file of files) if ((await startIn(gdb, symbol, file)) === start) found.push(file);
  // Of a file whose function is inlined everywhere, GDB tells another file's: then two have one address, and neither is sure.
  return found.length === 1 ? found[0] : undefined;
}

/** Undefined where the image has no such function or file; the latter's name GDB takes for a character where no file has symbols. */
async function startIn(gdb: GdbConnection, symbol: string, file: string): Promise<number | undefined> {
  try {
    return Number(await numberOf(gdb, `&'${file}'::${symbol}`));
  } catch (error) {
    if (/^(?:No symbol |Invalid character constant)/.test((error as Error).message)) return undefined;
    throw error;
  }
}
