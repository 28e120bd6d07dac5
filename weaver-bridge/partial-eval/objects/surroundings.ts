/** What stays the same while a function is specialized: the unit, its objects and their names. */

import { isQuiet } from "../lower/quiet-functions.js";
import { initialOf, isConstant } from "../lower/variables.js";
import { Refusal } from "../refusal.js";
import { type ClangNode, type ClangPlace, walk } from "../tree/clang-tree.js";
import type { Program } from "../tree/program.js";
import { initialValues } from "./initial-values.js";
import { wrap } from "./integers.js";
import { depthOf } from "./state.js";
import { type TypeTable, typeTable } from "./types.js";
import { type Cell, keyOf, type Place, placeText, type RootInfo, type Value } from "./values.js";

export interface Surroundings {
  readonly program: Program;
  readonly types: TypeTable;
  readonly longBits: 32 | 64;
  readonly rootInfo: (root: string) => RootInfo;
  /** Gives a variable of an activation its name in the residual function. */
  readonly declare: (root: string, node: ClangNode) => RootInfo;
  /** A variable of file scope. */
  readonly globalRoot: (name: string) => string;
  readonly stringRoot: (node: ClangNode) => string | undefined;
  /** Variables in functions that are constant tables. */
  readonly addConstant: (node: ClangNode) => void;
  readonly constants: () => readonly ClangNode[];
  readonly constantAt: (place: Place) => Cell | undefined;
  /** An object that is known only by a pointer to it, with a name that keeps it. */
  readonly addPointee: (root: string, text: string, isNonNull: boolean) => void;
  /** How a declaration says the place, where it can be said at the function's start. */
  readonly addFactPath: (root: string, text: string) => void;
  readonly factPath: (place: Place) => string | undefined;
  /** Is told each expression that is carried out, its parts first. */
  observe?: ((node: ClangNode, isKnown: boolean, value: Value | undefined) => void) | undefined;
  /** The structure that members of a place belong to, canonical. */
  readonly noteOwner: (whole: Place, owner: string) => void;
  /** Members on the way to a place, outermost first; those whose structure is not known are left out. */
  readonly levelsOf: (key: string) => readonly Level[];
  readonly isNonNull: (root: string) => boolean;
  /** A function that writes nothing but variables of its own. */
  readonly isQuiet: (name: string) => boolean;
  /** Only code that is called may write it by another pointer. */
  readonly addUnaliased: (root: string) => void;
  readonly isUnaliased: (root: string) => boolean;
  /** Variables of the function and of those that are inlined; by their declarations. */
  readonly addLocals: (nodes: readonly ClangNode[]) => void;
  readonly isLocal: (id: string) => boolean;
  readonly isBitField: (member: ClangNode) => boolean;
  readonly locals: () => readonly {
    readonly name: string;
    readonly node: ClangNode;
    readonly isParameter: boolean;
  }[];
  /** As it is written, where that is one piece. */
  readonly spelling: (node: ClangNode) => string | undefined;
}

/** A member of a structure. */
export interface Level {
  readonly owner: string;
  readonly member: string;
}

export function createSurroundings(
  program: Program,
  longBits: 32 | 64,
  constantOf: (node: ClangNode, around: Surroundings) => Value | undefined,
): Surroundings {
  const types = typeTable(program.declared, longBits);
  const roots = new Map<string, RootInfo>();
  const taken = new Set<string>([...program.functions.keys(), ...program.globals.keys()]);
  const parameters = new Set<string>();
  const nonNull = new Set<string>();
  const factPaths = new Map<string, string>();
  const owners = new Map<string, string>();
  const unaliased = new Set<string>();
  const quiet = new Map<string, boolean>();
  const locals = new Set<string>();
  const bitFields = new Set<string>();
  const tables = new Map<string, ClangNode>();
  for (const node of program.declared)
    for (const part of walk(node)) if (part.isBitfield === true) bitFields.add(part.id);
  const constants = new Map<string, Map<string, Cell> | undefined>();

  const constantRoot = (root: string, node: ClangNode): string => {
    if (!roots.has(root)) roots.set(root, { kind: "constant", text: root, node });
    return root;
  };
  const cellsOf = (root: string, node: ClangNode): Map<string, Cell> | undefined => {
    if (constants.has(root)) return constants.get(root);
    constants.set(root, undefined);
    const initial = node.kind === "StringLiteral" ? node : initialOf(node);
    if (initial === undefined) return undefined;
    const values = initialValues(types.canonical(node.type), initial, types);
    if (values === undefined) return undefined;
    const cells = new Map<string, Cell>();
    for (const { path, type, node: given, value } of values) {
      const found = value ?? (given === undefined ? 0n : constantOf(given, around));
      if (found === undefined) continue;
      const integer = types.integer(type);
      const held = typeof found === "bigint" && integer !== undefined ? wrap(found, integer) : found;
      cells.set(keyOf({ root, path }), { value: held, type, inMemory: true });
    }
    constants.set(root, cells);
    return cells;
  };

  const around: Surroundings = {
    program,
    types,
    longBits,
    rootInfo: (root) => roots.get(root) ?? { kind: "global", text: root },
    declare: (root, node) => {
      const known = roots.get(root);
      if (known !== undefined) return known;
      const base = node.name ?? "value";
      let name = base;
      const isFree = () =>
        !taken.has(name) && !(depthOf(root) > 0 && node.kind === "ParmVarDecl" && name === "");
      for (let number = 2; !isFree(); number++) name = `${base}_${number}`;
      taken.add(name);
      if (depthOf(root) === 0 && node.kind === "ParmVarDecl") parameters.add(root);
      const info: RootInfo = { kind: "local", text: name, node };
      roots.set(root, info);
      return info;
    },
    globalRoot: (name) => {
      const node = program.globals.get(name);
      return node !== undefined && isConstant(node) ? constantRoot(name, node) : name;
    },
    stringRoot: (node) => {
      const root = `string${String(node.value).replaceAll("/", "\\057")}`;
      if (!roots.has(root)) roots.set(root, { kind: "constant", text: String(node.value), node });
      return root;
    },
    addConstant: (node) => {
      const name = node.name ?? "";
      if (program.globals.has(name) || (tables.has(name) && tables.get(name) !== node))
        throw new Refusal(`${name} is the name of two variables`, node.range?.begin.offset);
      tables.set(name, node);
      constantRoot(name, node);
    },
    constants: () => [...tables.values()],
    constantAt: (place) => {
      const { kind, node } = around.rootInfo(place.root);
      return kind === "constant" && node !== undefined
        ? cellsOf(place.root, node)?.get(keyOf(place))
        : undefined;
    },
    addPointee: (root, text, isNonNull) => {
      roots.set(root, { kind: "pointee", text });
      if (isNonNull) nonNull.add(root);
    },
    addFactPath: (root, text) => void factPaths.set(root, text),
    factPath: (place) => {
      const info = around.rootInfo(place.root);
      const text = info.kind === "global" ? place.root : factPaths.get(place.root);
      return text === undefined ? undefined : placeText(place, { ...info, text });
    },
    noteOwner: (whole, owner) => void owners.set(keyOf(whole), owner),
    levelsOf: (key) => {
      const steps = key.split("/");
      return steps.flatMap((member, at) => {
        const owner = at === 0 ? undefined : owners.get(steps.slice(0, at).join("/"));
        return owner === undefined ? [] : [{ owner, member }];
      });
    },
    isNonNull: (root) => nonNull.has(root),
    isQuiet: (name) => isQuiet(name, program, quiet),
    addUnaliased: (root) => void unaliased.add(root),
    isUnaliased: (root) => unaliased.has(root),
    addLocals: (nodes) => {
      for (const { id } of nodes) locals.add(id);
    },
    isLocal: (id) => locals.has(id),
    isBitField: ({ referencedMemberDecl }) => bitFields.has(referencedMemberDecl ?? ""),
    locals: () =>
      [...roots].flatMap(([root, { kind, text, node }]) =>
        kind === "local" && node !== undefined
          ? [{ name: text, node, isParameter: parameters.has(root) }]
          : [],
      ),
    spelling: (node) => spelled(node, program),
  };
  return around;
}

/**
 * The text of one piece of a file. Of what a macro makes only the whole has a text, which is its invocation.
 */
function spelled(node: ClangNode, { textOf }: Program): string | undefined {
  const { begin, end } = node.range ?? {};
  if (begin === undefined || end === undefined) return undefined;
  const text = textOf(fileOf(begin) ?? "");
  if (text === undefined || fileOf(begin) !== fileOf(end)) return undefined;
  if (begin.offset !== undefined && end.offset !== undefined)
    return text.slice(begin.offset, end.offset + (end.tokLen ?? 0));
  const from = begin.expansionLoc?.offset;
  if (from === undefined || from !== end.expansionLoc?.offset) return undefined;
  const isWhole = definedBy(begin.spellingLoc, end.spellingLoc, textOf) === nameAt(text, from);
  return isWhole ? invocationAt(text, from) : undefined;
}

const nameAt = (text: string, at: number): string =>
  /^[A-Za-z_]\w*/.exec(text.slice(at, at + 200))?.[0] ?? "";

/** The macro whose whole definition these two places enclose. */
function definedBy(
  begin: ClangPlace | undefined,
  end: ClangPlace | undefined,
  textOf: Program["textOf"],
): string | undefined {
  const text = begin?.offset === undefined || begin.file !== end?.file ? undefined : textOf(begin.file ?? "");
  if (text === undefined || begin?.offset === undefined || end?.offset === undefined) return undefined;
  const before = text.slice(Math.max(0, begin.offset - 400), begin.offset);
  const name = /(?:^|\n)[ \t]*#[ \t]*define[ \t]+(\w+)(?:\([^()]*\))?(?:[ \t]|\\\r?\n)*$/.exec(before)?.[1];
  const behind = text.slice(end.offset + (end.tokLen ?? 0), end.offset + (end.tokLen ?? 0) + 400);
  return /^[ \t]*(?:\/\*[^\n]*\*\/[ \t]*|\/\/[^\n]*)?(?:\r?\n|$)/.test(behind) ? name : undefined;
}

const fileOf = (place: ClangPlace): string | undefined => place.file ?? place.expansionLoc?.file;

function invocationAt(text: string, from: number): string | undefined {
  const name = /[A-Za-z_]\w*/y;
  name.lastIndex = from;
  const found = name.exec(text);
  if (found === null) return undefined;
  let at = name.lastIndex;
  const open = /\s*\(/y;
  open.lastIndex = at;
  if (open.exec(text) === null) return found[0];
  let depth = 0;
  for (at = open.lastIndex - 1; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      for (at++; at < text.length && text[at] !== character; at++) if (text[at] === "\\") at++;
    } else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return text.slice(from, at + 1);
  }
  return undefined;
}
