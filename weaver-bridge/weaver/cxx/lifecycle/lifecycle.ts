/**
 * Construction and destruction. The initialiser list runs before any advice; advice runs around the body:
 *
 *     C(int a) : a(a) { before(this, a); { BODY } }
 *
 * Constructors and destructors that the class has without a text are made explicit at its end, see
 * `lifecycle-members`.
 */
import type { ExecutionShadow, FunctionEntity, LifecycleShadow } from "../../../model/index.js";
import { Unweavable } from "../../unweavable.js";
import { refuseInConstexpr } from "../constant-evaluation.js";
import type { CxxSite } from "../cxx-site.js";
import { executionOperation } from "../execution/execution-operation.js";
import { weaveInPlace, weaveOutlined } from "../execution/weave-execution.js";
import { passedValues, performingWrapper, pruned, runningWrapper, wrapperName } from "../glue/wrapper.js";
import type { CxxLevel, CxxOperation, TypeParameter } from "../operation.js";
import { explicitMember, replaceDefaulted } from "./lifecycle-members.js";

export function weaveLifecycle(shadow: LifecycleShadow, levels: readonly CxxLevel[], site: CxxSite): void {
  const entity = site.facts.entities[shadow.entity] as FunctionEntity;
  const joinPoint = shadow.kind === "construction" ? "CONSTRUCTION" : "DESTRUCTION";
  const { definition } = shadow;
  if (entity.isConstexpr === true)
    refuseInConstexpr(`this advice on '${entity.name}', which is constexpr itself: advice`);
  if (entity.isImplicit === true && site.madeExplicit.isUnused(shadow.entity)) {
    explicitMember(shadow, entity, OTHER, undefined, site);
    return;
  }
  if (definition === undefined) {
    const named = { ...entity, parameters: entity.parameters.map((p) => ({ ...p, name: OTHER })) };
    const body = `{ ${site.wrapping.enter ?? ""}${adviceStatements(lifecycleOperation(named, joinPoint, site), levels, site)} }`;
    if (entity.isImplicit === true) explicitMember(shadow, entity, OTHER, body, site);
    else replaceDefaulted(shadow, entity, OTHER, body, site);
    return;
  }
  const operation = lifecycleOperation(entity, joinPoint, site);
  const { parameterList, body, returns } = definition;
  const execution: ExecutionShadow = {
    ...shadow,
    kind: "execution",
    parameterList,
    body,
    returns,
    pinned: false,
  };
  if (levels.some(({ match }) => match.advice.kind === "around")) {
    if (definition.tryBlock !== undefined) refuseHandlers(entity);
    weaveOutlined(execution, entity, levels, operation, site);
  } else weaveInPlace(execution, entity, levels, operation, site);
}

/** What its handlers catch also comes from initialisers, and is thrown again at their end ([except.handle] 14). */
function refuseHandlers({ name }: FunctionEntity): never {
  throw new Unweavable(
    "lifecycle-handlers",
    `around advice on '${name}', whose whole body is a 'try' with handlers`,
    "Use before or after advice.",
  );
}

/** The other object in a copy that is made explicit. */
const OTHER = "__weft_other";

function lifecycleOperation(
  entity: FunctionEntity,
  joinPoint: CxxOperation["joinPoint"],
  site: CxxSite,
): CxxOperation {
  const operation = executionOperation(entity, site);
  const values = new Map([...operation.values].filter(([key]) => key !== "result"));
  const isResult = ({ name }: TypeParameter) => name === "__R";
  return {
    ...operation,
    joinPoint,
    values,
    types: operation.types.filter((type) => !isResult(type)),
    result: { type: "void", valueClass: "void" },
    needs: [...values.keys()],
    description: `${joinPoint.toLowerCase()} of '${entity.scope.at(-1) ?? entity.name}'`,
  };
}

/** The advice of a member whose own body is empty. */
function adviceStatements(operation: CxxOperation, levels: readonly CxxLevel[], site: CxxSite): string {
  if (levels.some(({ match }) => match.advice.kind === "around")) {
    const performed: CxxOperation = { ...operation, needs: [], perform: () => "(void)0" };
    const { part, types } = pruned(performed, (op) =>
      performingWrapper("__weft_shadow_@@", levels, op, site.wrapping),
    );
    const passed = [...operation.values.values()].flatMap(({ parameter }) => parameter?.passed ?? []);
    return `${wrapperName(`__weft_shadow_${site.glue(part, operation.description)}`, types)}(${passed.join(", ")});`;
  }
  const run = (chosen: readonly CxxLevel[]) => {
    if (chosen.length === 0) return "";
    const { part, types } = pruned(operation, (op) =>
      runningWrapper("__weft_shadow_@@", chosen, op, site.wrapping),
    );
    const passed = passedValues(chosen, operation).join(", ");
    return `${wrapperName(`__weft_shadow_${site.glue(part, operation.description)}`, types)}(${passed});`;
  };
  const before = levels.filter(({ match }) => match.advice.kind === "before");
  const after = levels.filter(({ match }) => match.advice.kind === "after").reverse();
  return `${run(before)} ${run(after)}`;
}
