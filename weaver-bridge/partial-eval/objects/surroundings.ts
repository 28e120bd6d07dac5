/** What stays the same while a function is specialized: the unit, its objects and their names. */

import { isBlind, isBuiltin, isQuiet } from "../lower/quiet-functions.js";
import { isConstant } from "../lower/variables.js";
import { type ClangNode, partsOf, walk } from "../tree/clang-tree.js";
import type { Program } from "../tree/program.js";
import { spelled } from "../tree/spelled.js";
import { constantTables } from "./constant-tables.js";
import { createDeclaredAccess, type DeclaredAccess } from "./declared-access.js";
import { type DeclaredWrites, type Written, writtenBy } from "./declared-writes.js";
import { createExterns, type ExternDeclarations } from "./extern-declarations.js";
import { createKeptStatics, type KeptStatics } from "./kept-statics.js";
import { createLocalRecords, type LocalRecords } from "./local-records.js";
import { createPlaceOwners, type PlaceOwners } from "./place-owners.js";
import { createResidualNames } from "./residual-names.js";
import { depthOf, type State } from "./state.js";
import { type TypeTable, typeTable } from "./types.js";
import { type Cell, type Place, placeText, type RootInfo, type Value } from "./values.js";

export interface Surroundings extends ExternDeclarations, PlaceOwners, DeclaredAccess, KeptStatics {
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
  /** The compiler carries arguments out from the last to the first. */
  readonly isFromRight: boolean;
  /** Structs that functions declare for themselves. */
  readonly records: LocalRecords;
  readonly constantAt: (place: Place) => Cell | undefined;
  readonly constantsIn: (place: Place) => readonly [string, Cell][];
  /** An object that is known only by a pointer to it, with a name that keeps it. */
  readonly addPointee: (root: string, text: string, isNonNull: boolean, element?: string) => void;
  /** How a declaration says the place, where it can be said at the function's start. */
  readonly addFactPath: (root: string, text: string) => void;
  readonly factPath: (place: Place) => string | undefined;
  /** Is told each expression that is carried out, its parts first. */
  observe?: ((node: ClangNode, isKnown: boolean, value: Value | undefined) => void) | undefined;
  /** How a condition comes out, where tests on the way or assumptions tell: of the function that is carried out. */
  told?: ((condition: ClangNode, frames: State["frames"]) => boolean | undefined) | undefined;
  readonly isNonNull: (root: string) => boolean;
  /** A function that writes nothing but variables of its own. */
  readonly isQuiet: (name: string) => boolean;
  /** It is the C library's, and what the compiler takes for that. */
  readonly isBuiltin: (name: string) => boolean;
  /** One that reads nothing but its arguments, either. */
  readonly isBlind: (name: string) => boolean;
  /** All that it writes, where a declaration says so. */
  readonly writesOf: (name: string) => Written | undefined;
  /** Variables of the function and of those that are inlined; by their declarations. */
  readonly addLocals: (nodes: readonly ClangNode[]) => void;
  readonly isLocal: (id: string) => boolean;
  readonly isBitField: (member: ClangNode) => boolean;
  readonly isUnionMember: (member: ClangNode) => boolean;
  readonly locals: () => readonly {
    readonly name: string;
    readonly node: ClangNode;
    readonly isParameter: boolean;
  }[];
  /** As it is written, where that is one piece. */
  readonly spelling: (node: ClangNode) => string | undefined;
}

/** What a declaration says of functions. */
interface DeclaredCalls {
  readonly pure: readonly string[];
  readonly writes: readonly DeclaredWrites[];
}

export function createSurroundings(
  program: Program,
  longBits: 32 | 64,
  constantOf: (node: ClangNode, around: Surroundings) => Value | undefined,
  { pure, writes }: DeclaredCalls,
  isFromRight = false,
): Surroundings {
  const types = typeTable(program.declared, longBits);
  const roots = new Map<string, RootInfo>();
  const names = createResidualNames(program);
  const parameters = new Set<string>();
  const nonNull = new Set<string>();
  const factPaths = new Map<string, string>();
  const quiet = new Map(pure.map((name) => [name, true]));
  const blind = new Map<string, boolean>();
  const locals = new Set<string>();
  const tables = constantTables({
    ...{ program, types, roots, reserve: names.reserve },
    constantOf: (node) => constantOf(node, around),
  });

  const around: Surroundings = {
    program,
    types,
    longBits,
    isFromRight,
    ...createExterns(names),
    ...createPlaceOwners(),
    ...createDeclaredAccess(),
    ...createKeptStatics(),
    ...strangeMembers(program.declared),
    rootInfo: (root) => roots.get(root) ?? { kind: "global", text: root },
    declare: (root, node) => {
      const known = roots.get(root);
      if (known !== undefined) return known;
      const name = names.take(node.name ?? "value");
      if (depthOf(root) === 0 && node.kind === "ParmVarDecl") parameters.add(root);
      const info: RootInfo = { kind: "local", text: name, node };
      roots.set(root, info);
      return info;
    },
    globalRoot: (name) => {
      const node = program.globals.get(name);
      return node !== undefined && isConstant(node) ? tables.rootOf(name, node) : name;
    },
    stringRoot: (node) => {
      const root = `string${String(node.value).replaceAll("/", "\\057")}`;
      if (!roots.has(root)) roots.set(root, { kind: "constant", text: String(node.value), node });
      return root;
    },
    addConstant: tables.add,
    constants: tables.all,
    records: createLocalRecords(program, types, names.take),
    constantAt: tables.cellAt,
    constantsIn: tables.cellsAt,
    addPointee: (root, text, isNonNull, element = roots.get(root)?.element) => {
      roots.set(root, { kind: "pointee", text, element });
      if (isNonNull) nonNull.add(root);
    },
    addFactPath: (root, text) => void factPaths.set(root, text),
    factPath: (place) => {
      const info = around.rootInfo(place.root);
      const text = info.kind === "global" ? place.root : factPaths.get(place.root);
      return text === undefined ? undefined : placeText(place, { ...info, text });
    },
    isNonNull: (root) => nonNull.has(root),
    isQuiet: (name) => isQuiet(name, program, quiet),
    isBuiltin: (name) => isBuiltin(name, program),
    isBlind: (name) => isBlind(name, program, blind),
    writesOf: (name) => writtenBy(name, writes, program, types),
    addLocals: (nodes) => {
      for (const { id } of nodes) locals.add(id);
    },
    isLocal: (id) => locals.has(id),
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

/** Members that share their bytes with others. */
function strangeMembers(declared: readonly ClangNode[]): Pick<Surroundings, "isBitField" | "isUnionMember"> {
  const found = declared.map(strangeIn);
  const bitFields = new Set(found.flatMap((one) => one.bitFields));
  const ofUnions = new Set(found.flatMap((one) => one.ofUnions));
  return {
    isBitField: ({ referencedMemberDecl = "" }) => bitFields.has(referencedMemberDecl),
    isUnionMember: ({ referencedMemberDecl = "" }) => ofUnions.has(referencedMemberDecl),
  };
}

/** By their declarations. */
interface StrangeMembers {
  readonly bitFields: readonly string[];
  readonly ofUnions: readonly string[];
}

/** A declaration is looked through once. */
const STRANGE = new WeakMap<ClangNode, StrangeMembers>();

function strangeIn(declaration: ClangNode): StrangeMembers {
  const nodes = STRANGE.has(declaration) ? [] : walk(declaration);
  const unions = nodes.filter(({ tagUsed }) => tagUsed === "union").flatMap(partsOf);
  const found = STRANGE.get(declaration) ?? {
    bitFields: nodes.flatMap(({ isBitfield, id }) => (isBitfield === true ? [id] : [])),
    ofUnions: unions.flatMap(({ kind, id }) => (kind === "FieldDecl" ? [id] : [])),
  };
  STRANGE.set(declaration, found);
  return found;
}
