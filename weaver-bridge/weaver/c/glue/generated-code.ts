/**
 * The functions that weaving adds to a unit, in the order in which they must be defined, and which of them are
 * needed before the end of the unit. Every join point is woven in a transaction: what it generated is kept or
 * forgotten as a whole. Knows C only as far as a function's header and body.
 */
import type { GeneratedFunction } from "../../../model/index.js";

export interface FunctionText {
  /** Line marker of the function: where a debugger is to find it. */
  readonly marker: string;
  /** `int NAME(int a)` with `NAME` as {@link SYMBOL}; storage class and attributes are added. */
  readonly header: string;
  /** From `{` to `}`. */
  readonly body: string;
  readonly role: GeneratedFunction["role"];
  /** In place of the attributes that make the compiler inline it. */
  readonly attributes?: string;
  /** Glue that debuggers pass over. */
  readonly artificial?: boolean;
  /** Names of aspect members in the body. */
  readonly members?: readonly string[];
  /** Definitions of objects that the body uses, each written once before the functions. */
  readonly objects?: readonly string[];
}

/** Stands for the function's own name in {@link FunctionText}. */
export const SYMBOL = "__weft_symbol__";

export interface GeneratedCode {
  freshSymbol(prefix: string): string;
  /** Defines a function, or finds the one with the same text. Returns its symbol. */
  define(prefix: string, text: FunctionText, effects: readonly string[], label: string): string;
  /** Reports a function that stands in the unit's text itself (an outlined body). */
  note(entry: GeneratedFunction): void;
  /** Declaration of `symbol` to put before `topLevel`; undefined when an earlier one is there. */
  declaration(symbol: string): string | undefined;
  /** Runs `work`; when it throws, everything it generated is forgotten. */
  transaction<T>(work: () => T): T;
  readonly functions: readonly DefinedFunction[];
  readonly noted: readonly GeneratedFunction[];
}

export interface DefinedFunction {
  readonly symbol: string;
  readonly text: FunctionText;
  readonly labels: readonly string[];
  readonly effects: readonly string[];
}

interface Entry {
  readonly symbol: string;
  readonly text: FunctionText;
  readonly labels: string[];
  /** The labels. */
  readonly said: Set<string>;
  readonly effects: string[];
}

/**
 * A unit made by a machine may have tens of thousands of join points, and a compiler takes longer for a function than for a
 * call. From here on what debuggers pass over is shared by all places where it reads the same, and stands in none of their
 * lines: a breakpoint in one would stop at all.
 */
const MANY = 4000;
const NO_LINE = '# 1 "<weft>" 3';

interface State {
  functions: Entry[];
  byText: Map<string, Entry>;
  bySymbol: Map<string, Entry>;
  declared: Set<string>;
  noted: GeneratedFunction[];
  undo: (() => void)[];
  counter: number;
}

export function createGeneratedCode(): GeneratedCode {
  const state: State = {
    functions: [],
    byText: new Map(),
    bySymbol: new Map(),
    declared: new Set(),
    noted: [],
    undo: [],
    counter: 0,
  };
  const freshSymbol = (prefix: string) => `${prefix}_${state.counter++}`;
  return {
    freshSymbol,
    define: (prefix, text, effects, label) =>
      defineIn(state, () => freshSymbol(prefix), text, effects, label),
    note: (entry) => {
      state.noted.push(entry);
      state.undo.push(() => state.noted.pop());
    },
    declaration: (symbol) => {
      const entry = state.bySymbol.get(symbol);
      if (entry === undefined || state.declared.has(symbol)) return undefined;
      state.declared.add(symbol);
      state.undo.push(() => state.declared.delete(symbol));
      return `${functionHeader(entry)};`;
    },
    transaction: (work) => runTransaction(state, work),
    functions: state.functions,
    noted: state.noted,
  };
}

/** `static __inline __attribute__((always_inline, unused)) void __weft_advice_T_0_1(int __weft_arg0)` */
export function functionHeader({ symbol, text }: Pick<DefinedFunction, "symbol" | "text">): string {
  if (text.attributes !== undefined)
    return `static __attribute__((${text.attributes})) ${text.header.replaceAll(SYMBOL, symbol)}`;
  const attributes = text.artificial === true ? "always_inline, artificial, unused" : "always_inline, unused";
  return `static __inline __attribute__((${attributes})) ${text.header.replaceAll(SYMBOL, symbol)}`;
}

function defineIn(
  state: State,
  fresh: () => string,
  given: FunctionText,
  effects: readonly string[],
  label: string,
): string {
  const isShared = given.artificial === true && state.functions.length >= MANY;
  const text = isShared ? { ...given, marker: NO_LINE } : given;
  const key = `${text.marker}\n${text.header}\n${text.body}`;
  const known = state.byText.get(key);
  if (known !== undefined) {
    const { effects: before, labels } = known;
    const lengths = [before.length, labels.length] as const;
    before.push(...effects);
    // A unit may have a hundred thousand of them.
    if (!known.said.has(label)) labels.push(label);
    known.said.add(label);
    state.undo.push(() => {
      before.length = lengths[0];
      for (const gone of labels.splice(lengths[1])) known.said.delete(gone);
    });
    return known.symbol;
  }
  const entry: Entry = {
    symbol: fresh(),
    text,
    labels: [label],
    said: new Set([label]),
    effects: [...effects],
  };
  state.functions.push(entry);
  state.byText.set(key, entry);
  state.bySymbol.set(entry.symbol, entry);
  state.undo.push(() => {
    state.functions.pop();
    state.byText.delete(key);
    state.bySymbol.delete(entry.symbol);
  });
  return entry.symbol;
}

function runTransaction<T>(state: State, work: () => T): T {
  state.undo = [];
  try {
    return work();
  } catch (error) {
    for (const undo of state.undo.reverse()) undo();
    throw error;
  }
}
