/**
 * Where control goes in the functions of an image, by its symbols alone: no debug information is needed, and what stands in
 * assembler has flows too. A part that the compiler moved away (`f.cold`) belongs to its function.
 */
import type { Machine, MachineInstruction } from "../../machine/code.js";
import { groupBy } from "../../model/index.js";
import type { ElfFile, ElfSection, ElfSymbol } from "../elf/elf-file.js";
import { offsetTable, wordAt } from "../elf/image-words.js";
import { type FunctionFlow, functionFlow } from "./copy-entries.js";
import { jumpTable } from "./jump-tables.js";

export interface FunctionFlows {
  /** Of the function that has code at an address; `undefined` where no symbol of the image has. */
  around(address: number): NamedFlow | undefined;
}

export interface NamedFlow extends FunctionFlow {
  readonly name: string;
}

/** Calls of calls that are looked into for one that comes back; what is deeper is taken to come back. */
const DEEPEST = 12;

interface CodeSymbol {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export function createFunctionFlows(elf: ElfFile, machine: Machine): FunctionFlows {
  return new ImageFlows(elf, machine);
}

class ImageFlows implements FunctionFlows {
  private readonly symbols: readonly CodeSymbol[];
  private readonly byName: ReadonlyMap<string, readonly CodeSymbol[]>;
  private readonly flows = new Map<CodeSymbol, NamedFlow>();
  private readonly comesBack = new Map<CodeSymbol, boolean>();

  constructor(
    private readonly elf: ElfFile,
    private readonly machine: Machine,
  ) {
    this.symbols = codeSymbols(elf);
    this.byName = groupBy(this.symbols, ({ name }) => wholeName(name));
  }

  around(address: number): NamedFlow | undefined {
    const symbol = this.symbolAt(address);
    return symbol === undefined ? undefined : this.flowOf(this.wholeOf(symbol));
  }

  private symbolAt(address: number): CodeSymbol | undefined {
    let [low, high] = [0, this.symbols.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.symbols[middle] as CodeSymbol).start <= address) low = middle + 1;
      else high = middle;
    }
    const symbol = this.symbols[low - 1];
    return symbol !== undefined && address < symbol.end ? symbol : undefined;
  }

  /** Of a part that was moved away the function. */
  private wholeOf(symbol: CodeSymbol): CodeSymbol {
    if (isWhole(symbol)) return symbol;
    return (
      this.alike(symbol).find((whole) => isWhole(whole) && this.partsOf(whole).includes(symbol)) ?? symbol
    );
  }

  /** Of like-named functions, which are in several units, only those that it jumps into. */
  private partsOf(whole: CodeSymbol): CodeSymbol[] {
    const parts = this.alike(whole).filter((symbol) => !isWhole(symbol));
    if (parts.length === 0 || this.alike(whole).filter(isWhole).length === 1) return parts;
    const targets = this.decode(whole).flatMap(({ flow, target }) =>
      (flow === "branch" || flow === "jump") && target !== undefined ? [this.symbolAt(target)] : [],
    );
    return parts.filter((part) => targets.includes(part));
  }

  /** Functions of a name, and their parts. */
  private alike({ name }: CodeSymbol): readonly CodeSymbol[] {
    return this.byName.get(wholeName(name)) ?? [];
  }

  private flowOf(symbol: CodeSymbol, depth = 0): NamedFlow {
    let flow = this.flows.get(symbol);
    if (flow === undefined) {
      flow = this.readFlow(symbol, depth);
      if (depth === 0) this.flows.set(symbol, flow);
    }
    return flow;
  }

  private readFlow(whole: CodeSymbol, depth: number): NamedFlow {
    const own = [whole, ...this.partsOf(whole)];
    const code = own.flatMap((part) => this.decode(part));
    const { machine, elf } = this;
    const isOwn = (address: number) => own.some(({ start, end }) => start <= address && address < end);
    const table = {
      machine,
      functions: { ownAt: (address: number) => (isOwn(address) ? whole : undefined) },
      wordAt: (address: number, size: number) => wordAt(elf, address, size),
      offsetTable: machine.bits === 64 ? undefined : offsetTable(elf),
    };
    const flow = functionFlow(
      code,
      whole.start,
      (index) => jumpTable(table, code, index),
      ({ target }) => target === undefined || this.returns(target, depth + 1),
    );
    return { ...flow, name: whole.name };
  }

  /** Whether a way through the function that is called there leads to a return, or to what is not known. */
  private returns(address: number, depth: number): boolean {
    const symbol = this.symbolAt(address);
    if (symbol === undefined || depth > DEEPEST) return true;
    const known = this.comesBack.get(symbol);
    if (known !== undefined) return known;
    // Of calls in a circle none is the way out.
    this.comesBack.set(symbol, false);
    const answer = this.leadsOut(symbol, depth);
    this.comesBack.set(symbol, answer);
    return answer;
  }

  private leadsOut(symbol: CodeSymbol, depth: number): boolean {
    const { code, next } = this.flowOf(symbol, depth);
    const seen = new Set<number>();
    const waiting = [code.findIndex(({ address }) => address === symbol.start)];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const instruction = code[index];
      if (instruction === undefined || seen.has(index)) continue;
      seen.add(index);
      if (this.isWayOut(instruction, next[index] ?? [], depth)) return true;
      waiting.push(...(next[index] ?? []));
    }
    return false;
  }

  private isWayOut({ flow, target }: MachineInstruction, ways: readonly number[], depth: number): boolean {
    if (flow === "return") return true;
    if (flow === "indirect-jump") return ways.length === 0;
    const mayLeave = flow === "jump" ? ways.length === 0 : flow === "branch" && ways.length < 2;
    return mayLeave && target !== undefined && this.returns(target, depth + 1);
  }

  private decode({ start, end }: CodeSymbol): MachineInstruction[] {
    const section = this.elf.sectionAt(start);
    if (section === undefined) return [];
    const bytes = section.bytes.subarray(start - section.address, end - section.address);
    return this.machine.code.decode(bytes, start);
  }
}

const wholeName = (name: string) => /^(.+)\.cold(?:\.\d+)?$/.exec(name)?.[1] ?? name;

const isWhole = ({ name }: CodeSymbol) => wholeName(name) === name;

/** One for each address, by address; what has no size, as in assembler, goes on to the next. */
function codeSymbols({ symbols, sections }: ElfFile): CodeSymbol[] {
  const sorted = namedCode({ symbols, sections }).sort((left, right) => left.address - right.address);
  const found: CodeSymbol[] = [];
  for (const [at, symbol] of sorted.entries()) {
    const { name, address: start, size, kind } = symbol;
    // A label in a function is none of its own.
    if (kind === "other" && start < (found.at(-1)?.end ?? start)) continue;
    const section = sections[symbol.section as number] as ElfSection;
    const behind = sorted[at + 1]?.address ?? Number.POSITIVE_INFINITY;
    const end = size > 0 ? start + size : Math.min(behind, section.address + section.size);
    found.push({ name, start, end });
  }
  return found;
}

/** Of several symbols of an address the best. */
function namedCode({ symbols, sections }: Pick<ElfFile, "symbols" | "sections">): ElfSymbol[] {
  const named = new Map<number, ElfSymbol>();
  for (const symbol of symbols) {
    const { name, kind, section, address } = symbol;
    const isCode = section !== undefined && sections[section]?.isCode === true;
    if (!isCode || name === "" || (kind !== "function" && kind !== "other")) continue;
    const other = named.get(address);
    if (other === undefined || rank(symbol) > rank(other)) named.set(address, symbol);
  }
  return [...named.values()];
}

const rank = ({ kind, size, binding }: ElfSymbol) =>
  (kind === "function" ? 4 : 0) + (size > 0 ? 2 : 0) + (binding === "global" ? 1 : 0);
