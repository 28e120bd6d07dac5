/** Why a name pointcut selects an entity or does not. */
import type { Entity, EntityId } from "../../model/index.js";
import type { PointcutNode } from "../matching/nodes/pointcut-node.js";
import { qualifiedName } from "../matching/units/describe-match.js";
import type { UnitMatcher } from "../matching/units/unit-matcher.js";
import { explainPattern } from "./explain-pattern.js";
import { type Finding, finding, type Reading, replaceMatch } from "./finding.js";
import { bothOf, eitherOf, negationOf } from "./join-findings.js";

export function explainNames(unit: UnitMatcher, node: PointcutNode, id: EntityId, reading: Reading): Finding {
  const { source } = node;
  const called = `\`${qualifiedName(unit.facts.entities[id])}\``;
  switch (node.kind) {
    case "and":
      return bothOf(
        node,
        reading,
        [node.left, node.right].map((part) => explainNames(unit, part, id, reading)),
      );
    case "or":
      return eitherOf(
        node,
        reading,
        [node.left, node.right].map((part) => explainNames(unit, part, id, reading)),
      );
    case "not":
      return negationOf(node, reading, explainNames(unit, node.operand, id, reading));
    case "named": {
      const inner = explainNames(unit, node.of, id, { file: node.file ?? reading.file });
      return finding(source, reading, {
        ...inner,
        text: `${node.name}()`,
        source,
        file: reading.file,
        parts: [inner],
      });
    }
    case "names": {
      const found = explainPattern(unit, node.pattern, node.text, id);
      const { holds: verdict, words, distance, better } = found;
      return finding(source, reading, {
        verdict,
        words,
        distance,
        text: `"${node.text}"`,
        changes: replaceMatch(source, reading, better),
      });
    }
    default: {
      const verdict = unit.selects(node, id);
      const words = verdict ? `${called} is selected` : otherwise(unit, node, id, called);
      const changes = node.kind === "file" && !verdict ? fileChange(unit, node, id, reading) : [];
      return finding(source, reading, { verdict, words, distance: verdict ? 0 : 5, changes });
    }
  }
}

function otherwise(unit: UnitMatcher, node: PointcutNode, id: EntityId, called: string): string {
  const entity = unit.facts.entities[id] as Entity;
  switch (node.kind) {
    case "file":
      return `${called} is defined in \`${fileOf(unit, id)}\`, the pattern wants \`${node.pattern.text}\``;
    case "attribute":
      return `neither ${called} nor a scope around it is annotated \`[[${node.name}]]\``;
    case "derived":
      return `${called} is none of these, and no class around it derives from one`;
    case "base":
      return `${called} is neither a base of these nor in one`;
    case "member":
      return `${called} stands ${entity.scope.length === 0 ? "at global scope" : `in \`${entity.scope.join("::")}\``}, in none of these scopes`;
    case "classes":
      return `${called} is neither one of these classes nor a member of one`;
    case "aliases":
      return `${called} is no pointer or reference to the type of one of these`;
    default:
      return `${called} is not selected`;
  }
}

function fileOf({ facts }: UnitMatcher, id: EntityId): string {
  const file = facts.lineMap.positionAt(facts.entities[id]?.nameRange.start ?? 0).file;
  return facts.sources?.nameOf(file) ?? file;
}

function fileChange(
  unit: UnitMatcher,
  { source }: PointcutNode & { kind: "file" },
  id: EntityId,
  reading: Reading,
) {
  const argument = source.kind === "function" ? source.arguments[0] : undefined;
  const path = fileOf(unit, id).replace(/^(\.\.?\/)+/, "");
  return argument === undefined ? [] : replaceMatch(argument, reading, path);
}
