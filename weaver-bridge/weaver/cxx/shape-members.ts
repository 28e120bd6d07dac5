/**
 * The C++ types of an advice's context at one join point, for the editor's `JoinPoint`: `that`, `target`, `result`,
 * `entity`, `arg0`.. and `idx0`... Absent where there is none (a free function has no `that`).
 */
import type { EntityId, Shadow, TypeId, UnitFacts } from "../../model/index.js";
import type { JoinPointShape } from "../join-point-shape.js";
import { Unweavable } from "../unweavable.js";
import { createCxxSpeller, nameableScope } from "./types/spell-type.js";

type Member = JoinPointShape["members"][number];

/** Undefined for places in templates: their types mean something in an instance only. */
export function cxxMembers(facts: UnitFacts, shadow: Shadow): Member[] | undefined {
  if (shadow.inTemplate === true) return undefined;
  const speller = createCxxSpeller(facts);
  const member = (name: string, spell: () => string | undefined): Member[] => {
    try {
      const type = spell();
      return type === undefined ? [] : [{ name, type, plainType: type }];
    } catch (error) {
      if (!(error instanceof Unweavable)) throw error;
      return [{ name, type: "int", plainType: "int" }]; // A type without a name.
    }
  };
  const typed = (name: string, id: TypeId) => member(name, () => speller.spell(id));
  const object = (name: string, id: EntityId | undefined) => member(name, () => classText(facts, id));
  const entity = facts.entities[shadow.entity];
  const caller = facts.entities[shadow.within];
  const ofCaller =
    caller?.isStatic === false && shadow.outside !== "default-argument" ? caller.member?.ofClass : undefined;
  switch (shadow.kind) {
    case "execution": {
      if (entity?.kind !== "function") return [];
      const own = entity.isStatic ? undefined : entity.member?.ofClass;
      return [
        ...object("that", own),
        ...object("target", own),
        ...typed("result", entity.result),
        ...entity.parameters.flatMap(({ type }, index) => typed(`arg${index}`, type)),
      ];
    }
    case "construction":
    case "destruction": {
      const parameters = entity?.kind === "function" ? entity.parameters : [];
      return [
        ...object("that", shadow.ofClass),
        ...object("target", shadow.ofClass),
        ...parameters.flatMap(({ type }, index) => typed(`arg${index}`, type)),
      ];
    }
    case "call": {
      if (entity?.kind !== "function") return [];
      const extra = shadow.arguments.slice(entity.parameters.length);
      return [
        ...object("that", ofCaller),
        ...object("target", entity.isStatic ? undefined : entity.member?.ofClass),
        ...typed("result", shadow.result),
        ...[...entity.parameters, ...extra].flatMap(({ type }, index) => typed(`arg${index}`, type)),
      ];
    }
    case "builtin":
      return [
        ...object("that", ofCaller),
        ...typed("result", shadow.result),
        ...shadow.operands.flatMap(({ type }, index) => typed(`arg${index}`, type)),
      ];
    default:
      return [
        ...object("that", ofCaller),
        ...object("target", entity?.member?.ofClass),
        ...typed("entity", shadow.type),
        ...(shadow.kind === "set" ? typed("arg0", shadow.type) : typed("result", shadow.type)),
        ...shadow.indices.flatMap(({ type }, index) => typed(`idx${index}`, type)),
      ];
  }
}

/** An instance of a template is spelled with its arguments, which only its type has. */
function classText(facts: UnitFacts, id: EntityId | undefined): string | undefined {
  const entity = id === undefined ? undefined : facts.entities[id];
  if (entity === undefined) return undefined;
  const type = facts.types.findIndex(
    (known) => known.kind === "record" && known.usr === entity.usr && !known.isConst && !known.isVolatile,
  );
  if (type !== -1) return createCxxSpeller(facts).spell(type);
  return ` ::${nameableScope([...entity.scope, entity.name]).join("::")}`;
}
