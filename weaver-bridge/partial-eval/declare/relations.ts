/** Clauses about two things that are both not known: `len <= size`, `p->uid == current->uid`. */
import { type ClangNode, isThere, partsOf } from "../tree/clang-tree.js";
import type { Program } from "../tree/program.js";
import { PATH } from "./clauses.js";
import type { Declaration, Fact, SaidAssumption } from "./declaration.js";
import { namedValue } from "./fact-value.js";

const WHOLE_PATH = new RegExp(`^${PATH}$`);

/** The parameter or variable of a path. */
const headOf = (path: string): string => /^\w+/.exec(path)?.[0] ?? "";

/** The same declaration; what compares with something that is no constant is assumed. */
export function withRelations(
  declaration: Declaration,
  program: Program,
  isConstant: (text: string) => boolean,
): Declaration {
  const names = new Set([
    ...partsOf(program.functions.get(declaration.function) ?? NOTHING).flatMap(nameOfParameter),
    ...program.globals.keys(),
  ]);
  const isOther = (text: string | undefined): text is string =>
    text !== undefined &&
    WHOLE_PATH.test(text) &&
    names.has(headOf(text)) &&
    !isConstant(text) &&
    namedValue(text, program) === undefined;
  const related =
    declaration.later === undefined ? declaration.facts.filter(({ value }) => isOther(value)) : [];
  const assumed = declaration.assumed.map((one) =>
    one.relation !== "in" && isOther(one.values[0]) ? { ...one, isRelation: true as const } : one,
  );
  if (related.length === 0 && assumed.every(({ isRelation }) => isRelation !== true)) return declaration;
  return {
    ...declaration,
    facts: declaration.facts.filter((fact) => !related.includes(fact)),
    assumed: [...assumed, ...related.map(asAssumption)],
  };
}

const NOTHING: ClangNode = { id: "", kind: "NullStmt" };

const nameOfParameter = (node: ClangNode): string[] =>
  isThere(node) && node.kind === "ParmVarDecl" && node.name !== undefined ? [node.name] : [];

function asAssumption({ subject, path, value = "", offset, spans }: Fact): SaidAssumption {
  const end = spans?.value?.end ?? offset;
  const said = { subject: `${subject}${path.join("")}`, relation: "==", values: [value] } as const;
  return { ...said, isRelation: true, span: { start: offset, end } };
}
