/** A pointcut as places of a machine: what `weft live resolve --json` says, as far as breakpoints need it. */

/** Where the machine stops, and for what. */
export interface PointcutPlace {
  readonly address: number;
  /** `set: int open_count within int sys_close(int)`; of several at one address, all. */
  readonly joinPoint: string;
  readonly meant: readonly MeantJoinPoint[];
}

/** What a place is of a join point. */
export interface MeantJoinPoint {
  readonly kind: string;
  readonly signature: string;
  readonly how: string;
  readonly isInlined: boolean;
  /** Of an access: from the start of the object with the member to the first byte that is touched. */
  readonly inOwner?: number;
}

export interface ResolvedPointcut {
  /** By address, each once. */
  readonly places: readonly PointcutPlace[];
  readonly joinPoints: number;
  /** What is wrong with the pointcut, or why it has fewer places than join points. */
  readonly message?: string;
}

/** In function breakpoints a pointcut can stand for a name; half of one counts, so that it is told what is missing. */
export function isPointcut(text: string): boolean {
  return /"|^[\s!(]*(execution|call|get|set|ref|within)\s*\(/.test(text);
}

interface Answer {
  readonly joinPoints?: readonly {
    readonly joinPoint: { readonly kind: string; readonly signature: string; readonly within: string };
    readonly places: readonly {
      /** Of a machine of 64 bits a text. */
      readonly address?: number | string;
      readonly how: string;
      readonly inlined: boolean;
      readonly inOwner?: number;
      readonly rest?: true;
    }[];
    readonly why?: string;
  }[];
  readonly problems?: readonly { readonly message: string; readonly hint?: string }[];
}

const OF_I386 =
  "Breakpoints at pointcuts are for i386 kernels alone, and this one is for x86_64. Name a function instead.";

/** Throws when the text is no answer. Functions that the weaver generated are none of the developer's. */
export function readResolvedPointcut(text: string): ResolvedPointcut {
  const { joinPoints = [], problems = [] } = JSON.parse(text) as Answer;
  const own = joinPoints.filter(
    ({ joinPoint: { kind, signature } }) => kind !== "execution" || !isGenerated(signature),
  );
  if (own.some(({ places }) => places.some(({ address }) => typeof address === "string")))
    return { places: [], joinPoints: own.length, message: OF_I386 };
  const found = new Map<number, { names: Set<string>; meant: MeantJoinPoint[] }>();
  for (const { joinPoint, places } of own)
    for (const { address, how, inlined: isInlined, inOwner, rest } of places) {
      if (typeof address !== "number" || isEnd(joinPoint.kind, how) || rest === true) continue;
      const { kind, signature } = joinPoint;
      const place = found.get(address) ?? { names: new Set(), meant: [] };
      found.set(address, place);
      place.names.add(describe(joinPoint));
      place.meant.push({ kind, signature, how, isInlined, ...(inOwner === undefined ? {} : { inOwner }) });
    }
  const [problem] = problems;
  const [unplaced] = own.filter(({ places }) => places.length === 0);
  const message =
    problem === undefined
      ? unplaced &&
        `Of ${unplaced.joinPoint.signature} there is no instruction: ${unplaced.why ?? "it has no code"}`
      : `${sentence(problem.message)}${problem.hint === undefined ? "" : ` ${problem.hint}`}`;
  return {
    places: [...found]
      .map(([address, { names, meant }]) => ({ address, joinPoint: [...names].join("; "), meant }))
      .sort((a, b) => a.address - b.address),
    joinPoints: own.length,
    ...(message === undefined ? {} : { message }),
  };
}

/** Where a function is left is no place to stop: it was stopped at its beginning. */
function isEnd(kind: string, how: string): boolean {
  return how === "return" || how === "leave" || (kind === "execution" && how === "tail-jump");
}

function describe({ kind, signature, within }: { kind: string; signature: string; within: string }): string {
  const inside = kind === "execution" || isGenerated(within) ? "" : ` within ${within}`;
  return `${kind}: ${signature}${inside}`;
}

function isGenerated(signature: string): boolean {
  return signature.includes("__weft_");
}

function sentence(clause: string): string {
  const text = clause.charAt(0).toUpperCase() + clause.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
