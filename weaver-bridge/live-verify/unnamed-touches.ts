/** Why an instruction that touches a member is no access of it in the source. */
import { withoutCommentsAndStrings } from "../c-text/index.js";
import { readLatin1 } from "../kernel-build/index.js";
import type { ImageCode } from "../live-weave/index.js";
import { AT, type CodeCopy, type EntryId } from "../object-code/index.js";
import type { Access } from "./access.js";
import { createShadows } from "./shadowed-variables.js";

/*
 * `get` and `set` are accesses by the member's name. What a function does through a pointer is none, though it took the
 * member's address by name before: `seq = &tp->copied_seq; … *seq += used`. The `&` is a `ref`.
 */

const SEGMENT = "read by the processor itself, which loads a segment";

export const MOVED = "several members at once";

export interface Causes {
  /** Undefined where the function names the member, and does not go through a pointer to it. */
  of(access: Access): string | undefined;
  /** The state of the floating-point unit: of what the CPU saves and loads QEMU touches only what it models. */
  isEmulatedInPart(instruction: number): boolean;
}

type Three = [number, number, number];

export function createCauses(image: ImageCode): Causes {
  const { debug, functions, elf } = image;
  const { bytes } = image.machine;
  const shadows = createShadows(image);
  const sources = new Map<EntryId, readonly string[] | undefined>();
  return { of: causeOf, isEmulatedInPart: (at) => bytes.movesFloatingState(byteAt(at), byteAt(at + 1)) };

  function causeOf({ instruction, names, variable, isBytes = false }: Access): string | undefined {
    const copy = functions.innermostAt(instruction);
    const own = functions.ownAt(instruction);
    if (copy === undefined || own === undefined) return "assembly";
    const [first, second, third] = [0, 1, 2].map((distance) => byteAt(instruction + distance)) as Three;
    if (bytes.loadsSegment(first, second, third)) return SEGMENT;
    if (!sources.has(copy.origin)) sources.set(copy.origin, linesOf(copy));
    if (bytes.isOnStrings(first)) return MOVED;
    const lines = sources.get(copy.origin);
    if (lines === undefined) return "no source";
    const source = lines.join("\n");
    const members = names.map((name) => name.split("::").at(-1) as string);
    const within = `${debug.text(copy.origin, AT.name)}()`;
    const isNamedThere = members.some((name) => isNamed(name, source));
    if (!isNamedThere || isHidden(copy.origin, variable)) return notNamed(isNamedThere, within, names);
    const { line = 0 } = debug.lines(debug.entries.unitOf(own.entry)).rowAt(instruction) ?? {};
    const statement = statementAt(lines, line - (debug.number(copy.origin, AT.decl_line) ?? 0));
    const isVariable = !names.some((name) => name.includes("::"));
    if (members.some((name) => (isVariable ? isNamed : isAccessed)(name, statement))) return undefined;
    if (isBytes) return `through a pointer into bytes in ${within}`;
    const isPointed = members.some((name) => takesAddress(name, source)) || isThroughPointer(statement);
    return isPointed ? `through a pointer to the member in ${within}` : undefined;
  }

  function isHidden(origin: EntryId, variable: EntryId | undefined): boolean {
    return variable !== undefined && shadows.hides(origin, variable);
  }

  function byteAt(address: number): number {
    const section = elf.sectionAt(address);
    return section?.bytes[address - section.address] ?? 0;
  }

  /** Of the function, from its declaration on. */
  function linesOf({ origin }: CodeCopy): readonly string[] | undefined {
    const file = debug.lines(debug.entries.unitOf(origin)).fileName(debug.number(origin, AT.decl_file) ?? -1);
    const line = debug.number(origin, AT.decl_line);
    const text = file === undefined || line === undefined ? undefined : readLatin1(file);
    if (text === undefined || line === undefined) return undefined;
    const lines = withoutCommentsAndStrings(text)
      .split("\n")
      .slice(line - 1);
    const end = lines.findIndex((text) => text.startsWith("}"));
    return lines.slice(0, end + 1);
  }
}

const notNamed = (isNamedThere: boolean, within: string, names: readonly string[]) =>
  isNamedThere ? `${within} means another ${names.join()} by the name` : `not named in ${within}`;

/** The lines from behind the statement before to the end of this one; empty where the line is none of the function's. */
function statementAt(lines: readonly string[], index: number): string {
  const isEnd = (line: string | undefined) => /[;{}]\s*(?:\/[/*].*)?$/.test(line ?? ";");
  let [first, last] = [index, index];
  while (lines[first] !== undefined && !isEnd(lines[first - 1])) first--;
  while (lines[last] !== undefined && !isEnd(lines[last])) last++;
  return lines.slice(Math.max(first, 0), last + 1).join("\n");
}

const isNamed = (name: string, text: string) => new RegExp(`\\b${name}\\b`).test(text);

/** `tp->copied_seq`, and not a variable of that name. */
const isAccessed = (name: string, text: string) => new RegExp(`(?:->|\\.)\\s*${name}\\b`).test(text);

/** `*pprev = next`: not `a * b`, and no declaration. */
const isThroughPointer = (text: string) => /(?:^|[(,=!&|;{}])[^\S\n]*\*+\s*[a-z_]/im.test(text);

/** `= &tp->copied_seq`: not `a & tp->flags`. */
const takesAddress = (name: string, text: string) =>
  new RegExp(`(?:[(,=?:!]|return)\\s*&[\\w\\s>.()[\\]-]*\\b${name}\\b(?!\\s*[[.(]|->)`).test(text);
