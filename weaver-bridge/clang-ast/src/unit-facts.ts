/**
 * From the addon's tables to {@link UnitFacts}: one pass over the nodes, function by function. Everything that needs
 * a decision about the language is in the modules that this one calls; here shadows get their surroundings and their
 * order.
 */
import {
  contains,
  type Language,
  type OpenName,
  type ParseDiagnostic,
  type Shadow,
  type UnitFacts,
  type WantedFacts,
} from "../../model/index.js";
import { createEntityTable } from "./entities/entity-table.js";
import { createTypeTable, type TypeTable } from "./entities/type-table.js";
import { accessesOf } from "./shadows/access-shadows.js";
import { createOperatorTable } from "./shadows/builtin-shadows.js";
import { readCallGraph } from "./shadows/call-graph.js";
import { callOf } from "./shadows/call-shadows.js";
import type { AccessContext } from "./shadows/code-context.js";
import { definitionOf, isReturnsTwice, returnOf } from "./shadows/code-shadows.js";
import { findCplusplusExclusions, isInLambda } from "./shadows/cplusplus-exclusions.js";
import { readEscapes } from "./shadows/escapes.js";
import { CONSTANT, EVALUATED, findExclusions, UNREAD } from "./shadows/exclusions.js";
import { readLifecycles } from "./shadows/lifecycle-shadows.js";
import { addLocals } from "./shadows/locals.js";
import { openNameOf, openReadOf } from "./shadows/open-names.js";
import { aroundNode, type CodeSurroundings, outsideOf } from "./shadows/outside-code.js";
import { createSyntaxTree, type Node, type SyntaxTree } from "./syntax-tree.js";
import { createStringReader, Kind, type RawUnit } from "./tree/raw-unit.js";

/** Facts without the line map, which is rebuilt from the text wherever it is needed. */
export type PlainFacts = Omit<UnitFacts, "lineMap">;

export interface FactsOptions {
  readonly language: Language;
  /** The dialect is among them. */
  readonly arguments: readonly string[];
  readonly wanted?: WantedFacts;
  readonly engine: string;
}

/** `text` is the unit's text as it was given, not as libclang saw it. */
export function readFacts(raw: RawUnit, text: string, options: FactsOptions): PlainFacts {
  const { language, engine, wanted = {} } = options;
  const cplusplus = language === "c++";
  const string = createStringReader(raw);
  const types = createTypeTable(raw, string);
  const moves = !options.arguments.some((argument) => OLD_DIALECT.test(argument));
  const tree = createSyntaxTree(raw, text, types, cplusplus);
  const startOfTopLevel = tree.topLevelOf;
  const entities = createEntityTable(raw, { types, string, text, cplusplus, moves, startOfTopLevel });
  const context: AccessContext = { tree, types, entities, references: cplusplus };
  const excluded = findExclusions(tree, cplusplus ? findCplusplusExclusions(context) : undefined);
  const { shadows, openNames } = readShadows(context, excluded, wanted);
  for (let at = 0; at < raw.classes.length; at += 2)
    for (const lifecycle of readLifecycles(context, raw.classes[at] as number)) shadows.push(lifecycle);
  const aggregates = cplusplus ? readAggregates(tree, types) : undefined;
  const escapes = wanted.escapes && !cplusplus ? readEscapes(context, excluded) : undefined;
  const callGraph = wanted.callGraph ? readCallGraph(context) : undefined;
  if (openNames.length > 0) entities.addAll();
  // Ties (the read and the write of `g++`) keep their order: the read first.
  shadows.sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end);
  return {
    language,
    types: types.types,
    entities: entities.entities,
    shadows,
    ...(aggregates === undefined ? {} : { aggregates }),
    ...(openNames.length === 0 ? {} : { openNames: openNames.sort(byPlace) }),
    ...(callGraph === undefined ? {} : { callGraph }),
    ...(escapes === undefined ? {} : { escapes }),
    diagnostics: readDiagnostics(raw, shadows),
    engine,
  };
}

const byPlace = (a: OpenName, b: OpenName) => a.nameRange.start - b.nameRange.start;

interface Found {
  readonly shadows: Shadow[];
  readonly openNames: OpenName[];
}

/** Those of the unit's code, in the order of the tree; of classes' lifecycles not. */
function readShadows(
  context: AccessContext,
  excluded: ReturnType<typeof findExclusions>,
  wanted: NonNullable<FactsOptions["wanted"]>,
): Found {
  const { tree, references: cplusplus } = context;
  const operators = wanted.builtins ? createOperatorTable(context) : undefined;
  const shadows: Shadow[] = [];
  const found: Found = { shadows, openNames: [] };
  let surroundings: CodeSurroundings | undefined;
  for (let node = 0; node < tree.count; node++) {
    if (tree.parent(node) === -1) {
      const definition = definitionOf(context, node);
      surroundings = definition ?? (cplusplus ? outsideOf(context, node) : undefined);
      if (definition === undefined) continue;
      shadows.push(definition.definition);
      if (wanted.locals) addLocals(context, node, definition.definition);
    } else if (surroundings !== undefined) {
      const around = cplusplus ? aroundNode(context, node, surroundings) : surroundings;
      if (tree.kind(node) === Kind.returnStmt && !(cplusplus && isInLambda(tree, node)))
        surroundings.returns.push(returnOf(tree, node));
      readNode(context, node, excluded[node] as number, around, found);
      const builtin = excluded[node] === EVALUATED ? operators?.useOf(node, around) : undefined;
      if (builtin !== undefined) shadows.push(builtin);
    }
  }
  return found;
}

const OLD_DIALECT = /^-(?:std=(?:c|gnu)\+\+(?:98|03)|ansi)$/;

function readNode(
  context: AccessContext,
  node: Node,
  excluded: number,
  surroundings: CodeSurroundings,
  { shadows, openNames }: Found,
): void {
  const { tree, entities } = context;
  const kind = tree.kind(node);
  if (kind === Kind.addrLabelExpr) surroundings.pin();
  if (excluded === CONSTANT) return;
  const open = openNameOf(context, node, surroundings);
  if (open !== undefined) {
    openNames.push(open);
    return;
  }
  if (kind === Kind.callExpr) {
    const call = callOf(context, node, surroundings);
    if (call !== undefined) shadows.push(call);
    return;
  }
  if (kind !== Kind.declRefExpr && kind !== Kind.memberRefExpr) return;
  const entityKind = entities.kindOf(tree.reference(node));
  if (entityKind === "function" && isReturnsTwice(context, node)) surroundings.pin();
  if (entityKind === undefined || entityKind === "function") return;
  shadows.push(...accessesAt(context, node, excluded, surroundings));
  const read = excluded === UNREAD ? undefined : openReadOf(context, node, surroundings);
  if (read !== undefined) openNames.push(read);
}

const accessesAt = (context: AccessContext, node: Node, excluded: number, surroundings: CodeSurroundings) => {
  const found = accessesOf(context, node, surroundings);
  if (excluded !== UNREAD) return found;
  // In a template it is not known what the initialiser comes to; what may change is no part of a constant there either.
  const mayBeConstant = (type: number) =>
    surroundings.inTemplate === true && context.types.types[type]?.isConst !== false;
  return found.filter(({ kind, type }) => kind !== "ref" && !mayBeConstant(type));
};

function readAggregates(tree: SyntaxTree, types: TypeTable): ReadonlySet<string> {
  const found = new Set<string>();
  for (let node = 0; node < tree.count; node++) {
    if (tree.kind(node) !== Kind.initListExpr || tree.firstChild(node) === -1) continue;
    const type = types.resolved(types.typeOf(tree.type(node)));
    if (type.kind === "record") found.add(type.usr);
  }
  return found;
}

const MOST_DIAGNOSTICS = 200;

/** `shadows` in their order: the first body around a place is the outermost. */
function readDiagnostics({ diagnostics }: RawUnit, shadows: readonly Shadow[]): ParseDiagnostic[] {
  const isWhole = diagnostics.length <= MOST_DIAGNOSTICS;
  return diagnostics.slice(0, MOST_DIAGNOSTICS).map(({ severity, offset, message }) => {
    const at = { start: offset, end: offset };
    const around = isWhole && shadows.find((shadow) => "body" in shadow && contains(shadow.body, at));
    return {
      severity: severity === 4 ? "fatal" : severity === 3 ? "error" : "warning",
      message,
      offset: Math.max(0, offset),
      ...(around && "body" in around ? { body: around.body } : {}),
    };
  });
}
