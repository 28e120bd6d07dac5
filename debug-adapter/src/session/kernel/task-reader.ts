/** The kernel's tasks at a stop: their structures are read out of the guest by GDB, two questions for each task. */
import { factsOfWord } from "@weft/weaver-bridge/machine";
import type { TaskTable } from "@weft/weaver-bridge/model";
import { lookUp } from "@weft/weaver-bridge/model";
import {
  counterIn,
  decodeTask,
  inCall,
  LINUX_TASKS,
  layoutOf,
  type MemberPlace,
  type RawTask,
  type SavedRegisters,
  savedRegisters,
  shortState,
  type TaskLayout,
  type TaskMember,
  textOf,
} from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { evaluate, numberOf, readMemory, typeOf } from "../gdb/mi-commands.js";

export interface Task {
  /** Of its structure: who it is while it lives. */
  readonly address: bigint;
  readonly name: string;
  readonly id?: bigint;
  readonly state?: string;
  /** Absent while it runs, and where no stack can be read. */
  readonly registers?: SavedRegisters;
}

export interface TaskReader {
  /** All tasks, and the address of the one on each CPU; nothing of a kernel that keeps none. `cpus` is their number. */
  read(cpus: number): Promise<{ tasks: Task[]; running: bigint[] }>;
}

/** A list that was overwritten may go round for ever. */
const MOST_TASKS = 4096;
const NOTHING = { tasks: [], running: [] };
const MEMBERS: readonly TaskMember[] = ["link", "next", "group", "id", "name", "state", "stack"];

/** Without a table the kernel is looked at once: Linux is known. */
export function createTaskReader(gdb: GdbConnection, table: TaskTable | undefined): TaskReader {
  let known: Promise<Known | undefined> | undefined;
  return {
    async read(cpus) {
      known ??= learn(gdb, table ?? LINUX_TASKS, table === undefined);
      const kernel = await known;
      return kernel === undefined ? NOTHING : readAll(gdb, kernel, cpus);
    },
  };
}

/** What is the same at each stop. */
interface Known {
  readonly table: TaskTable;
  readonly layout: TaskLayout;
  /** Name of the enumeration of states. */
  readonly stateType: string | undefined;
  readonly stateNames: Map<bigint, string>;
  /** Program counters of sleeping tasks: whether a function begins there. */
  readonly beginnings: Map<bigint, boolean>;
  /** Expressions of the running task that can be evaluated. */
  running?: string;
}

async function learn(gdb: GdbConnection, table: TaskTable, mayBeOther: boolean): Promise<Known | undefined> {
  try {
    const word = Number(await evaluate(gdb, "sizeof(void *)"));
    const type = `struct ${table.struct}`;
    const members: Partial<Record<TaskMember, MemberPlace>> = {};
    for (const member of MEMBERS) {
      const path = table[member];
      const place = path === undefined ? undefined : await placeOf(gdb, type, path, member === "group");
      if (place !== undefined) members[member] = place;
    }
    const stateType =
      table.state === undefined ? undefined : await typeOf(gdb, `((${type} *)0)->${table.state}`);
    return {
      table: table === LINUX_TASKS ? { ...table, saved: factsOfWord(word).linux.switchedOut } : table,
      layout: layoutOf(word, Number(await evaluate(gdb, `sizeof(${type})`)), members),
      stateType: stateType?.startsWith("enum") ? stateType : undefined,
      stateNames: new Map(),
      beginnings: new Map(),
    };
  } catch (error) {
    if (mayBeOther) return undefined;
    throw new Error(`"tasks" in weft.json does not fit this kernel: ${(error as Error).message}`);
  }
}

async function placeOf(
  gdb: GdbConnection,
  type: string,
  path: string,
  isOptional: boolean,
): Promise<MemberPlace | undefined> {
  const member = `((${type} *)0)->${path}`;
  try {
    return {
      offset: Number(await evaluate(gdb, `(unsigned long)&(${member})`)),
      size: Number(await evaluate(gdb, `sizeof(${member})`)),
      isPointer: (await typeOf(gdb, member)).endsWith("*"),
    };
  } catch (error) {
    if (isOptional) return undefined; // Linux has it in some versions only.
    throw error;
  }
}

async function readAll(
  gdb: GdbConnection,
  kernel: Known,
  cpus: number,
): Promise<{ tasks: Task[]; running: bigint[] }> {
  const running = await runningTasks(gdb, kernel, cpus);
  const tasks: Task[] = [];
  for (const raw of await rawTasks(gdb, kernel)) {
    const state = await stateOf(gdb, kernel, raw.state);
    if (kernel.table.unused?.some((name) => name === state || shortState(name) === state)) continue;
    const registers = running.includes(raw.address) ? undefined : await registersOf(gdb, kernel, raw);
    tasks.push({
      address: raw.address,
      name: raw.name ?? (await textAt(gdb, raw.nameAt)),
      ...(raw.id === undefined ? {} : { id: raw.id }),
      ...(state === undefined ? {} : { state }),
      ...(registers === undefined ? {} : { registers }),
    });
  }
  return { tasks, running };
}

async function runningTasks(gdb: GdbConnection, kernel: Known, cpus: number): Promise<bigint[]> {
  const on = (expression: string, cpu: number) =>
    unlessGdbRefuses(numberOf(gdb, expression.replaceAll("$cpu", String(cpu))));
  const { running } = kernel.table;
  for (const expression of typeof running === "string" ? [running] : running) {
    if (kernel.running !== undefined) break;
    if ((await on(expression, 0)) !== undefined) kernel.running = expression;
  }
  const expression = kernel.running;
  if (expression === undefined) return [];
  return Promise.all(Array.from({ length: cpus }, async (_, cpu) => (await on(expression, cpu)) ?? 0n));
}

/** Those in the list, the threads that hang on them, and the others that the table names. */
async function rawTasks(gdb: GdbConnection, kernel: Known): Promise<RawTask[]> {
  const { layout, table } = kernel;
  const found = new Map<bigint, RawTask>();
  const read = async (address: bigint | undefined): Promise<RawTask | undefined> => {
    if (address === undefined || address === 0n || found.has(address) || found.size >= MOST_TASKS)
      return undefined;
    const asked = readMemory(gdb, address + BigInt(layout.first), layout.end - layout.first);
    const bytes = (await unlessGdbRefuses(asked)) ?? Buffer.alloc(0);
    const task = decodeTask(address, bytes, layout);
    if (task !== undefined) found.set(address, task);
    return task;
  };
  for (const expression of table.more ?? [])
    await read((await unlessGdbRefuses(numberOf(gdb, expression))) ?? 0n);
  const link = layout.members.link;
  if (link === undefined && layout.members.next === undefined) {
    const count = Number(await evaluate(gdb, `sizeof(${table.list})`)) / layout.size;
    const first = await numberOf(gdb, `&(${table.list})[0]`);
    for (let index = 0; index < count; index++) await read(first + BigInt(index * layout.size));
    return [...found.values()];
  }
  const head =
    link === undefined ? undefined : (await numberOf(gdb, `&(${table.list})`)) - BigInt(link.offset);
  let next = head === undefined ? await numberOf(gdb, table.list) : await firstIn(gdb, table.list, link);
  while (next !== undefined && next !== head) {
    const task = await read(next);
    if (task === undefined) break;
    for (let other = await read(task.group); other !== undefined; ) other = await read(other.group);
    next = task.next;
  }
  return [...found.values()];
}

/** The task whose link the list's head points to. */
async function firstIn(
  gdb: GdbConnection,
  list: string,
  link: MemberPlace | undefined,
): Promise<bigint | undefined> {
  const first = await numberOf(gdb, `*(void **)&(${list})`);
  return first === 0n ? undefined : first - BigInt(link?.offset ?? 0);
}

async function registersOf(
  gdb: GdbConnection,
  { table, layout: { word }, beginnings }: Known,
  { stack }: RawTask,
): Promise<SavedRegisters | undefined> {
  if (stack === 0n) return undefined;
  const words =
    (await unlessGdbRefuses(readMemory(gdb, stack, table.saved.length * word))) ?? Buffer.alloc(0);
  const registers = savedRegisters(stack, words, table.saved, word);
  const counter = registers && lookUp(registers, counterIn(registers));
  if (registers === undefined || counter === undefined) return undefined;
  const isBeginning =
    beginnings.get(counter) ?? !/^\S+ \+ \d+/.test(await gdb.consoleCommand(`info symbol ${counter}`));
  beginnings.set(counter, isBeginning);
  return isBeginning ? registers : inCall(registers);
}

async function stateOf(
  gdb: GdbConnection,
  kernel: Known,
  state: bigint | undefined,
): Promise<string | undefined> {
  if (state === undefined) return undefined;
  const known = kernel.stateNames.get(state);
  if (known !== undefined) return known;
  const { states = {} } = kernel.table;
  const name =
    lookUp(states, String(state)) ??
    (kernel.stateType === undefined
      ? `state ${state}`
      : shortState(await evaluate(gdb, `(${kernel.stateType})${state}`)));
  kernel.stateNames.set(state, name);
  return name;
}

async function textAt(gdb: GdbConnection, address: bigint | undefined): Promise<string> {
  if (address === undefined || address === 0n) return "";
  return textOf((await unlessGdbRefuses(readMemory(gdb, address, 32))) ?? Buffer.alloc(0));
}
