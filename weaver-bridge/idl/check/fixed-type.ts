/** `fixed<d, s>` of CORBA. */
import type { TypeNode } from "../parse/ast.js";
import type { Resolver } from "./resolver.js";
import type { Scope } from "./scope.js";
import { layOut, PRIMITIVES, type Type } from "./types.js";
import { count } from "./values.js";

/** `fixed<d, s>` as a record of its own name: digits, scale, and the digits packed two a byte (CORBA's C mapping, 1.12). */
export function fixedType(
  resolver: Resolver,
  node: Extract<TypeNode, { kind: "fixed" }>,
  scope: Scope,
): Type {
  if (node.digits === undefined || node.scale === undefined)
    return { kind: "opaque", name: "fixed", why: "it says neither digits nor scale", size: 4, align: 4 };
  const digits = count(resolver, scope, node.digits, "the number of digits") ?? 1;
  const scale = count(resolver, scope, node.scale, "the scale", 0n) ?? 0;
  if (digits > MOST_DIGITS || scale > digits)
    resolver.report.error(
      "idl/type",
      node.span,
      `fixed<${digits}, ${scale}> is no fixed-point type`,
      `It has 1 to ${MOST_DIGITS} digits, and at most so many behind the point.`,
    );
  const bytes = Math.floor((digits + 2) / 2);
  const char = PRIMITIVES.char as Type;
  const members = [
    { name: "_digits", type: PRIMITIVES["unsigned short"] as Type, bits: undefined },
    { name: "_scale", type: PRIMITIVES.short as Type, bits: undefined },
    {
      name: "_value",
      type: { kind: "array", element: char, length: bytes, size: bytes, align: 1 } as const,
      bits: undefined,
    },
  ];
  const { size, align } = layOut(members);
  const name = `fixed<${digits}, ${scale}>`;
  return { kind: "struct", name, cName: `CORBA_fixed_${digits}_${scale}`, members, size, align };
}

const MOST_DIGITS = 31;
