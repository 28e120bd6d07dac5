/**
 * The assembly of a unit with advice, reduced to what is not in the running kernel already: advice, what aspects declare,
 * constants, and copies of `static` functions (the kernel's own may take their arguments in registers of the compiler's
 * choice). All else stays undefined, so that the linker takes the kernel's.
 */
import { LIVE_LOG } from "../../weaver/index.js";

interface Section {
  readonly lines: string[];
  readonly labels: string[];
}

export interface OwnAssembly {
  readonly text: string;
  /** By symbol: the code calls something. */
  readonly calls: ReadonlySet<string>;
}

/** `text` was compiled with a section for each function and object. */
export function ownSections(text: string): OwnAssembly {
  const shared = new Set(
    [...text.matchAll(/^[^\S\n]*\.(?:globl|weak)\s+(\S+)/gm)].map(([, name]) => name as string),
  );
  const kept: string[] = [];
  const calls = new Set<string>();
  const labels = new Set<string>();
  const gone: string[] = [];
  const goneNames = new Set<string>();
  for (const section of splitSections(text)) {
    const [, name = ""] = NAME.exec(section.lines[0] ?? "") ?? [];
    // Behind its jump table, a function goes on without a label.
    const goesOn = section.labels.length === 0 && goneNames.has(name);
    if (goesOn || !isOwn(section, shared)) {
      gone.push(...section.lines);
      goneNames.add(name);
      continue;
    }
    kept.push(...section.lines);
    for (const label of section.labels) labels.add(label);
    if (section.lines.some((line) => /^\s*(call|jmp\s+[^.*\s])/.test(line)))
      for (const label of section.labels) calls.add(label);
  }
  // The size of what was split off a function stands in a section of its own.
  const whole = kept.filter(
    (line) =>
      (labels.has(SIZE.exec(line)?.[1] ?? "") || !SIZE.test(line)) &&
      !shared.has(ALIAS.exec(line)?.[1] ?? ""),
  );
  return { text: `${withDebugging(whole, gone, labels).join("\n")}\n`, calls };
}

/**
 * Debug information speaks of all that the unit has: files keep their numbers, and of what is gone it has zeros, which
 * debuggers take for what the linker removed.
 */
function withDebugging(
  kept: readonly string[],
  gone: readonly string[],
  names: ReadonlySet<string>,
): string[] {
  const files = gone.filter((line) => /^\s*\.file\s+\d/.test(line));
  const labels = new Set(kept.flatMap((line) => LABEL.exec(line)?.[1] ?? []));
  const isGoneLabel = (line: string) =>
    line.includes(".L") && [...line.matchAll(/\.L[\w$.]+/g)].some(([label]) => !labels.has(label));
  const isGoneName = (value: string) => NAMED.test(value) && !names.has(NAMED.exec(value)?.[0] ?? "");
  let isDebugging = false;
  const whole = kept.map((line) => {
    if (SECTION.test(line)) isDebugging = line.includes(".debug_");
    if (!(isDebugging || line.includes(".L"))) return line;
    const [, directive, value = ""] = LEADING.test(line) ? (NUMBER.exec(line) ?? []) : [];
    if (directive === undefined) return line;
    return isGoneLabel(value) || (isDebugging && isGoneName(value)) ? `${directive}\t0` : line;
  });
  const rest = whole.filter((line) => !UNIT.test(line));
  const head = rest.findIndex((line) => SECTION.test(line));
  return [...rest.slice(0, head), ...kept.filter((line) => UNIT.test(line)), ...files, ...rest.slice(head)];
}

const LABEL = /^(\.L[\w$.]*):/;
const NUMBER = /^(\s*\.(?:long|quad|value|short|byte|[1248]byte|uleb128|sleb128))\s+(.*)$/;
/** What is said is no number. */
const LEADING = /^\s*\.\w+\s+[A-Za-z_$.]/;
const NAMED = /^[A-Za-z_$][\w$.]*/;

function isOwn({ lines, labels }: Section, shared: ReadonlySet<string>): boolean {
  if (labels.length === 0) return true;
  if (labels.some((label) => label.startsWith("__weft_") || label === LIVE_LOG.function)) return true;
  if (labels.some((label) => shared.has(label))) return false;
  const head = lines[0] ?? "";
  if (/^\s*(\.text\b|\.section\s+\S+,\s*"[a-zA-Z]*x)/.test(head)) return true;
  // The compiler's own constants, such as the texts of __func__.
  return /\.rodata/.test(head) && labels.every((label) => /\.\d+$/.test(label));
}

const NAME = /^\s*\.section\s+([^\s,]+)/;
/** The file that all others are numbered after. */
const UNIT = /^\s*\.file\s+0\s/;
const SIZE = /^\s*\.size\s+([^\s,]+)/;
/** A further name, as each module has `init_module`. */
const ALIAS = /^\s*\.set\s+([^\s,]+)\s*,/;
const SECTION = /^\s*\.(text|data|bss|section)\b/;
/** Objects without a section of their own. */
const COMMON = /^\s*\.(comm|local)\s+([^\s,]+)/;

function splitSections(text: string): Section[] {
  let current: Section = { lines: [], labels: [] };
  const sections = [current];
  for (const line of text.split("\n")) {
    const common = COMMON.exec(line);
    if (common !== null && !(common[2] as string).startsWith("__weft_")) continue;
    if (SECTION.test(line)) {
      current = { lines: [], labels: [] };
      sections.push(current);
    }
    current.lines.push(line);
    const label = /^([A-Za-z_$][\w$.]*):/.exec(line)?.[1];
    if (label !== undefined) current.labels.push(label);
  }
  return sections;
}
