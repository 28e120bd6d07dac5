/** The object that a guard is put around, where a term is named. */

import type { AccessShadow, ObjectOperand, UnitFacts } from "../../model/index.js";
import { withoutPointerCasts } from "./casts-before.js";
import type { RawSite } from "./guard-site.js";
import { type Layout, pointeeOf, recordOf } from "./layout.js";

export function placeOf(
  facts: UnitFacts,
  layout: Layout,
  { object, nameRange }: Pick<AccessShadow, "nameRange"> & { readonly object?: ObjectOperand | undefined },
): Pick<RawSite, "target" | "object"> {
  if (object === undefined) return { target: { range: nameRange, is: "variable", reach: "exact" } };
  const type = recordOf(facts, object.arrow ? pointeeOf(facts, object.type) : object.type);
  const place = objectOf(object);
  // The struct of a union inside, say: where the guarded object begins is not known here.
  if (type === undefined || !layout.holders.has(type)) return { object: place };
  const reach = type === layout.own ? "exact" : "holder";
  return { target: { range: object.range, is: object.arrow ? "pointer" : "object", reach }, object: place };
}

/** `(u32)(&((struct task *)0)->node)`: how far a member is from where its object begins, which is nowhere. */
export function isOffsetOf(unitText: string, object: ObjectOperand | undefined): boolean {
  if (object?.arrow !== true) return false;
  const text = withoutPointerCasts(unitText.slice(object.range.start, object.range.end));
  if (!/^0[ul]*$/i.test(text.replace(/[\s()]/g, ""))) return false;
  const before = unitText.slice(Math.max(0, object.range.start - 80), object.range.start);
  return /\(\s*[A-Za-z_][\w\s]*\)[\s(]*&[\s(]*$/.test(before);
}

const objectOf = ({ range, arrow }: ObjectOperand) => ({ range, isArrow: arrow });
