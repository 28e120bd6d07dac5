/**
 * What a plugged function needs in the unit of its generic one: an entry that is one jump, patched from one way to the
 * other, and the two ways. The way of the residual function tests what no guard keeps; the generic way counts down to the
 * moment when the guarded facts are looked at again. Whether something is plugged is said by the words of its objects
 * alone: the jump is only faster than asking, and where code can't be patched the entry asks.
 *
 * A guard may have looked at a word just before it is set, and its write may come after the facts were looked at: on another
 * processor, or where an interrupt came in between. So writes are counted while they go on, and the facts are looked at only
 * while none does that may have missed the word. Where the kernel says when every processor was between two writes (`epoch`),
 * the facts are looked at after that instead, and a write costs no more than its guard.
 */
import { ASSEMBLY } from "./plug-assembly.js";
import type { PlugRequest, ReplugAgain } from "./plug-request.js";
import { SHARED_TEXT } from "./shared-text.js";
import {
  goneSymbol,
  hitSymbol,
  NO_OBJECT,
  objectSymbol,
  PENDING,
  PLUG_FIELDS,
  pluggedSymbol,
  plugSymbol,
  STACK_WORDS,
  stackSymbol,
  writingSymbol,
} from "./symbols.js";

const AGAIN: ReplugAgain = { first: 8, most: 4096 };

/** Calls before somebody asks whether it is to stay out. */
const STAYS_OUT = 0x40000000;

/** A string says why it can't be plugged. */
export function planPlug(request: PlugRequest): { readonly text: string } | { readonly refused: string } {
  const objects = new Map<string, string>();
  for (const { kept } of request.facts) {
    if (kept === undefined) continue;
    const known = objects.get(kept.subject);
    if (known !== undefined && known !== kept.object)
      return { refused: `its facts are about two objects of ${kept.subject}, ${known} and ${kept.object}` };
    objects.set(kept.subject, kept.object);
  }
  if (objects.size === 0) return { refused: "no guard keeps one of its facts" };
  return { text: plugText(request, objects) };
}

function plugText(request: PlugRequest, objects: ReadonlyMap<string, string>): string {
  const { residual, head, facts, subjects, replug = "jump", again = AGAIN } = request;
  const named = (name: string) =>
    head
      .replace(new RegExp(`\\b${residual}\\b(?=\\s*\\()`), name)
      .replace(/^(?:(?:static|inline|extern)\s+)+/, "");
  const plugged = pluggedSymbol(residual);
  const way = `__${residual}_way`;
  const text: PlugText = {
    ...{ request, objects, named, plugged, way, again },
    parameters: head.slice(head.search(new RegExp(`\\b${residual}\\s*\\(`)) + residual.length).trim(),
    plug: plugSymbol(residual),
    word: (subject) => objectSymbol(residual, subject),
    ready: (subject) => `${way}_ready_${subject}`,
    all: [...new Set([...objects.keys(), ...subjects])],
    guarded: facts.filter(({ kept }) => kept !== undefined).map(({ test }) => test),
    free: facts.filter(({ kept }) => kept === undefined).map(({ test }) => test),
    take: (to) => (replug === "jump" ? [`\t${way}_take((void *)${to});`] : []),
  };
  return [
    SHARED_TEXT,
    ...declarations(text),
    ...takeOut(text),
    ...putIn(text),
    ...ways(text),
    ...gone(text),
    "",
  ].join("\n");
}

interface PlugText {
  readonly request: PlugRequest;
  readonly objects: ReadonlyMap<string, string>;
  /** The head with another name. */
  readonly named: (name: string) => string;
  /** Of the head: a fact may be about what a parameter points to. */
  readonly parameters: string;
  readonly plugged: string;
  readonly plug: string;
  readonly way: string;
  readonly again: ReplugAgain;
  /** What guards compare with, from before the facts are looked at. */
  readonly word: (subject: string) => string;
  /** What the way of the residual function compares with: set when the facts hold and no guard has fired since. */
  readonly ready: (subject: string) => string;
  readonly all: readonly string[];
  readonly guarded: readonly string[];
  readonly free: readonly string[];
  /** From now on the entry leads there. */
  readonly take: (to: string) => string[];
}

/** Whether this unit knows an epoch, for the preprocessor. */
function epochText({ epoch }: PlugRequest, way: string): string[] {
  if (epoch !== undefined) return [`unsigned long ${epoch}(void);`, `#define ${way}_EPOCH ${epoch}`];
  return ["#ifdef WEFT_EPOCH", `#define ${way}_EPOCH weft_epoch`, "#endif"];
}

const ifEpoch = (way: string, ...lines: string[]) => [`#ifdef ${way}_EPOCH`, ...lines, "#endif"];

const unlessEpoch = (way: string, ...lines: string[]) => [`#ifndef ${way}_EPOCH`, ...lines, "#endif"];

function declarations({ request, named, plugged, plug, way, again, word, ready, all }: PlugText): string[] {
  return [
    ...epochText(request, way),
    ...all.map((subject) => `int ${writingSymbol(subject)} __attribute__((__weak__));`),
    `struct weft_plug ${plug} = { .wait = ${again.first}, .step = ${again.first} };`,
    `unsigned long ${stackSymbol(request.residual)}[${STACK_WORDS}];`,
    ...all.map((subject) => `void *${word(subject)} = ${NO_OBJECT};`),
    ...all.map((subject) => `static void *${ready(subject)} = ${NO_OBJECT};`),
    ...ifEpoch(way, `static unsigned long ${way}_since;`),
    `static int ${way}_busy;`,
    `${named(plugged)};`,
    // Not inlined: the way of the residual function needs no frame for it.
    `static ${named(`${way}_generic`)} __attribute__((__noinline__));`,
    `static ${named(`${way}_residual`)};`,
    ...(request.replug === "counting" ? [`static int ${way}_inside;`] : []),
    ...(request.replug === "rcu"
      ? [
          ...ifEpoch(way, `static volatile unsigned int ${way}_outs;`),
          ...unlessEpoch(way, `static int ${way}_inside;`),
        ]
      : []),
    ...(request.replug === undefined || request.replug === "jump"
      ? [
          jump(plugged, `${way}_generic`),
          `extern int ${plugged}_target __attribute__((__visibility__("hidden")));`,
          `static void ${way}_take(void *to) { weft_write_text(&${plugged}_target, (int)to - (int)(&${plugged}_target + 1)); }`,
        ]
      : []),
  ];
}

/** A word that others look at meanwhile. */
const seen = (word: string) => `*(void *volatile *)&${word}`;

/** What a guard calls. */
function takeOut({ request, plug, way, again, word, ready, all, take }: PlugText): string[] {
  const hit = hitSymbol(request.residual);
  return [
    keepingRegisters(hit, plug),
    `static void __attribute__((__used__)) ${hit}_out(void)`,
    "{",
    "\tunsigned long *at = __builtin_frame_address(0);",
    "",
    // In this order, and before the write.
    ...all.map((subject) => `\t${seen(ready(subject))} = ${NO_OBJECT};`),
    ...take(`${way}_generic`),
    ...all.map((subject) => `\t${seen(word(subject))} = ${NO_OBJECT};`),
    // Who came here; behind the end of its page a stack may have none.
    `\tfor (int n = 0; n < ${STACK_WORDS}; n++)`,
    `\t\t${stackSymbol(request.residual)}[n] = ((unsigned long)(at + n) ^ (unsigned long)at) < 4096 ? at[n] : 0;`,
    `\t${plug}.replugs += ${plug}.is_plugged;`,
    `\tif (${plug}.step < ${again.most}) ${plug}.step *= 2;`,
    `\t${plug}.wait = ${plug}.step;`,
    ...(request.replug === "rcu" ? ifEpoch(way, `\t${way}_outs++;`) : []),
    `\t*(volatile unsigned int *)&${plug}.is_plugged = 0;`,
    "}",
  ];
}

/** Objects are claimed, every processor passes a point between two writes, the facts are looked at. One at a time. */
function putIn({
  request,
  objects,
  parameters,
  plug,
  way,
  again,
  word,
  ready,
  all,
  guarded,
  take,
}: PlugText): string[] {
  const each = (line: (subject: string, object: string) => string) =>
    [...objects].map(([subject, object]) => line(subject, object));
  const isClaimed = each((subject, object) => `*(void *volatile *)&${word(subject)} == (void *)(${object})`);
  const isWriting = request.epoch === undefined ? writingNow(all) : "0";
  const isReady = each(
    (subject, object) => `__sync_bool_compare_and_swap(&${ready(subject)}, ${PENDING}, (void *)(${object}))`,
  );
  return [
    `static void __attribute__((__noinline__, __cold__)) ${way}_try${parameters}`,
    "{",
    ...request.facts.flatMap(({ kept }) =>
      kept?.type === undefined ? [] : [typeCheck(kept.object, kept.type)],
    ),
    ...request.parameters.map((name) => `\t(void)${name};`),
    ...(again.times === undefined
      ? []
      : // What stays out costs a jump from here on.
        [
          `\tif (${plug}.replugs >= ${again.times}) {`,
          `\t\t${plug}.wait = ${STAYS_OUT};`,
          ...take(request.generic).map((line) => `\t${line}`),
          "\t\treturn;",
          "\t}",
        ]),
    `\tif (__sync_lock_test_and_set(&${way}_busy, 1)) return;`,
    `\tif (!(${isClaimed.join(" && ")})) {`,
    ...each((subject) => `\t\t${seen(ready(subject))} = ${PENDING};`),
    "\t\t__sync_synchronize();",
    ...each((subject, object) => `\t\t${seen(word(subject))} = (void *)(${object});`),
    "\t\t__sync_synchronize();",
    ...ifEpoch(way, `\t\t${way}_since = ${way}_EPOCH();`),
    "\t}",
    `\tint goes_on = ${isWriting};`,
    ...ifEpoch(way, `\tgoes_on |= ${way}_EPOCH() - ${way}_since < 2;`),
    "\t__sync_synchronize();",
    "\tif (goes_on) {",
    `\t\t${plug}.wait = 1;`,
    // A guard that had fired before may have taken the claim back. Said first: one that fires from here on takes it back.
    `\t} else if (${[...isClaimed, ...guarded, `(*(volatile unsigned int *)&${plug}.is_plugged = 1)`, ...isReady].join(" && ")}) {`,
    `\t\t${plug}.wait = ${plug}.step;`,
    `\t\t${plug}.plugs++;`,
    ...take(`${way}_residual`).map((line) => `\t${line}`),
    "\t} else {",
    `\t\t${plug}.is_plugged = 0;`,
    `\t\t${plug}.wait = ${plug}.step;`,
    ...each((subject) => `\t\t${seen(ready(subject))} = ${NO_OBJECT};`),
    ...each((subject) => `\t\t${seen(word(subject))} = ${NO_OBJECT};`),
    "\t}",
    `\t__sync_lock_release(&${way}_busy);`,
    "}",
  ];
}

/** Guards of all its subjects take it out, so writes of all of them are waited for. */
const writingNow = (all: readonly string[]) =>
  all.map((subject) => `*(volatile int *)&${writingSymbol(subject)} != 0`).join(" || ");

/** A member of the same name in another type is nothing that the guard sees. */
function typeCheck(object: string, type: string): string {
  const is = `__builtin_types_compatible_p(__typeof__(*(${object})), ${type})`;
  return `\t_Static_assert(${is}, "${object} is no ${type}, and the guard is about that");`;
}

function ways(text: PlugText): string[] {
  const { request, named, plugged, plug, way } = text;
  const { generic, replug } = request;
  const { call, give } = callers(request);
  const entry = replug === undefined || replug === "jump" ? undefined : `${way}_residual`;
  return [
    `static ${named(`${way}_generic`)}`,
    "{",
    `\tif (__builtin_expect((int)--${plug}.wait <= 0, 0)) ${call(`${way}_try`)};`,
    `\t${give(generic)}`,
    "}",
    `static ${named(`${way}_residual`)}`,
    "{",
    ...(replug === "rcu"
      ? [...ifEpoch(way, ...residualWay(text, false)), ...unlessEpoch(way, ...residualWay(text, true))]
      : residualWay(text, replug === "counting")),
    "}",
    ...(entry === undefined ? [] : [named(plugged), "{", `\t${give(entry)}`, "}"]),
  ];
}

function callers({ parameters, isVoid }: PlugRequest) {
  const call = (name: string) => `${name}(${parameters.join(", ")})`;
  const give = (name: string) => (isVoid ? `{ ${call(name)}; return; }` : `return ${call(name)};`);
  return { call, give };
}

/** `isCounting`: who runs in the residual function is counted, before it is asked whether that is in. */
function residualWay({ request, objects, way, ready, free }: PlugText, isCounting: boolean): string[] {
  const { generic, residual, isVoid, replug } = request;
  const { call, give } = callers(request);
  // Where the entry is C, callers may have it inlined, and must not keep what it read.
  const read = (subject: string) =>
    replug === "jump" || replug === undefined ? ready(subject) : seen(ready(subject));
  const isTheirs = [...objects].map(([subject, object]) => `(void *)(${object}) == ${read(subject)}`);
  const out = isCounting ? `__sync_fetch_and_sub(&${way}_inside, 1); ` : "";
  const unless = (tests: readonly string[], name: string) =>
    tests.length === 0
      ? []
      : [`\tif (__builtin_expect(!(${tests.join(" && ")}), 0)) { ${out}${give(name)} }`];
  const run = isVoid ? `${call(residual)};` : `__typeof__(${call(residual)}) result = ${call(residual)};`;
  return [
    ...(isCounting ? [`\t__sync_fetch_and_add(&${way}_inside, 1);`] : []),
    ...unless(isTheirs, `${way}_generic`),
    ...unless(free, generic),
    ...(isCounting ? [`\t${run}`, `\t${out}`, isVoid ? "" : "\treturn result;"] : [`\t${give(residual)}`]),
  ];
}

/**
 * Whether nobody runs in it, once it was taken out: where somebody may sleep in it, only counting knows. By rcu it is counted
 * as well where no epoch tells it.
 */
function gone({ request, plug, way }: PlugText): string[] {
  const name = goneSymbol(request.residual);
  const counted = `int ${name}(void) { __sync_synchronize(); return *(volatile int *)&${way}_inside == 0; }`;
  if (request.replug === "counting") return [counted];
  if (request.replug !== "rcu") return [];
  const passed = [
    `int ${name}(void)`,
    "{",
    "\tstatic unsigned long since;",
    "\tstatic unsigned int of;",
    `\tif (*(volatile unsigned int *)&${plug}.is_plugged) return 0;`,
    "\t__sync_synchronize();",
    `\tif (of != ${way}_outs) { of = ${way}_outs; since = ${way}_EPOCH(); }`,
    `\treturn ${way}_EPOCH() - since >= 2;`,
    "}",
  ];
  return [...ifEpoch(way, ...passed), ...unlessEpoch(way, counted)];
}

/** What guards call: the compiler need not know that it is a call, and the place of the guard is kept. */
function keepingRegisters(name: string, plug: string): string {
  const note = `${plug} + ${4 * PLUG_FIELDS.indexOf("last_hit")}`;
  return [...ASSEMBLY.keepingRegisters(name, note, `${name}_out`), `extern void ${name}(void);`].join("\n");
}

/** One jump with an operand that one aligned store replaces. */
function jump(name: string, first: string): string {
  return ASSEMBLY.jump(name, first).join("\n");
}
