/**
 * The tree of a function as `clang -ast-dump=json` prints it, as far as it is read: it has the implicit conversions that C
 * makes, each with its type, which libclang does not tell.
 */

export interface ClangPlace {
  /** Bytes from the start of the file. */
  readonly offset?: number;
  readonly tokLen?: number;
  /** As clang was given it. */
  readonly file?: string;
  /** In a macro. */
  readonly expansionLoc?: ClangPlace;
  readonly spellingLoc?: ClangPlace;
}

export interface ClangType {
  readonly qualType: string;
  readonly desugaredQualType?: string;
}

export interface ClangNode {
  readonly id: string;
  readonly kind: string;
  readonly name?: string;
  readonly opcode?: string;
  readonly castKind?: string;
  readonly value?: string | number;
  readonly type?: ClangType;
  readonly inner?: readonly ClangNode[];
  /** Of an array's initial values: what the rest gets, then those that are given. */
  readonly array_filler?: readonly ClangNode[];
  /** Of initial values: the member of a union that they are for. */
  readonly field?: { readonly name?: string };
  /** Of `_Generic`: the compiler has chosen it. */
  readonly selected?: boolean;
  readonly isBitfield?: boolean;
  /** Of a use of a member whose struct was not read: it shares its bytes with others, or may do so. */
  readonly isInUnion?: boolean;
  /** Of assembly: it is all that the macro makes that stands there, also by way of other macros. */
  readonly isWholeExpansion?: boolean;
  /** Clang went on after a mistake in it. */
  readonly isInvalid?: boolean;
  readonly tagUsed?: string;
  /** Of an enumeration that says as what it is stored. */
  readonly fixedUnderlyingType?: ClangType;
  /** What a typedef defines with it. */
  readonly ownedTagDecl?: { readonly kind: string; readonly name?: string };
  /** Of a declaration's name. */
  readonly loc?: ClangPlace;
  readonly range?: { readonly begin: ClangPlace; readonly end: ClangPlace };
  readonly referencedDecl?: {
    readonly id: string;
    readonly kind: string;
    readonly name: string;
    readonly type?: ClangType;
  };
  readonly isPostfix?: boolean;
  readonly isArrow?: boolean;
  readonly referencedMemberDecl?: string;
  readonly hasElse?: boolean;
  readonly hasVar?: boolean;
  readonly hasInit?: boolean;
  readonly storageClass?: string;
  readonly inline?: boolean;
  readonly init?: string;
  readonly declId?: string;
  readonly targetLabelDeclId?: string;
  readonly labelDeclId?: string;
  readonly argType?: ClangType;
  readonly computeLHSType?: ClangType;
  readonly computeResultType?: ClangType;
}

/** Clang leaves a hole where a part is not there: `for (;;)`. */
export function isThere(node: ClangNode | undefined): node is ClangNode {
  return node?.kind !== undefined;
}

export function partsOf(node: ClangNode): readonly ClangNode[] {
  return node.inner ?? node.array_filler?.slice(1) ?? [];
}

export function spelledType(type: ClangType | undefined): string {
  return type?.desugaredQualType ?? type?.qualType ?? "";
}

/** Without parentheses, and conversions that change nothing. */
export function bare(node: ClangNode): ClangNode {
  const [only] = partsOf(node);
  const isShell =
    node.kind === "ParenExpr" ||
    node.kind === "ConstantExpr" ||
    (node.kind === "ImplicitCastExpr" && node.castKind === "NoOp");
  return isShell && isThere(only) ? bare(only) : node;
}

/** The variable that an lvalue is, if it is one by itself. */
export function variableOf(node: ClangNode): string | undefined {
  const { kind, referencedDecl } = bare(node);
  const isVariable = referencedDecl?.kind === "VarDecl" || referencedDecl?.kind === "ParmVarDecl";
  return kind === "DeclRefExpr" && isVariable ? referencedDecl.id : undefined;
}

/** The node and all below it, outer ones first. */
export function walk(node: ClangNode): ClangNode[] {
  const found: ClangNode[] = [];
  const visit = (one: ClangNode) => {
    if (!isThere(one)) return;
    found.push(one);
    for (const part of partsOf(one)) visit(part);
  };
  visit(node);
  return found;
}

/** Where it begins in its file, in bytes; of a macro, where that is used. */
export function offsetOf({ range }: ClangNode): number | undefined {
  return range?.begin.offset ?? range?.begin.expansionLoc?.offset;
}

/** What a node writes. */
export function targetOf(node: ClangNode): ClangNode | undefined {
  const isWrite =
    (node.kind === "BinaryOperator" && node.opcode === "=") ||
    node.kind === "CompoundAssignOperator" ||
    node.kind === "VAArgExpr" ||
    (node.kind === "UnaryOperator" && (node.opcode === "++" || node.opcode === "--"));
  const [target] = partsOf(node);
  return isWrite && isThere(target) ? target : undefined;
}
