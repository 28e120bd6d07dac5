/**
 * What specialization needs of a unit whose whole tree is too large: beside the function itself those of the same file that
 * it leads to, and the members that facts name. Functions of headers stay calls, which the compiler inlines as ever.
 */
import { resolve } from "node:path";
import { type ClangNode, enumerationOf, type Fact, spelledType, walk } from "../../partial-eval/index.js";
import { maybeDefines } from "../maybe-defines.js";
import { type ClangSetting, jsonValues, runClang, treeWords } from "../run-clang.js";

interface LargeUnit extends ClangSetting {
  readonly path: string;
}

/** Each costs clang a reading of the unit. */
const MOST_CALLED = 12;
const AT_ONCE = 4;

/** Functions of the unit's own file that are called by what is in `roots`, and by these in turn. */
export async function calledFunctions(
  unit: LargeUnit,
  roots: readonly ClangNode[],
  name: string,
  readFile: (path: string) => string | undefined,
): Promise<ClangNode[]> {
  const source = readFile(resolve(unit.directory, unit.path)) ?? "";
  const known = new Map(roots.filter(hasBody).map((node) => [node.name ?? "", node]));
  const found: ClangNode[] = [];
  const open = [name];
  const seen = new Set(open);
  let asked = 0;
  while (open.length > 0) {
    const next = open.splice(0, AT_ONCE);
    const unread = next.filter((one) => !known.has(one)).slice(0, MOST_CALLED - asked);
    asked += unread.length;
    const read = await Promise.all(unread.map((one) => runClang([...treeWords(one), unit.path], unit, "")));
    for (const printed of read)
      for (const node of typeof printed === "string" ? [] : jsonValues(printed.text).filter(hasBody)) {
        if (known.has(node.name ?? "")) continue;
        known.set(node.name ?? "", node);
        found.push(node);
      }
    for (const called of next.flatMap((one) => calledBy(known.get(one))))
      if (!seen.has(called) && maybeDefines(source, called)) {
        seen.add(called);
        open.push(called);
      }
  }
  return found;
}

const hasBody = ({ kind, inner = [] }: ClangNode) =>
  kind === "FunctionDecl" && inner.some((part) => part.kind === "CompoundStmt");

function calledBy(node: ClangNode | undefined): string[] {
  if (node === undefined) return [];
  return [...walk(node)].flatMap(({ referencedDecl }) =>
    referencedDecl?.kind === "FunctionDecl" ? [referencedDecl.name] : [],
  );
}

/** The structs that facts lead through, with the members that they name and no others. */
export async function membersOf(
  unit: LargeUnit,
  roots: readonly ClangNode[],
  name: string,
  facts: readonly Pick<Fact, "subject" | "path">[],
): Promise<ClangNode[]> {
  const types = typesOf(roots, name);
  const steps = new Map<string, { readonly of: string; readonly step: string }>();
  for (const { subject, path } of facts) {
    const type = types.get(subject);
    let text = type === undefined ? subject : `(*(${type} *)0)`;
    for (const step of path) {
      steps.set(text + step, { of: text, step });
      text += step;
    }
  }
  if (steps.size === 0) return [];
  const all = [...new Set([...steps].flatMap(([text, { of }]) => [text, of]))];
  const lines = all.map((text, at) => `extern __typeof__(${text}) __weft_type_${at};`);
  const printed = await runClang(
    ["-include", unit.path, ...treeWords("__weft_type_"), "-x", "c", "-"],
    unit,
    lines.join("\n"),
  );
  if (typeof printed === "string") return [];
  // A wrong member is told where facts are looked at.
  const right = jsonValues(printed.text).filter(({ isInvalid }) => isInvalid !== true);
  const told = new Map(right.map((node) => [node.name, node]));
  const typeOf = (text: string) => spelledType(told.get(`__weft_type_${all.indexOf(text)}`)?.type);
  return recordsOf(
    [...steps].map(([text, { of, step }]) => ({ owner: typeOf(of), step, type: typeOf(text) })),
  );
}

/**
 * As what the enumerations are stored that something in `roots` is of, and the values of enumerators that stand there.
 * `valuesOf` gives a text where there is no value.
 */
export async function enumerationsOf(
  roots: readonly ClangNode[],
  valuesOf: (expressions: readonly string[]) => Promise<ReadonlyMap<string, bigint | string>>,
): Promise<ClangNode[]> {
  const texts = roots.flatMap(walk).map(({ type }) => `${type?.qualType} ${type?.desugaredQualType}`);
  const tags = [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\benum (\w+)/g)].map(([, tag]) => tag))),
  ];
  const asked = tags.map((tag) => ({ tag, text: `(int)sizeof(enum ${tag}) * 2 + ((enum ${tag})-1 < 0)` }));
  const enumerators = enumeratorsIn(roots);
  const values = await valuesOf([...asked.map(({ text }) => text), ...enumerators]);
  const known = enumerators.flatMap((name): ClangNode[] => {
    const value = values.get(name);
    const inner = [{ id: `value of ${name}`, kind: "ConstantExpr", value: `${value}` }];
    return typeof value === "bigint"
      ? [{ id: `enumerator ${name}`, kind: "EnumConstantDecl", name, inner }]
      : [];
  });
  const named: ClangNode = { id: "enumerators", kind: "EnumDecl", name: "__weft_enumerators", inner: known };
  const stored = asked.flatMap(({ tag = "", text }) => {
    const value = values.get(text);
    return typeof value === "bigint"
      ? (enumerationOf(tag, Number(value) >> 1, (value & 1n) === 1n) ?? [])
      : [];
  });
  return known.length === 0 ? stored : [...stored, named];
}

/** Those of file scope: their declarations were not read. */
function enumeratorsIn(roots: readonly ClangNode[]): string[] {
  const nodes = roots.flatMap(walk);
  const declared = new Set(nodes.flatMap(({ kind, name }) => (kind === "EnumConstantDecl" ? [name] : [])));
  const used = nodes.flatMap(({ referencedDecl }) =>
    referencedDecl?.kind === "EnumConstantDecl" ? [referencedDecl.name] : [],
  );
  return [...new Set(used)].filter((name) => !declared.has(name));
}

function typesOf(roots: readonly ClangNode[], name: string): Map<string, string> {
  const tree = roots.find((node) => node.name === name && hasBody(node));
  const parameters = tree?.inner?.filter(({ kind }) => kind === "ParmVarDecl") ?? [];
  return new Map(parameters.map((one) => [one.name ?? "", one.type?.qualType ?? ""]));
}

function recordsOf(
  members: readonly { readonly owner: string; readonly step: string; readonly type: string }[],
): ClangNode[] {
  const records = new Map<string, ClangNode[]>();
  for (const { owner, step, type } of members) {
    const record = /^(?:const |volatile )*((?:struct|union) \w+)(?: \*)?(?:const|volatile)?$/.exec(
      owner,
    )?.[1];
    const name = /^(?:->|\.)(\w+)$/.exec(step)?.[1];
    if (record === undefined || name === undefined || type === "") continue;
    // A field without a name: that these are not all.
    const fields = records.get(record) ?? [{ id: `rest of ${record}`, kind: "FieldDecl" }];
    if (!fields.some((one) => one.name === name))
      fields.push({ id: `${record}.${name}`, kind: "FieldDecl", name, type: { qualType: type } });
    records.set(record, fields);
  }
  return [...records].map(([record, inner]): ClangNode => {
    const [tagUsed = "", name = ""] = record.split(" ");
    return { id: record, kind: "RecordDecl", tagUsed, name, inner };
  });
}
