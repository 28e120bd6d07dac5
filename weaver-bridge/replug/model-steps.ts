/**
 * What takes part in a swap, step by step: writers with their guards, callers that ask whether something is plugged and, now
 * and then, whether the facts hold. A step is one access to a word that others see. Each names the C that it stands for;
 * `model-check.test.ts` holds these against the text that is generated, and what the compiler makes of a write.
 */
import type { ReplugWay } from "./plug-request.js";

export interface Model {
  readonly way: ReplugWay;
  /** Who takes part; everybody where it says nothing. */
  readonly parts?: readonly Part[];
  /** What keeps the facts from being looked at too early; `none` is what no build makes. */
  readonly wait: "counted" | "epoch" | "none";
  /** A mistake that no build makes: a walk that finds nothing wrong with it would find nothing. */
  readonly mistake?: Mistake;
}

export type Part = "writer 1" | "writer 2" | "caller 1" | "caller 2" | "interrupt";

export const MISTAKES = {
  "left early": "a write counts as over before its store",
  "nothing taken out": "a guard takes the word back, and nobody is told",
  "word first": "a guard takes the word back before it takes the function out",
  "no fence": "the claim may be written back after the writes were looked at",
  "looked at first": "the writes are looked at before the object is claimed",
  "not one at a time": "two callers look at the facts at once",
  "put in blindly": "the function is put in although a guard may have fired since",
  "jump alone": "the patched jump is believed",
} as const;
export type Mistake = keyof typeof MISTAKES;

export const NO = 0;
export const PENDING = 1;
export const OBJECT = 2;

/** Shared words, in the order in which a state keeps them. */
export const WORDS = [
  "ready",
  "word",
  "entry",
  "busy",
  "writing",
  "data",
  "inside",
  "epoch",
  "since",
] as const;
export type Word = (typeof WORDS)[number];

export interface Machine {
  load(word: Word): number;
  store(word: Word, value: number): void;
  /** A locked change; buffers are empty then. */
  change(word: Word, how: (value: number) => number): number;
}

export interface Step {
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

/** Whether a word says where calls go, beside the one that is asked. */
const hasEntry = ({ way }: Model) => way === "jump";
const isCounting = ({ way, wait }: Model) => way === "counting" || (way === "rcu" && wait !== "epoch");

/** What a guard calls. */
export function hitSteps(model: Model): Step[] {
  const out = [
    ...(model.mistake === "nothing taken out"
      ? []
      : [store("hit", `${READY} = ((void *)~0ul);`, "ready", NO)]),
    ...(hasEntry(model) ? [store("hit entry", "__send_root_way_generic", "entry", 0)] : []),
  ];
  const word = store("hit word", `${CLAIM} = ((void *)~0ul);`, "word", NO);
  return model.mistake === "word first" ? [word, ...out] : [...out, word];
}

/** Whoever asks whether the facts hold. */
export function trySteps(model: Model): Step[] {
  const { wait, mistake } = model;
  const looks = waitSteps(model);
  const isLate = mistake === "looked at first";
  return [
    step(
      "try",
      "__sync_lock_test_and_set(&__send_root_way_busy, 1)",
      (m) => (m.change("busy", () => 1) === 1 && mistake !== "not one at a time" ? "done" : undefined),
      true,
    ),
    ...(isLate ? looks : []),
    step("claimed?", `${CLAIM} == (void *)(cred)`, (m) =>
      m.load("word") === OBJECT ? "claimed" : undefined,
    ),
    store("pending", `${READY} = ((void *)~1ul);`, "ready", PENDING),
    step("fence 1", "__sync_synchronize();", () => undefined, true),
    store("claim", `${CLAIM} = (void *)(cred);`, "word", OBJECT),
    ...(mistake === "no fence" ? [] : [step("fence 2", "__sync_synchronize();", () => undefined, true)]),
    ...(wait === "epoch"
      ? [
          step(
            "since",
            "__send_root_way_since = __send_root_way_EPOCH();",
            (m) => void m.store("since", m.load("epoch")),
          ),
        ]
      : []),
    step("claimed", undefined, () => undefined),
    ...(isLate ? [] : looks),
    step("fence 3", "__sync_synchronize();", () => undefined, true),
    step("still claimed?", `${CLAIM} == (void *)(cred) && cred->euid == 0`, (m) =>
      m.load("word") === OBJECT ? undefined : "give up",
    ),
    step("holds?", "cred->euid == 0", (m) => (m.load("data") === 0 ? undefined : "give up")),
    step(
      "swap",
      "__sync_bool_compare_and_swap(&__send_root_way_ready_cred, ((void *)~1ul), (void *)(cred))",
      (m) =>
        m.change("ready", (old) => (old === PENDING || mistake === "put in blindly" ? OBJECT : old)) ===
          PENDING || mistake === "put in blindly"
          ? undefined
          : "give up",
      true,
    ),
    ...(hasEntry(model) ? [store("take entry", "__send_root_way_residual", "entry", 1)] : []),
    step("put in", undefined, () => "release"),
    store("give up", `${READY} = ((void *)~0ul);`, "ready", NO),
    store("give up word", `${CLAIM} = ((void *)~0ul);`, "word", NO),
    step("release", "__sync_lock_release(&__send_root_way_busy);", (m) => void m.store("busy", 0)),
    step("done", undefined, () => "again"),
  ];
}

/** Until no write goes on that may have missed the claim. */
function waitSteps({ wait }: Model): Step[] {
  if (wait === "none") return [];
  if (wait === "counted")
    return [
      step("wait", "*(volatile int *)&weft_writing_cred != 0", (m) =>
        m.load("writing") === 0 ? undefined : "release",
      ),
    ];
  return [
    step("passed?", "__send_root_way_EPOCH() - __send_root_way_since < 2", (m) =>
      (m.load("epoch") - m.load("since") + 4) % 4 < 2 ? "release" : undefined,
    ),
  ];
}

/** Marks for whoever walks, of a write: until it is over, nobody is wrong about what it stores. */
export const MARKS = { begins: "write", stored: "store", ends: "written" } as const;

/**
 * A call begins where its first word is read, and the residual function where it is found to be theirs: whoever began
 * earlier, or began to run later, would see no more.
 */
export function callSteps(model: Model): Step[] {
  const counts = isCounting(model);
  const inside = (change: number) => (m: Machine) => void m.change("inside", (value) => value + change);
  const out = "__sync_fetch_and_sub(&__send_root_way_inside, 1);";
  const asked = `(void *)(cred) == ${model.way === "jump" ? READY.slice(SEEN.length) : READY}`;
  const enters = [
    ...(hasEntry(model)
      ? [step("call", undefined, (m) => (m.load("entry") === 0 ? "generic" : undefined))]
      : []),
    ...(counts
      ? [step("count in", "__sync_fetch_and_add(&__send_root_way_inside, 1);", inside(1), true)]
      : []),
    model.mistake === "jump alone"
      ? step("believed", undefined, () => "runs")
      : step("theirs?", asked, (m) => (m.load("ready") === OBJECT ? "runs" : "not theirs")),
  ];
  return [
    ...enters,
    step("not theirs", undefined, () => (counts ? "count out of it" : "generic")),
    ...(counts ? [step("count out of it", out, inside(-1), true)] : []),
    step("generic", undefined, () => undefined),
    ...trySteps(model),
    step("runs", undefined, () => (counts ? "count out" : "again")),
    ...(counts ? [step("count out", out, inside(-1), true)] : []),
    step("again", undefined, () => enters[0]?.name),
  ];
}

/** What touches nothing that others see is done at once. */
export const SILENT: ReadonlySet<string> = new Set([
  ...["again", "done", "put in", "not theirs", "generic", "claimed", "runs", "believed"],
  ...["guarded", "guarded back", "over"],
]);

/** One write; `suffix` tells it from the thread's other one. */
export function writeSteps(model: Model, value: number, suffix = ""): Step[] {
  const isCounted = model.wait === "counted";
  const named = (name: string) => `${name}${suffix}`;
  const begin = (m: Machine) => void (isCounted ? m.change("writing", (n) => n + 1) : 0);
  const end = (m: Machine) => void m.change("writing", (n) => n - 1);
  const counts = "__cleanup__(__weft_writing_cred_end), __unused__)) = __weft_writing_cred_begin();";
  const guard = step("guard", "weft_object_send_root_cred == (void *)", (m) =>
    m.load("word") === OBJECT ? undefined : named("guarded"),
  );
  const guarded = [guard, ...hitSteps(model), step("guarded", undefined, () => undefined)];
  const stored = step(MARKS.stored, "->euid = value", (m) => void m.store("data", value));
  // What is over is seen by everybody.
  const seen = step(MARKS.ends, undefined, () => undefined, true);
  const leave = step(MARKS.ends, undefined, end, true);
  const isEarly = model.mistake === "left early";
  const steps = [
    step(MARKS.begins, isCounted ? counts : undefined, begin, isCounted),
    ...guarded,
    ...(isEarly ? [{ ...leave, name: "left" }] : []),
    stored,
    isCounted && !isEarly ? leave : seen,
  ];
  return steps.map((one) => ({ ...one, name: named(one.name) }));
}

/** Breaks the fact and mends it, again and again. */
export const breakAndMend = (model: Model): Step[] => [
  ...writeSteps(model, 1),
  ...writeSteps(model, 0, " back"),
  step("over", undefined, () => MARKS.begins),
];

/** Breaks it, again and again. */
export const breaks = (model: Model): Step[] => [
  ...writeSteps(model, 1),
  step("over", undefined, () => MARKS.begins),
];
