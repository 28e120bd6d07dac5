/**
 * From the addon's tables to {@link UnitFacts}: one pass over the nodes, function by function. Everything that needs
 * a decision about C is in the modules that this one calls; here shadows get their surroundings and their order.
 */
import type { Language, ParseDiagnostic, ReturnStatement, Shadow, UnitFacts } from "../../model/index.js";
import { type AccessContext, accessesOf } from "./access-shadows.js";
import { callOf, executionOf, isReturnsTwice, type MutableExecution, returnOf } from "./code-shadows.js";
import { createEntityTable } from "./entity-table.js";
import { findExclusions } from "./exclusions.js";
import { createStringReader, FUNCTION_ROW, Kind, type RawUnit } from "./raw-unit.js";
import { createSyntaxTree, type Node } from "./syntax-tree.js";
import { createTypeTable } from "./type-table.js";

/** Facts without the line map, which is rebuilt from the text wherever it is needed. */
export type PlainFacts = Omit<UnitFacts, "lineMap">;

/** `text` is the unit's text as it was given, not as libclang saw it. */
export function readFacts(raw: RawUnit, text: string, language: Language, engine: string): PlainFacts {
  const string = createStringReader(raw);
  const types = createTypeTable(raw, string);
  const entities = createEntityTable(raw, types, string);
  const tree = createSyntaxTree(raw, text, types);
  const context: AccessContext = { tree, types, entities, references: language === "c++" };
  const excluded = findExclusions(tree);
  const starts = declarationStarts(raw);
  const shadows: Shadow[] = [];
  let execution: MutableExecution | undefined;
  let returns: ReturnStatement[] = [];
  for (let node = 0; node < tree.count; node++) {
    if (tree.parent(node) === -1) {
      returns = [];
      execution = executionOf(context, node, starts, returns);
      if (execution !== undefined) shadows.push(execution);
    } else if (execution !== undefined) {
      if (tree.kind(node) === Kind.returnStmt) returns.push(returnOf(tree, node));
      readNode(context, node, excluded[node] === 1, execution, shadows);
    }
  }
  // Ties (the read and the write of `g++`) keep their order: the read first.
  shadows.sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end);
  return {
    language,
    types: types.types,
    entities: entities.entities,
    shadows,
    diagnostics: readDiagnostics(raw),
    engine,
  };
}

function readNode(
  context: AccessContext,
  node: Node,
  excluded: boolean,
  execution: MutableExecution,
  shadows: Shadow[],
): void {
  const { tree, entities } = context;
  const kind = tree.kind(node);
  if (kind === Kind.addrLabelExpr) execution.pinned = true;
  if (excluded) return;
  if (kind === Kind.callExpr) {
    const call = callOf(context, node, execution);
    if (call !== undefined) shadows.push(call);
    return;
  }
  if (kind !== Kind.declRefExpr && kind !== Kind.memberRefExpr) return;
  const entityKind = entities.kindOf(tree.reference(node));
  if (entityKind === "function" && isReturnsTwice(context, node)) execution.pinned = true;
  if (entityKind === undefined || entityKind === "function") return;
  for (const access of accessesOf(context, node, execution)) shadows.push(access);
}

/** Start of the declaration of each function, by the offset of its `{`. */
function declarationStarts(raw: RawUnit): Map<number, number> {
  const starts = new Map<number, number>();
  for (let at = 0; at < raw.functions.length; at += FUNCTION_ROW)
    starts.set(raw.functions[at + 1] as number, raw.functions[at] as number);
  return starts;
}

const MOST_DIAGNOSTICS = 200;

function readDiagnostics(raw: RawUnit): ParseDiagnostic[] {
  return raw.diagnostics.slice(0, MOST_DIAGNOSTICS).map(({ severity, offset, message }) => ({
    severity: severity === 4 ? "fatal" : severity === 3 ? "error" : "warning",
    message,
    offset: Math.max(0, offset),
  }));
}
