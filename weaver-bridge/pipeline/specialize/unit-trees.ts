/**
 * What clang makes of a unit: the trees of its functions and variables (`-ast-dump=json`), and values of constant
 * expressions as the unit means them at its end. Small units are read whole; of large ones only the function that is asked
 * for, because such a tree takes a hundred times the text.
 */
import { basename, resolve } from "node:path";
import { type CompilerCommand, type CompilerInput, harmlessOptions } from "../../kernel-build/index.js";
import { settled } from "../../model/index.js";
import {
  type ClangNode,
  type Fact,
  type FunctionEdit,
  functionEdit,
  type NamedThing,
  type Program,
  programAfter,
  programOf,
  renumber,
} from "../../partial-eval/index.js";
import { jsonValues, runClang, treeWords } from "../run-clang.js";
import { calledFunctions, enumerationsOf, membersOf } from "./large-unit.js";
import { noteLayoutOptions } from "./layout-options.js";
import { macroChangesIn } from "./macro-changes.js";
import { noteSharedMembers } from "./shared-members.js";

export interface ClangUnit {
  readonly directory: string;
  /** Absolute. */
  readonly path: string;
  /** Words that start the unit's own compiler. */
  readonly compiler: readonly string[];
  /** Options for clang. */
  readonly options: readonly string[];
  readonly longBits: 32 | 64;
}

export function clangUnitOf(command: CompilerCommand, input: CompilerInput): ClangUnit {
  const { directory } = command;
  const options = harmlessOptions(command).filter((word) => word !== "-c");
  const is64 =
    !options.includes("-m32") &&
    process.arch === "x64" &&
    !/^i[3-6]86-/.test(basename(command.compiler.at(-1) ?? ""));
  return {
    directory,
    path: resolve(directory, input.path),
    compiler: command.compiler,
    options: is64 ? options : [...options.filter((word) => word !== "-m32"), "-m32"],
    longBits: is64 ? 64 : 32,
  };
}

/** Bytes of preprocessed text; a unit of that size has a tree of some 100 MB. */
const WHOLE = 400_000;

/** Units that were too large before are so after an edit as well: preprocessing takes as long as a tree of a small one. */
const isLarge = new Map<string, boolean>();

async function mustFilter(unit: ClangUnit): Promise<boolean | string> {
  const known = isLarge.get(unit.path);
  if (known !== undefined) return known;
  const size = await runClang(["-E", "-P", unit.path], unit, "");
  if (typeof size === "string") return size;
  isLarge.set(unit.path, size.text.length > WHOLE);
  return size.text.length > WHOLE;
}

/** A string says why there is none. `name` is the function that must be in it, `facts` what is said of it. */
async function unitTrees(
  unit: ClangUnit,
  name: string,
  facts: readonly FactPath[],
  { readText: readFile, isTyped }: ReaderOptions,
): Promise<Program | string> {
  const isFiltered = await mustFilter(unit);
  if (typeof isFiltered === "string") return isFiltered;
  const printed = await runClang([...(isFiltered ? treeWords(name) : WHOLE_TREE), unit.path], unit, "");
  if (typeof printed === "string") return printed;
  // It refuses an option, for one.
  if (printed.text === "")
    return `clang can't read ${basename(unit.path)} by its command, so nothing in it is specialized (clang: ${printed.said || "no word of why"})`;
  const roots = isFiltered ? jsonValues(printed.text) : [JSON.parse(printed.text) as ClangNode];
  if (isFiltered) {
    roots.push(...(await calledFunctions(unit, roots, name, readFile)));
    roots.push(...(await variablesOf(unit, roots, name, facts)));
    roots.push(...(await membersOf(unit, roots, name, facts)));
    const values = (texts: readonly string[]) => lookUpConstants(texts, new Map(), unit);
    const [enumerations] = await Promise.all([enumerationsOf(roots, values), noteSharedMembers(unit, roots)]);
    roots.push(...enumerations);
  }
  noteLayoutOptions(unit, roots);
  const read = programOf(roots, (file) => readFile(resolve(unit.directory, file)));
  const program = { ...read, macroChanges: await macroChangesIn(unit, read) };
  const said = printed.said === "" ? "" : ` (clang: ${printed.said})`;
  // What clang does not understand it leaves out of its tree, and nothing there tells what was lost.
  if (program.functions.has(name) && said !== "" && !isTyped)
    return `clang can't read ${basename(unit.path)} as it is, so nothing in it is specialized${said}`;
  if (program.functions.has(name)) return program;
  return `${basename(unit.path)} defines no function ${name}${said}`;
}

const WHOLE_TREE = ["-Xclang", "-ast-dump=json"];

/** Of those subjects that are no parameters of the function: each is asked for alone, as clang filters by one name. */
async function variablesOf(
  unit: ClangUnit,
  roots: readonly ClangNode[],
  name: string,
  facts: readonly FactPath[],
): Promise<ClangNode[]> {
  const parameters = roots
    .filter((node) => node.kind === "FunctionDecl" && node.name === name)
    .flatMap(({ inner = [] }) => inner.filter(({ kind }) => kind === "ParmVarDecl"));
  const found: ClangNode[] = [];
  for (const subject of new Set(facts.map((one) => one.subject))) {
    if (parameters.some((node) => node.name === subject)) continue;
    const printed = await runClang([...treeWords(subject), unit.path], unit, "");
    if (typeof printed === "string") continue;
    found.push(
      ...jsonValues(printed.text).filter((node) => node.kind === "VarDecl" && node.name === subject),
    );
  }
  return found;
}

/** A variable of file scope or a parameter, and what of it. */
type FactPath = Pick<Fact, "subject" | "path">;

/** What was read of a unit, so that the same is not asked of clang again. */
export interface UnitReader {
  readonly unit: ClangUnit;
  /** One character a byte. */
  readonly readText: (file: string) => string | undefined;
  /** A string says why there is none. With the variables of file scope and the members that `facts` name. */
  program(name: string, facts?: readonly FactPath[]): Promise<Program | string>;
  /** Of each expression its value, or why it is none. */
  /** Macros that stand for one value, with what they stand for. */
  macros(): Promise<readonly NamedThing[]>;
  constants(expressions: readonly string[]): Promise<ReadonlyMap<string, bigint | string>>;
  /** Of these the ones that are a number as a pointer: `(T *)1`. */
  readonly pointers: ReadonlySet<string>;
  /** Of constants that are no integers (addresses, strings, floating numbers) what clang reads; of what is none, nothing. */
  readings(expressions: readonly string[]): Promise<ReadonlyMap<string, ClangNode>>;
  /** Of the same unit with another text of its file; what the edit left as it was is not read again. This one ends. */
  edited(unit: ClangUnit, readText: (file: string) => string | undefined): UnitReader;
}

interface ReaderOptions {
  readonly readText: (file: string) => string | undefined;
  /** Somebody is writing it: what clang understands is enough, its mistakes are told elsewhere. */
  readonly isTyped: boolean;
}

export function createUnitReader(
  unit: ClangUnit,
  readText: (file: string) => string | undefined,
  isTyped = false,
): UnitReader {
  return readerOf(unit, { readText, isTyped }, undefined);
}

/** What was read of a unit before its text was edited. */
interface Earlier {
  readonly program: Program;
  /** Undefined: the text is the same. */
  readonly edit: FunctionEdit | undefined;
  readonly about: ReadonlySet<string>;
  readonly known: ReadonlyMap<string, bigint | string>;
}

function readerOf(unit: ClangUnit, options: ReaderOptions, before: Earlier | undefined): UnitReader {
  let earlier = before;
  let program: Program | string | undefined;
  let text: string | undefined;
  const about = new Set(before?.about);
  const known = new Map(before?.known);
  const pointers = new Set<string>();
  const read = new Map<string, ClangNode | undefined>();
  let asked: Promise<unknown> = Promise.resolve();
  let macros: readonly NamedThing[] | undefined;
  return {
    unit,
    readText: options.readText,
    async program(name, facts = []) {
      const asked = facts.map(({ subject, path }) => subject + path.join(""));
      text ??= options.readText(unit.path);
      if (earlier !== undefined) {
        program = await afterEdit(unit, earlier, options);
        if (program === undefined) about.clear();
        earlier = undefined;
      }
      const isKnown =
        typeof program === "object" && program.functions.has(name) && asked.every((one) => about.has(one));
      if (!isKnown || program === undefined) program = await unitTrees(unit, name, facts, options);
      for (const one of asked) about.add(one);
      return program;
    },
    async macros() {
      macros ??= await valueMacros(unit);
      return macros;
    },
    constants(expressions) {
      // What is asked already is not asked again.
      const answer = asked.then(() => lookUpConstants(expressions, known, unit, pointers));
      asked = settled(answer);
      return answer;
    },
    pointers,
    async readings(expressions) {
      for (const one of expressions) if (!read.has(one)) read.set(one, await readingOf(one, unit));
      return new Map(expressions.flatMap((one) => [[one, read.get(one)] as const].filter(isRead)));
    },
    edited(next, readText) {
      const now = readText(next.path);
      if (typeof program !== "object" || text === undefined || now === undefined)
        return readerOf(next, { ...options, readText }, undefined);
      const edit = functionEdit(program, unit.path, text, now);
      const isKept = edit !== undefined || now === text;
      return readerOf(next, { ...options, readText }, isKept ? { program, edit, about, known } : undefined);
    },
  };
}

/** Asks clang for the edited function alone; `undefined` where that is not enough. */
async function afterEdit(
  unit: ClangUnit,
  { program, edit }: Earlier,
  { readText }: ReaderOptions,
): Promise<Program | undefined> {
  if (edit === undefined) return program;
  const printed = await runClang([...treeWords(edit.name), unit.path], unit, "");
  if (typeof printed === "string" || printed.said !== "") return undefined;
  const isMeant = ({ name, kind }: ClangNode) => kind === "FunctionDecl" && name === edit.name;
  const roots = jsonValues(printed.text).filter(isMeant);
  noteLayoutOptions(unit, roots);
  const read = programOf(roots, () => undefined).functions.get(edit.name);
  const readFile = (file: string) => readText(resolve(unit.directory, file));
  if (read !== undefined && isLarge.get(unit.path) === true) await noteSharedMembers(unit, [read]);
  return read && programAfter(program, edit, unit.path, read, readFile);
}

async function lookUpConstants(
  expressions: readonly string[],
  known: Map<string, bigint | string>,
  unit: ClangUnit,
  pointers: Set<string> = new Set(),
): Promise<ReadonlyMap<string, bigint | string>> {
  for (const one of expressions) {
    // Also where no header of the unit defines NULL.
    const number = one === "NULL" ? "0" : one;
    const value = /^-?(?:0|[1-9]\d{0,17})$/.test(number) ? BigInt(number) : undefined;
    if (value !== undefined) known.set(one, value);
  }
  for (;;) {
    const open = [...new Set(expressions)].filter((one) => !known.has(one));
    if (open.length === 0) return known;
    const found = await constantValues(open, unit);
    if ("wrong" in found) known.set(open[found.wrong] as string, found.reason);
    else for (const [at, value] of found.values.entries()) known.set(open[at] as string, value);
    if ("pointer" in found && found.pointer !== undefined) pointers.add(found.pointer);
  }
}

async function valueMacros(unit: ClangUnit): Promise<NamedThing[]> {
  const printed = await runClang(["-E", "-dM", unit.path], unit, "");
  if (typeof printed === "string") return [];
  const defined = printed.text.matchAll(/^#define ((?!__)[A-Za-z]\w*) (.+)$/gm);
  return [...defined].flatMap(([, name = "", type = ""]) =>
    /^[\s\w()+\-*~|&<>]*$/.test(type) && /\d/.test(type) ? [{ name, type }] : [],
  );
}

const isRead = (one: readonly [string, ClangNode | undefined]): one is readonly [string, ClangNode] =>
  one[1] !== undefined;

/** Undefined of what can't be an initial value of file scope. */
async function readingOf(expression: string, unit: ClangUnit): Promise<ClangNode | undefined> {
  const printed = await runClang(
    ["-include", unit.path, ...treeWords("__weft_reading"), "-x", "c", "-"],
    unit,
    `__auto_type __weft_reading = (${expression});\n`,
  );
  if (typeof printed === "string" || printed.said !== "") return undefined;
  const [variable] = jsonValues(printed.text).filter(({ kind }) => kind === "VarDecl");
  const initial = variable?.inner?.find(({ kind }) => /Expr$|Operator$|Literal$/.test(kind));
  // Another run of clang may have given its numbers to other things.
  if (initial !== undefined) renumber(initial);
  return initial;
}

/** Values of constant expressions; a string says which is none. */
async function constantValues(
  expressions: readonly string[],
  unit: ClangUnit,
): Promise<
  | { readonly values: bigint[]; readonly pointer?: string }
  | { readonly wrong: number; readonly reason: string }
> {
  if (expressions.length === 0) return { values: [] };
  const items = expressions.map((one, at) => `__weft_value_${at} = (${one}),`).join("\n");
  const printed = await runClang(
    ["-include", unit.path, ...treeWords("__weft_value_"), "-x", "c", "-"],
    unit,
    `enum __weft_values {\n${items}\n};\n`,
  );
  if (typeof printed === "string") return { wrong: 0, reason: printed };
  const found = new Map(
    jsonValues(printed.text)
      .filter(({ kind }) => kind === "EnumConstantDecl")
      .map((node) => [node.name, valueIn(node)]),
  );
  const values = expressions.map((_, at) => found.get(`__weft_value_${at}`));
  const missing = values.indexOf(undefined);
  if (missing < 0) return { values: values as bigint[] };
  const pointer = await numberOfPointer(expressions[missing] as string, printed.said, unit);
  if (pointer !== undefined)
    return {
      values: values.slice(0, missing).concat(pointer) as bigint[],
      pointer: expressions[missing] as string,
    };
  // Where it says so is a text of ours.
  const words = printed.said.replace(/^.*?error: /, "");
  const said = words === "" ? "" : `: ${words}`;
  return { wrong: missing, reason: `${expressions[missing]} is no constant here${said}` };
}

/** Of `(T *)1`. */
async function numberOfPointer(
  expression: string,
  said: string,
  unit: ClangUnit,
): Promise<bigint | undefined> {
  if (!/must have integer type, not '.*\*/.test(said)) return undefined;
  const found = await constantValues([`(__UINTPTR_TYPE__)(${expression})`], unit);
  return "values" in found ? found.values[0] : undefined;
}

function valueIn(node: ClangNode): bigint | undefined {
  for (const part of node.inner ?? []) {
    if (part.kind === "ConstantExpr" && part.value !== undefined) return BigInt(part.value);
    const inner = valueIn(part);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
