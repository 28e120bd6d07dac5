/**
 * The protocol of a plugged function as a small machine whose interleavings are all walked: two writers, two callers, and an
 * interrupt on the first writer's processor that calls as well. Processors have store buffers, as x86 has them. Each step
 * names the C that it stands for; `model-check.test.ts` holds these against the text that is generated.
 */
import type { ReplugWay } from "./plan.js";

export interface Model {
  readonly way: ReplugWay;
  /** Who takes part; everybody where it says nothing. */
  readonly parts?: readonly Part[];
  /** What keeps the facts from being looked at too early; `none` is what no build makes. */
  readonly wait: "counted" | "epoch" | "none";
}

export type Part = "writer 1" | "writer 2" | "caller 1" | "caller 2" | "interrupt";

export interface Checked {
  readonly states: number;
  /** The steps that lead to a wrong version; undefined: there are none. */
  readonly wrong?: readonly string[];
  /** Whether the residual function ran at all. */
  readonly ran: boolean;
}

const NO = 0;
const PENDING = 1;
const OBJECT = 2;

/** Shared words, in the order in which a state keeps them. */
const WORDS = ["ready", "word", "entry", "busy", "writing", "data", "inside", "epoch", "since"] as const;
type Word = (typeof WORDS)[number];
const at = (word: Word) => WORDS.indexOf(word);

interface Machine {
  load(word: Word): number;
  store(word: Word, value: number): void;
  /** A locked change; buffers are empty then. */
  change(word: Word, how: (value: number) => number): number;
}

interface Step {
  readonly name: string;
  /** The C that it stands for, as it is generated. */
  readonly text?: string;
  /** Needs an empty store buffer. */
  readonly isLocked?: boolean;
  /** The next step; the following one where it says nothing. */
  run(machine: Machine): string | undefined;
}

const step = (name: string, text: string | undefined, run: Step["run"], isLocked = false): Step => ({
  name,
  ...(text === undefined ? {} : { text }),
  isLocked,
  run,
});

const store = (name: string, text: string, word: Word, value: number) =>
  step(name, text, (m) => void m.store(word, value));

const SEEN = "*(void *volatile *)&";
const READY = `${SEEN}__send_root_way_ready_cred`;
const CLAIM = `${SEEN}weft_object_send_root_cred`;

/** What a guard calls. */
export function hitSteps({ way }: Model): Step[] {
  return [
    store("hit", `${READY} = ((void *)~0ul);`, "ready", NO),
    ...(way === "rcu" || way === "jump" ? [store("hit entry", "__send_root_way_generic", "entry", 0)] : []),
    store("hit word", `${CLAIM} = ((void *)~0ul);`, "word", NO),
  ];
}

/** Whoever asks whether the facts hold. */
export function trySteps({ way, wait }: Model): Step[] {
  return [
    step(
      "try",
      "__sync_lock_test_and_set(&__send_root_way_busy, 1)",
      (m) => (m.change("busy", () => 1) === 1 ? "done" : undefined),
      true,
    ),
    step("claimed?", `${CLAIM} == (void *)(cred)`, (m) => (m.load("word") === OBJECT ? "wait" : undefined)),
    store("pending", `${READY} = ((void *)~1ul);`, "ready", PENDING),
    step("fence 1", "__sync_synchronize();", () => undefined, true),
    store("claim", `${CLAIM} = (void *)(cred);`, "word", OBJECT),
    step("fence 2", "__sync_synchronize();", () => undefined, true),
    ...(wait === "epoch"
      ? [
          step(
            "since",
            "__send_root_way_since = __send_root_way_EPOCH();",
            (m) => void m.store("since", m.load("epoch")),
          ),
        ]
      : []),
    step("wait", wait === "counted" ? "*(volatile int *)&weft_writing_cred != 0" : undefined, (m) =>
      wait === "counted" && m.load("writing") !== 0 ? "release" : undefined,
    ),
    ...(wait === "epoch"
      ? [
          step("passed?", "__send_root_way_EPOCH() - __send_root_way_since < 2", (m) =>
            (m.load("epoch") - m.load("since") + 4) % 4 < 2 ? "release" : undefined,
          ),
        ]
      : []),
    step("fence 3", "__sync_synchronize();", () => undefined, true),
    step("still claimed?", `${CLAIM} == (void *)(cred) && cred->euid == 0`, (m) =>
      m.load("word") === OBJECT ? undefined : "give up",
    ),
    step("holds?", "cred->euid == 0", (m) => (m.load("data") === 0 ? undefined : "give up")),
    step(
      "swap",
      "__sync_bool_compare_and_swap(&__send_root_way_ready_cred, ((void *)~1ul), (void *)(cred))",
      (m) =>
        m.change("ready", (old) => (old === PENDING ? OBJECT : old)) === PENDING ? undefined : "give up",
      true,
    ),
    ...(way === "rcu" || way === "jump" ? [store("take entry", "__send_root_way_residual", "entry", 1)] : []),
    step("put in", undefined, () => "release"),
    store("give up", `${READY} = ((void *)~0ul);`, "ready", NO),
    store("give up word", `${CLAIM} = ((void *)~0ul);`, "word", NO),
    step("release", "__sync_lock_release(&__send_root_way_busy);", (m) => void m.store("busy", 0)),
    step("done", undefined, () => "again"),
  ];
}

/** Marks for whoever walks: a call or a write begins and ends there. */
const MARKS = { called: "call", ran: "residual", begins: "write", ends: "written" } as const;

function callSteps(model: Model): Step[] {
  const { way, wait } = model;
  const counts = way === "counting" || (way === "rcu" && wait !== "epoch");
  return [
    step(MARKS.called, undefined, () => undefined),
    ...(way === "rcu" || way === "jump"
      ? [step("entry", undefined, (m) => (m.load("entry") === 0 ? "generic" : undefined))]
      : []),
    ...(counts
      ? [step("count in", undefined, (m) => void m.change("inside", (value) => value + 1), true)]
      : []),
    step("theirs?", undefined, (m) => (m.load("ready") === OBJECT ? undefined : "not theirs")),
    step(MARKS.ran, undefined, () => undefined),
    ...(counts
      ? [step("count out", undefined, (m) => void m.change("inside", (value) => value - 1), true)]
      : []),
    step("returned", undefined, () => "again"),
    step("not theirs", undefined, () => (counts ? undefined : "generic")),
    ...(counts
      ? [step("count out of it", undefined, (m) => void m.change("inside", (value) => value - 1), true)]
      : []),
    step("generic", undefined, () => undefined),
    ...trySteps(model),
    step("again", undefined, () => MARKS.called),
  ];
}

function writeSteps(model: Model, value: number): Step[] {
  const isCounted = model.wait === "counted";
  return [
    step(MARKS.begins, undefined, () => undefined),
    ...(isCounted ? [step("enter", undefined, (m) => void m.change("writing", (n) => n + 1), true)] : []),
    step("guard", undefined, (m) => (m.load("word") === OBJECT ? undefined : "store")),
    ...hitSteps(model),
    store("store", "", "data", value),
    ...(isCounted ? [step("leave", undefined, (m) => void m.change("writing", (n) => n - 1), true)] : []),
    step(MARKS.ends, undefined, () => undefined, true),
  ];
}

interface Thread {
  readonly name: string;
  readonly cpu: number;
  readonly steps: readonly Step[];
  /** Stops the thread with this number while it is on its way. */
  readonly interrupts?: number;
  readonly isWriter: boolean;
}

function threadsOf(model: Model): Thread[] {
  const twice = [
    ...writeSteps(model, 1),
    ...writeSteps(model, 0),
    step("over", undefined, () => MARKS.begins),
  ];
  const renamed = twice.map((one, index) =>
    index >= writeSteps(model, 1).length && index < twice.length - 1
      ? { ...one, name: `${one.name} back` }
      : one,
  );
  const back = renamed.map((one) => ({
    ...one,
    run: (m: Machine) => {
      const to = one.run(m);
      return to === "store" && one.name.endsWith(" back") ? "store back" : to;
    },
  }));
  const calls = callSteps(model);
  const all: Thread[] = [
    { name: "writer 1", cpu: 0, steps: back, isWriter: true },
    {
      name: "writer 2",
      cpu: 1,
      steps: writeSteps(model, 1).concat(step("over", undefined, () => MARKS.begins)),
      isWriter: true,
    },
    { name: "caller 1", cpu: 2, steps: calls, isWriter: false },
    { name: "caller 2", cpu: 3, steps: calls, isWriter: false },
    { name: "interrupt", cpu: 0, steps: calls, interrupts: 0, isWriter: false },
  ];
  const { parts } = model;
  return parts === undefined ? all : all.filter(({ name }) => (parts as readonly string[]).includes(name));
}

/** What touches nothing that others see is done at once. */
const SILENT = new Set(["returned", "again", "done", "put in", "not theirs", "generic", "over"]);

function settled(steps: readonly Step[], from: number): number {
  let pc = from % steps.length;
  for (;;) {
    const one = steps[pc] as Step;
    if (!SILENT.has(one.name)) return pc;
    const to = one.run(NOTHING);
    pc = to === undefined ? (pc + 1) % steps.length : steps.findIndex(({ name }) => name === to);
  }
}

const NOTHING: Machine = { load: () => 0, store: () => undefined, change: () => 0 };

/** Where each thread is, what it saw, the words, the buffers, which processors have passed; as numbers. */
interface State {
  readonly words: number[];
  readonly pcs: number[];
  /** Of each caller: whether no write has begun or ended since its call began. */
  readonly calm: boolean[];
  readonly buffers: number[][];
  readonly passed: boolean[];
}

function keyOf({ words, pcs, calm, buffers, passed }: State): string {
  const numbers = [...words, ...pcs];
  let marks = 0;
  for (const one of [...calm, ...passed]) marks = 2 * marks + Number(one);
  numbers.push(marks);
  for (const buffer of buffers) numbers.push(buffer.length, ...buffer);
  return String.fromCharCode(...numbers);
}

/** Walks all that can be reached; `most` states at the most, beyond which it throws. */
export function checkModel(model: Model, most = 3_000_000): Checked {
  const threads = threadsOf(model);
  const start: State = {
    words: WORDS.map(() => 0),
    pcs: threads.map(() => 0),
    calm: threads.map(() => false),
    buffers: [[], [], [], []],
    passed: [0, 1, 2, 3].map((cpu) => threads.every((thread) => thread.cpu !== cpu)),
  };
  const from = new Map<string, readonly [string, string]>([[keyOf(start), ["", ""]]]);
  const open: State[] = [start];
  let ran = false;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const key = keyOf(state);
    for (const [what, next, isWrong, isRun] of nextStates(model, threads, state)) {
      ran ||= isRun;
      const known = keyOf(next);
      if (isWrong) return { states: from.size, ran, wrong: [...wayTo(from, key), what] };
      if (from.has(known)) continue;
      if (from.size >= most) throw new RangeError(`more than ${most} states`);
      from.set(known, [key, what]);
      open.push(next);
    }
  }
  return { states: from.size, ran };
}

function wayTo(from: ReadonlyMap<string, readonly [string, string]>, key: string): string[] {
  const way: string[] = [];
  for (let at = key; ; ) {
    const [before, what] = from.get(at) as readonly [string, string];
    if (what === "") return way.reverse();
    way.push(what);
    at = before;
  }
}

type Next = readonly [what: string, state: State, isWrong: boolean, isRun: boolean];

function nextStates(model: Model, threads: readonly Thread[], state: State): Next[] {
  const found: Next[] = [];
  threads.forEach((_, index) => {
    const next = stepOf(threads, state, index);
    if (next !== undefined) found.push(next);
  });
  state.buffers.forEach((buffer, cpu) => {
    if (buffer.length === 0) return;
    const [word = 0, value = 0, ...rest] = buffer;
    const words = [...state.words];
    words[word] = value;
    const buffers = state.buffers.map((one, index) => (index === cpu ? rest : one));
    found.push([`processor ${cpu} writes back ${WORDS[word]}`, { ...state, words, buffers }, false, false]);
  });
  if (model.wait === "epoch") found.push(...passes(threads, state));
  return found;
}

/** A processor is outside of all writes, and of calls: its barrier included. */
function passes(threads: readonly Thread[], state: State): Next[] {
  return state.passed.flatMap((has, cpu): Next[] => {
    const isOutside = threads.every((thread, index) => {
      const name = thread.steps[state.pcs[index] as number]?.name ?? "";
      return (
        thread.cpu !== cpu ||
        name === MARKS.begins ||
        name === MARKS.called ||
        name === `${MARKS.begins} back` ||
        name === "over"
      );
    });
    if (has || !isOutside || (state.buffers[cpu] as number[]).length > 0) return [];
    const passed = state.passed.map((one, index) => one || index === cpu);
    if (!passed.every(Boolean)) return [[`processor ${cpu} passes`, { ...state, passed }, false, false]];
    const words = [...state.words];
    words[at("epoch")] = ((words[at("epoch")] as number) + 1) % 4;
    return [
      [
        `processor ${cpu} passes, all have`,
        { ...state, words, passed: [0, 1, 2, 3].map((one) => threads.every((thread) => thread.cpu !== one)) },
        false,
        false,
      ],
    ];
  });
}

function stepOf(threads: readonly Thread[], state: State, index: number): Next | undefined {
  const thread = threads[index] as Thread;
  const pc = state.pcs[index] as number;
  const isStopped = threads.some(
    (other, at) => other.interrupts === index && (state.pcs[at] as number) !== 0,
  );
  const one = thread.steps[pc] as Step;
  const buffer = state.buffers[thread.cpu] as readonly number[];
  if (isStopped || (one.isLocked === true && buffer.length > 0)) return undefined;
  const words = [...state.words];
  const own = [...buffer];
  const load = (word: Word) => {
    for (let at = own.length - 2; at >= 0; at -= 2)
      if (own[at] === WORDS.indexOf(word)) return own[at + 1] as number;
    return words[WORDS.indexOf(word)] as number;
  };
  const to = one.run({
    load,
    store: (word, value) => void own.push(at(word), value),
    change: (word, how) => {
      const old = words[at(word)] as number;
      words[at(word)] = how(old);
      return old;
    },
  });
  const next = to === undefined ? pc + 1 : thread.steps.findIndex(({ name }) => name === to);
  const pcs = state.pcs.map((old, other) => (other === index ? settled(thread.steps, next) : old));
  const isMark = thread.isWriter && (one.name.startsWith("write") || one.name.startsWith("written"));
  const calm = state.calm.map((old, other) => {
    if (other === index && one.name === MARKS.called) return true;
    return isMark ? false : old;
  });
  const isRun = one.name === MARKS.ran;
  const isWrong = isRun && state.calm[index] === true && isBroken(threads, state);
  const buffers = state.buffers.map((old, cpu) => (cpu === thread.cpu ? own : old));
  return [`${thread.name}: ${one.name}`, { ...state, words, pcs, calm, buffers }, isWrong, isRun];
}

/** The fact does not hold, and no write goes on. */
function isBroken(threads: readonly Thread[], { words, pcs }: State): boolean {
  const isQuiet = threads.every((thread, index) => {
    const name = thread.steps[pcs[index] as number]?.name ?? "";
    return !thread.isWriter || name === MARKS.begins || name === `${MARKS.begins} back` || name === "over";
  });
  return isQuiet && words[at("data")] !== 0;
}
