/**
 * Tasks as a kernel keeps them in its memory: one is decoded from the bytes of its structure, and what a sleeping task
 * saved on its stack becomes the registers that a debugger sees. Where things are, GDB says; how they hang together,
 * `tasks` of `weft.json` or {@link LINUX_TASKS}.
 */
import { factsOfNames, factsOfWord, nameOf } from "@weft/weaver-bridge/machine";
import { lookUp, type TaskTable } from "@weft/weaver-bridge/model";

/** Where a member lies in the structure of a task, in bytes. */
export interface MemberPlace {
  readonly offset: number;
  readonly size: number;
  /** The member is a `char *`. */
  readonly isPointer: boolean;
}

export type TaskMember = "link" | "next" | "group" | "id" | "name" | "state" | "stack";

export interface TaskLayout {
  /** Bytes of an address: 4 or 8. */
  readonly word: number;
  /** Bytes of the structure. */
  readonly size: number;
  /** The part of it that has the members: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
  readonly members: Readonly<Partial<Record<TaskMember, MemberPlace>>>;
}

export interface RawTask {
  readonly address: bigint;
  readonly id?: bigint;
  /** Of a name that is kept in the structure itself. */
  readonly name?: string;
  /** Of a name that lies elsewhere. */
  readonly nameAt?: bigint;
  readonly state?: bigint;
  /** Stack pointer of the task while it does not run. */
  readonly stack: bigint;
  /** The tasks that hang on this one; addresses of tasks, not of links. */
  readonly next?: bigint;
  readonly group?: bigint;
}

/** What a sleeping thread has in its registers, by their names. */
export type SavedRegisters = Readonly<Record<string, bigint>>;

/**
 * Linux from 4.9 on, where `switch_to` leaves an `inactive_task_frame` on the stack (arch/x86/include/asm/switch_to.h).
 * The running task: of several CPUs, of one, and since 6.2.
 */
export const LINUX_TASKS: TaskTable = {
  struct: "task_struct",
  list: "init_task.tasks",
  link: "tasks",
  group: "thread_group",
  more: ["&init_task"],
  running: [
    "*(struct task_struct **)((char *)&current_task + __per_cpu_offset[$cpu])",
    "current_task",
    "((struct pcpu_hot *)((char *)&pcpu_hot + __per_cpu_offset[$cpu]))->current_task",
    "pcpu_hot.current_task",
  ],
  id: "pid",
  name: "comm",
  state: "__state",
  states: {
    "0": "ready",
    "1": "sleeping",
    "2": "sleeping, not to be woken",
    "4": "stopped",
    "8": "traced",
    "128": "dead",
    "1026": "idle",
  },
  stack: "thread.sp",
  // By the machine: `switchedOut`.
  saved: [],
};

/** The layout of a structure with these members. */
export function layoutOf(word: number, size: number, members: TaskLayout["members"]): TaskLayout {
  const places = Object.values(members);
  const first = Math.min(...places.map(({ offset }) => offset));
  return { word, size, first, end: Math.max(...places.map((place) => place.offset + place.size)), members };
}

/** `bytes` are those of the layout's part of the structure at `address`; `undefined` when they end too early. */
export function decodeTask(address: bigint, bytes: Buffer, layout: TaskLayout): RawTask | undefined {
  const { members, word, first } = layout;
  const read = (member: TaskMember): bigint | undefined => {
    const place = members[member];
    if (place === undefined) return undefined;
    return readNumber(bytes, place.offset - first, Math.min(place.size, word));
  };
  if (bytes.length < layout.end - first) return undefined;
  const owner = (member: "link" | "group"): bigint | undefined => {
    const link = read(member);
    return link === undefined || link === 0n
      ? undefined
      : link - BigInt((members[member] as MemberPlace).offset);
  };
  const next = members.next === undefined ? owner("link") : read("next");
  const { name } = members;
  return {
    address,
    stack: read("stack") ?? 0n,
    ...withValue("id", read("id")),
    ...(name === undefined || name.isPointer
      ? withValue("nameAt", read("name"))
      : { name: textOf(bytes.subarray(name.offset - first, name.offset - first + name.size)) }),
    ...withValue("state", read("state")),
    ...withValue("next", next === 0n ? undefined : next),
    ...withValue("group", owner("group")),
  };
}

/** Text up to the first zero; what can't be printed is a question mark. */
export function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes
    .subarray(0, end === -1 ? bytes.length : end)
    .toString("utf8")
    .replace(/[\p{Cc}\uFFFD]/gu, "?");
}

/** `words` is what lies at the saved stack pointer: the registers that `saved` names, lowest address first. */
export function savedRegisters(
  stack: bigint,
  words: Buffer,
  saved: readonly string[],
  word: number,
): SavedRegisters | undefined {
  if (words.length < saved.length * word) return undefined;
  const entries = saved.map((name, index): [string, bigint] => [name, readNumber(words, index * word, word)]);
  const pointer = nameOf(factsOfWord(word), "stackPointer");
  return { ...Object.fromEntries(entries), [pointer]: stack + BigInt(saved.length * word) };
}

/** GDB's name of the program counter among them. */
export const counterIn = (registers: SavedRegisters): string =>
  nameOf(
    factsOfNames((name) => name in registers),
    "programCounter",
  );

/**
 * The program counter put back into the call that it returns from: there debug information has the line and the inlined
 * functions of the caller, and the stack is the same. Not for one that a new task begins with, at a function's start.
 */
export function inCall(registers: SavedRegisters): SavedRegisters {
  const counter = counterIn(registers);
  return { ...registers, [counter]: (lookUp(registers, counter) ?? 1n) - 1n };
}

/** How a task is called where threads are listed: `shell (3), sleeping`. */
export function taskTitle(task: { name: string; id?: bigint; state?: string }): string {
  const id = task.id === undefined ? "" : ` (${task.id})`;
  const state = task.state === undefined || task.state === "" ? "" : `, ${task.state}`;
  return `${task.name === "" ? "a task" : task.name}${id}${state}`;
}

/** `PROCESS_SLEEPING` of `PROCESS_READY, PROCESS_SLEEPING …` is `sleeping`: what all names begin with says nothing. */
export function shortState(name: string): string {
  return name
    .replace(/^.*::/, "")
    .replace(/^(?:TASK|PROCESS|PROC|THREAD|STATE|TS|PS)_/, "")
    .replaceAll("_", " ")
    .toLowerCase();
}

function readNumber(bytes: Buffer, offset: number, size: number): bigint {
  let value = 0n;
  for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(bytes[offset + index] ?? 0);
  return value;
}

function withValue<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]: Value });
}
