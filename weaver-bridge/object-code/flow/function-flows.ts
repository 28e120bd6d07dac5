/**
 * Where control goes in the functions of an image, by its symbols alone: no debug information is needed, and what stands in
 * assembler has flows too. A part that the compiler moved away (`f.cold`) belongs to its function.
 */
import type { Machine, MachineInstruction } from "../../machine/code.js";
import { countFirst, groupBy } from "../../model/index.js";
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
  private readonly uncut = new Map<CodeSymbol, NamedFlow>();
  private readonly comesBack = new Map<CodeSymbol, boolean>();
  /** Of these it is being found out. */
  private readonly asked = new Set<CodeSymbol>();
  /** How often one of them was met again. */
  private circles = 0;

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
    const { symbols } = this;
    const symbol =
      symbols[countFirst(symbols.length, (at) => (symbols[at] as CodeSymbol).start <= address) - 1];
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

  /** Without what is behind calls that do not come back. */
  private flowOf(whole: CodeSymbol): NamedFlow {
    const flow = this.uncutFlow(whole);
    const isLast = ({ flow: kind, target }: MachineInstruction) =>
      kind === "call" && target !== undefined && !this.comesBackFrom(target);
    const next = flow.next.map((ways, index) => (isLast(flow.code[index] as MachineInstruction) ? [] : ways));
    return { ...flow, next };
  }

  private uncutFlow(whole: CodeSymbol): NamedFlow {
    let flow = this.uncut.get(whole);
    if (flow === undefined) this.uncut.set(whole, (flow = this.readFlow(whole)));
    return flow;
  }

  private readFlow(whole: CodeSymbol): NamedFlow {
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
    const flow = functionFlow(code, whole.start, (index) => jumpTable(table, code, index));
    return { ...flow, name: whole.name };
  }

  /** Whether a way through the function that is called there leads to a return, or to what is not known. */
  private comesBackFrom(address: number): boolean {
    const symbol = this.symbolAt(address);
    if (symbol === undefined || this.asked.size > DEEPEST) return true;
    const known = this.comesBack.get(symbol);
    if (known !== undefined) return known;
    // Of calls in a circle none is the way out.
    if (this.asked.has(symbol)) {
      this.circles++;
      return false;
    }
    const before = this.circles;
    this.asked.add(symbol);
    const answer = this.leadsOut(symbol);
    this.asked.delete(symbol);
    // What is on a circle may come back after all, once something around it does.
    if (answer || this.circles === before || this.asked.size === 0) this.comesBack.set(symbol, answer);
    return answer;
  }

  /** Ways that call nothing are looked at first: most functions have one. */
  private leadsOut(symbol: CodeSymbol): boolean {
    const { code, next } = this.uncutFlow(this.wholeOf(symbol));
    const seen = new Set<number>();
    const waiting = [code.findIndex(({ address }) => address === symbol.start)];
    const elsewhere: Elsewhere[] = [];
    for (;;) {
      const index = waiting.pop();
      if (index !== undefined) {
        const instruction = code[index];
        if (instruction === undefined || seen.has(index)) continue;
        seen.add(index);
        const steps = stepsFrom(instruction, next[index] ?? []);
        if (steps === "out") return true;
        waiting.push(...steps.on);
        elsewhere.push(...steps.elsewhere);
      } else {
        const asked = elsewhere.pop();
        if (asked === undefined) return false;
        if (!this.comesBackFrom(asked.target)) continue;
        if (asked.behind === undefined) return true;
        waiting.push(...asked.behind);
      }
    }
  }

  private decode({ start, end }: CodeSymbol): MachineInstruction[] {
    const section = this.elf.sectionAt(start);
    if (section === undefined) return [];
    const bytes = section.bytes.subarray(start - section.address, end - section.address);
    return this.machine.code.decode(bytes, start);
  }
}

/** Another function that control goes to. */
interface Elsewhere {
  readonly target: number;
  /** Where it goes on when it comes back; undefined where it comes back to who called. */
  readonly behind: readonly number[] | undefined;
}

/** `out`: it returns, or leads nobody knows where. */
function stepsFrom(
  { flow, target }: MachineInstruction,
  ways: readonly number[],
): "out" | { readonly on: readonly number[]; readonly elsewhere: readonly Elsewhere[] } {
  if (flow === "return" || (flow === "indirect-jump" && ways.length === 0)) return "out";
  if (target === undefined) return { on: ways, elsewhere: [] };
  if (flow === "call") return { on: [], elsewhere: [{ target, behind: ways }] };
  const leaves = flow === "jump" ? ways.length === 0 : flow === "branch" && ways.length < 2;
  return { on: ways, elsewhere: leaves ? [{ target, behind: undefined }] : [] };
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
