/**
 * What a plugged function needs in the unit of its generic one: an entry that is one jump, patched from one way to the
 * other, and the two ways. The way of the residual function tests what no guard keeps; the generic way counts down to the
 * moment when the guarded facts are looked at again. Whether something is plugged is said by the words of its objects
 * alone: the jump is only faster than asking.
 */
import { hitSymbol, NO_OBJECT, objectSymbol, pluggedSymbol, plugSymbol } from "./symbols.js";

export interface PlugFact {
  /** `current->credentials.euid`; C, true where the fact holds. */
  readonly test: string;
  /** Of a fact that a guard keeps: the object that holds the term, and what the guard is about. */
  readonly kept?: { readonly object: string; readonly subject: string };
}

export interface PlugRequest {
  readonly generic: string;
  readonly residual: string;
  /** `int send(int signal, struct process *process)`, with the residual function's name. */
  readonly head: string;
  readonly parameters: readonly string[];
  readonly isVoid: boolean;
  readonly facts: readonly PlugFact[];
  /** Subjects of all guards that protect it, also those that no fact of its own is about. */
  readonly subjects: readonly string[];
}

/** Calls of the generic function before its facts are looked at again: at first, and at most, doubled by each hit. */
const FIRST_WAIT = 8;
const LONGEST_WAIT = 4096;

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
  const { generic, residual, head, parameters, isVoid, facts, subjects } = request;
  const named = (name: string) => head.replace(new RegExp(`\\b${residual}\\b(?=\\s*\\()`), name);
  const plugged = pluggedSymbol(residual);
  const plug = plugSymbol(residual);
  const way = `__${residual}_way`;
  const entry = named(plugged).replace(/^(?:(?:static|inline|extern)\s+)+/, "");
  const local = (name: string) => `static ${named(name).replace(/^(?:(?:static|inline|extern)\s+)+/, "")}`;
  const give = (name: string) => `${isVoid ? "" : "return "}${name}(${parameters.join(", ")});`;
  const word = (subject: string) => objectSymbol(residual, subject);
  const isTheirs = [...objects].map(([subject, object]) => `(void *)(${object}) == ${word(subject)}`);
  const free = facts.filter(({ kept }) => kept === undefined).map(({ test }) => test);
  const guarded = facts.filter(({ kept }) => kept !== undefined).map(({ test }) => test);
  const all = [...new Set([...objects.keys(), ...subjects])];
  return [
    STRUCT,
    `struct weft_plug ${plug} = { .wait = ${FIRST_WAIT}, .step = ${FIRST_WAIT} };`,
    ...all.map((subject) => `void *${word(subject)} = ${NO_OBJECT};`),
    `${entry};`,
    `${local(`${way}_generic`)};`,
    `${local(`${way}_residual`)};`,
    jump(plugged, `${way}_generic`),
    `extern int ${plugged}_target __attribute__((visibility("hidden")));`,
    `static void ${way}_take(void *to) { weft_write_text(&${plugged}_target, (int)to - (int)(&${plugged}_target + 1)); }`,
    keepingRegisters(hitSymbol(residual), plug),
    `static void __attribute__((used)) ${hitSymbol(residual)}_out(void)`,
    "{",
    `\t${way}_take((void *)${way}_generic);`,
    ...all.map((subject) => `\t${word(subject)} = ${NO_OBJECT};`),
    `\t${plug}.replugs += ${plug}.is_plugged;`,
    `\tif (${plug}.step < ${LONGEST_WAIT}) ${plug}.step *= 2;`,
    `\t${plug}.wait = ${plug}.step;`,
    `\t${plug}.is_plugged = 0;`,
    "}",
    `static void __attribute__((noinline, cold)) ${way}_try(void)`,
    "{",
    `\t${plug}.wait = ${plug}.step;`,
    ...[...objects].map(([subject, object]) => `\t${word(subject)} = (void *)(${object});`),
    "\t__sync_synchronize();",
    `\tif (!(${guarded.join(" && ")})) {`,
    ...[...objects.keys()].map((subject) => `\t\t${word(subject)} = ${NO_OBJECT};`),
    "\t\treturn;",
    "\t}",
    `\t${plug}.plugs++;`,
    `\t${plug}.is_plugged = 1;`,
    `\t${way}_take((void *)${way}_residual);`,
    "}",
    `${local(`${way}_generic`)}`,
    "{",
    `\tif (--${plug}.wait == 0) ${way}_try();`,
    `\t${give(generic)}`,
    "}",
    `${local(`${way}_residual`)}`,
    "{",
    `\tif (__builtin_expect(!(${isTheirs.join(" && ")}), 0)) { ${isVoid ? `${give(`${way}_generic`)} return;` : give(`${way}_generic`)} }`,
    ...(free.length === 0
      ? []
      : [
          `\tif (__builtin_expect(!(${free.join(" && ")}), 0)) { ${isVoid ? `${give(generic)} return;` : give(generic)} }`,
        ]),
    `\t${give(residual)}`,
    "}",
    "",
  ].join("\n");
}

/** Words of `struct weft_plug`, as debuggers read them. */
export const PLUG_FIELDS = ["is_plugged", "plugs", "replugs", "wait", "step", "last_hit"] as const;

/** `replugs`: a guard took the residual function out, at `last_hit`. `plugs`: it was put in. */
const STRUCT = [
  "#ifndef WEFT_PLUG",
  "#define WEFT_PLUG",
  `struct weft_plug { unsigned int ${PLUG_FIELDS.slice(0, -1).join(", ")}; unsigned long last_hit; };`,
  "#endif",
  "#ifndef WEFT_WRITE_TEXT",
  "#define WEFT_WRITE_TEXT",
  "/* One aligned word of the kernel's code, which may be mapped read-only. A kernel that has its own way defines this. */",
  "void __attribute__((weak, noinline)) weft_write_text(int *at, int value)",
  "{",
  "\tunsigned long flags, cr0;",
  '\t__asm__ volatile("pushf; pop %0; cli; mov %%cr0, %1" : "=r"(flags), "=r"(cr0) : : "memory");',
  '\t__asm__ volatile("mov %0, %%cr0" : : "r"(cr0 & ~0x10000ul) : "memory");',
  "\t*(volatile int *)at = value;",
  '\t__asm__ volatile("mov %0, %%cr0; push %1; popf" : : "r"(cr0), "r"(flags) : "memory", "cc");',
  "}",
  "#endif",
].join("\n");

/** What guards call: the compiler need not know that it is a call, and the place of the guard is kept. */
function keepingRegisters(name: string, plug: string): string {
  return [
    `__asm__(".pushsection .text\\n\\t.globl ${name}\\n\\t.type ${name}, @function\\n"`,
    `\t"${name}:\\n\\tpush %ebp\\n\\tmov %esp, %ebp\\n\\tpush %eax\\n\\tpush %ecx\\n\\tpush %edx\\n"`,
    `\t"\\tmov 4(%ebp), %eax\\n\\tmov %eax, ${plug} + ${4 * PLUG_FIELDS.indexOf("last_hit")}\\n\\tcall ${name}_out\\n"`,
    `\t"\\tpop %edx\\n\\tpop %ecx\\n\\tpop %eax\\n\\tpop %ebp\\n\\tret\\n\\t.size ${name}, . - ${name}\\n\\t.popsection");`,
    `extern void ${name}(void);`,
  ].join("\n");
}

/** One jump with an operand that one aligned store replaces. */
function jump(name: string, first: string): string {
  return [
    `__asm__(".pushsection .text\\n\\t.p2align 4\\n\\t.skip 3, 0x90\\n\\t.globl ${name}\\n\\t.type ${name}, @function\\n"`,
    `\t"${name}:\\n\\t.byte 0xe9\\n\\t.globl ${name}_target\\n\\t.hidden ${name}_target\\n"`,
    `\t"${name}_target:\\n\\t.long ${first} - (. + 4)\\n\\t.size ${name}, . - ${name}\\n\\t.popsection");`,
  ].join("\n");
}
