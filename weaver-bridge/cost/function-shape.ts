/**
 * What a function looks like in an object, read from a listing of objdump: its instructions without addresses, its
 * bytes, and how deep its stack goes. Pure; written for i386 and x86-64.
 */
import { isPaddingText } from "../machine/index.js";

export interface FunctionShape {
  /** By the symbol table. */
  readonly bytes: number;
  /** Whether the linker tells it from others of its name: it keeps one of several weak ones. */
  readonly binding: "local" | "global" | "weak";
  /** Mnemonic, operands and symbol of each instruction, without padding and without where it stands. */
  readonly lines: readonly string[];
  /** Bytes that its deepest instruction has pushed, arguments of its calls included. */
  readonly stack: number;
  /** Registers that it saves where it begins. */
  readonly saved: number;
  /** Instructions that copy blocks of memory. */
  readonly copies: number;
  /** Symbols that it calls, and that it jumps to in the end. */
  readonly calls: ReadonlySet<string>;
  readonly tailCalls: ReadonlySet<string>;
  /** All of it, without addresses. */
  readonly text: string;
}

interface Instruction {
  readonly at: number;
  readonly name: string;
  readonly operands: string;
  readonly symbol: string | undefined;
}

/** Functions of an `objdump -t -d -r -w --no-show-raw-insn` listing. */
export function functionShapes(listing: string): Map<string, FunctionShape> {
  const symbols = functionSymbols(listing);
  const shapes = new Map<string, FunctionShape>();
  for (const part of listing.split(/^(?=[0-9a-f]+ <[^>]+>:$)/m)) {
    const name = /^[0-9a-f]+ <([^>]+)>:$/m.exec(part)?.[1];
    if (name === undefined) continue;
    const instructions = part.split("\n").slice(1).flatMap(instructionOf);
    shapes.set(name, shapeOf(instructions, symbols.get(name)));
  }
  return shapes;
}

const FUNCTION_SYMBOL =
  /^[0-9a-f]+ ([ lgu!])([ w]).{4}F \S+\s+([0-9a-f]+) (?:\.hidden |\.internal |\.protected )?(.+)$/;

type FunctionSymbol = Pick<FunctionShape, "bytes" | "binding"> & { readonly name: string };

/** A function by a line of `objdump -t`; undefined for other lines. */
export function functionSymbol(line: string): FunctionSymbol | undefined {
  const [, scope, weak, size, name] = FUNCTION_SYMBOL.exec(line) ?? [];
  if (size === undefined || name === undefined) return undefined;
  const binding = weak === "w" ? "weak" : scope === "l" ? "local" : "global";
  return { name, bytes: Number.parseInt(size, 16), binding };
}

function functionSymbols(listing: string): Map<string, FunctionSymbol> {
  const symbols = listing.split("\n").flatMap((line) => functionSymbol(line) ?? []);
  return new Map(symbols.map((symbol) => [symbol.name, symbol]));
}

/** A line of `objdump -d` that only fills space between instructions. */
export const isPadding = (line: string): boolean => isPaddingText(line.slice(line.indexOf(":\t") + 2));

function instructionOf(line: string): Instruction[] {
  const found = /^\s+([0-9a-f]+):\t(?:rep\s+|repz\s+|notrack\s+)?(\S+)\s*([^\t]*)/.exec(line);
  if (found === null || isPadding(line)) return [];
  const [, at = "0", name = "", operands = ""] = found;
  const isRepeated = /:\trepz?\s+(?!ret)/.test(line);
  const symbol = /\bR_\S+\s+([^\s+-]+)/.exec(line)?.[1];
  return [{ at: Number.parseInt(at, 16), name: isRepeated ? `rep ${name}` : name, operands, symbol }];
}

function shapeOf(instructions: readonly Instruction[], symbol: FunctionSymbol | undefined): FunctionShape {
  const symbols = (pattern: RegExp) =>
    new Set(instructions.flatMap(({ name, symbol }) => (pattern.test(name) ? (symbol ?? []) : [])));
  const first = instructions.findIndex(({ name }) => /^(?:call|j)/.test(name));
  const beginning = first === -1 ? instructions : instructions.slice(0, first);
  const lines = instructions.map(lineOf);
  return {
    bytes: symbol?.bytes ?? 0,
    binding: symbol?.binding ?? "global",
    lines,
    stack: deepestStack(instructions),
    saved: beginning.filter(({ name, operands }) => /^push[lq]?$/.test(name) && operands.startsWith("%"))
      .length,
    copies: instructions.filter(({ name }) => name.startsWith("rep ")).length,
    calls: symbols(/^call/),
    tailCalls: symbols(/^jmp/),
    text: lines.join("\n"),
  };
}

function lineOf({ name, operands, symbol }: Instruction): string {
  // Where in a section something stands is nothing of the function's, nor is where it is called from.
  const placed = symbol?.startsWith(".") ? operands.replace(/0x[0-9a-f]+/g, "") : operands;
  const isDirect = /^(?:call|j)/.test(name) && /^[0-9a-f]+ </.test(operands);
  const steady = !isDirect ? placed : symbol === undefined ? placed.replace(/^[0-9a-f]+ /, "") : "";
  return `${name} ${steady.trim()} ${symbol ?? ""}`.trimEnd();
}

/** Follows jumps forward: where one arrives, the stack is as deep as where it left. */
function deepestStack(instructions: readonly Instruction[]): number {
  const start = instructions[0]?.at ?? 0;
  const depths = new Map<number, number>();
  let [depth, deepest, isReached] = [0, 0, true];
  for (const { at, name, operands } of instructions) {
    if (!isReached) depth = depths.get(at - start) ?? depth;
    depth += pushed(name, operands);
    deepest = Math.max(deepest, depth);
    const target = /^j/.test(name) ? /<[^<>]+\+0x([0-9a-f]+)>/.exec(operands)?.[1] : undefined;
    if (target !== undefined) depths.set(Number.parseInt(target, 16), depth);
    isReached = !/^(?:jmp|ret|ud2)/.test(name);
  }
  return deepest;
}

function pushed(name: string, operands: string): number {
  const wide = /%r(?:sp|bp|[a-d]x|[sd]i|\d)/.test(operands) || name.endsWith("q");
  const word = wide ? 8 : 4;
  if (/^push/.test(name)) return word;
  if (/^pop/.test(name)) return -word;
  const [, operator, amount] =
    /^(sub|add)[lq]? \$(-?0x[0-9a-f]+),%[er]sp$/.exec(`${name} ${operands.trim()}`) ?? [];
  if (operator === undefined || amount === undefined) return 0;
  const bytes = amount.startsWith("-") ? -Number.parseInt(amount.slice(1), 16) : Number.parseInt(amount, 16);
  return operator === "sub" ? bytes : -bytes;
}
