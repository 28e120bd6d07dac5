// What `weft live why --json` prints, as rows to choose from. Pure; knows nothing of VS Code's API.
import { plainWords } from "../trees/plain-words.js";

interface Place {
  readonly file: string;
  readonly startLine: number;
  readonly startColumn: number;
}

export interface HookReasons {
  readonly state?: "no-guest" | "nothing-woven" | "woven";
  readonly reasons?: readonly {
    readonly verdict: "hooked" | "unreachable" | "not-advised" | "no-code";
    readonly what: string;
    readonly reason: string;
    readonly advice: readonly { readonly title: string; readonly origin: Place }[];
  }[];
}

export interface HookReasonRow {
  readonly label: string;
  readonly detail: string;
  /** Of the advice; where there is none, the row leads to what the pointcuts say of the line. */
  readonly place?: Place;
}

const VERDICTS = {
  hooked: "$(zap) Hooked",
  unreachable: "$(circle-slash) Can't be hooked",
  "not-advised": "$(question) Not advised",
  "no-code": "$(circle-slash) No code",
} as const;

const NONE = {
  "no-guest": "No guest of this project runs: boot it for live weaving, or debug it.",
  "nothing-woven": "Nothing is woven into the running kernel.",
  woven: "The kernel has no code of a join point on this line.",
} as const;

export function hookReasonRows({ reasons = [] }: HookReasons): HookReasonRow[] {
  return reasons.flatMap(({ verdict, what, reason, advice }): HookReasonRow[] => {
    const row = { label: `${VERDICTS[verdict]}: ${what}`, detail: plainWords(reason) };
    if (advice.length === 0) return [row];
    return advice.map(({ title, origin }) => ({
      ...{ label: row.label, detail: `${row.detail} (${title})`, place: origin },
    }));
  });
}

/** What holds for the whole line; undefined where the rows say all. */
export function wordsOfLine({ state = "woven", reasons = [] }: HookReasons): string | undefined {
  return state !== "woven" || reasons.length === 0 ? NONE[state] : undefined;
}
