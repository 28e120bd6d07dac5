/**
 * The join points that the sources have, as their compiler's reader sees them, against what the code does: each one has
 * one account, and what the code does beside them is told by itself.
 */
import { groupBy, type JoinPoint } from "../../model/index.js";
import { AT, type CodeCopy, type EntryId } from "../../object-code/index.js";
import { copiesNamed } from "./accesses/copies-by-name.js";
import type { Account, NoPlace } from "./accounts/accounts.js";
import type { ImageCode } from "./code/image-code.js";
import type { MachinePlace } from "./code/machine-places.js";
import { isUnoptimized } from "./code/unoptimized.js";
import { mergedCode } from "./executions/merged-functions.js";
import { ownOf } from "./executions/own-copy.js";
import type { ResolvedJoinPoint } from "./resolve.js";

export interface SourceJoinPoint {
  readonly joinPoint: Omit<JoinPoint, "inMacro">;
  readonly reason: string;
  /** Of a member: the struct that it is named with. */
  readonly owner: string;
  readonly name: string;
  /** Name of the function in which it stands. */
  readonly around: string;
}

export interface AccountedJoinPoint {
  readonly source: SourceJoinPoint;
  readonly account: Account;
  readonly places: readonly MachinePlace[];
  /** Of what has no place, or has it at another line. */
  readonly why?: string;
}

export interface Accounts {
  /** One for each of the sources, in their order. */
  readonly joinPoints: readonly AccountedJoinPoint[];
  /** What instructions do and no name in the sources says. */
  readonly codeOnly: readonly ResolvedJoinPoint[];
}

/** `resolved`: of the same pointcut, also what has no place. */
export function accountFor(
  sources: readonly SourceJoinPoint[],
  resolved: readonly ResolvedJoinPoint[],
  image: ImageCode,
): Accounts {
  const inCode = groupBy(resolved, ({ joinPoint, owner, name, around }) =>
    keyOf({ joinPoint, owner, name, around }),
  );
  const others = groupBy(
    resolved.filter(({ places }) => places.length > 0),
    thingOf,
  );
  const accounts = new Map<SourceJoinPoint, AccountedJoinPoint>();
  const used = new Set<ResolvedJoinPoint>();
  for (const [key, written] of groupBy(sources, keyOf)) {
    const found = inCode.get(key) ?? [];
    const hooked = found.filter(({ places }) => places.length > 0);
    const pairs = paired(written, hooked);
    for (const one of written) {
      const own = pairs.get(one) ?? [];
      for (const other of own) used.add(other);
      accounts.set(
        one,
        own.length > 0
          ? hookedAt(one, own)
          : {
              source: one,
              places: [],
              ...whyNone(one, { found, others: others.get(thingOf(one)) ?? [] }, image),
            },
      );
    }
  }
  return {
    joinPoints: sources.map((one) => accounts.get(one) as AccountedJoinPoint),
    codeOnly: resolved.filter((one) => one.places.length > 0 && !used.has(one)),
  };
}

function hookedAt(source: SourceJoinPoint, found: readonly ResolvedJoinPoint[]): AccountedJoinPoint {
  const { kind, range } = source.joinPoint;
  const line = found[0]?.joinPoint.range.startLine;
  const isThere = kind === "execution" || line === range.startLine;
  return {
    ...{ source, account: "hooked", places: found.flatMap(({ places }) => places) },
    ...(isThere ? {} : { why: `the compiler gives its instruction to line ${line}` }),
  };
}

const thingOf = ({ joinPoint, owner, name }: Omit<Named, "around">) => `${joinPoint.kind} ${owner}::${name}`;

type Named = Pick<SourceJoinPoint, "joinPoint" | "owner" | "name" | "around">;

/** Static functions of one name are in several files. */
function keyOf({ joinPoint, owner, name, around }: Named): string {
  const { kind, range } = joinPoint;
  return `${kind} ${owner}::${name} ${kind === "execution" ? "" : around} ${fileName(range.file)}`;
}

const fileName = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** More columns than a line has. */
const LINE = 10_000;

/**
 * Each of the code's for one of the sources, the nearest first. What one macro, or one line, has several times is one place in
 * the code, and of as many as it has instructions; what is left in a line is another copy of what the line has.
 */
function paired(
  written: readonly SourceJoinPoint[],
  hooked: readonly ResolvedJoinPoint[],
): ReadonlyMap<SourceJoinPoint, readonly ResolvedJoinPoint[]> {
  const pairs = written.flatMap((one) =>
    hooked.map((other) => ({ one, other, distance: distanceOf(one.joinPoint, other.joinPoint) })),
  );
  pairs.sort((left, right) => left.distance - right.distance);
  const found = new Map<SourceJoinPoint, ResolvedJoinPoint[]>();
  const taken = new Map<ResolvedJoinPoint, number>();
  const take = (one: SourceJoinPoint, other: ResolvedJoinPoint) => {
    found.set(one, [...(found.get(one) ?? []), other]);
    taken.set(other, (taken.get(other) ?? 0) + 1);
  };
  for (const { one, other } of pairs) if (!found.has(one) && !taken.has(other)) take(one, other);
  const inLine = pairs.filter(({ distance }) => distance < LINE);
  for (const { one, other } of inLine)
    if (
      !found.has(one) &&
      (taken.get(other) ?? 0) < other.places.filter(({ isRest }) => isRest !== true).length
    )
      take(one, other);
  for (const { one, other } of inLine) if (!taken.has(other)) take(one, other);
  return found;
}

function distanceOf(one: SourceJoinPoint["joinPoint"], other: SourceJoinPoint["joinPoint"]) {
  const [left, right] = [one.range, other.range];
  return Math.abs(left.startLine - right.startLine) * LINE + Math.abs(left.startColumn - right.startColumn);
}

interface Alike {
  /** Of the same name in the same function. */
  readonly found: readonly ResolvedJoinPoint[];
  /** In any function, with places. */
  readonly others: readonly ResolvedJoinPoint[];
}

function whyNone(source: SourceJoinPoint, { found, others }: Alike, image: ImageCode): NoPlace {
  const { kind, range } = source.joinPoint;
  const told = found.find(
    ({ places, why, joinPoint }) =>
      places.length === 0 &&
      why !== undefined &&
      (kind === "execution" || joinPoint.range.startLine === range.startLine),
  );
  if (told !== undefined && told.account !== "hooked" && told.account !== "not-found")
    return { account: told.account, why: told.why as string };
  const origins = originsNamed(source.around, image);
  if (origins.length === 0)
    return {
      account: "gone",
      why: `no unit emitted ${source.around}: debug information does not tell of it`,
    };
  const merged = origins
    .map((origin) => mergedCode(origin, image.functions.copiesOf.get(origin), image))
    .find((why) => why !== undefined);
  if (merged !== undefined) return { account: "shared", why: merged };
  const copies = copiesNamed(source.around, image);
  if (copies.length === 0)
    return { account: "gone", why: `the optimizer removed all code of ${source.around}` };
  // The text of the function alone found none: the code around it may have one.
  const shared =
    kind === "ref" || isUnoptimized(origins, image) ? undefined : sharedWith(found, others, copies, image);
  if (shared !== undefined)
    return { account: "shared", why: `merged, as far as the code tells, ${shared}, whose hook counts it` };
  return kind === "call"
    ? { account: "gone", why: `no call of it and no inlined copy is left in the code of ${source.around}` }
    : { account: "not-found", why: told?.why ?? NOT_FOUND };
}

/** Another one of the function, or of a function whose code stands in the same one. */
function sharedWith(
  found: readonly ResolvedJoinPoint[],
  others: readonly ResolvedJoinPoint[],
  copies: readonly CodeCopy[],
  image: ImageCode,
): string | undefined {
  const lines = found.flatMap(({ places, joinPoint }) =>
    places.length > 0 ? [joinPoint.range.startLine] : [],
  );
  if (lines.length > 0)
    return `into line ${[...new Set(lines)].sort((left, right) => left - right).join(" and ")}`;
  const own = new Set(copies.map(ownOf));
  const other = others.find(({ joinPoint: { kind }, places }) => {
    if (kind === "call" || kind === "execution") return false;
    return places.some(({ address }) => own.has(image.functions.ownAt(address) as CodeCopy));
  });
  return other && `with that of ${other.around}, line ${other.joinPoint.range.startLine}`;
}

const NOT_FOUND = "no instruction was found that does it: the optimizer folded it, or Weft missed it";

const ORIGINS = new WeakMap<ImageCode, ReadonlyMap<string, readonly EntryId[]>>();

function originsNamed(name: string, image: ImageCode): readonly EntryId[] {
  let known = ORIGINS.get(image);
  if (known === undefined) {
    const { debug, functions } = image;
    known = groupBy(
      [...functions.origins].filter((origin) => !debug.has(origin, AT.declaration)),
      (origin) => debug.text(origin, AT.name) ?? "",
    );
    ORIGINS.set(image, known);
  }
  return known.get(name) ?? [];
}
