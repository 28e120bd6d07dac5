/**
 * Advice on a built-in operator that writes what is advised too: the operator encloses the write.
 *
 *     g += 2     operator advice ( get advice, set advice )
 */
import type { BuiltinShadow, FunctionEntity } from "../../../model/index.js";
import type { CxxSite } from "../cxx-site.js";
import type { GluePart } from "../glue/glue.js";
import { joinPointConstants } from "../glue/join-point-constants.js";
import { performingWrapper } from "../glue/wrapper.js";
import type { CxxFrame, CxxLevel, CxxOperation, JoinPointValue, TypeParameter } from "../operation.js";

/** The write as it would be without the operator's advice. */
export interface PlainWrite {
  readonly part: GluePart;
  readonly types: readonly TypeParameter[];
  /** Object or variable, indices, what is around: parameters of the wrapper. */
  readonly place: ReadonlyMap<string, JoinPointValue>;
  readonly context: ReadonlyMap<string, JoinPointValue>;
  readonly that: string;
  /** Lvalue of what is written, in the wrapper. */
  readonly written: string;
  /** Type of the parameter that takes the operand, if there is one. */
  readonly operand?: string;
}

export function operatorAround(
  plain: PlainWrite,
  shadow: BuiltinShadow,
  levels: readonly CxxLevel[],
  site: CxxSite,
): { part: GluePart; types: readonly TypeParameter[] } {
  const entity = site.facts.entities[shadow.entity] as FunctionEntity;
  const { speller } = site;
  const valueClass = speller.valueClass(entity.result);
  const operands = entity.parameters.slice(0, shadow.operands.length);
  const own: TypeParameter[] = [
    {
      name: "__B",
      argument: valueClass === "scalar" ? speller.unqualified(entity.result) : speller.spell(entity.result),
    },
    ...operands.map(({ type }, index) => ({ name: `__P${index}`, argument: speller.spell(type) })),
  ];
  // What the plain write deduces of its operand is what the operator takes.
  const types = [...own, ...plain.types.filter(({ name }) => name !== "__O")];
  const values = new Map<string, JoinPointValue>();
  const places = [...plain.place.keys()];
  for (const [key, value] of plain.place) values.set(placeKey(key), value);
  values.set("arg0", { type: "typename __weft_ref<__P0>::type", lvalue: plain.written });
  if (plain.operand !== undefined)
    values.set("arg1", {
      type: "__P1",
      parameter: { declaration: "__P1 __weft_operand", passed: "" },
      lvalue: "__weft_operand",
      scalar: speller.isPlainScalar(entity.parameters[1]!.type),
    });
  for (const [key, value] of plain.context) values.set(key, value);
  values.set("result", { type: "__B", lvalue: "__weft_result" });
  const inner = plain.types.map(({ name }) => (name === "__O" ? "__P1" : name)).join(", ");
  const around = [...plain.context.keys()];
  const needs = [...places.map(placeKey), ...(plain.operand === undefined ? [] : ["arg1"]), ...around];
  const operation: CxxOperation = {
    joinPoint: "BUILTIN",
    id: site.id,
    types,
    values,
    argumentTypes: operands.map((_, index) => `__P${index}`),
    that: plain.that,
    target: "void",
    entity: "void",
    result: { type: "__B", valueClass },
    needs,
    perform: (frame: CxxFrame) => {
      const passed = needs.map((key) =>
        values.get(key)!.parameter!.declaration.includes(" *")
          ? `__builtin_addressof(${frame(key)})`
          : frame(key),
      );
      return `__weft_write_@@<${inner}>(${passed.join(", ")})`;
    },
    constants: joinPointConstants(site.facts, shadow),
    noReturn: false,
    marker: site.marker,
    description: `built-in ${entity.name}`,
  };
  const outer = performingWrapper("__weft_shadow_@@", levels, operation, site.wrapping);
  const renamed = (texts: readonly string[]) =>
    texts.map((text) => text.replace(/\b__weft_shadow_@@/g, "__weft_write_@@"));
  return {
    part: {
      prototypes: [...outer.prototypes, ...renamed(plain.part.prototypes)],
      structs: [...plain.part.structs, ...outer.structs],
      functions: [...outer.functions, ...renamed(plain.part.functions)],
    },
    types,
  };
}

/** Apart from what the join point itself has: an operator has no target. */
const placeKey = (key: string) => `place_${key}`;

/** Whether advice wants to know what an element's place alone does not tell. */
export function asksForIndices(levels: readonly CxxLevel[]): boolean {
  return levels.some(
    ({ scan, match }) =>
      scan.escapes ||
      ["idx", "entity", "target", "memberptr"].some((name) => scan.functions.has(name)) ||
      ["Dim", "DIMS", "Entity", "Target", "MemberPtr"].some((name) => scan.names.has(name)) ||
      match.bindings.some(({ source }) => source.kind === "target"),
  );
}
