/**
 * Join points of a unit of C as clang's own tree has them (`-ast-dump=json`): the judge of what is said to stand in the sources,
 * without a word of Weft's. `get`, `set` and `ref` of members and of variables that are not automatic, calls by a function's name, functions with a body.
 */
import { execFileSync } from "node:child_process";
import { CLANG } from "../compilers.js";

export interface AstJoinPoint {
  readonly kind: "get" | "set" | "ref" | "call" | "execution";
  /** `inode::addrs`; of a struct without a name that of the struct around it or of its typedef; a function. */
  readonly name: string;
  /** The function in whose body it stands. */
  readonly within: string;
  readonly file: string;
  readonly line: number;
  /** What tells it from others of its line, also of one macro. */
  readonly place: string;
}

interface Spot {
  readonly offset?: number;
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
  readonly spellingLoc?: Spot;
  readonly expansionLoc?: Spot;
}

interface Node {
  readonly id?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly loc?: Spot;
  readonly range?: { readonly begin: Spot; readonly end: Spot };
  readonly type?: { readonly qualType: string };
  readonly castKind?: string;
  readonly opcode?: string;
  readonly storageClass?: string;
  readonly isArrow?: boolean;
  readonly referencedMemberDecl?: string;
  readonly referencedDecl?: Node;
  readonly ownedTagDecl?: Node;
  readonly decl?: Node;
  readonly inner?: readonly Node[];
}

/** `options` without `-o` and `-c`; `directory` is where the compiler runs. */
export function astJoinPoints(directory: string, file: string, options: readonly string[]): AstJoinPoint[] {
  const words = [...options, "-w", "-fsyntax-only", "-Xclang", "-ast-dump=json", file];
  const text = execFileSync(CLANG, words, { cwd: directory, encoding: "utf8", maxBuffer: 1 << 29 });
  return joinPointsIn(JSON.parse(text) as Node);
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly place: string;
}

/** Not evaluated; of `_Generic` nothing but the chosen one is, and clang writes all: no case of ours has one. */
const UNEVALUATED: ReadonlySet<string | undefined> = new Set(["UnaryExprOrTypeTraitExpr", "OffsetOfExpr"]);

function joinPointsIn(unit: Node): AstJoinPoint[] {
  const found: AstJoinPoint[] = [];
  const owners = new Map<string, () => string>();
  const typedefs = new Map<string, string>();
  const variables = new Set<string>();
  const placeOf = createPlaces();
  const seen = new Map<string, number>();
  const add = (kind: AstJoinPoint["kind"], name: string, within: string, place: Place) => {
    // What stands once in the argument of a macro may be evaluated twice.
    const key = `${kind} ${name} ${within} ${place.place}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    found.push({ kind, name, within, ...place, place: `${place.place} ${count}` });
  };
  const visit = (node: Node, parents: readonly Node[], within: string, owner: () => string) => {
    const place = placeOf(node);
    let [around, record] = [within, owner];
    if (node.kind === "RecordDecl") record = nameOf(node, owner, typedefs);
    if (node.kind === "TypedefDecl") noteTypedef(node, typedefs);
    if (node.kind === "FieldDecl" && node.id !== undefined)
      owners.set(node.id, () => `${record()}::${node.name}`);
    if (node.kind === "FunctionDecl") {
      around = node.name ?? "";
      if (node.inner?.some(({ kind }) => kind === "CompoundStmt")) add("execution", around, around, place);
    }
    if (around !== "" && node.kind === "MemberExpr")
      for (const kind of kindsOf(parents, node))
        add(kind, owners.get(node.referencedMemberDecl ?? "")?.() ?? node.name ?? "", around, place);
    if (node.kind === "VarDecl" && (parents.length === 1 || node.storageClass !== undefined))
      variables.add(node.id ?? "");
    const { id = "", name: variable = "" } = node.kind === "DeclRefExpr" ? (node.referencedDecl ?? {}) : {};
    if (around !== "" && variables.has(id))
      for (const kind of kindsOf(parents, node)) add(kind, variable, around, place);
    const callee = node.kind === "CallExpr" ? calleeOf(node.inner?.[0]) : undefined;
    if (callee !== undefined) add("call", callee, around, place);
    // Their places are gone through too: each is written where it differs from the one before.
    const isCounted = !UNEVALUATED.has(node.kind);
    for (const child of node.inner ?? []) visit(child, [...parents, node], isCounted ? around : "", record);
  };
  visit(unit, [], "", () => "");
  return found;
}

/** A struct without a name: that of its typedef, which stands behind it, or of the struct around it. */
const nameOf = (
  { name, id = "" }: Node,
  outer: () => string,
  typedefs: ReadonlyMap<string, string>,
): (() => string) => (name === undefined ? () => typedefs.get(id) ?? outer() : () => name);

function noteTypedef({ name = "", inner }: Node, typedefs: Map<string, string>): void {
  for (let type = inner?.[0]; type !== undefined; type = type.inner?.[0]) {
    const { id } = type.ownedTagDecl ?? type.decl ?? {};
    if (id !== undefined && !typedefs.has(id)) typedefs.set(id, name);
  }
}

/** What happens to the lvalue. */
function kindsOf(parents: readonly Node[], member: Node): ("get" | "set" | "ref")[] {
  let child = member;
  for (let at = parents.length - 1; at >= 0; at--) {
    const parent = parents[at] as Node;
    const isFirst = parent.inner?.[0] === child;
    switch (parent.kind) {
      case "ParenExpr":
        break;
      case "ImplicitCastExpr":
        if (parent.castKind === "LValueToRValue") return ["get"];
        if (parent.castKind !== "ArrayToPointerDecay") return [];
        // Of an array the element is accessed that the subscript or the star says.
        if (!isElement(parents, at)) return ["ref"];
        break;
      case "ArraySubscriptExpr":
        if (!isFirst && !isBase(parent, child)) return [];
        break;
      case "MemberExpr":
        return [];
      case "UnaryOperator":
        if (parent.opcode === "&") return ["ref"];
        if (parent.opcode === "++" || parent.opcode === "--") return ["get", "set"];
        if (parent.opcode !== "*") return [];
        break;
      case "BinaryOperator":
        return parent.opcode === "=" && isFirst ? ["set"] : [];
      case "CompoundAssignOperator":
        return isFirst ? ["get", "set"] : [];
      default:
        return [];
    }
    child = parent;
  }
  return [];
}

const isBase = ({ inner = [] }: Node, child: Node) => inner[1] === child;

function isElement(parents: readonly Node[], at: number): boolean {
  let above = at - 1;
  while (parents[above]?.kind === "ParenExpr") above--;
  const { kind, opcode } = parents[above] ?? {};
  return kind === "ArraySubscriptExpr" || (kind === "UnaryOperator" && opcode === "*");
}

function calleeOf(node: Node | undefined): string | undefined {
  if (node?.kind === "DeclRefExpr")
    return node.referencedDecl?.kind === "FunctionDecl" ? node.referencedDecl.name : undefined;
  const isPassed = node?.kind === "ParenExpr" || node?.kind === "ImplicitCastExpr";
  return isPassed && node.inner?.length === 1 ? calleeOf(node.inner[0]) : undefined;
}

/** clang writes file and line where they differ from those written before. */
function createPlaces(): (node: Node) => Place {
  let [file, line] = ["", 0];
  const read = (spot: Spot | undefined): string => {
    if (spot === undefined) return "";
    if (spot.spellingLoc !== undefined || spot.expansionLoc !== undefined)
      return `${read(spot.spellingLoc)} ${read(spot.expansionLoc)}`;
    file = spot.file ?? file;
    line = spot.line ?? line;
    return spot.offset === undefined ? "" : `${file}:${line}:${spot.col}`;
  };
  return ({ loc, range }) => {
    const own = read(loc);
    const own_line = { file, line };
    const begin = read(range?.begin);
    const at = range?.begin === undefined ? own_line : { file, line };
    const end = read(range?.end);
    return { ...(own === "" ? at : own_line), place: `${own || begin} ${end}` };
  };
}
