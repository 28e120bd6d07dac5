/** The kernel's tasks as threads of the session: numbered, named, and shown to GDB through the relay of the debug stub. */
import { taskTitle } from "../../engine/index.js";
import { FIRST_TASK, type StubRelay } from "../../qemu/index.js";
import type { Task, TaskReader } from "./task-reader.js";

/** A thread as GDB lists it. */
export interface MiThread {
  readonly id: string;
  readonly name?: string;
  /** What the stub, or our relay, calls it. */
  readonly details?: string;
  readonly state: string;
}

export interface KernelTasks {
  /** Reads the tasks anew and shows them: GDB must look at its threads then. The machine stands. */
  refresh(): Promise<void>;
  /** `CPU 0: shell (3)`, or a task and what it does; `undefined` for a thread that is neither. */
  nameOf(thread: MiThread): string | undefined;
  /** The thread, by GDB's number, is no CPU. Known once it was named. */
  sleeps(threadId: number): boolean;
}

export interface KernelTasksParts {
  readonly reader: TaskReader;
  /** Number of CPUs, of which GDB knows. */
  readonly countCpus: () => Promise<number>;
  readonly show: StubRelay["showThreads"];
}

export function createKernelTasks({ reader, countCpus, show }: KernelTasksParts): KernelTasks {
  const numbers = new Map<bigint, number>();
  const sleepers = new Set<number>();
  let cpus: Promise<number> | undefined;
  let running: (Task | undefined)[] = [];
  let titles = new Set<string>();
  const numberOf = (task: Task): number => {
    const number = numbers.get(task.address) ?? FIRST_TASK + numbers.size;
    numbers.set(task.address, number);
    return number;
  };
  return {
    async refresh() {
      cpus ??= countCpus();
      const found = await reader.read(await cpus);
      running = found.running.map((address) => found.tasks.find((task) => task.address === address));
      const sleeping = found.tasks.filter(({ address }) => !found.running.includes(address));
      const threads = sleeping.map((task) => ({
        number: numberOf(task),
        // What kernels call running may run: it is not on a CPU.
        title: taskTitle(task.state === "running" ? { ...task, state: "ready" } : task),
        registers: task.registers ?? {},
      }));
      titles = new Set(threads.map(({ title }) => title));
      show(threads);
    },
    nameOf({ id, details = "" }) {
      const cpu = cpuOf(details);
      if (cpu === undefined) {
        if (!titles.has(details)) return undefined;
        sleepers.add(Number(id));
        return details;
      }
      const task = running[cpu];
      return task === undefined ? `CPU ${cpu}` : `CPU ${cpu}: ${taskTitle({ ...task, state: "" })}`;
    },
    sleeps: (threadId) => sleepers.has(threadId),
  };
}

/** QEMU's stub calls a thread `CPU#0 [running]`. */
export function cpuOf(details: string): number | undefined {
  const cpu = /CPU#(\d+)/.exec(details)?.[1];
  return cpu === undefined ? undefined : Number(cpu);
}
