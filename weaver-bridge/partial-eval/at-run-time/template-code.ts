/** Compiled templates, as what copies them needs them: words, places that are filled, and the ways on. */
import { factsOfWord } from "../../machine/index.js";
import { Refusal } from "../refusal.js";
import type { TemplateNames } from "./templates.js";

/** As the compiler made it. */
export interface CompiledTemplate {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly places: readonly {
    readonly at: number;
    readonly isRelative: boolean;
    readonly symbol: string;
    readonly addend: number;
  }[];
  /** Jumps within itself. */
  readonly innerJumps: number;
}

export interface Template {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly patches: readonly Patch[];
  /** Places of the operands of jumps, with the numbers of the ways that they lead. */
  readonly jumps: readonly { readonly at: number; readonly way: number }[];
  /** The way that it runs into at its end. */
  readonly falls: number | undefined;
}

export interface Patch {
  readonly at: number;
  readonly isRelative: boolean;
  /** Number of a hole, or a symbol of the unit. */
  readonly of: number | string;
  readonly addend: number;
}

/** Code is made at run time for kernels of 32 bits alone. */
const { jump: JUMP, call: CALL, isLongBranch, lengthened } = factsOfWord(4).bytes;

/** Throws {@link Refusal} for what can't be copied. */
export function templateOf(made: CompiledTemplate, names: TemplateNames): Template {
  const patches: Patch[] = [];
  let jumps: { at: number; way: number }[] = [];
  const isEntry = made.name === names.entry;
  for (const { at, isRelative, symbol, addend } of made.places) {
    const way = numberIn(symbol, names.way(0));
    const hole = numberIn(symbol, names.hole(0));
    if (way !== undefined) {
      const isJump = made.bytes[at - 1] === JUMP || (isEntry && made.bytes[at - 1] === CALL);
      const isConditional = isLongBranch(made.bytes[at - 2], made.bytes[at - 1]);
      if (!isRelative || addend !== -4 || !(isJump || isConditional))
        throw refused("the compiler makes no jumps of the ways between its blocks");
      jumps.push({ at, way });
    } else if (hole !== undefined) patches.push({ at, isRelative, of: hole, addend });
    else if (/^[A-Za-z_]\w*$/.test(symbol)) patches.push({ at, isRelative, of: symbol, addend });
    else throw refused(`its code needs ${symbol}, which has no name in C`);
  }
  let bytes = made.bytes;
  const turned = made.innerJumps === 1 ? turnedBranch(bytes, jumps) : undefined;
  if (turned !== undefined) ({ bytes, jumps } = turned);
  const last = jumps.find(({ at }) => at === bytes.length - 4 && bytes[at - 1] === JUMP);
  if (last === undefined) return { name: made.name, bytes, patches, jumps, falls: undefined };
  return {
    name: made.name,
    bytes: bytes.subarray(0, bytes.length - 5),
    patches,
    jumps: jumps.filter((one) => one !== last),
    falls: last.way,
  };
}

/** `jcc over; jmp a; over: jmp b` at the end is `jcc b; jmp a`, where nothing else jumps within. */
function turnedBranch(
  bytes: Uint8Array,
  jumps: readonly { readonly at: number; readonly way: number }[],
): { bytes: Uint8Array; jumps: { at: number; way: number }[] } | undefined {
  const from = bytes.length - 12;
  const [code = 0, distance = 0] = from < 0 ? [] : bytes.subarray(from, from + 2);
  const branch = lengthened(code);
  const isForm = distance === 5 && bytes[from + 2] === JUMP && bytes[from + 7] === JUMP;
  const [first, second] = [jumps.find(({ at }) => at === from + 3), jumps.find(({ at }) => at === from + 8)];
  if (branch === undefined || !isForm || first === undefined || second === undefined || jumps.length !== 2)
    return undefined;
  const made = new Uint8Array(from + 11);
  made.set(bytes.subarray(0, from));
  made.set(branch, from);
  made[from + 6] = JUMP;
  return {
    bytes: made,
    jumps: [
      { at: from + 2, way: second.way },
      { at: from + 7, way: first.way },
    ],
  };
}

function numberIn(symbol: string, first: string): number | undefined {
  const stem = first.slice(0, -1);
  const rest = symbol.startsWith(stem) ? symbol.slice(stem.length) : "";
  return /^\d+$/.test(rest) ? Number(rest) : undefined;
}

function refused(what: string): Refusal {
  return new Refusal(`code can't be made of it at run time: ${what}`, undefined);
}
