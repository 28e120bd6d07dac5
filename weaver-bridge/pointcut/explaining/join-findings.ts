/** Findings of `&&`, `||` and `!`, from those of their operands; the same rules as the matcher's. */

import { allOf, anyOf, describeTest, not } from "../matching/classes/runtime-test.js";
import type { PointcutNode } from "../matching/nodes/pointcut-node.js";
import { printPointcut } from "../syntax/print-pointcut.js";
import { type Change, type Finding, finding, type Reading } from "./finding.js";

type Joined = PointcutNode & { kind: "and" | "or" };

export function bothOf(node: Joined, reading: Reading, parts: readonly Finding[]): Finding {
  const failing = parts.filter(({ verdict }) => verdict === false);
  const blame = failing.length === 0 ? parts : failing;
  return finding(node.source, reading, {
    verdict: allOf(...parts.map(({ verdict }) => verdict)),
    words: blame.map(({ words }) => words).join("; "),
    parts,
    distance: sum(parts),
    changes: failing.flatMap((part) =>
      part.changes.length > 0 ? part.changes : withoutPart(node, reading, parts.indexOf(part)),
    ),
  });
}

/** A conjunct that can't be changed so that it holds goes, with its `&&`. */
function withoutPart({ source, left, right }: Joined, { file }: Reading, index: number): Change[] {
  if (source.kind !== "and" || (index === 0 ? left : right).kind !== "not") return [];
  const range =
    index === 0
      ? { start: source.left.range.start, end: source.right.range.start }
      : { start: source.left.range.end, end: source.right.range.end };
  return [{ file, range, text: "" }];
}

export function eitherOf(node: Joined, reading: Reading, parts: readonly Finding[]): Finding {
  const verdict = anyOf(...parts.map((part) => part.verdict));
  const holding = parts.find((part) => part.verdict === true) ?? parts.find((part) => part.verdict !== false);
  const nearest = [...parts].sort((a, b) => a.distance - b.distance)[0];
  return finding(node.source, reading, {
    verdict,
    words: holding?.words ?? parts.map(({ words }) => words).join("; and "),
    parts,
    distance: verdict === false ? (nearest?.distance ?? 0) : 0,
    changes: verdict === false ? (nearest?.changes ?? []) : [],
  });
}

export function negationOf(node: PointcutNode & { kind: "not" }, reading: Reading, of: Finding): Finding {
  const verdict = not(of.verdict);
  const inner = printPointcut(node.operand.source);
  const condition = typeof verdict === "boolean" ? "" : describeTest(verdict);
  return finding(node.source, reading, {
    verdict,
    words:
      verdict === false
        ? `excluded by \`!${inner}\`: ${of.words}`
        : typeof verdict === "boolean"
          ? `not ${inner}`
          : `holds ${condition}`,
    parts: [of],
    distance: verdict === false ? 3 : 0,
  });
}

function sum(parts: readonly Finding[]): number {
  return parts.reduce((total, { distance }) => total + distance, 0);
}
