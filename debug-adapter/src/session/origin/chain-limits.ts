/** How far a chain is followed back through a run, and in which words it ends before it is done. */
import { UnknownRegister } from "./location.js";

/** Of a question. */
export interface AskedLimits {
  /** Zero: as long as it takes. */
  readonly seconds?: number | undefined;
  readonly most?: number | undefined;
}

export interface ChainLimits {
  readonly signal: AbortSignal;
  /** At most so many links. */
  readonly most: number;
}

/** Links of a chain, where nothing else is asked for. */
const MOST_LINKS = 30;
const USUAL_SECONDS = 60;
const TIME_IS_OVER = "the time that it may take is over";

/** Its time begins now. */
export function limitsOf({ seconds = USUAL_SECONDS, most = MOST_LINKS }: AskedLimits): ChainLimits {
  const signal = seconds === 0 ? new AbortController().signal : AbortSignal.timeout(seconds * 1000);
  return { signal, most };
}

/** Why it is not followed behind so many links; `undefined` where it is. */
export function whyNoFurther(links: number, { signal, most }: ChainLimits): string | undefined {
  if (links >= most) return `${links} links were followed`;
  return signal.aborted ? TIME_IS_OVER : undefined;
}

/** What `search` finds; an end where its machine was ended for the time, or the processor has other registers there. */
export async function orEnd<T>(
  { signal }: ChainLimits,
  search: () => Promise<T>,
  end: (kind: "limit" | "unknown", why: string) => T,
): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (signal.aborted) return end("limit", TIME_IS_OVER);
    if (!(error instanceof UnknownRegister)) throw error;
    return end("unknown", error.message);
  }
}
