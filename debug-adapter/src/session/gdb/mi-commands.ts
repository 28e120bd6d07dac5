/**
 * GDB/MI commands that cdt-gdb-adapter lacks or sends in another way, one typed function each. The only place that
 * spells MI and reads its records.
 */
import type { BreakLocation, RawFrame } from "../../engine/index.js";
import { type GdbConnection, quote } from "./gdb-connection.js";
import { GdbRefusal, unlessGdbRefuses } from "./gdb-refusal.js";

/** Deeper stacks are cut here: a smashed stack may go on for ever. */
export const DEEPEST_STACK = 10_000;

/** A thread and a frame of it; what cdt-gdb-adapter calls a frame reference. */
export interface FrameReference {
  readonly threadId: number;
  readonly frameId: number;
}

interface MiFrame {
  level: string;
  func?: string;
  file?: string;
  fullname?: string;
  line?: string;
  addr?: string;
}

export async function stackDepth(gdb: GdbConnection, threadId: number): Promise<number> {
  const result = await gdb.sendCommand<{ depth: string }>(
    `-stack-info-depth --thread ${threadId} ${DEEPEST_STACK}`,
  );
  return Number(result.depth);
}

/** Frames `from` to `to`, inclusive; fewer when the stack ends before. */
export async function stackFrames(
  gdb: GdbConnection,
  threadId: number,
  from: number,
  to: number,
): Promise<RawFrame[]> {
  const result = await gdb.sendCommand<{ stack: MiFrame[] }>(
    `-stack-list-frames --thread ${threadId} ${from} ${to}`,
  );
  return result.stack.map(rawFrame);
}

function rawFrame(frame: MiFrame): RawFrame {
  const file = frame.fullname ?? frame.file;
  return {
    level: Number(frame.level),
    ...(frame.func === undefined ? {} : { symbol: frame.func }),
    ...(file === undefined ? {} : { file }),
    ...(frame.line === undefined ? {} : { line: Number(frame.line) }),
    ...(frame.addr === undefined ? {} : { address: frame.addr }),
  };
}

export interface MiVariable {
  readonly name: string;
  readonly arg?: string;
  readonly type?: string;
  readonly value?: string;
}

/**
 * Whether a name out of debug information may stand in an expression. GDB's own functions begin so, and one of them starts
 * programs; a name in debug information may be any text.
 */
export function isHarmlessName(name: string): boolean {
  return !name.includes("$_");
}

/** Arguments and locals of a frame; values of scalars only. */
export async function frameVariables(gdb: GdbConnection, frame: FrameReference): Promise<MiVariable[]> {
  const result = await gdb.sendCommand<{ variables: MiVariable[] }>(
    `-stack-list-variables ${inFrame(frame)} --simple-values`,
  );
  return result.variables.filter(({ name }) => isHarmlessName(name));
}

export async function evaluate(
  gdb: GdbConnection,
  expression: string,
  frame?: FrameReference,
): Promise<string> {
  const where = frame === undefined ? "" : `${inFrame(frame)} `;
  const result = await gdb.sendCommand<{ value?: string }>(
    `-data-evaluate-expression ${where}${quote(expression)}`,
  );
  return result.value ?? "";
}

/** Of an address, in the kernel whose symbols are loaded. */
export async function wordSize(gdb: GdbConnection): Promise<4 | 8> {
  return (await evaluate(gdb, "sizeof(void *)")) === "8" ? 8 : 4;
}

/** Of what an expression denotes: an address, or any other number. */
export async function numberOf(
  gdb: GdbConnection,
  expression: string,
  frame?: FrameReference,
): Promise<bigint> {
  const value = await evaluate(gdb, `(unsigned long)(${expression})`, frame);
  if (!/^\d+$/.test(value)) throw new GdbRefusal(`${expression} is no number but ${value}`);
  return BigInt(value);
}

/** As GDB spells it. `options` are MI's. */
export async function typeOf(gdb: GdbConnection, expression: string, options = ""): Promise<string> {
  return (await gdb.consoleCommand(`whatis ${expression}`, options)).replace(/^type = /, "").trim();
}

/** What GDB knows of its threads, each as the stub calls it. */
export async function threadDetails(gdb: GdbConnection): Promise<string[]> {
  const { threads } = await gdb.sendCommand<{ threads: { details?: string }[] }>("-thread-info");
  return threads.map(({ details = "" }) => details);
}

/** From `offset` bytes behind what `place` denotes. Rejects when the memory can't be read as a whole. */
export async function memoryOf(
  gdb: GdbConnection,
  place: string,
  count: number,
  offset = 0,
): Promise<{ readonly address: string; readonly bytes: Buffer }> {
  const { memory } = await gdb.sendCommand<{ memory: { begin: string; contents: string }[] }>(
    `-data-read-memory-bytes -o ${offset} ${quote(place)} ${count}`,
  );
  const { begin = place, contents = "" } = memory[0] ?? {};
  return { address: begin, bytes: Buffer.from(contents, "hex") };
}

/** The same for an address. */
export async function readMemory(gdb: GdbConnection, address: bigint, count: number): Promise<Buffer> {
  return (await memoryOf(gdb, `0x${address.toString(16)}`, count)).bytes;
}

export interface MiVariableObject {
  readonly name: string;
  readonly exp?: string;
  readonly numchild: string;
  readonly value?: string;
  readonly type?: string;
}

export async function createVariableObject(
  gdb: GdbConnection,
  expression: string,
  frame: FrameReference,
): Promise<MiVariableObject> {
  return gdb.sendCommand(`-var-create ${inFrame(frame)} - * ${quote(expression)}`);
}

export async function variableChildren(gdb: GdbConnection, name: string): Promise<MiVariableObject[]> {
  const result = await gdb.sendCommand<{ children?: MiVariableObject[] }>(
    `-var-list-children --all-values ${quote(name)}`,
  );
  return result.children ?? [];
}

/** The expression that denotes a variable object. */
export async function variablePath(gdb: GdbConnection, name: string): Promise<string | undefined> {
  const asked = gdb.sendCommand<{ path_expr: string }>(`-var-info-path-expression ${quote(name)}`);
  const path = (await unlessGdbRefuses(asked))?.path_expr; // Anonymous members have none.
  return path !== undefined && isHarmlessName(path) ? path : undefined;
}

export async function deleteVariableObject(gdb: GdbConnection, name: string): Promise<void> {
  await gdb.sendCommand(`-var-delete ${quote(name)}`);
}

/** A breakpoint as GDB made it. */
export interface MadeBreakpoint {
  readonly number: string;
  readonly pending: boolean;
  readonly line?: number;
  readonly file?: string;
  readonly locations: readonly Omit<BreakLocation, "container">[];
}

interface MiBreakpoint {
  number: string;
  pending?: string;
  addr?: string;
  line?: string;
  func?: string;
  fullname?: string;
  locations?: { number: string; addr: string; func?: string; line?: string; fullname?: string }[];
}

/** `where` is `--function NAME` or `--source FILE --line N`, quoted. Pending when there is no such code (yet). */
export async function insertBreakpoint(
  gdb: GdbConnection,
  where: string,
  options: { condition?: string; ignore?: number; temporary?: boolean } = {},
): Promise<MadeBreakpoint> {
  const flags = [
    "-f",
    options.temporary ? "-t" : "",
    options.ignore ? `-i ${options.ignore}` : "",
    options.condition === undefined ? "" : `-c ${quote(options.condition)}`,
  ];
  const command = ["-break-insert", ...flags.filter((flag) => flag !== ""), where].join(" ");
  const { bkpt } = await gdb.sendCommand<{ bkpt: MiBreakpoint }>(command);
  const places = bkpt.locations ?? [{ ...bkpt, addr: bkpt.addr ?? "" }];
  const first = places[0];
  return {
    number: bkpt.number,
    pending: bkpt.pending !== undefined,
    ...(first?.line === undefined ? {} : { line: Number(first.line) }),
    ...(first?.fullname === undefined ? {} : { file: first.fullname }),
    locations: places
      .filter((place) => place.addr.startsWith("0x"))
      .map((place) => ({ number: place.number, address: Number(place.addr), symbol: place.func ?? "" })),
  };
}

export function sourcePlace(file: string, line: number): string {
  return `--source ${quote(file)} --line ${line}`;
}

/** `file` tells functions of one name apart. */
export function functionPlace(name: string, file?: string): string {
  return `${file === undefined ? "" : `--source ${quote(file)} `}--function ${quote(name)}`;
}

/** What a function breakpoint is called by: `NAME`, `FILE:NAME`, `FILE:LINE` or `*ADDRESS`. */
export function namedPlace(name: string): string {
  const text = name.trim();
  if (text.startsWith("*")) return quote(text);
  const [, file, line] = /^([^:]+):(\d+)$/.exec(text) ?? [];
  if (file !== undefined && line !== undefined) return sourcePlace(file, Number(line));
  const [, path, symbol] = /^(?=[^:][^:./]*[./])([^:]+):([A-Za-z_]\w*)$/.exec(text) ?? [];
  return symbol === undefined ? functionPlace(text) : functionPlace(symbol, path);
}

export async function deleteBreakpoints(gdb: GdbConnection, numbers: readonly string[]): Promise<void> {
  if (numbers.length > 0) await gdb.sendCommand(`-break-delete ${numbers.join(" ")}`);
}

export async function setBreakpointsEnabled(
  gdb: GdbConnection,
  numbers: readonly string[],
  isEnabled: boolean,
): Promise<void> {
  if (numbers.length > 0)
    await gdb.sendCommand(`-break-${isEnabled ? "enable" : "disable"} ${numbers.join(" ")}`);
}

/** How often it was met, as GDB counts: where its condition held. */
export async function timesHit(gdb: GdbConnection, number: string): Promise<number> {
  const { BreakpointTable: table } = await gdb.sendCommand<{
    BreakpointTable?: { body?: readonly { times?: string }[] };
  }>(`-break-info ${number}`);
  return Number(table?.body?.[0]?.times ?? 0);
}

/** The lines of a file that have code; none where GDB does not know the file. */
export async function linesWithCode(gdb: GdbConnection, file: string): Promise<number[]> {
  const { lines = [] } = await gdb.sendCommand<{ lines?: readonly { line: string }[] }>(
    `-symbol-list-lines ${quote(file)}`,
  );
  return [...new Set(lines.map(({ line }) => Number(line)))].sort((a, b) => a - b);
}

/** The next `count` hits don't stop. */
export async function ignoreHits(gdb: GdbConnection, number: string, count: number): Promise<void> {
  await gdb.sendCommand(`-break-after ${number} ${count}`);
}

/** Watches memory; returns GDB's number. */
export async function insertWatchpoint(
  gdb: GdbConnection,
  expression: string,
  access: "read" | "write" | "readWrite",
): Promise<string> {
  const flag = access === "read" ? "-r " : access === "readWrite" ? "-a " : "";
  const result = await gdb.sendCommand<Record<string, { number: string } | undefined>>(
    `-break-watch ${flag}${quote(expression)}`,
  );
  const made = result.wpt ?? result["hw-rwpt"] ?? result["hw-awpt"];
  if (made === undefined) throw new Error("GDB made no watchpoint");
  return made.number;
}

/** The machine function that holds an instruction, and its `file:line`; each empty when it is not known. */
export async function codePlace(
  gdb: GdbConnection,
  address: bigint,
): Promise<{ readonly symbol: string; readonly line: string }> {
  const told = await gdb.consoleCommand(`info line *0x${address.toString(16)}`);
  const [, line = "", file = ""] = /^Line (\d+) of "(.+?)"/.exec(told) ?? [];
  const symbol = /^[^<]*<([^>+]+)(?:\+\d+)?>/.exec(told)?.[1] ?? "";
  return { symbol, line: line === "" ? "" : `${file}:${line}` };
}

/** The machine function at an address: the one that others are inlined into. */
export async function functionAt(gdb: GdbConnection, address: number): Promise<string> {
  const text = await gdb.consoleCommand(`info symbol 0x${address.toString(16)}`);
  return /^(\S+)/.exec(text)?.[1] ?? "";
}

/**
 * Where the machine function at an address begins, by the symbol table: GDB names one function in three ways when the compiler
 * cloned it (`p3`, `p3.constprop`, `p3.constprop.0`). Undefined where no symbol is.
 */
export async function functionStart(gdb: GdbConnection, address: number): Promise<number | undefined> {
  const text = await gdb.consoleCommand(`info symbol 0x${address.toString(16)}`);
  const found = /^.+?(?: \+ (\d+))? in section /.exec(text);
  return found === null ? undefined : address - Number(found[1] ?? 0);
}

/** Where the functions of a name are declared, by the debug information. */
export async function functionHeaders(
  gdb: GdbConnection,
  name: string,
): Promise<{ readonly path: string; readonly line: number }[]> {
  const { symbols } = await gdb.sendCommand<{
    symbols: { debug?: readonly { fullname: string; symbols: readonly { line?: string }[] }[] };
  }>(`-symbol-info-functions --name ^${name}$`);
  return (symbols.debug ?? []).flatMap(({ fullname: path, symbols: all }) =>
    all.flatMap(({ line }) => (line === undefined ? [] : [{ path, line: Number(line) }])),
  );
}

/** The instruction's memory is used for something else when the kernel has started. */
export async function isDiscarded(gdb: GdbConnection, address: number): Promise<boolean> {
  return / in section \.init\b/.test(await gdb.consoleCommand(`info symbol 0x${address.toString(16)}`));
}

export async function finishFrame(gdb: GdbConnection, frame: FrameReference): Promise<void> {
  await gdb.sendCommand(`-exec-finish ${inFrame(frame)}`);
}

export async function continueAll(gdb: GdbConnection): Promise<void> {
  await gdb.sendCommand("-exec-continue");
}

export async function connectTo(gdb: GdbConnection, target: string): Promise<void> {
  await gdb.sendCommand(`-target-select remote ${target}`);
}

function inFrame(frame: FrameReference): string {
  return `--thread ${frame.threadId} --frame ${frame.frameId}`;
}
