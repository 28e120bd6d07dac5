/**
 * The stacks of a Linux kernel: of all threads, and of interrupts. Only there can be the address at which an
 * interrupted thread goes on, so that not all of the memory has to be searched while the guest stands.
 */
import { addressOf, type KernelImage } from "../image/kernel-image.js";
import { memberOffsets } from "../image/member-offsets.js";
import type { CodeRange } from "./saved-addresses.js";

interface Layout extends TaskPlaces {
  /** In bytes. */
  readonly threadStack: number;
  readonly firstTask: number;
  /** Address of the pointer to the thread that runs; in a kernel for several CPUs each has its own. */
  readonly current: number | undefined;
  /** Likewise of pointers to the stacks of interrupts. */
  readonly interruptStacks: readonly number[];
  readonly cpus: CpuPlaces | undefined;
}

/** In a kernel for several CPUs. */
interface CpuPlaces {
  /** Of the table of distances from the address that a symbol has to the object of a CPU, and of their count. */
  readonly distances: number;
  readonly count: number;
  /** Of the pointer to the thread that runs where there is nothing to do: it is in no list. */
  readonly idle: number;
}

const LAYOUTS = new WeakMap<KernelImage, { readonly layout: Layout | undefined }>();

/** Undefined where the kernel is none of these, or can't be told to be one. */
export function linuxLayout(image: KernelImage): Layout | undefined {
  let known = LAYOUTS.get(image);
  if (known === undefined) LAYOUTS.set(image, (known = { layout: readLayout(image) }));
  return known.layout;
}

function readLayout(image: KernelImage): Layout | undefined {
  // Without that all of the memory is searched.
  const { threadStack } = image.machine.linux;
  if (threadStack === undefined) return undefined;
  const symbol = (name: string) => addressOf(image, name);
  const firstTask = symbol("init_task");
  if (firstTask === undefined) return undefined;
  const tasks = taskPlaces(image);
  if (tasks === undefined) return undefined;
  const places = { ...tasks, threadStack };
  const interruptStacks = ["hardirq_stack_ptr", "softirq_stack_ptr"].flatMap((name) => symbol(name) ?? []);
  const [current, distances] = [symbol("current_task"), symbol("__per_cpu_offset")];
  if (distances === undefined) return { ...places, current, firstTask, interruptStacks, cpus: undefined };
  const [count, idle] = [symbol("nr_cpu_ids"), symbol("idle_threads")];
  // Other versions keep these elsewhere.
  if (count === undefined || idle === undefined || interruptStacks.length < 2) return undefined;
  return { ...places, current, firstTask, interruptStacks, cpus: { distances, count, idle } };
}

interface TaskPlaces {
  readonly tasks: number;
  readonly stack: number;
  readonly signal: number;
  readonly threadNode: number;
  readonly threadHead: number;
  /** Of the address of the stack of a thread that does not run. */
  readonly stackPointer: number | undefined;
}

/** Where members are that lead to all threads and to their stacks, as the kernel's debug information has them. */
export function taskPlaces(image: KernelImage): TaskPlaces | undefined {
  const offsets = memberOffsets(image, ["task_struct", "signal_struct", "thread_struct"]);
  const of = (record: string, member: string) => offsets.get(`${record}::${member}`);
  const tasks = of("task_struct", "tasks");
  const stack = of("task_struct", "stack");
  const signal = of("task_struct", "signal");
  const threadNode = of("task_struct", "thread_node");
  const threadHead = of("signal_struct", "thread_head");
  if ([tasks, stack, signal, threadNode, threadHead].includes(undefined)) return undefined;
  const [thread, pointer] = [of("task_struct", "thread"), of("thread_struct", "sp")];
  return {
    stackPointer: thread === undefined || pointer === undefined ? undefined : thread + pointer,
    ...{ tasks: tasks ?? 0, stack: stack ?? 0, signal: signal ?? 0 },
    ...{ threadNode: threadNode ?? 0, threadHead: threadHead ?? 0 },
  };
}

const MOST_CPUS = 1024;
const MOST = 20_000;

/**
 * Reads of the guest's memory at virtual addresses; undefined where the lists make no sense. What lies on a stack below
 * where it ends is left over from calls that returned.
 */
export function linuxStacks(
  layout: Layout,
  word: (address: number) => number,
  ends: readonly number[] = [],
): CodeRange[] | undefined {
  const stacks = new Map<number, number>();
  const distances = distancesOf(layout.cpus, word);
  if (distances === undefined) return undefined;
  const { current } = layout;
  const running = new Set(current === undefined ? [] : distances.map((each) => word((current + each) >>> 0)));
  let tasks = 0;
  const each = (head: number, use: (node: number) => void): boolean => {
    for (let node = word(head); node !== head; node = word(node)) {
      if (node === 0 || tasks++ > MOST) return false;
      use(node);
    }
    return true;
  };
  const use = (start: number, end: number | undefined) => {
    if (start === 0) return;
    const isIn = end !== undefined && start <= end && end < start + layout.threadStack;
    stacks.set(start, isIn ? end - (end % 4) : start);
  };
  const endIn = (start: number) => ends.find((end) => start <= end && end < start + layout.threadStack);
  const add = (task: number) => {
    const start = word(task + layout.stack);
    const rests = running.size > 0 && !running.has(0) && !running.has(task);
    const saved = layout.stackPointer === undefined || !rests ? undefined : word(task + layout.stackPointer);
    use(start, endIn(start) ?? saved);
  };
  add(layout.firstTask);
  let isWhole = true;
  const whole = each(layout.firstTask + layout.tasks, (node) => {
    const task = node - layout.tasks;
    add(task);
    const signal = word(task + layout.signal);
    isWhole &&= signal !== 0 && each(signal + layout.threadHead, (thread) => add(thread - layout.threadNode));
  });
  for (const distance of distances) {
    for (const pointer of layout.interruptStacks)
      use(word((pointer + distance) >>> 0), endIn(word((pointer + distance) >>> 0)));
    const idle = layout.cpus === undefined ? 0 : word((layout.cpus.idle + distance) >>> 0);
    if (idle !== 0) add(idle);
  }
  if (!whole || !isWhole || tasks === 0) return undefined;
  return [...stacks].map(([start, end]) => ({ start: end, end: start + layout.threadStack }));
}

function distancesOf(
  cpus: CpuPlaces | undefined,
  word: (address: number) => number,
): readonly number[] | undefined {
  if (cpus === undefined) return [0];
  const count = word(cpus.count);
  if (count === 0 || count > MOST_CPUS) return undefined;
  return Array.from({ length: count }, (_, cpu) => word(cpus.distances + 4 * cpu));
}
