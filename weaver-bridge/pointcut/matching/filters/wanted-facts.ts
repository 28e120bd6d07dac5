/** What a parser has to collect beyond the ordinary so that aspects or a pointcut can be matched. */
import type { AspectFile, PointcutExpression, WantedFacts } from "../../../model/index.js";
import { createPointcutScopes } from "../../syntax/pointcut-scopes.js";
import { linkAspects } from "../aspects/link-aspects.js";
import { partsOf } from "../nodes/node-text.js";
import type { PointcutNode } from "../nodes/pointcut-node.js";
import { resolvePointcut } from "../nodes/resolve-pointcut.js";

/** Of all advice of the files, or of one pointcut (which may use the named pointcuts of `files`). */
export function wantedFacts(
  what: readonly AspectFile[] | PointcutExpression,
  files: readonly AspectFile[] = [],
): WantedFacts {
  const wanted = { locals: false, builtins: false, callGraph: false, classes: false };
  const visit = (node: PointcutNode) => {
    if (node.kind === "local") wanted.locals = true;
    else if (node.kind === "cflow") wanted.callGraph = true;
    else if (CLASS_KINDS.has(node.kind)) wanted.classes = true;
    else if (node.kind === "join") {
      if (node.kinds.includes("builtin")) wanted.builtins = true;
      if (node.kinds.includes("construction") || node.kinds.includes("destruction")) wanted.classes = true;
    }
    partsOf(node).forEach(visit);
  };
  if (isFiles(what)) {
    const { advice, introductions, orders } = linkAspects(what);
    for (const { node } of [...advice, ...orders]) visit(node);
    if (introductions.length > 0) wanted.classes = true;
  } else {
    const scopes = createPointcutScopes(files);
    visit(resolvePointcut(what, { scopes, aspect: undefined, file: undefined, report: () => undefined }));
  }
  return wanted;
}

function isFiles(what: readonly AspectFile[] | PointcutExpression): what is readonly AspectFile[] {
  return Array.isArray(what);
}

const CLASS_KINDS = new Set<PointcutNode["kind"]>([
  "that",
  "target",
  "base",
  "derived",
  "classes",
  "attribute",
]);
