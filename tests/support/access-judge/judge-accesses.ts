/** What a resolved pointcut says of a program's instructions, held against what they touched and what the sources access. */

import { openImageFile, resolveInImage } from "../../../weaver-bridge/live-weave/index.js";
import { readElf } from "../../../weaver-bridge/object-code/index.js";
import { parsePointcut } from "../../../weaver-bridge/pointcut/index.js";
import { createMemberMap, type RandomProgram } from "./random-program.js";

export interface Verdict {
  /** Accesses of the sources that instructions made, and of which a hook says so. */
  readonly found: number;
  readonly missed: readonly Finding[];
  /** Hooks that were executed: of these, those that touched what they say, and that the source accesses. */
  readonly right: number;
  readonly wrong: readonly Finding[];
  /** Wrong ones that say that they may be. */
  readonly doubted: number;
}

export interface Finding {
  readonly within: string;
  readonly instruction: number;
  /** `get s1::pid`. */
  readonly access: string;
  readonly why: string;
}

const TEXT = 'get("% ...::%") || set("% ...::%")';

export function judgeAccesses(program: RandomProgram): Verdict {
  const { run, functions } = program;
  const elf = readElf(run.bytes);
  const image = openImageFile(run.image);
  const { joinPoints } = resolveInImage(image, {
    pointcut: parsePointcut(TEXT).value,
    text: TEXT,
    files: [],
  });
  const claims = new Map<number, Map<string, boolean>>();
  for (const { joinPoint, places } of joinPoints) {
    const member = /\w+::\w+/.exec(joinPoint.signature)?.[0];
    for (const { address, how, doubt } of places) {
      if (how !== "access" || member === undefined) continue;
      const here = claims.get(address) ?? new Map<string, boolean>();
      claims.set(address, here.set(`${joinPoint.kind} ${member}`, doubt !== undefined));
    }
  }
  const owner = ownerOf(elf.symbols.filter(({ kind }) => kind === "function"));
  const byName = new Map(functions.map((one) => [one.name, one]));
  const membersAt = createMemberMap(program);
  const touched = new Map<number, Set<string>>();
  for (const { instruction, address, size, isStore } of run.memory) {
    const here = touched.get(instruction) ?? new Set<string>();
    for (let byte = 0; byte < size; byte++)
      for (const { member } of membersAt(address + byte)) here.add(`${isStore ? "set" : "get"} ${member}`);
    if (here.size > 0) touched.set(instruction, here);
  }
  const bits = new Set(
    program.structs.flatMap(({ name, members }) =>
      members.filter(({ kind }) => kind === "bits").map((member) => `${name}::${member.name}`),
    ),
  );
  const isBits = (access: string) => bits.has(access.split(" ")[1] ?? "");
  let [found, right, doubted] = [0, 0, 0];
  const [missed, wrong]: [Finding[], Finding[]] = [[], []];
  for (const [instruction, all] of touched) {
    const source = byName.get(owner(instruction));
    if (source === undefined) continue;
    const said = claims.get(instruction);
    for (const access of all) {
      if (!source.accesses.has(access)) continue;
      if (said?.has(access) === true) found++;
      // Of bits that are read with those of others nobody knows whose are meant.
      else if (
        isBits(access) &&
        [...all].some((other) => source.accesses.has(other) && said?.has(other) === true)
      )
        continue;
      else
        missed.push({
          within: source.name,
          instruction,
          access,
          why: `said: ${[...(said?.keys() ?? [])].join(", ")}`,
        });
    }
    for (const [access, isDoubted] of said ?? []) {
      const isRight = all.has(access) && source.accesses.has(access);
      const isCopied = source.copied.size > 0 && all.has(access);
      if (isRight || isCopied) right++;
      else if (isDoubted) doubted++;
      else wrong.push({ within: source.name, instruction, access, why: `touched: ${[...all].join(", ")}` });
    }
  }
  return { found, missed, right, wrong, doubted };
}

/** The random function that an instruction belongs to, also by what it calls: `f1_2_h3.constprop.0`. */
function ownerOf(
  symbols: readonly { readonly name: string; readonly address: number; readonly size: number }[],
) {
  const sorted = [...symbols].sort((left, right) => left.address - right.address);
  return (address: number): string => {
    const found = sorted.findLast((one) => one.address <= address);
    return found !== undefined && address < found.address + found.size
      ? (/^f\d+_\d+/.exec(found.name)?.[0] ?? "")
      : "";
  };
}

/** With the compiler that made the function. */
export function printFinding({ within, instruction, access, why }: Finding, program: RandomProgram): string {
  const { compiler, options } = program.buildOf(within);
  return `${within}+0x${instruction.toString(16)} by ${compiler} ${options.join(" ")}: ${access}, ${why}`;
}
