/**
 * The protocol of a plugged function as a small machine whose interleavings are all walked: two writers, two callers, and an
 * interrupt on the first writer's processor that calls as well. Processors have store buffers, as x86 has them.
 *
 * A version is wrong that begins to run while the fact does not hold, where it has not held since the call began and the
 * write that broke it was over by then: other writes that go on meanwhile, and have stored nothing yet, excuse nothing.
 */
import {
  breakAndMend,
  breaks,
  callSteps,
  MARKS,
  type Model,
  SILENT,
  type Step,
  WORDS,
  type Word,
} from "./model-steps.js";

export interface Checked {
  readonly states: number;
  /** The steps that lead to a wrong version; undefined: there are none. */
  readonly wrong?: readonly string[];
  /** Whether the residual function ran at all. */
  readonly ran: boolean;
}

const at = (word: Word) => WORDS.indexOf(word);
const CPUS = [0, 1, 2, 3];

interface Thread {
  readonly name: string;
  readonly cpu: number;
  readonly steps: readonly Step[];
  /** Of a writer: steps at which what it stored may be seen, and its write is not over. */
  readonly during: ReadonlySet<number>;
  /** Steps at which it is outside of writes and calls. */
  readonly outside: ReadonlySet<number>;
  /** Stops the thread with this number while it is on its way. */
  readonly interrupts?: number;
  readonly isWriter: boolean;
}

function threadOf(name: string, cpu: number, steps: readonly Step[], isWriter = false): Thread {
  const during = new Set<number>();
  const outside = new Set([0]);
  let isDuring = false;
  steps.forEach((one, index) => {
    if (!isWriter) return;
    if (isDuring) during.add(index);
    if (one.name.startsWith(MARKS.ends)) isDuring = false;
    if (one.name.startsWith(MARKS.stored)) isDuring = true;
    if (one.name === MARKS.begins || one.name === `${MARKS.begins} back`) outside.add(index);
  });
  return { name, cpu, steps, during, outside, isWriter };
}

function threadsOf(model: Model): Thread[] {
  const calls = callSteps(model);
  const all = [
    threadOf("writer 1", 0, breakAndMend(model), true),
    threadOf("writer 2", 1, breaks(model), true),
    threadOf("caller 1", 2, calls),
    threadOf("caller 2", 3, calls),
    { ...threadOf("interrupt", 0, calls), interrupts: 0 },
  ];
  const { parts } = model;
  return parts === undefined ? all : all.filter(({ name }) => (parts as readonly string[]).includes(name));
}

/** Where each thread is, what it saw, the words, the buffers, which processors have passed; as numbers. */
interface State {
  readonly words: readonly number[];
  readonly pcs: readonly number[];
  /** Of each caller that is on its way: whether the fact was broken when it began, and has been since. */
  readonly broken: readonly boolean[];
  readonly buffers: readonly (readonly number[])[];
  readonly passed: readonly boolean[];
}

/** The two callers are alike: what one does now and the other then is one state with its mirror. */
function keyOf(threads: readonly Thread[], { words, pcs, broken, buffers, passed }: State): string {
  const parts = CPUS.map((cpu) => {
    const numbers = [Number(passed[cpu]), ...(buffers[cpu] as number[])];
    threads.forEach((thread, index) => {
      if (thread.cpu === cpu) numbers.push(50 + 2 * (pcs[index] as number) + Number(broken[index]));
    });
    return String.fromCharCode(...numbers, 49);
  });
  const [first = "", second = "", third = "", fourth = ""] = parts;
  const callers = third < fourth ? third + fourth : fourth + third;
  return String.fromCharCode(...words) + first + second + callers;
}

/** Walks all that can be reached; `most` states at the most, beyond which it throws. */
export function checkModel(model: Model, most = 3_000_000): Checked {
  const threads = threadsOf(model);
  const start: State = {
    words: WORDS.map(() => 0),
    pcs: threads.map(() => 0),
    broken: threads.map(() => false),
    buffers: CPUS.map(() => []),
    passed: CPUS.map((cpu) => threads.every((thread) => thread.cpu !== cpu)),
  };
  const from = new Map<string, readonly [string, string]>([[keyOf(threads, start), ["", ""]]]);
  const open: State[] = [start];
  let ran = false;
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const key = keyOf(threads, state);
    for (const { what, state: next, isWrong, isRun } of nextStates(model, threads, state)) {
      ran ||= isRun === true;
      if (isWrong === true) return { states: from.size, ran, wrong: [...wayTo(from, key), what] };
      const known = keyOf(threads, next);
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
  for (let place = key; ; ) {
    const [before, what] = from.get(place) as readonly [string, string];
    if (what === "") return way.reverse();
    way.push(what);
    place = before;
  }
}

interface Next {
  readonly what: string;
  readonly state: State;
  readonly isWrong?: boolean;
  readonly isRun?: boolean;
}

function nextStates(model: Model, threads: readonly Thread[], state: State): Next[] {
  const found: Next[] = [];
  threads.forEach((_, index) => {
    const next = stepOf(threads, state, index);
    if (next !== undefined) found.push(next);
  });
  state.buffers.forEach((buffer, cpu) => {
    if (buffer.length === 0) return;
    const [word = 0, value = 0, ...rest] = buffer;
    const words = state.words.with(word, value);
    const buffers = state.buffers.with(cpu, rest);
    const broken = words[at("data")] === 0 ? state.broken.map(() => false) : state.broken;
    found.push({
      what: `processor ${cpu} writes back ${WORDS[word]}`,
      state: { ...state, words, buffers, broken },
    });
  });
  if (model.wait === "epoch") found.push(...passes(threads, state));
  return found;
}

/** A processor is outside of all writes, and of calls: its barrier included. */
function passes(threads: readonly Thread[], state: State): Next[] {
  return state.passed.flatMap((has, cpu): Next[] => {
    const isOutside = threads.every(
      (thread, index) => thread.cpu !== cpu || thread.outside.has(state.pcs[index] as number),
    );
    if (has || !isOutside || (state.buffers[cpu] as number[]).length > 0) return [];
    const passed = state.passed.map((one, other) => one || other === cpu);
    if (!passed.every(Boolean)) return [{ what: `processor ${cpu} passes`, state: { ...state, passed } }];
    const words = state.words.with(at("epoch"), ((state.words[at("epoch")] as number) + 1) % 4);
    const none = CPUS.map((one) => threads.every((thread) => thread.cpu !== one));
    return [{ what: `processor ${cpu} passes, all have`, state: { ...state, words, passed: none } }];
  });
}

function stepOf(threads: readonly Thread[], state: State, index: number): Next | undefined {
  const thread = threads[index] as Thread;
  const pc = state.pcs[index] as number;
  const isStopped = threads.some(
    (other, place) => other.interrupts === index && (state.pcs[place] as number) !== 0,
  );
  const one = thread.steps[pc] as Step;
  const buffer = state.buffers[thread.cpu] as readonly number[];
  if (isStopped || (one.isLocked === true && buffer.length > 0)) return undefined;
  const words = [...state.words];
  const own = [...buffer];
  const to = one.run({
    load: (word) => {
      for (let place = own.length - 2; place >= 0; place -= 2)
        if (own[place] === at(word)) return own[place + 1] as number;
      return words[at(word)] as number;
    },
    store: (word, value) => void own.push(at(word), value),
    change: (word, how) => {
      const old = words[at(word)] as number;
      words[at(word)] = how(old);
      return old;
    },
  });
  const next = settled(thread.steps, to, pc);
  const begins = pc === 0 && !thread.isWriter;
  const isBroken = begins ? isOverAndBroken(threads, state) : state.broken[index] === true;
  const isWrong = next.ran && isBroken && state.words[at("data")] !== 0;
  const broken = state.broken.with(index, next.pc !== 0 && isBroken);
  const pcs = state.pcs.with(index, next.pc);
  const buffers = state.buffers.with(thread.cpu, own);
  const what = `${thread.name}: ${one.name}${next.ran ? ", residual" : ""}`;
  return { what, state: { ...state, words, pcs, broken, buffers }, isWrong, isRun: next.ran };
}

const NOTHING = { load: () => 0, store: () => undefined, change: () => 0 };

/** What touches nothing that others see is done at once. */
function settled(steps: readonly Step[], to: string | undefined, from: number) {
  const find = (name: string | undefined, place: number) => {
    if (name === undefined) return (place + 1) % steps.length;
    const found = steps.findIndex((one) => one.name === name);
    if (found < 0) throw new RangeError(`no step is ${name}`);
    return found;
  };
  let ran = false;
  let pc = find(to, from);
  for (;;) {
    const one = steps[pc] as Step;
    if (!SILENT.has(one.name)) return { pc, ran };
    ran ||= one.name === "runs";
    pc = find(one.run(NOTHING), pc);
  }
}

/** The fact does not hold, and no write may have made it so that is not over. */
function isOverAndBroken(threads: readonly Thread[], { words, pcs }: State): boolean {
  return words[at("data")] !== 0 && threads.every(({ during }, index) => !during.has(pcs[index] as number));
}
