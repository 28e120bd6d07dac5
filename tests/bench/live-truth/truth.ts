/** What a resolved pointcut says of instructions, held against what the guest's instructions touched in living objects. */

import {
  type Access,
  createCauses,
  type Layouts,
  MOVED,
  type TypedRegion,
} from "../../../weaver-bridge/live-verify/index.js";
import { type ImageCode, resolveInImage } from "../../../weaver-bridge/live-weave/index.js";
import { parsePointcut } from "../../../weaver-bridge/pointcut/index.js";
import type { Touch } from "./touched-memory.js";

export interface Truth {
  readonly members: number;
  readonly functions: number;
  readonly found: number;
  readonly missed: readonly Access[];
  /** No access of a member in the source: see the causes. */
  readonly other: readonly Access[];
  readonly right: number;
  readonly wrong: readonly Access[];
}

export function truthOf(
  image: ImageCode,
  layouts: Layouts,
  regions: readonly TypedRegion[],
  touches: readonly Touch[],
): Truth {
  const { all, moved } = accessesIn(layouts, regions, touches);
  const accesses = all.filter(({ names }) => !names.every(isGeneric));
  const said = hooksOn(image, new Set(accesses.flatMap(({ names }) => names)));
  const isSaid = ({ instruction, kind, names, around }: Access) =>
    [...names, ...around].some((name) => said.get(instruction)?.has(`${kind} ${name}`));
  const found = accesses.filter(isSaid);
  const causes = createCauses(image);
  const unsaid = accesses
    .filter((access) => !isSaid(access))
    .map((access) => ({ ...access, cause: moved.has(access.instruction) ? MOVED : causes.of(access) }));
  const [right, wrong] = heldAgainst(said, all, causes.isEmulatedInPart);
  return {
    members: new Set(found.flatMap(({ names }) => names)).size,
    functions: new Set(found.map(({ instruction }) => image.functions.innermostAt(instruction)?.origin)).size,
    found: found.length,
    missed: unsaid.filter(({ cause }) => cause === undefined),
    other: unsaid.filter(({ cause }) => cause !== undefined),
    right,
    wrong,
  };
}

/** Structs that stand in most others: who looks at them does not know in which. In a union they are asked for too. */
const GENERIC: ReadonlySet<string> = new Set(
  "list_head hlist_head hlist_node hlist_bl_node rb_node rb_root rb_root_cached callback_head timer_list work_struct mutex rw_semaphore qrwlock spinlock raw_spinlock wait_queue_head timespec64 hrtimer kref".split(
    " ",
  ),
);

const isGeneric = (name: string) => GENERIC.has(name.split("::")[0] as string);

function accessesIn(layouts: Layouts, regions: readonly TypedRegion[], touches: readonly Touch[]) {
  const accesses = new Map<string, Access>();
  const moved = new Set<number>();
  for (const { instruction, region, offset, size, isStore } of touches) {
    const { struct, stride } = regions[region] as TypedRegion;
    const inside = offset % stride;
    const leaves = layouts.leaves(struct, inside, size);
    if (leaves.some(({ from, to }) => inside < from || inside + size > to)) moved.add(instruction);
    const names = leaves.map(({ name }) => name);
    const around = leaves.flatMap((leaf) => leaf.around);
    const access: Access = { instruction, kind: isStore ? "set" : "get", names, around };
    accesses.set(`${instruction} ${access.kind} ${names} ${around}`, access);
  }
  return { all: [...accesses.values()], moved };
}

/** By instruction: `get task_struct::pid`. */
function hooksOn(image: ImageCode, members: ReadonlySet<string>): Map<number, Set<string>> {
  const structs = [...new Set([...members].map((name) => name.split("::")[0] as string))];
  const text = structs.map((name) => `get("% ${name}::%") || set("% ${name}::%")`).join(" || ");
  const pointcut = parsePointcut(text);
  const { joinPoints } = resolveInImage(image, { pointcut: pointcut.value, text, files: [] });
  const said = new Map<number, Set<string>>();
  for (const { joinPoint, places } of joinPoints) {
    const member = /\w+::\w+/.exec(joinPoint.signature)?.[0];
    for (const { address, how } of places) {
      if (how !== "access" || member === undefined) continue;
      const here = said.get(address) ?? new Set();
      said.set(address, here.add(`${joinPoint.kind} ${member}`));
    }
  }
  return said;
}

/** What is said of instructions that touched known memory in that way. */
function heldAgainst(
  said: ReadonlyMap<number, ReadonlySet<string>>,
  accesses: readonly Access[],
  isEmulatedInPart: (instruction: number) => boolean,
) {
  const touched = new Map<string, Set<string>>();
  for (const { instruction, kind, names, around } of accesses) {
    const key = `${instruction} ${kind}`;
    const here = touched.get(key) ?? new Set();
    for (const name of [...names, ...around]) here.add(name);
    touched.set(key, here);
  }
  let right = 0;
  const wrong: Access[] = [];
  for (const [instruction, names] of said)
    for (const one of names) {
      const [kind, name] = one.split(" ") as ["get" | "set", string];
      const seen = touched.get(`${instruction} ${kind}`);
      if (seen === undefined || isEmulatedInPart(instruction)) continue;
      if (seen.has(name)) right++;
      else
        wrong.push({
          instruction,
          kind,
          names: [name],
          around: [],
          cause: `touches ${[...seen].slice(0, 3)}`,
        });
    }
  return [right, wrong] as const;
}
