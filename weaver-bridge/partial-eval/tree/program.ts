/** The functions, variables and constants of a unit, by name, with the texts of the files that they stand in. */
import type { ClangNode } from "./clang-tree.js";
import { chooseGenerics } from "./generic-selections.js";
import { eachPlace } from "./places.js";
import { hideTemporaries } from "./temporaries.js";

/** Where the preprocessor is, in its order: a macro that comes to mean something else there, or the place alone. */
export interface MacroChange {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly name?: string;
}

export interface Program {
  /** With bodies. */
  readonly functions: ReadonlyMap<string, ClangNode>;
  /** Variables of file scope; the declaration with an initial value where there is one. */
  readonly globals: ReadonlyMap<string, ClangNode>;
  /** Values of enumerators as far as clang tells them. */
  readonly enumerators: ReadonlyMap<string, bigint>;
  /** Declarations of file scope, for the types. */
  readonly declared: readonly ClangNode[];
  /** Files that something of it stands in, as clang names them. */
  readonly files: ReadonlySet<string>;
  /** One character a byte; `undefined` where it can't be read. */
  readonly textOf: (file: string) => string | undefined;
  /** Where files are included behind functions: how macros change. */
  readonly macroChanges?: readonly MacroChange[];
}

/** `roots`: translation units, or declarations alone. */
export function programOf(
  roots: readonly ClangNode[],
  readFile: (file: string) => string | undefined,
): Program {
  const functions = new Map<string, ClangNode>();
  const globals = new Map<string, ClangNode>();
  const enumerators = new Map<string, bigint>();
  const all: ClangNode[] = [];
  const files = new Set<string>();
  for (const root of roots) {
    nameFiles(root, files);
    chooseGenerics(root);
    hideTemporaries(root);
    const declared = root.kind === "TranslationUnitDecl" ? (root.inner ?? []) : [root];
    all.push(...declared);
    for (const node of declared) {
      const { name, kind, inner = [] } = node;
      if (kind === "EnumDecl" || kind === "RecordDecl") readEnumerators(node, enumerators);
      if (name === undefined) continue;
      if (kind === "FunctionDecl" && inner.some((part) => part.kind === "CompoundStmt"))
        functions.set(name, node);
      if (kind === "VarDecl" && (node.init !== undefined || !globals.has(name))) globals.set(name, node);
    }
  }
  const texts = new Map<string, string | undefined>();
  const textOf = (file: string) => {
    if (!texts.has(file)) texts.set(file, readFile(file));
    return texts.get(file);
  };
  return { functions, globals, enumerators, declared: all, files, textOf };
}

/** Clang names a file only where it is another than at the place printed before; this names it at every place. */
function nameFiles(root: ClangNode, files: Set<string>): void {
  let file = "";
  eachPlace(root, (place) => {
    // What macros make of two names, or of a name as text, stands in no file.
    if (place.file !== undefined && !place.file.startsWith("<")) files.add(place.file);
    file = place.file ?? file;
    (place as { file?: string }).file = file;
  });
}

/** Also of those that stand in a struct: `struct file { enum { PIPE, INODE } type; }`. */
export function readEnumerators(declaration: ClangNode, into: Map<string, bigint>): void {
  if (declaration.kind === "RecordDecl") {
    for (const part of declaration.inner ?? [])
      if (part.kind === "EnumDecl" || part.kind === "RecordDecl") readEnumerators(part, into);
    return;
  }
  let next = 0n;
  for (const { kind, name, inner = [] } of declaration.inner ?? []) {
    if (kind !== "EnumConstantDecl" || name === undefined) continue;
    const given = inner.map(constantOf).find((value) => value !== undefined);
    const isGiven = inner.some(
      (part) => part.kind === "ConstantExpr" || /Expr$|Literal$|Operator$/.test(part.kind),
    );
    if (isGiven && given === undefined) return;
    next = given ?? next;
    into.set(name, next);
    next += 1n;
  }
}

function constantOf(node: ClangNode): bigint | undefined {
  if (node.kind === "ConstantExpr" && node.value !== undefined) return BigInt(node.value);
  return node.inner?.length === 1 ? constantOf(node.inner[0] as ClangNode) : undefined;
}
