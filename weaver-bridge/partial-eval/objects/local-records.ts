/**
 * Structs, unions and enumerations that functions declare for themselves: the residual function begins with them. Those without a name get
 * one there, as their variables are declared apart from them.
 */
import { Refusal } from "../refusal.js";
import { type ClangNode, type ClangType, offsetOf, partsOf, spelledType, walk } from "../tree/clang-tree.js";
import { type Program, readEnumerators } from "../tree/program.js";
import { spelled } from "../tree/spelled.js";
import { nameOfUnnamed, type TypeTable, UNNAMED } from "./types.js";

export interface LocalRecords {
  /** Of a function whose code comes into the residual one. Throws {@link Refusal}. */
  readonly add: (tree: ClangNode, statements: readonly ClangNode[]) => void;
  /** The declarations of those that the names in the rest of the function need, as lines. */
  readonly lines: (used: ReadonlySet<string>) => readonly string[];
  /** A type as it can be written there; empty without one. */
  readonly typeText: (type: ClangType | undefined) => string;
  /** Of an enumerator of theirs. */
  readonly valueOf: (enumerator: string) => bigint | undefined;
}

/** What is asked of an expression may have another name in the residual function. */
const saidType = (type: ClangType | undefined): string =>
  asksExpression(type) ? spelledType(type) : (type?.qualType ?? "");

/** `typeof(n)` */
export const asksExpression = (type: ClangType | undefined): boolean =>
  /\btypeof|\b__auto_type\b/.test(type?.qualType ?? "");

interface Own {
  readonly owner: ClangNode;
  readonly record: ClangNode;
  readonly tag: string | undefined;
  readonly enumerators: ReadonlyMap<string, bigint>;
  /** All names that come to be with it. */
  readonly declares: readonly string[];
  readonly text: string;
  /** How types are told that have no tag, and whose they are. */
  readonly unnamed: string | undefined;
  readonly variable: string;
}

export function createLocalRecords(
  program: Program,
  types: TypeTable,
  freeName: (base: string) => string,
): LocalRecords {
  const added = new Map<ClangNode, readonly Own[]>();
  const names = new Map<string, string>();
  const typeText = (type: ClangType | undefined) =>
    saidType(type).replace(new RegExp(UNNAMED, "g"), (said) => names.get(nameOfUnnamed(said)) ?? said);

  const isMeantOtherwise = (tree: ClangNode, { owner, tag, enumerators, record }: Own): boolean => {
    const own = [...(tag === undefined ? [] : [tag]), ...enumerators.keys()];
    if (own.length === 0) return false;
    const text = textOf(program, tree, owner === tree ? record : undefined);
    return new RegExp(`\\b(?:${own.join("|")})\\b`).test(text);
  };
  const isTaken = ({ enumerators }: Own) =>
    [...enumerators.keys()].some(
      (name) => program.enumerators.has(name) || program.globals.has(name) || program.functions.has(name),
    );
  return {
    add: (tree, statements) => {
      if (added.has(tree)) return;
      const own = statements.flatMap((statement) => ownOf(tree, statement, program));
      const all = [...added.values(), own].flat();
      const doubtful =
        all.find((one) => isMeantOtherwise(tree, one) || isTaken(one)) ??
        own.find((one) => [...added.keys()].some((other) => isMeantOtherwise(other, one)));
      if (doubtful !== undefined) throw refused(doubtful.record, "has a name that means something else, too");
      for (const [at, statement] of statements.entries())
        if (!types.addLocal(partsOf(statement)))
          throw refused(own[at]?.record ?? statement, "has the name of another one in this unit");
      added.set(tree, own);
      for (const { unnamed, variable } of own)
        if (unnamed !== undefined) names.set(unnamed, freeName(`${variable}_type`));
    },
    lines: (used) => {
      const needed = new Set(used);
      const said: string[] = [];
      // Each may need those before it.
      for (const { text, unnamed, declares } of [...added.values()].flat().reverse()) {
        const name = unnamed === undefined ? undefined : names.get(unnamed);
        if (text === "" || ![name ?? "", ...declares].some((one) => needed.has(one))) continue;
        for (const one of text.match(/[A-Za-z_]\w*/g) ?? []) needed.add(one);
        said.unshift(`\t${name === undefined ? text : text.replace(/(?<!\s)\s*\{/, ` ${name} {`)};`);
      }
      return said.flatMap((one) => one.split("\n"));
    },
    typeText,
    valueOf: (name) =>
      [...added.values()]
        .flat()
        .find(({ enumerators }) => enumerators.has(name))
        ?.enumerators.get(name),
  };
}

/** What one statement declares. Throws {@link Refusal}. */
function ownOf(owner: ClangNode, statement: ClangNode, program: Program): Own[] {
  const parts = partsOf(statement);
  return parts.flatMap((record, at) => {
    if (!/^(Record|Enum|Typedef)Decl$/.test(record.kind)) return [];
    const next = parts[at + 1];
    // What a typedef stands for may be written within it.
    const isWithin = next?.kind === "TypedefDecl" && record.kind !== "TypedefDecl" && encloses(next, record);
    const text = spelled(record, program);
    if (text === undefined) throw refused(record, "is declared in a macro");
    if (/\[\s*[A-Za-z_]/.test(text) && record.kind === "TypedefDecl")
      throw refused(record, "has a length that is not written as a number");
    if (/\b(?:sizeof|__?alignof\w*|__?typeof\w*)\b/.test(text))
      throw refused(record, "asks for the size of something");
    const { name: variable = "own", type } = parts[at + 1] ?? {};
    const [place] = UNNAMED.exec(type?.qualType ?? "") ?? [];
    const unnamed = record.name === undefined && place !== undefined ? nameOfUnnamed(place) : undefined;
    const enumerators = new Map<string, bigint>();
    readEnumerators(record, enumerators);
    const said = isWithin ? "" : text;
    const declares = namesIn(record, parts[at - 1]);
    return [
      {
        owner,
        record,
        tag: record.name,
        enumerators,
        declares,
        text: said,
        unnamed: isWithin ? undefined : unnamed,
        variable,
      },
    ];
  });
}

/** What comes to be with a declaration, also by what a typedef encloses. */
function namesIn(record: ClangNode, before: ClangNode | undefined): string[] {
  const within = record.kind === "TypedefDecl" && before && encloses(record, before) ? [before] : [];
  const naming = [record, ...within].flatMap(walk).filter(({ kind }) => NAMING.test(kind));
  return naming.flatMap(({ name }) => name ?? []);
}

const NAMING = /^(?:Record|Enum|EnumConstant|Typedef)Decl$/;

const encloses = (outer: ClangNode, inner: ClangNode): boolean => {
  const [from, to] = [offsetOf(outer), outer.range?.end.offset];
  const at = offsetOf(inner);
  return from !== undefined && to !== undefined && at !== undefined && from <= at && at <= to;
};

/** Of a function, or what of it stands before one of its parts. */
function textOf({ textOf: read }: Program, tree: ClangNode, part: ClangNode | undefined): string {
  const { begin, end } = tree.range ?? {};
  const text = read(begin?.file ?? begin?.expansionLoc?.file ?? "") ?? "";
  const last = part === undefined ? (end?.offset ?? end?.expansionLoc?.offset) : offsetOf(part);
  return text.slice(offsetOf(tree) ?? 0, last);
}

const refused = (record: ClangNode, what: string): Refusal => {
  const kind =
    record.kind === "EnumDecl"
      ? "enum"
      : record.kind === "TypedefDecl"
        ? "typedef"
        : (record.tagUsed ?? "struct");
  const said = `${kind} ${record.name ?? ""}`.trim();
  return new Refusal(
    `${kind === "enum" ? "an" : "a"} ${said} that a function declares for itself ${what}`,
    offsetOf(record),
  );
};
