/**
 * The stacks of a Linux kernel for one CPU: of all threads, and of interrupts. Only there can be the address at which an
 * interrupted thread goes on, so that not all of the memory has to be searched while the guest stands.
 */
import { AT, createTypes, type EntryId, TAG } from "../../object-code/index.js";
import { imageCode } from "../image/image-code-of.js";
import type { KernelImage } from "../image/kernel-image.js";
import type { CodeRange } from "./saved-addresses.js";

interface Layout {
  readonly firstTask: number;
  readonly tasks: number;
  readonly stack: number;
  readonly signal: number;
  readonly threadNode: number;
  readonly threadHead: number;
  /** Addresses of pointers to the stacks of interrupts. */
  readonly interruptStacks: readonly number[];
}

const LAYOUTS = new WeakMap<KernelImage, { readonly layout: Layout | undefined }>();

/** Undefined where the kernel is none of these, or can't be told to be one. */
export function linuxLayout(image: KernelImage): Layout | undefined {
  let known = LAYOUTS.get(image);
  if (known === undefined) LAYOUTS.set(image, (known = { layout: readLayout(image) }));
  return known.layout;
}

function readLayout(image: KernelImage): Layout | undefined {
  const symbol = (name: string) => image.symbols.find((one) => one.name === name)?.address;
  const firstTask = symbol("init_task");
  // Kernels for several CPUs have further stacks, whose places differ between versions.
  if (firstTask === undefined || symbol("__per_cpu_offset") !== undefined) return undefined;
  const offsets = memberOffsets(image, ["task_struct", "signal_struct"]);
  const of = (record: string, member: string) => offsets.get(`${record}::${member}`);
  const tasks = of("task_struct", "tasks");
  const stack = of("task_struct", "stack");
  const signal = of("task_struct", "signal");
  const threadNode = of("task_struct", "thread_node");
  const threadHead = of("signal_struct", "thread_head");
  if ([tasks, stack, signal, threadNode, threadHead].includes(undefined)) return undefined;
  return {
    ...{ firstTask, tasks: tasks ?? 0, stack: stack ?? 0, signal: signal ?? 0 },
    ...{ threadNode: threadNode ?? 0, threadHead: threadHead ?? 0 },
    interruptStacks: ["hardirq_stack_ptr", "softirq_stack_ptr"].flatMap((name) => symbol(name) ?? []),
  };
}

function memberOffsets(image: KernelImage, names: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const code = imageCode(image);
  if (code === undefined) return found;
  const { debug } = code;
  const types = createTypes(debug);
  const missing = new Set(names);
  const { tags, count } = debug.entries;
  for (let entry: EntryId = 0; entry < count && missing.size > 0; entry++) {
    if (tags[entry] !== TAG.structure_type || debug.has(entry, AT.declaration)) continue;
    const name = debug.text(entry, AT.name) ?? "";
    if (!missing.delete(name)) continue;
    for (const member of types.members(entry)) found.set(`${name}::${member.name}`, member.offset);
  }
  return found;
}

const STACK = 8192;
const MOST = 20_000;

/** Reads of the guest's memory at virtual addresses; undefined where the lists make no sense. */
export function linuxStacks(layout: Layout, word: (address: number) => number): CodeRange[] | undefined {
  const stacks = new Set<number>();
  let tasks = 0;
  const each = (head: number, use: (node: number) => void): boolean => {
    for (let node = word(head); node !== head; node = word(node)) {
      if (node === 0 || tasks++ > MOST) return false;
      use(node);
    }
    return true;
  };
  const add = (task: number) => stacks.add(word(task + layout.stack));
  add(layout.firstTask);
  let isWhole = true;
  const whole = each(layout.firstTask + layout.tasks, (node) => {
    const task = node - layout.tasks;
    add(task);
    const signal = word(task + layout.signal);
    isWhole &&= signal !== 0 && each(signal + layout.threadHead, (thread) => add(thread - layout.threadNode));
  });
  for (const pointer of layout.interruptStacks) stacks.add(word(pointer));
  stacks.delete(0);
  if (!whole || !isWhole || tasks === 0) return undefined;
  return [...stacks].map((start) => ({ start, end: start + STACK }));
}
