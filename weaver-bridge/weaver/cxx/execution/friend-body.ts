/**
 * A friend that is defined in a class template: nothing else can name it or a function beside it, so its body stays in
 * it, as a lambda that the wrapper calls.
 *
 *     friend T f(const C &c) { return ::__weft::…(c, [](const C &c) -> T { BODY }); }
 */
import type { ExecutionShadow, FunctionEntity } from "../../../model/index.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import type { CxxFrame } from "../operation.js";
import { classAt } from "../types/class-at.js";
import { CLOSURE } from "./forwarding-closure.js";
import { keepFunctionName } from "./function-names.js";
import { type HiddenBody, readHeader } from "./hidden-header.js";

/** Where the body stands in the closure's text. */
const BODY = "@@BODY@@";

export function isFriendInTemplate(
  shadow: ExecutionShadow,
  entity: FunctionEntity,
  { facts }: CxxSite,
): boolean {
  if (entity.member !== undefined) return false;
  const around = classAt(facts, shadow.range.start);
  return around !== undefined && (around.template !== undefined || around.local === true);
}

export function friendBody(
  shadow: ExecutionShadow,
  entity: FunctionEntity,
  passed: (frame: CxxFrame) => readonly string[],
  inlining: string,
  site: CxxSite,
): HiddenBody {
  const { result, parameters } = readHeader(shadow, entity, { byReference: new Map() }, site);
  const isPlain = !shadow.pinned && shadow.tryBlock === undefined && shadow.inConstexpr !== true;
  if (site.cplusplus < 201103 || !isPlain || entity.variadic || /\bauto\b/.test(result))
    throw new Unweavable(
      "friend-in-template",
      "this advice on a friend that is defined in a class template",
      "Define it outside the class, or use before advice.",
    );
  const closure = `[]${parameters} ${inlining}-> ${result} ${BODY}`;
  return {
    perform: (frame) => `${frame(CLOSURE)}(${passed(frame).join(", ")})`,
    storesResult: false,
    direct: "",
    closure,
    place: (wrapper) => {
      const [before = "", after = ""] = wrapper.split(BODY);
      const { start, end } = shadow.body;
      keepFunctionName(shadow.body, entity, site);
      site.insert(start, site.onOwnLine(start, before), "open");
      site.insert(end, after, "close");
    },
  };
}
