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
  /** Operations marked `local` hand over addresses instead of what stands there. */
  readonly passByReference: boolean;
  /** Interfaces marked `local` whose messages fit registers call `lipc` instead of the kernel (X0). */
  readonly localIpc: boolean;
  /** Each service of a server loop ends in its own system call and jumps to the next. */
  readonly threadedDispatch: boolean;
  /** EBP is an operand of system calls, not saved around them. */
  readonly freeFramePointer: boolean;
  /** Strings are measured by `repne scasb`: fewer instructions, but slower on most processors. Off by default. */
  readonly scanStrings: boolean;
}

export interface IdlOptions {
  readonly defines: readonly string[];
  /** Outputs are allocated with CORBA_alloc; off: every out buffer is the caller's (`prealloc`). */
  readonly useMalloc: boolean;
  /** Plain C type names instead of CORBA's. */
  readonly cTypes: boolean;
  /** How X0 is entered: `int $0x30`, or `sysenter`, which needs a Pentium II and a kernel that knows it. */
  readonly entry: "int" | "sysenter";
  readonly optimizations: Optimizations;
}

/** What is on unless a user says otherwise. */
export const ALL_OPTIMIZATIONS: Optimizations = {
  packing: true,
  indirectParts: true,
  overlappingBuffers: true,
  repeatMoves: true,
  branchAnnotation: true,
  passByReference: true,
  localIpc: true,
  threadedDispatch: true,
  freeFramePointer: true,
  scanStrings: false,
};

/** Generic stubs: the peer in measurements. */
export const NO_OPTIMIZATIONS: Optimizations = {
  packing: false,
  indirectParts: false,
  overlappingBuffers: false,
  repeatMoves: false,
  branchAnnotation: false,
  passByReference: false,
  localIpc: false,
  threadedDispatch: false,
  freeFramePointer: false,
  scanStrings: false,
};

export const DEFAULT_OPTIONS: IdlOptions = {
  defines: [],
  useMalloc: true,
  cTypes: false,
  entry: "int",
  optimizations: ALL_OPTIMIZATIONS,
};

/** Command-line names: `--no-packing` and so on. */
export const OPTIMIZATION_NAMES: Readonly<Record<keyof Optimizations, string>> = {
  packing: "packing",
  indirectParts: "indirect-parts",
  overlappingBuffers: "overlapping-buffers",
  repeatMoves: "repeat-moves",
  branchAnnotation: "branch-annotation",
  passByReference: "pass-by-reference",
  localIpc: "local-ipc",
  threadedDispatch: "threaded-dispatch",
  freeFramePointer: "free-frame-pointer",
  scanStrings: "scan-strings",
};

export interface IdlCommand {
  readonly file: string;
  readonly kernel: Kernel;
  readonly out: string | undefined;
  readonly explain: boolean;
  readonly includeFolders: readonly string[];
  readonly options: IdlOptions;
}

/**
 * `FILE.idl --kernel v2|x0|v4 [--out DIR] [--explain] [-I DIR] [-D NAME] [--entry int|sysenter] [--OPTIMIZATION] [--no-OPTIMIZATION]
 * [--generic] [--no-malloc] [--c-types]`; `--generic` switches all optimizations off, later words win.
 */
export function parseIdlCommand(args: readonly string[]): { value?: IdlCommand; errors: string[] } {
  const errors: string[] = [];
  const files: string[] = [];
  const includeFolders: string[] = [];
  const defines: string[] = [];
  let optimizations: Optimizations = ALL_OPTIMIZATIONS;
  let kernel: Kernel = "x0";
  let entry: IdlOptions["entry"] = "int";
  let out: string | undefined;
  let explain = false;
  let useMalloc = true;
  let cTypes = false;
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] as string;
    const value = () => args[++at] ?? missing(argument, errors);
    const optimization = optimizationOf(argument);
    if (optimization !== undefined) optimizations = { ...optimizations, ...optimization };
    else if (argument === "--kernel" || argument === "-i") {
      const name = value().toLowerCase();
      if (name === "v2" || name === "x0" || name === "v4") kernel = name;
      else errors.push(`--kernel takes v2, x0 or v4, not "${name}"`);
    } else if (argument === "--entry") {
      const name = value();
      if (name === "int" || name === "sysenter") entry = name;
      else errors.push(`--entry takes int or sysenter, not "${name}"`);
    } else if (argument === "--out") out = value();
    else if (argument === "--explain") explain = true;
    else if (argument === "--no-malloc") useMalloc = false;
    else if (argument === "--c-types") cTypes = true;
    else if (/^-[ID]./.test(argument))
      (argument[1] === "I" ? includeFolders : defines).push(argument.slice(2));
    else if (argument === "-I") includeFolders.push(value());
    else if (argument === "-D") defines.push(value());
    else if (argument.startsWith("-"))
      errors.push(
        `${argument} is no option of weft idl; optimizations are ${Object.values(OPTIMIZATION_NAMES).join(", ")}`,
      );
    else files.push(argument);
  }
  const [file] = files;
  if (entry === "sysenter" && kernel !== "x0") errors.push("--entry sysenter is for X0 only");
  if (files.length !== 1)
    errors.push(files.length === 0 ? "name the IDL file" : `one IDL file at a time, not ${files.length}`);
  if (errors.length > 0 || file === undefined) return { errors };
  const options = { defines, useMalloc, cTypes, entry, optimizations };
  return { value: { file, kernel, out, explain, includeFolders, options }, errors };
}

/** What `--NAME`, `--no-NAME` or `--generic` changes; undefined for other words. */
function optimizationOf(argument: string): Partial<Optimizations> | undefined {
  if (argument === "--generic") return NO_OPTIMIZATIONS;
  const on = !argument.startsWith("--no-");
  const name = argument.replace(/^--(no-)?/, "");
  const key = (Object.keys(OPTIMIZATION_NAMES) as (keyof Optimizations)[]).find(
    (candidate) => OPTIMIZATION_NAMES[candidate] === name,
  );
  return key === undefined || !argument.startsWith("--") ? undefined : { [key]: on };
}

function missing(argument: string, errors: string[]): string {
  errors.push(`${argument} needs a value`);
  return "";
}
