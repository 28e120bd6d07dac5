/**
 * Choices of one run of the stub generator, and their names on the command line. Pure: no files are looked at. Every
 * optimization is a switch, so that its effect can be seen and measured.
 */

export type Kernel = "v2" | "x0" | "v4";

export interface Optimizations {
  /** Values narrower than a word share a register. */
  readonly packing: boolean;
  /** Long variable data travels as an indirect part; off: all of it is copied through the message. */
  readonly indirectParts: boolean;
  /** The message of a reply starts so that inout values stay where the request put them. */
  readonly overlappingBuffers: boolean;
  /** Copies of whole records by `rep movs` from this many bytes on. */
  readonly repeatMoves: boolean;
  /** Errors are annotated as unlikely. */
  readonly branchAnnotation: boolean;
}

export interface IdlOptions {
  readonly defines: readonly string[];
  /** Outputs are allocated with CORBA_alloc; off: every out buffer is the caller's (`prealloc`). */
  readonly useMalloc: boolean;
  /** Plain C type names instead of CORBA's. */
  readonly cTypes: boolean;
  readonly optimizations: Optimizations;
}

export const ALL_OPTIMIZATIONS: Optimizations = {
  packing: true,
  indirectParts: true,
  overlappingBuffers: true,
  repeatMoves: true,
  branchAnnotation: true,
};

export const DEFAULT_OPTIONS: IdlOptions = {
  defines: [],
  useMalloc: true,
  cTypes: false,
  optimizations: ALL_OPTIMIZATIONS,
};

/** Command-line names: `--no-packing` and so on. */
export const OPTIMIZATION_NAMES: Readonly<Record<keyof Optimizations, string>> = {
  packing: "packing",
  indirectParts: "indirect-parts",
  overlappingBuffers: "overlapping-buffers",
  repeatMoves: "repeat-moves",
  branchAnnotation: "branch-annotation",
};

export interface IdlCommand {
  readonly file: string;
  readonly kernel: Kernel;
  readonly out: string | undefined;
  readonly explain: boolean;
  readonly includeFolders: readonly string[];
  readonly options: IdlOptions;
}

/** `FILE.idl --kernel v2|x0|v4 [--out DIR] [--explain] [-I DIR] [-D NAME] [--no-OPTIMIZATION] [--no-malloc] [--c-types]` */
export function parseIdlCommand(args: readonly string[]): { value?: IdlCommand; errors: string[] } {
  const errors: string[] = [];
  const files: string[] = [];
  const includeFolders: string[] = [];
  const defines: string[] = [];
  const off = new Set<string>();
  let kernel: Kernel = "x0";
  let out: string | undefined;
  let explain = false;
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] as string;
    const value = () => args[++at] ?? missing(argument, errors);
    if (argument === "--kernel" || argument === "-i") {
      const name = value().toLowerCase();
      if (name === "v2" || name === "x0" || name === "v4") kernel = name;
      else errors.push(`--kernel takes v2, x0 or v4, not "${name}"`);
    } else if (argument === "--out") out = value();
    else if (argument === "--explain") explain = true;
    else if (/^-[ID]./.test(argument))
      (argument[1] === "I" ? includeFolders : defines).push(argument.slice(2));
    else if (argument === "-I") includeFolders.push(value());
    else if (argument === "-D") defines.push(value());
    else if (/^--(no-)?[a-z]/.test(argument)) switchOff(argument, off, errors);
    else if (argument.startsWith("-")) errors.push(`${argument} is no option of weft idl`);
    else files.push(argument);
  }
  const [file] = files;
  if (files.length !== 1)
    errors.push(files.length === 0 ? "name the IDL file" : `one IDL file at a time, not ${files.length}`);
  if (errors.length > 0 || file === undefined) return { errors };
  const keys = Object.keys(OPTIMIZATION_NAMES) as (keyof Optimizations)[];
  const chosen = Object.fromEntries(
    keys.map((key) => [key, !off.has(OPTIMIZATION_NAMES[key])]),
  ) as unknown as Optimizations;
  const options = {
    defines,
    useMalloc: !off.has("malloc"),
    cTypes: off.has("c-types"),
    optimizations: chosen,
  };
  return { value: { file, kernel, out, explain, includeFolders, options }, errors };
}

function switchOff(argument: string, off: Set<string>, errors: string[]): void {
  const name = argument.replace(/^--(no-)?/, "");
  const known = name === "malloc" || Object.values(OPTIMIZATION_NAMES).includes(name);
  if (known && argument.startsWith("--no-")) off.add(name);
  else if (argument === "--c-types") off.add(name);
  else if (!known)
    errors.push(
      `${argument} is no option of weft idl; optimizations are ${Object.values(OPTIMIZATION_NAMES).join(", ")}`,
    );
}

function missing(argument: string, errors: string[]): string {
  errors.push(`${argument} needs a value`);
  return "";
}
