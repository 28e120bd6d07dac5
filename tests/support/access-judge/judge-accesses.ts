/** What a resolved pointcut says of a program's instructions, held against what they touched and what the sources access. */

import {
  openImageFile,
  type ResolvedJoinPoint,
  resolveInImage,
} from "../../../weaver-bridge/live-weave/index.js";
import { readElf } from "../../../weaver-bridge/object-code/index.js";
import { parsePointcut } from "../../../weaver-bridge/pointcut/index.js";
import { createMemberMap, type RandomProgram } from "./random-program.js";
import type { MemoryEvent } from "./traced-run.js";

export interface Verdict {
  /** Accesses of the sources that instructions made, and of which a hook says so. */
  readonly found: number;
  readonly missed: readonly Finding[];
  /** Hooks that were executed: of these, those that touched what they say, and that the source accesses. */
  readonly right: number;
  readonly wrong: readonly Finding[];
  /** Wrong ones that say that they may be. */
  readonly doubted: number;
  /** Accesses that sources have and no account tells of, hooked or not: `f1_2: get s1::pid`. */
  readonly unaccounted: readonly string[];
}

export interface Finding {
  readonly within: string;
  readonly instruction: number;
  /** `get s1::pid`. */
  readonly access: string;
  readonly why: string;
  /** Of a miss: an account of the access says that no instruction was found, or another one's stands for it. */
  readonly isTold?: boolean;
}

const TEXT = 'get("% ...::%") || set("% ...::%")';

export function judgeAccesses(program: RandomProgram): Verdict {
  const { run, functions } = program;
  const { claims, accounts, ownerOf: owner } = accessClaims(program);
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
  const isRightOfBits = (instruction: number, access: string) =>
    isBits(access) &&
    touched.get(instruction)?.has(access) === true &&
    byName.get(owner(instruction))?.accesses.has(access) === true;
  const ofBits = new Set(
    [...claims].flatMap(([at, said]) =>
      [...said.keys()].some((access) => isRightOfBits(at, access)) ? [at] : [],
    ),
  );
  const rewritten = rewrittenWords(run.memory, ofBits);
  const hooked = new Set(
    [...claims].flatMap(([at, said]) => [...said.keys()].map((access) => `${owner(at)} ${access}`)),
  );
  let [found, right, doubted] = [0, 0, 0];
  const [missed, wrong]: [Finding[], Finding[]] = [[], []];
  for (const [instruction, all] of touched) {
    const source = byName.get(owner(instruction));
    if (source === undefined) continue;
    const said = claims.get(instruction);
    for (const access of all) {
      if (!source.accesses.has(access)) continue;
      if (said?.has(access) === true) found++;
      // A word that is read for some bits, or to be written back with them, has others around them that nobody means.
      else if (ofBits.has(instruction)) continue;
      else if (rewritten.has(instruction) && hooked.has(`${source.name} ${access}`)) continue;
      else
        missed.push({
          within: source.name,
          instruction,
          access,
          why: `said: ${[...(said?.keys() ?? [])].join(", ")}`,
          isTold: accounts.get(`${source.name} ${access}`)?.has("other") === true,
        });
    }
    for (const [access, { isDoubted }] of said ?? []) {
      const isRight = all.has(access) && source.accesses.has(access);
      const isCopied = source.copied.size > 0 && all.has(access);
      if (isRight || isCopied) right++;
      else if (isDoubted) doubted++;
      else wrong.push({ within: source.name, instruction, access, why: `touched: ${[...all].join(", ")}` });
    }
  }
  const unaccounted = functions.flatMap(({ name, accesses }) =>
    [...accesses]
      .filter((access) => !accounts.has(`${name} ${access}`))
      .map((access) => `${name}: ${access}`),
  );
  return { found, missed, right, wrong, doubted, unaccounted };
}

export interface Claim {
  readonly isDoubted: boolean;
  /** Counted at another instruction. */
  readonly isRest: boolean;
}

/** What is said of instructions, by their addresses and `get s1::pid`; of accesses of functions; and whose an address is. */
export function accessClaims({ run }: RandomProgram) {
  const elf = readElf(run.bytes);
  const image = openImageFile(run.image);
  const { joinPoints } = resolveInImage(image, {
    pointcut: parsePointcut(TEXT).value,
    text: TEXT,
    ...{ files: [], misses: true },
  });
  const claims = new Map<number, Map<string, Claim>>();
  for (const { joinPoint, places } of joinPoints) {
    const member = /\w+::\w+/.exec(joinPoint.signature)?.[0];
    for (const { address, how, doubt, isRest = false } of places) {
      if (how !== "access" || member === undefined) continue;
      const here = claims.get(address) ?? new Map<string, Claim>();
      claims.set(
        address,
        here.set(`${joinPoint.kind} ${member}`, { isDoubted: doubt !== undefined, isRest }),
      );
    }
  }
  const owner = ownerOf(elf.symbols.filter(({ kind }) => kind === "function"));
  return { claims, accounts: accountsOf(joinPoints), ownerOf: owner };
}

/** Instructions that read what one of the others writes back at once. */
function rewrittenWords(memory: readonly MemoryEvent[], writing: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [index, { instruction, address, isStore }] of memory.entries()) {
    if (isStore) continue;
    const back = memory
      .slice(index + 1, index + 1 + BETWEEN)
      .find((one) => one.isStore && one.address === address);
    if (back !== undefined && writing.has(back.instruction)) found.add(instruction);
  }
  return found;
}

const BETWEEN = 6;

/** Of `f1_2 get s1::pid`: whether some of its accesses are hooked, and whether some are not. */
function accountsOf(joinPoints: readonly ResolvedJoinPoint[]) {
  const found = new Map<string, Set<"hooked" | "other">>();
  for (const { joinPoint, account } of joinPoints) {
    const within = /\b(f\d+_\d+)(?:_\w+)?\(/.exec(joinPoint.within)?.[1];
    const key = `${within} ${joinPoint.kind} ${/\w+::\w+/.exec(joinPoint.signature)?.[0]}`;
    found.set(key, (found.get(key) ?? new Set()).add(account === "hooked" ? "hooked" : "other"));
  }
  return found;
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
export function printFinding(
  { within, instruction, access, why, isTold }: Finding,
  program: RandomProgram,
): string {
  const { compiler, options } = program.buildOf(within);
  return `${within}+0x${instruction.toString(16)} by ${compiler} ${options.join(" ")}: ${access}, ${why}${isTold === undefined ? "" : isTold ? ", told" : ", in silence"}`;
}
