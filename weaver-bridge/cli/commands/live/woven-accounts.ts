/**
 * What became of each join point of the sources when advice was woven: as `weft live resolve --accounts` tells it of the image,
 * held against the hooks that the guest has.
 */
import {
  type ImageCode,
  isSamePath,
  type JournalGap,
  type LiveOutcome,
  type Question,
  resolveInImage,
  totals,
} from "../../../live-weave/index.js";
import { groupBy, type JoinPoint, joinPointOf, type Problem } from "../../../model/index.js";
import { type ReadAccounts, readAccounts, type Told } from "./read-accounts.js";
import { describe, describeTotals, joinPointJson } from "./told-join-points.js";

export async function wovenAccounts(
  image: ImageCode,
  question: Question,
  { hooks, unreachable }: Pick<LiveOutcome, "hooks" | "unreachable">,
): Promise<ReadAccounts> {
  const { joinPoints } = resolveInImage(image, { ...question, misses: true });
  const read = await readAccounts(image, question, joinPoints);
  const hooked = new Set(hooks.map(({ address }) => address));
  const gaps = groupBy(
    unreachable.flatMap((gap) => gap.effects.map((effect) => ({ ...joinPointOf(effect), gap }))),
    keyOf,
  );
  // Paths are the project's in one, and whole in the other.
  const gapOf = ({ joinPoint }: Told) =>
    gaps.get(keyOf(joinPoint))?.find(({ range }) => isSamePath(range.file, joinPoint.range.file))?.gap;
  const isThere = ({ places }: Told) => places.some(({ address }) => hooked.has(address));
  return {
    ...read,
    joinPoints: read.joinPoints.map((one) => asWoven(one, hooked, gapOf(one))),
    codeOnly: read.codeOnly.filter(isThere),
  };
}

/** Hooked is what has a hook; the rest of what the image has is refused, by the weave's own reason. */
function asWoven(one: Told, hooked: ReadonlySet<number>, gap: JournalGap | undefined): Told {
  if (one.account !== "hooked") return one;
  const places = one.places.filter(({ address }) => hooked.has(address));
  if (places.length > 0) return { ...one, places, ...(gap === undefined ? {} : { why: gap.reason }) };
  return { ...one, places, account: "refused", why: gap?.reason ?? NO_HOOK };
}

const NO_HOOK = "its code is known, and no hook was put there";

const keyOf = ({ kind, signature, range }: Pick<JoinPoint, "kind" | "signature" | "range">) =>
  `${kind} ${signature} ${range.startLine}`;

/** The kernel's own file, or a module that is loaded, with what became of the join points of its sources. */
export interface PartAccounts {
  /** Undefined for the kernel. */
  readonly module: string | undefined;
  readonly image: ImageCode;
  readonly accounts: ReadAccounts;
}

/** Modules without debug information, of which nothing can be told but how many hooks they have. */
export function modulesLeftOut(
  modules: readonly { readonly name: string; readonly image: { readonly file: string } }[],
  hooks: LiveOutcome["hooks"],
): Problem[] {
  return modules.map(({ name, image }) => {
    const count = hooks.filter(({ module }) => module === name).length;
    return {
      ...{ code: "live/module-accounts", severity: "note" },
      message: `join points of the module ${name} are not among these; ${count} hooks are in it`,
      hint: `${image.file} has no debug information: compile it with -g, and don't strip it.`,
    };
  });
}

/** Of each part its own numbers, and those of all where there are several. */
export function describeParts(parts: readonly PartAccounts[]): string {
  const texts = parts.map(
    ({ module, image, accounts }) =>
      `${module === undefined ? "" : `module ${module}:\n`}${describeWoven(accounts, image) || "no join points\n"}`,
  );
  const all = parts.map(({ accounts }) => accounts);
  const units = all.reduce((sum, one) => sum + one.units, 0);
  const joinPoints = all.flatMap((one) => one.joinPoints);
  return `${texts.join("")}${parts.length < 2 ? "" : `in all: ${describeTotals(joinPoints, { units })}`}`;
}

export function partsJson([kernel, ...modules]: readonly PartAccounts[]): object {
  return {
    ...(kernel === undefined ? {} : wovenJson(kernel)),
    ...(modules.length === 0
      ? {}
      : { modules: modules.map((one) => ({ name: one.module, ...wovenJson(one) })) }),
  };
}

/** What has no hook, one by one, and the numbers of all. */
export function describeWoven(accounts: ReadAccounts, image: ImageCode): string {
  const without = accounts.joinPoints.filter(({ account }) => account !== "hooked");
  const beside = accounts.codeOnly.length;
  return (
    without.map((one) => describe(one, image)).join("") +
    describeTotals(accounts.joinPoints, accounts) +
    (beside === 0 ? "" : `${beside} more have hooks that no name in these sources says\n`)
  );
}

function wovenJson({ accounts: { joinPoints, codeOnly, units }, image }: PartAccounts): object {
  return {
    accounts: totals(joinPoints.map(({ account }) => account)),
    joinPoints: joinPoints.map((one) => joinPointJson(one, image)),
    ...{ units, codeOnly: codeOnly.map((one) => joinPointJson(one, image)) },
  };
}
