/**
 * Calls of functions that nothing declares, which C before C99 allows and compilers still take: the call declares the
 * function. Its name stays where it was, unevaluated, so that compilers warn there and not elsewhere:
 *
 *     f(x)    ->    __builtin_choose_expr(0, f(), __weft_shadow_3(x))
 */
import type { CallShadow, FunctionEntity } from "../../../model/index.js";
import type { WeaveSite } from "../weave-site.js";

/** Where a call is what declares the function, which may be defined after it. */
export function isUndeclared(
  entity: FunctionEntity,
  { facts, text }: Pick<WeaveSite, "facts" | "text">,
): boolean {
  if (!entity.blockScope) return false;
  const { nameRange, name } = entity;
  const first = new RegExp(`(?<![\\w$])${name}(?![\\w$])`).exec(text)?.index;
  return facts.shadows.some(
    (shadow) =>
      shadow.kind === "call" &&
      facts.entities[shadow.entity] === entity &&
      (shadow.callee.start === nameRange.start || shadow.callee.start === first),
  );
}

/** Puts the shadow function beside the name, and ends what was begun behind the call. */
export function keepName({ callee, range }: CallShadow, symbol: string, site: WeaveSite): void {
  site.insert(callee.start, "__builtin_choose_expr(0, ", "open");
  site.insert(callee.end, `(), ${symbol}`, "close");
  site.insert(range.end, ")", "close");
}
