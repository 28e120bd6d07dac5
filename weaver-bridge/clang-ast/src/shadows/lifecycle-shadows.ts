/** Constructions and destructions without a body of their own: implicit and defaulted ones. */
import type { ClassEntity, FunctionEntity, LifecycleShadow } from "../../../model/index.js";
import type { AccessContext } from "./code-context.js";

/** `row` is the declaration row of a class that the text defines; its constructors with a body are read there. */
export function readLifecycles({ entities }: AccessContext, row: number): LifecycleShadow[] {
  const ofClass = entities.entityOf(row);
  const owner = entities.entities[ofClass] as ClassEntity;
  const { definition } = owner;
  if (definition === undefined || owner.key === "union") return [];
  const shadows: LifecycleShadow[] = [];
  for (const id of owner.members) {
    const member = entities.entities[id] as FunctionEntity;
    const kind =
      member.role === "constructor"
        ? "construction"
        : member.role === "destructor"
          ? "destruction"
          : undefined;
    if (kind === undefined || !member.isDefaulted || member.isDeleted) continue;
    const end = definition.range.end - 1;
    shadows.push({
      kind,
      range: member.isImplicit ? { start: end, end } : member.nameRange,
      within: id,
      topLevel: definition.topLevel,
      entity: id,
      ofClass,
      nameRange: member.nameRange,
      ...(owner.template === "pattern" ? { inTemplate: true } : {}),
    });
  }
  return shadows;
}
