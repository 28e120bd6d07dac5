/** What a resolved pointcut says of instructions, held against what they touched in objects that are known. */
import {
  accessesMeant,
  type ImageCode,
  type MachinePlace,
  type Question,
  type ResolvedJoinPoint,
  type SeenAccess,
} from "../live-weave/index.js";
import { AT, type EntryId } from "../object-code/index.js";
import type { Events, Touch } from "./event-file.js";
import type { KnownVariable } from "./known-objects.js";
import type { Layouts, Leaf } from "./layouts.js";
import { createCauses, MOVED } from "./unnamed-touches.js";

export interface AccessFinding {
  readonly instruction: number;
  readonly kind: "get" | "set";
  /** `inode::addrs`, or a variable; several where they share bytes. */
  readonly names: readonly string[];
  /** The variable whose bytes were touched. */
  readonly object: string;
  readonly why: string;
}

export interface AccessVerdict {
  /** Claimed and touched as claimed; instructions and what they access. */
  readonly agreed: number;
  readonly missed: readonly AccessFinding[];
  readonly false: readonly AccessFinding[];
  /** Touched and meant by name, but no access by the member's name in the source. */
  readonly unnamed: readonly AccessFinding[];
  /** Claims of accesses by name at an instruction; each is in one of the others, or false. */
  readonly claimed: number;
  /** Claims that were executed, and touched no object that is known. */
  readonly elsewhere: number;
  /** Of these how many are members of each struct. */
  readonly elsewhereIn: ReadonlyMap<string, number>;
  readonly notExecuted: number;
  readonly doubted: number;
}

interface Touched {
  readonly touch: Touch;
  readonly kind: "get" | "set";
  readonly object: string;
  readonly leaves: readonly Pick<Leaf, "name" | "entry">[];
  readonly scopes: readonly (string | undefined)[];
  readonly around: readonly string[];
  readonly isMoved: boolean;
  /** Of nothing but bytes, which may hold anything: a block of a disk, a packet. */
  readonly isBytes: boolean;
}

interface Given {
  readonly image: ImageCode;
  readonly layouts: Layouts;
  readonly variables: readonly KnownVariable[];
  readonly question: Question;
}

export function judgeAccesses(
  joinPoints: readonly ResolvedJoinPoint[],
  events: Events,
  given: Given,
): AccessVerdict {
  const claims = claimsOf(joinPoints);
  const touched = touchedIn(events, given);
  const byInstruction = new Map<string, Touched[]>();
  for (const one of touched) {
    const key = `${one.touch.instruction} ${one.kind}`;
    const known = byInstruction.get(key);
    if (known === undefined) byInstruction.set(key, [one]);
    else known.push(one);
  }
  const isClaimed = ({ touch, kind, leaves, around }: Touched) =>
    [...leaves.map(({ name }) => name), ...around].some((name) =>
      claims.get(touch.instruction)?.has(`${kind} ${name}`),
    );
  const unclaimed = touched.filter((one) => !isClaimed(one));
  const meant = meantOf(unclaimed, given);
  const causes = createCauses(given.image);
  const told = toldLines(joinPoints);
  const elsewhereIn = new Map<string, number>();
  const verdict = { claimed: 0, agreed: 0, elsewhere: 0, notExecuted: 0, doubted: 0 };
  const findings = {
    missed: [] as AccessFinding[],
    false: [] as AccessFinding[],
    unnamed: [] as AccessFinding[],
  };
  const seen = new Set<string>();
  const isBesideBits = besideBits(touched, given.image);
  const causeOf = (one: Touched, finding: Omit<AccessFinding, "why">) => {
    if (one.isMoved) return MOVED;
    return isBesideBits(one) ? BESIDE_BITS : causes.of({ ...finding, ...one });
  };
  for (const one of unclaimed.filter((candidate) => meant.has(candidate))) {
    const finding = findingOf(one);
    const key = `${finding.instruction} ${finding.kind} ${finding.names}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const cause = causeOf(one, finding);
    if (cause !== undefined) findings.unnamed.push({ ...finding, why: cause });
    else findings.missed.push({ ...finding, why: told(finding) });
  }
  for (const [instruction, said] of claims)
    for (const [what, { doubt }] of said) {
      verdict.claimed++;
      const [kind, name] = what.split(" ") as ["get" | "set", string];
      const here = byInstruction.get(`${instruction} ${kind}`) ?? [];
      const right = here.some(
        ({ leaves, around }) => leaves.some((leaf) => leaf.name === name) || around.includes(name),
      );
      if (right) verdict.agreed++;
      else if (events.countOf(instruction) === 0) verdict.notExecuted++;
      else if (here.every(({ isBytes }) => isBytes) || causes.isEmulatedInPart(instruction)) {
        verdict.elsewhere++;
        const struct = name.includes("::") ? name.slice(0, name.lastIndexOf("::")) : name;
        elsewhereIn.set(struct, (elsewhereIn.get(struct) ?? 0) + 1);
      } else if (doubt !== undefined) verdict.doubted++;
      else findings.false.push(wrongOf(here[0] as Touched, name));
    }
  return { ...verdict, ...findings, elsewhereIn };
}

type Claims = Map<number, Map<string, Pick<MachinePlace, "doubt">>>;

/** By instruction: `get inode::addrs`, `set jiffies`. */
function claimsOf(joinPoints: readonly ResolvedJoinPoint[]): Claims {
  const claims: Claims = new Map();
  for (const one of joinPoints) {
    const { joinPoint, places } = one;
    if (joinPoint.kind !== "get" && joinPoint.kind !== "set") continue;
    const name = fullName(one);
    for (const place of places) {
      if (place.how !== "access") continue;
      const here = claims.get(place.address) ?? new Map();
      claims.set(place.address, here.set(`${joinPoint.kind} ${name}`, place));
    }
  }
  return claims;
}

const fullName = ({ owner, name }: ResolvedJoinPoint) => (owner === "" ? name : `${owner}::${name}`);

function touchedIn(events: Events, { image, layouts, variables }: Given): Touched[] {
  return events.touches.flatMap((touch): Touched[] => {
    const one = variableAt(variables, touch.address) ?? variableAt(variables, touch.address + touch.size - 1);
    if (one === undefined) return [];
    const kind = touch.isStore ? "set" : "get";
    const { name, entry, region } = one;
    if (region === undefined) {
      const leaves = [{ name, entry }];
      const isBytes = areBytes(layouts, image, entry);
      return [
        { touch, kind, object: name, leaves, scopes: [undefined], around: [], isMoved: false, isBytes },
      ];
    }
    const inside = (touch.address - region.start) % region.stride;
    const leaves = layouts.leaves(region.struct, inside, touch.size);
    const isMoved = leaves.some(({ from, to }) => inside < from || inside + touch.size > to);
    const around = [...leaves.flatMap((leaf) => leaf.around), name];
    const scopes = leaves.map(({ scope }) => scope);
    const isBytes = leaves.length > 0 && leaves.every(({ entry: leaf }) => areBytes(layouts, image, leaf));
    return [{ touch, kind, object: name, leaves, scopes, around, isMoved, isBytes }];
  });
}

/** An array of elements of one byte. */
function areBytes({ types }: Layouts, { debug }: ImageCode, entry: EntryId): boolean {
  let type = types.bare(debug.entry(entry, AT.type));
  const isArray = types.element(type) !== undefined;
  for (let inner = types.element(type); inner !== undefined; inner = types.element(type))
    type = types.bare(inner);
  return isArray && !types.isRecord(type) && types.size(type) === 1;
}

/** Where some bits of a word are written, the others are read before, by the instruction itself or by one of the same line. */
function besideBits(touched: readonly Touched[], { debug, functions }: ImageCode) {
  const lineOf = ({ instruction, address }: Touch) => {
    const own = functions.ownAt(instruction);
    const row = own && debug.lines(debug.entries.unitOf(own.entry)).rowAt(instruction);
    return `${own?.entry} ${row?.file}:${row?.line} ${address}`;
  };
  const isOfBits = ({ leaves }: Touched) => leaves.every(({ entry }) => isBitField(debug, entry));
  const written = new Set(
    touched.flatMap((one) => (one.kind === "set" && isOfBits(one) ? [lineOf(one.touch)] : [])),
  );
  return (one: Touched) => one.kind === "get" && isOfBits(one) && written.has(lineOf(one.touch));
}

const isBitField = (debug: ImageCode["debug"], entry: EntryId) =>
  debug.has(entry, AT.bit_size) || debug.has(entry, AT.data_bit_offset);

const BESIDE_BITS = "the other bits of a word of which it writes some";

function variableAt(variables: readonly KnownVariable[], address: number): KnownVariable | undefined {
  let [low, high] = [0, variables.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((variables[middle] as KnownVariable).end <= address) low = middle + 1;
    else high = middle;
  }
  const found = variables[low];
  return found !== undefined && found.start <= address ? found : undefined;
}

/** All that share the bytes must be meant: of members of a union nobody saw which. */
function meantOf(touched: readonly Touched[], { image, question }: Given): ReadonlySet<Touched> {
  const seen: SeenAccess[] = [];
  const owners: Touched[] = [];
  for (const one of touched)
    one.leaves.forEach(({ entry }, index) => {
      seen.push({ kind: one.kind, entry, scope: one.scopes[index], instruction: one.touch.instruction });
      owners.push(one);
    });
  const meant = accessesMeant(image, question, seen);
  const without = new Set(owners.filter((_, index) => !meant.has(index)));
  return new Set(owners.filter((one) => !without.has(one)));
}

/** What the resolver said of an access of the line that it found no instruction of. */
function toldLines(joinPoints: readonly ResolvedJoinPoint[]) {
  const without = joinPoints.filter(({ places, why }) => places.length === 0 && why !== undefined);
  return ({ kind, names }: Pick<AccessFinding, "kind" | "names">): string => {
    const found = without.find((one) => one.joinPoint.kind === kind && names.includes(fullName(one)));
    return found === undefined
      ? "no hook stands here, and nothing was said of it"
      : `no hook stands here; of ${joinPointPlace(found)} was said: ${found.why}`;
  };
}

const joinPointPlace = ({ joinPoint: { range } }: ResolvedJoinPoint) => `${range.file}:${range.startLine}`;

function findingOf({ touch, kind, leaves, object }: Touched): Omit<AccessFinding, "why"> {
  return { instruction: touch.instruction, kind, names: leaves.map(({ name }) => name), object };
}

function wrongOf(one: Touched, name: string): AccessFinding {
  const { instruction, kind, names, object } = findingOf(one);
  return { instruction, kind, names: [name], object, why: `it touches ${names.join(" or ") || "no member"}` };
}
