/** The accounts of an image's join points, held against clang's own count over the same sources. */
import { sourceJoinPoints } from "../../../weaver-bridge/cli/commands/live/source-join-points.js";
import {
  accountFor,
  type ImageCode,
  resolveInImage,
  totals,
} from "../../../weaver-bridge/live-weave/index.js";
import { parsePointcut } from "../../../weaver-bridge/pointcut/index.js";
import { type AstJoinPoint, astJoinPoints } from "./ast-join-points.js";

export interface AskedPointcut {
  readonly text: string;
  /** Of those that clang counts. */
  isMeant(one: AstJoinPoint): boolean;
}

export const WHOLE_POINTCUTS: readonly AskedPointcut[] = [
  { text: 'get("% ...::%") || set("% ...::%")', isMeant: ({ kind }) => kind === "get" || kind === "set" },
  { text: 'ref("% ...::%")', isMeant: ({ kind }) => kind === "ref" },
  { text: 'call("% %(...)")', isMeant: ({ kind }) => kind === "call" },
  { text: 'execution("% %(...)")', isMeant: ({ kind }) => kind === "execution" },
];

/** Of one struct's members. */
export const accessesOf = (struct: string): AskedPointcut => ({
  text: `get("% ${struct}::%") || set("% ${struct}::%")`,
  isMeant: ({ kind, name }) => (kind === "get" || kind === "set") && name.startsWith(`${struct}::`),
});

export interface AccountSum {
  readonly pointcut: string;
  /** As many as clang has. */
  readonly counted: number;
  readonly accounts: ReturnType<typeof totals>;
  /** Of all accounts. */
  readonly sum: number;
  /** What instructions do beside them. */
  readonly codeOnly: number;
  /** `get inode::i_uid in may_open: 2, and 1`: of the sources, and with an account. */
  readonly differing: readonly string[];
}

export interface CountedSources {
  /** Where the compiler ran, the files' names from there, and their options. */
  readonly directory: string;
  readonly units: readonly { readonly file: string; readonly options: readonly string[] }[];
}

/** A header's join point once, whichever units have it. */
export function countSources({ directory, units }: CountedSources): AstJoinPoint[] {
  const all = units.flatMap(({ file, options }) => astJoinPoints(directory, file, options));
  const found = all.filter(({ name }) => !name.startsWith("__builtin_"));
  return [...new Map(found.map((one) => [`${keyOf(one)} ${one.file} ${one.place}`, one])).values()];
}

export async function sumAccounts(
  image: ImageCode,
  sources: readonly AstJoinPoint[],
  { text, isMeant }: AskedPointcut,
): Promise<AccountSum> {
  const question = { pointcut: parsePointcut(text).value, text, files: [] };
  const inCode = resolveInImage(image, { ...question, misses: true }).joinPoints;
  const { joinPoints: all, problems } = await sourceJoinPoints(image, question);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  const { joinPoints, codeOnly } = accountFor(all, inCode, image);
  const counted = sources.filter(isMeant);
  const accounts = totals(joinPoints.map(({ account }) => account));
  const left = countsOf(counted.map(keyOf));
  const right = countsOf(
    all.map(({ joinPoint: { kind }, owner, name, around }) =>
      keyOf({ kind, name: owner === "" ? name : `${owner}::${name}`, within: around }),
    ),
  );
  const keys = [...new Set([...left.keys(), ...right.keys()])];
  return {
    ...{ pointcut: text, counted: counted.length, accounts, codeOnly: codeOnly.length },
    sum: Object.values(accounts).reduce((sum, count) => sum + count, 0),
    differing: keys.flatMap((key) => {
      const [one = 0, other = 0] = [left.get(key), right.get(key)];
      return one === other ? [] : [`${key}: ${one}, and ${other}`];
    }),
  };
}

const keyOf = ({ kind, name, within }: { kind: string; name: string; within: string }) =>
  `${kind} ${name} in ${within}`;

function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
