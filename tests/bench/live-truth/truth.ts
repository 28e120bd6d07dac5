/** What a resolved pointcut says of instructions, held against what the guest's instructions touched in living objects. */
import { existsSync, readFileSync } from "node:fs";
import { type ImageCode, resolveInImage } from "../../../weaver-bridge/live-weave/index.js";
import { AT, type CodeCopy, type EntryId } from "../../../weaver-bridge/object-code/index.js";
import { parsePointcut } from "../../../weaver-bridge/pointcut/index.js";
import type { Layouts } from "./layouts.js";
import type { Region, Touch } from "./touched-memory.js";

export interface TypedRegion extends Region {
  readonly struct: EntryId;
  /** From one object to the next, bytes. */
  readonly stride: number;
}

/** An instruction that reads or writes a member. */
export interface Access {
  readonly instruction: number;
  readonly kind: "get" | "set";
  /** Of unions each that lies there. */
  readonly names: readonly string[];
  /** Why it is no join point of the member, or why it should be one. */
  readonly cause?: string | undefined;
}

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
  const { accesses, moved } = accessesIn(layouts, regions, touches);
  const said = hooksOn(image, new Set(accesses.flatMap(({ names }) => names)));
  const isSaid = ({ instruction, kind, names }: Access) =>
    names.some((name) => said.get(instruction)?.has(`${kind} ${name}`));
  const found = accesses.filter(isSaid);
  const causes = createCauses(image);
  const unsaid = accesses
    .filter((access) => !isSaid(access))
    .map((access) => ({ ...access, cause: moved.has(access.instruction) ? MOVED : causes(access) }));
  const [right, wrong] = heldAgainst(said, accesses);
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

const MOVED = "several members at once";
/** Structs that stand in most others: who looks at them does not know in which. */
const GENERIC: ReadonlySet<string> = new Set(
  "list_head hlist_head hlist_node hlist_bl_node rb_node rb_root rb_root_cached callback_head timer_list work_struct mutex rw_semaphore qrwlock spinlock raw_spinlock wait_queue_head timespec64 hrtimer kref".split(
    " ",
  ),
);

function accessesIn(layouts: Layouts, regions: readonly TypedRegion[], touches: readonly Touch[]) {
  const accesses = new Map<string, Access>();
  const moved = new Set<number>();
  for (const { instruction, region, offset, size, isStore } of touches) {
    const { struct, stride } = regions[region] as TypedRegion;
    const inside = offset % stride;
    const leaves = layouts.leaves(struct, inside, size);
    if (leaves.some(({ from, to }) => inside < from || inside + size > to)) moved.add(instruction);
    if (leaves.every(({ name }) => GENERIC.has(name.split("::")[0] as string))) continue;
    const names = leaves.map(({ name }) => name);
    const access: Access = { instruction, kind: isStore ? "set" : "get", names };
    accesses.set(`${instruction} ${access.kind} ${names}`, access);
  }
  return { accesses: [...accesses.values()], moved };
}

/** By instruction: `get task_struct::pid`. */
function hooksOn(image: ImageCode, members: ReadonlySet<string>): Map<number, Set<string>> {
  const structs = [...new Set([...members].map((name) => name.split("::")[0] as string))];
  const text = structs
    .filter((name) => !GENERIC.has(name))
    .map((name) => `get("% ${name}::%") || set("% ${name}::%")`)
    .join(" || ");
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
function heldAgainst(said: ReadonlyMap<number, ReadonlySet<string>>, accesses: readonly Access[]) {
  const touched = new Map<string, Set<string>>();
  for (const { instruction, kind, names } of accesses) {
    const key = `${instruction} ${kind}`;
    const here = touched.get(key) ?? new Set();
    for (const name of names) here.add(name);
    touched.set(key, here);
  }
  let right = 0;
  const wrong: Access[] = [];
  for (const [instruction, names] of said)
    for (const one of names) {
      const [kind, name] = one.split(" ") as ["get" | "set", string];
      const seen = touched.get(`${instruction} ${kind}`);
      if (seen === undefined) continue;
      if (seen.has(name)) right++;
      else wrong.push({ instruction, kind, names: [name], cause: `touches ${[...seen].slice(0, 3)}` });
    }
  return [right, wrong] as const;
}

/** Why an instruction is no access of the member in the source; undefined where the function names the member. */
function createCauses({ debug, functions, elf }: ImageCode) {
  const sources = new Map<EntryId, string | undefined>();
  return ({ instruction, names }: Access): string | undefined => {
    const copy = functions.innermostAt(instruction);
    const own = functions.ownAt(instruction);
    if (copy === undefined || own === undefined) return "assembly";
    if (!sources.has(copy.origin)) sources.set(copy.origin, sourceOf(copy));
    if (isOnStrings(instruction)) return MOVED;
    const source = sources.get(copy.origin);
    if (source === undefined) return "no source";
    const isNamed = names.some((name) => new RegExp(`\\b${name.split("::")[1]}\\b`).test(source));
    return isNamed ? undefined : `not named in ${debug.text(copy.origin, AT.name)}()`;
  };

  /** `rep` and the like, `movs`, `stos`. */
  function isOnStrings(address: number): boolean {
    const section = elf.sectionAt(address);
    const first = section?.bytes[address - section.address] ?? 0;
    return [0xf2, 0xf3, 0xa4, 0xa5, 0xaa, 0xab].includes(first);
  }

  function sourceOf({ origin }: CodeCopy): string | undefined {
    const file = debug.lines(debug.entries.unitOf(origin)).fileName(debug.number(origin, AT.decl_file) ?? -1);
    const line = debug.number(origin, AT.decl_line);
    if (file === undefined || line === undefined || !existsSync(file)) return undefined;
    const lines = readFileSync(file, "latin1")
      .split("\n")
      .slice(line - 1);
    const end = lines.findIndex((text) => text.startsWith("}"));
    return lines.slice(0, end + 1).join("\n");
  }
}
