/** What GDB knows of a built kernel: values of its symbols, and the line that code stands for. */
import { resolve } from "node:path";
import { inflateSync } from "node:zlib";
import { ProcessError, readRegular, runProcess } from "../kernel-build/index.js";
import { ObjectError, readDebugInfo, readElf, readFunctions } from "../object-code/index.js";

/** One answer for each command; what GDB says of one that it does not understand is its answer. */
export async function askGdb(image: string, commands: readonly string[]): Promise<string[]> {
  const separate = commands.flatMap((command) => ["-ex", command, "-ex", "echo \\n--\\n"]);
  const argv = ["gdb", "-batch", "-nx", ...separate, image];
  const { output, errors } = await runProcess(argv, {
    directory: ".",
    deadline: 60_000,
    endsAtStandstill: true,
  });
  const answers = output
    .toString()
    .split("\n--\n")
    .map((one) => one.trim());
  const wrong = errors.toString().trim().split("\n")[0] ?? "";
  return commands.map((_, at) => answers[at] || wrong);
}

export interface Line {
  readonly file: string;
  readonly line: number;
  /** Where what was inlined there is called, from the inside. */
  readonly inlinedAt: readonly Pick<Line, "file" | "line">[];
  /** The function that the code stands in. */
  readonly within: string;
}

/** Each address is asked for once. */
export function lineFinder(image: string, root: string) {
  const known = new Map<number, Promise<Line>>();
  let rowAt: RowFinder | undefined;
  return (address: number) => {
    const found = known.get(address) ?? askLine(image, root, address, (rowAt ??= rowFinder(image)));
    known.set(address, found);
    return found;
  };
}

type RowFinder = (address: number) => { readonly file: string; readonly line: number } | undefined;

/** Of code that the compiler made; of other code, and where the debug information can't be read, there is none. */
function rowFinder(image: string): RowFinder {
  try {
    const debug = readDebugInfo(readElf(readRegular(image), { inflate: inflateSync }));
    if (debug === undefined) return () => undefined;
    const functions = readFunctions(debug);
    return (address) => {
      const own = functions.ownAt(address);
      return own && debug.lines(debug.entries.unitOf(own.entry)).rowAt(address);
    };
  } catch (error) {
    if (error instanceof ObjectError || (error as NodeJS.ErrnoException).syscall !== undefined)
      return () => undefined;
    throw error;
  }
}

async function askLine(image: string, root: string, address: number, rowAt: RowFinder): Promise<Line> {
  // Names in debug information are relative to where the compiler ran.
  const asked = ["set filename-display absolute", `list *${address}`, `info symbol ${address}`];
  const [, place = "", symbol = ""] = await askGdb(image, asked);
  const [, file, line] = /^\S+ is in .* \(((?:(?! \().)*):(\d+)\)/m.exec(place) ?? [];
  // Assembler without debug information: its function is all there is.
  const within = /^\S+/.exec(symbol)?.[0] ?? "";
  if (file === undefined) return { file: within, line: 0, inlinedAt: [], within };
  const [said, ...inlinedAt] = await ownLines(image, address);
  const row = rowAt(address);
  // Of code from a header that begins a unit, addr2line names the unit's file with the header's line.
  const own = said !== undefined && said.line === row?.line && row.file.startsWith("/") ? row : said;
  return { file: resolve(root, own?.file ?? file), line: own?.line ?? Number(line), inlinedAt, within };
}

/**
 * Where optimized code has several lines at one address, GDB names one at which a statement begins, if another's instruction
 * stands there: a store of the last row of the table (DWARF 5, 6.2.2), as addr2line has it. First its own, then where what was
 * inlined there is called; nothing where that is not there, or has no whole name.
 */
async function ownLines(image: string, address: number): Promise<Pick<Line, "file" | "line">[]> {
  const argv = ["addr2line", "-i", "-e", image, `0x${address.toString(16)}`];
  let said: string;
  try {
    said = (await runProcess(argv, { directory: ".", deadline: 60_000 })).output.toString();
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    return [];
  }
  const lines = said.matchAll(/^(.*):(\d+)(?: \(discriminator \d+\))?$/gm);
  const places = Array.from(lines, ([, file = "", line]) => ({ file, line: Number(line) }));
  return places[0]?.file.startsWith("/") === true ? places.filter(({ file }) => file.startsWith("/")) : [];
}
