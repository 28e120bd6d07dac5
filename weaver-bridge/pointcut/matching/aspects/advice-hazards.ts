/** Advice that is legal and probably not meant: it runs at join points of every kind. See `recursion.ts` for another. */
import type { Advice, AspectFile, Problem } from "../../../model/index.js";
import { createPlaces } from "../../syntax/problem-sink.js";
import type { PointcutNode } from "../nodes/pointcut-node.js";

/** True when neither a kind of join point nor a place limits the pointcut: it holds everywhere. */
export function isUnlimited(node: PointcutNode): boolean {
  switch (node.kind) {
    case "join":
    case "within":
    case "nothing":
      return false;
    case "and":
      return isUnlimited(node.left) && isUnlimited(node.right);
    case "or":
      return isUnlimited(node.left) || isUnlimited(node.right);
    case "named":
      return isUnlimited(node.of);
    default:
      return true;
  }
}

export function unlimitedProblem({
  advice,
  file,
}: {
  readonly advice: Advice;
  readonly file: AspectFile;
}): Problem {
  return {
    code: "pointcut/everything",
    severity: "warning",
    range: createPlaces(file.file, file.text)(advice.pointcut.range),
    message: "this pointcut selects executions, calls and accesses alike, everywhere",
    hint: 'Join it with what is meant: `execution("% %(...)") && ...`, `call(...)` or `within(...)`.',
  };
}
