/**
 * Weaving of reads, writes and references of variables and fields in C++. The object is passed by reference (or as the
 * pointer it is), so bit-fields work; a write gives back the place that was written, as assignment does.
 *
 *     p->f           ::__weft::…(p)            s.f += 2       ::__weft::…(s, 2)
 *     p->f = e       ::__weft::…(p, e)         &g             ::__weft::…(g)
 */
import type { VariableEntity } from "../../../model/index.js";
import { accessEdits } from "../../c/access/access-edits.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import { passedContext } from "../glue/context-values.js";
import { performingWrapper, pruned, wrapperName } from "../glue/wrapper.js";
import { accessOperation } from "./access-operation.js";
import type { CxxAccess } from "./cxx-access.js";
import { droppedObject } from "./dropped-object.js";
import { planPlace } from "./place-plan.js";
import { asksForIndices } from "./write-operator.js";
import { writingWrapper } from "./writing-wrapper.js";

export function weaveAccess(whole: CxxAccess, objectWoven: boolean, site: CxxSite): void {
  const access = whole.isElement === true ? elementAlone(whole) : whole;
  const { shadow } = access;
  if (shadow.kind === "ref" && (site.facts.entities[shadow.entity] as VariableEntity).bitWidth !== undefined)
    throw new Unweavable(
      "bit-field-reference",
      "a bit-field has no address that a reference could hold",
      "Leave it out of the pointcut, or advise reads and writes of it.",
    );
  const plan = planPlace(access, objectWoven, site);
  const { write } = shadow;
  const kind = shadow.kind === "ref" ? "ref" : "get";
  const { part, types } =
    write === undefined
      ? pruned(accessOperation(kind, shadow, plan, site), (op) =>
          performingWrapper("__weft_shadow_@@", access[kind], op, site.wrapping),
        )
      : writingWrapper(access, plan, site);
  const number = site.glue(part, `${shadow.kind} of '${plan.entity.name}'`);
  const wrapper = wrapperName(`__weft_shadow_${number}`, types);
  const before = access.isOperand === true ? "*" : plan.isPlaceless ? "" : droppedObject(shadow);
  const call = { symbol: `${before}${wrapper}`, last: passedContext(plan.context) };
  accessEdits(shadow, { base: "value" }, call, site);
  const { object } = shadow;
  if (object !== undefined && site.arrows.isChain(object.range)) site.arrows.consume(object.range);
}

/** The element as a variable of its own: an operator `[]` with advice has found it. */
function elementAlone(access: CxxAccess): CxxAccess {
  const { shadow, get, set, ref } = access;
  if (asksForIndices([...get, ...set, ...ref]))
    throw new Unweavable(
      "advised-index",
      "advice asks for the array or the index of an element that an advised operator [] finds",
      'Leave the operator out: && !builtin("% operator [](...)").',
    );
  const { object: _, ...element } = shadow;
  return { ...access, shadow: { ...element, indices: [], nameRange: shadow.lvalue } };
}
