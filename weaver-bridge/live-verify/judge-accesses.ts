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
import { type HeldTouch, rangeAt } from "./held-objects.js";
import type { KnownVariable, TypedRegion } from "./known-objects.js";
import type { Layouts, Leaf } from "./layouts.js";
import { type Causes, createCauses, MOVED } from "./unnamed-touches.js";

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
  /** Of the claims that agree, those that were seen on objects that pointers led to alone. */
  readonly agreedOnHeld: number;
  /** Seen once, on an object that pointers led to: the pointers may be older than the object. */
  readonly unsure: readonly AccessFinding[];
}

interface Touched {
  readonly touch: Touch;
  readonly kind: "get" | "set";
  readonly object: string;
  /** Of an object that pointers led to: which, and when. */
  readonly held?: string;
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
  /** In objects that pointers lead to. */
  readonly held?: readonly HeldTouch[];
}

export function judgeAccesses(
  joinPoints: readonly ResolvedJoinPoint[],
  events: Events,
  given: Given,
): AccessVerdict {
  const claims = claimsOf(joinPoints);
  const onVariables = touchedIn(events, given);
  const onHeld = touchedWhileHeld(given);
  const causes = createCauses(given.image);
  const unclaimed = judgeUnclaimed([...onVariables, ...onHeld], claims, given, {
    ...{ causes, told: toldLines(joinPoints) },
  });
  const elsewhereIn = new Map<string, number>();
  const verdict = { claimed: 0, agreed: 0, agreedOnHeld: 0, elsewhere: 0, notExecuted: 0, doubted: 0 };
  const wrong: AccessFinding[] = [];
  const unsure: AccessFinding[] = [...unclaimed.unsure];
  const byInstruction = byInstructionAndKind(onVariables);
  const heldByInstruction = byInstructionAndKind(onHeld);
  for (const [instruction, said] of claims)
    for (const [what, { doubt }] of said) {
      verdict.claimed++;
      const [kind, name] = what.split(" ") as ["get" | "set", string];
      const here = byInstruction(`${instruction} ${kind}`);
      const isElsewhere = here.every(({ isBytes }) => isBytes) || causes.isEmulatedInPart(instruction);
      const isRight = here.some((one) => touches(one, name));
      const held = isElsewhere ? judgeHeld(heldByInstruction(`${instruction} ${kind}`), name) : {};
      const against = isElsewhere ? held.against : here[0];
      if (isRight) verdict.agreed++;
      else if (held.isRight === true) verdict.agreedOnHeld++;
      else if (events.countOf(instruction) === 0) verdict.notExecuted++;
      else if (against === undefined || held.isOnce === true) {
        const struct = structOf(name);
        elsewhereIn.set(struct, (elsewhereIn.get(struct) ?? 0) + 1);
        if (against !== undefined) unsure.push(wrongOf(against, name));
      } else if (doubt !== undefined) verdict.doubted++;
      else wrong.push(wrongOf(against, name));
    }
  verdict.agreed += verdict.agreedOnHeld;
  verdict.elsewhere = [...elsewhereIn.values()].reduce((sum, count) => sum + count, 0);
  const { missed, unnamed } = unclaimed;
  return { ...verdict, missed, unnamed, unsure, false: wrong, elsewhereIn };
}

const structOf = (name: string) => (name.includes("::") ? name.slice(0, name.lastIndexOf("::")) : name);

const touches = ({ leaves, around }: Touched, name: string) =>
  leaves.some((leaf) => leaf.name === name) || around.includes(name);

function byInstructionAndKind(touched: readonly Touched[]): (key: string) => readonly Touched[] {
  const found = new Map<string, Touched[]>();
  for (const one of touched) {
    const key = `${one.touch.instruction} ${one.kind}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [one]);
    else known.push(one);
  }
  return (key) => found.get(key) ?? [];
}

interface HeldVerdict {
  readonly isRight?: boolean;
  /** It touches another member. */
  readonly against?: Touched | undefined;
  /** That was seen once, or with several members: an object may be gone that a pointer still leads to. */
  readonly isOnce?: boolean;
}

/** Of the touches of an instruction on objects that pointers led to. */
function judgeHeld(here: readonly Touched[], name: string): HeldVerdict {
  if (here.some((one) => touches(one, name))) return { isRight: true };
  const others = here.filter(({ isBytes, leaves }) => !isBytes && leaves.length > 0);
  const isOne = new Set(others.map(({ leaves }) => leaves.map((leaf) => leaf.name).join())).size === 1;
  return { against: others[0], isOnce: !isOne || !areSeenTwice(others) };
}

const areSeenTwice = (touched: readonly Touched[]) => new Set(touched.map(({ held }) => held)).size > 1;

interface Asked {
  readonly causes: Causes;
  readonly told: ReturnType<typeof toldLines>;
}

/** Of what is no member. */
const variableOf = ({ leaves: [leaf], scopes: [scope] }: Touched) =>
  scope === undefined ? leaf?.entry : undefined;

/** Touches that the pointcut means, and that nothing is said of. */
function judgeUnclaimed(
  touched: readonly Touched[],
  claims: Claims,
  given: Given,
  { causes, told }: Asked,
): Pick<AccessVerdict, "missed" | "unnamed" | "unsure"> {
  const isClaimed = ({ touch, kind, leaves, around }: Touched) =>
    [...leaves.map(({ name }) => name), ...around].some((name) =>
      claims.get(touch.instruction)?.has(`${kind} ${name}`),
    );
  const unclaimed = touched.filter((one) => !isClaimed(one));
  const meant = meantOf(unclaimed, given);
  const isBesideBits = besideBits(touched, given.image);
  const causeOf = (one: Touched, finding: Omit<AccessFinding, "why">) => {
    if (one.isMoved) return MOVED;
    return isBesideBits(one) ? BESIDE_BITS : causes.of({ ...finding, ...one, variable: variableOf(one) });
  };
  const alike = new Map<string, Touched[]>();
  for (const one of unclaimed) {
    if (!meant.has(one)) continue;
    const { instruction, kind, names } = findingOf(one);
    const key = `${instruction} ${kind} ${names}`;
    const known = alike.get(key);
    if (known === undefined) alike.set(key, [one]);
    else known.push(one);
  }
  const found = { missed: [], unnamed: [], unsure: [] } as Record<
    "missed" | "unnamed" | "unsure",
    AccessFinding[]
  >;
  for (const all of alike.values()) {
    const one = (all.find(({ held }) => held === undefined) ?? all[0]) as Touched;
    const finding = findingOf(one);
    const cause = causeOf(one, finding);
    if (cause !== undefined) found.unnamed.push({ ...finding, why: cause });
    else
      found[one.held === undefined || areSeenTwice(all) ? "missed" : "unsure"].push({
        ...{ ...finding, why: told(finding) },
      });
  }
  return found;
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

function touchedIn(events: Events, given: Given): Touched[] {
  const { variables } = given;
  return events.touches.flatMap((touch): Touched[] => {
    const one = rangeAt(variables, touch.address) ?? rangeAt(variables, touch.address + touch.size - 1);
    if (one === undefined) return [];
    const { name, entry, region } = one;
    if (region !== undefined) return [touchedInside(touch, region, name, given)];
    const kind = touch.isStore ? "set" : "get";
    const isBytes = areBytes(given.layouts, given.image, entry);
    const leaves = [{ name, entry }];
    return [{ touch, kind, object: name, leaves, scopes: [undefined], around: [], isMoved: false, isBytes }];
  });
}

function touchedInside(
  touch: Touch,
  { start, stride, struct }: TypedRegion,
  name: string,
  { image, layouts }: Given,
): Touched {
  const inside = (touch.address - start) % stride;
  const leaves = layouts.leaves(struct, inside, touch.size);
  return {
    ...{ touch, kind: touch.isStore ? "set" : "get", object: name, leaves },
    isMoved: leaves.some(({ from, to }) => inside < from || inside + touch.size > to),
    around: [...leaves.flatMap((leaf) => leaf.around), name],
    scopes: leaves.map(({ scope }) => scope),
    isBytes: leaves.length > 0 && leaves.every(({ entry }) => areBytes(layouts, image, entry)),
  };
}

/** In objects that pointers lead to. */
function touchedWhileHeld(given: Given): Touched[] {
  return (given.held ?? []).map(({ touch, region, time }) => {
    const struct = given.image.debug.text(region.struct, AT.name) ?? "";
    const object = `${struct} at 0x${region.start.toString(16)}`;
    return { ...touchedInside(touch, region, object, given), held: `${time} ${region.start}` };
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
