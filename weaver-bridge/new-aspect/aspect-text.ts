/** The text of a first aspect for a purpose: what people begin with, whole, in C or C++, to be changed. */
import type { Language } from "../model/index.js";

export const PURPOSES = ["trace", "count", "time", "lock", "watch"] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface NewAspect {
  readonly purpose: Purpose;
  /** Of the aspect: an identifier. */
  readonly name: string;
  /** What it is about: `execution("% sys_open(...)")`. */
  readonly pointcut: string;
  readonly language: Language;
  /** For `lock`: an expression that is true while the lock is held. */
  readonly held?: string;
}

/** Latin1, tabs, one line break at the end. */
export function aspectText(wanted: NewAspect): string {
  const { purpose, name } = wanted;
  const [about, ...members] = BODIES[purpose](wanted);
  const lines = members
    .flatMap((member) => member.split("\n"))
    .map((line) => (line === "" ? "" : `\t${line}`));
  return `// ${about}\naspect ${name} {\n${lines.join("\n")}\n};\n`;
}

const signatureOf = (language: Language) => (language === "c" ? "tjp->signature" : "JoinPoint::signature()");

/** Functions of aspects in C stand beside the kernel's own: `trace_sys_open_put` is nobody's. */
const ownName = (name: string, what: string) =>
  `${aspectFile(name).slice(0, -3).replaceAll("-", "_")}_${what}`;

/** The first line is the comment above, the others are members. */
const BODIES: Readonly<Record<Purpose, (wanted: NewAspect) => readonly string[]>> = {
  count: ({ pointcut }) => [
    "Counts how often this is met: read the counters with the debugger.",
    "unsigned long met;",
    "",
    `advice ${pointcut} : before() {\n\tmet++;\n}`,
  ],
  trace: ({ name, pointcut, language }) => [
    "Writes the name of each join point that is met to the first serial port, which every PC has, before any driver.\n// Where the kernel has a printing function of its own, call that.",
    `void ${ownName(name, "put")}(char character) {\n\tconst unsigned short port = 0x3f8;`,
    '\t__asm__ volatile("outb %0, %1" : : "a"(character), "Nd"(port));\n}',
    "",
    `void ${ownName(name, "say")}(const char *text) {\n\twhile (*text)\n\t\t${ownName(name, "put")}(*text++);\n\t${ownName(name, "put")}('\\r');\n\t${ownName(name, "put")}('\\n');\n}`,
    "",
    `advice ${pointcut} : before() {\n\t${ownName(name, "say")}(${signatureOf(language)});\n}`,
  ],
  time: ({ name, pointcut }) => [
    "Counts the processor's cycles in here, those of what it calls included: read the sums with the debugger.",
    "unsigned long runs;",
    "unsigned long long cycles;",
    "",
    `unsigned long long ${ownName(name, "now")}(void) {\n\tunsigned int low, high;`,
    '\t__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));\n\treturn ((unsigned long long)high << 32) | low;\n}',
    "",
    `advice ${pointcut} : around() {\n\tunsigned long long begin = ${ownName(name, "now")}();\n\ttjp->proceed();\n\tcycles += ${ownName(name, "now")}() - begin;\n\truns++;\n}`,
  ],
  lock: ({ pointcut, held = "1" }) => [
    "Counts when this is met although the lock is not held: a breakpoint on the counter shows who it is.",
    "unsigned long met;",
    "unsigned long without_lock;",
    "",
    `advice ${pointcut} : before() {\n\tmet++;\n\tif (!(${held}))\n\t\twithout_lock++;\n}`,
  ],
  watch: ({ pointcut }) => [
    "Counts writes, and keeps the place of the last one: a breakpoint in here stops at each.",
    "unsigned long writes;",
    "const char *last_file;",
    "int last_line;",
    "",
    `advice ${pointcut} : after() {\n\twrites++;\n\tlast_file = tjp->filename;\n\tlast_line = tjp->line;\n}`,
  ],
};

/** `TraceSysOpen` for tracing `sys_open`; letters and digits only. */
export function aspectName(purpose: Purpose, about: string): string {
  const words = about
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .split(" ");
  const camel = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return purpose.charAt(0).toUpperCase() + purpose.slice(1) + camel;
}

/** `trace-sys-open.ah` */
export function aspectFile(name: string): string {
  return `${name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase()}.ah`;
}
