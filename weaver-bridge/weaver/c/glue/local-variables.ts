/**
 * Locals of the advised function that advice binds with `local(v, "name")`: the join point passes their addresses, so
 * that after advice sees what the join point left in them.
 */
import type { LocalVariable } from "../../../model/index.js";
import type { WeaveSite } from "../weave-site.js";
import type { ContextItem, Frame, Level, Operation } from "./operation.js";
import { declare } from "./spell-type.js";

export interface PassedLocal {
  /** As among the values of an operation. */
  readonly key: string;
  readonly item: ContextItem;
  /** Declaration of the shadow function's parameter. */
  readonly parameter: string;
  /** What the join point passes. */
  readonly argument: string;
}

export const localKey = ({ name }: LocalVariable) => `local_${name}`;

/** Each local once, in the order of the advice. */
export function passedLocals(levels: readonly Level[], { speller }: WeaveSite): PassedLocal[] {
  const found = new Map<string, PassedLocal>();
  for (const { match } of levels)
    for (const { source } of match.bindings) {
      if (source.kind !== "local") continue;
      const { variable } = source;
      const key = localKey(variable);
      const pointerType = speller.pointerTo(variable.type);
      found.set(key, {
        key,
        item: { type: speller.decayed(variable.type), pointerType, assignable: true },
        parameter: declare(pointerType, `__weft_at_${key}`),
        argument: `&${variable.name}`,
      });
    }
  return [...found.values()];
}

export function withLocals(operation: Operation, locals: readonly PassedLocal[]): Operation {
  if (locals.length === 0) return operation;
  return {
    ...operation,
    items: new Map([...operation.items, ...locals.map(({ key, item }) => [key, item] as const)]),
  };
}

/** In the shadow function a local is behind its address. */
export function localFrame(frame: Frame): Frame {
  return (key) => (key.startsWith("local_") ? `(*__weft_at_${key})` : frame(key));
}
