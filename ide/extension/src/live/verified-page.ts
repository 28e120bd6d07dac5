// The page of what a run of the kernel said of the claims of live weaving. Knows nothing of VS Code's API.
import { escaped, pageFrame } from "../page-frame.js";
import type { PageDrawn } from "../pages.js";

interface Finding {
  readonly address: number;
  readonly symbol: string;
  readonly file?: string;
  readonly line?: number;
  readonly kind: string;
  readonly names: readonly string[];
  readonly object: string;
  readonly why: string;
}

/** As `weft live verify --json` prints it. */
export interface Verified {
  readonly agrees: boolean;
  readonly workload: { readonly reason: string; readonly seconds: number };
  readonly claims: {
    readonly executions: { readonly agree: number };
    readonly accesses: { readonly claimed: number; readonly agree: number };
  };
  readonly executions: readonly {
    readonly verdict: string;
    readonly joinPoint: {
      readonly signature: string;
      readonly range: { readonly file: string; readonly startLine: number };
    };
    readonly counted: number;
    readonly entered: number | { readonly least: number; readonly most: number };
    readonly why?: string;
  }[];
  readonly missed: readonly Finding[];
  readonly false: readonly Finding[];
  /** Seen once, on an object that may have been gone. */
  readonly unsure: readonly Finding[];
  readonly notJudged: readonly string[];
}

/** What a link or a button of the page asks for. */
export type VerifiedMessage =
  | PageDrawn
  | { readonly kind: "again" }
  | { readonly kind: "open"; readonly file: string; readonly line: number };

const TITLE = "Check Against the Running Kernel";

/** `asked`: the aspect, or the pointcut. */
export function verifiedPage(asked: string, found: Verified): string {
  const { workload, claims } = found;
  const counts = found.executions.filter(({ verdict }) => verdict === "missed" || verdict === "false");
  const wrong = counts.length + found.missed.length + found.false.length;
  const verdict = found.agrees
    ? "What Weft says of the hooks and what the instructions did agree."
    : wrong > 0
      ? `${wrong === 1 ? "1 claim and what the instructions did disagree" : `${wrong} claims and what the instructions did disagree`}.`
      : "Nothing disagrees, but it is not proved: nothing was judged, or not all was recorded.";
  const rows = [
    ...counts.map((one) =>
      row(
        one.verdict,
        `execution: ${one.joinPoint.signature}`,
        countOf(one),
        one.joinPoint.range.file,
        one.joinPoint.range.startLine,
      ),
    ),
    ...found.missed.map((one) => findingRow("missed", one)),
    ...found.false.map((one) => findingRow("false", one)),
    ...found.unsure.map((one) => findingRow("unsure", one)),
  ];
  const table =
    rows.length === 0
      ? ""
      : `<table><thead><tr><th scope="col"></th><th scope="col">Join point</th><th scope="col">Where</th><th scope="col">Why</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
  const list = found.notJudged.map((text) => `<li>${escaped(text)}</li>`).join("");
  const body = `<ul><li>${claims.executions.agree} functions are counted as often as they were entered.</li>
<li>${claims.accesses.agree} of ${claims.accesses.claimed} hooks at accesses touched what they say.</li></ul>${table}
${list === "" ? "" : `<h2>Not judged</h2><ul>${list}</ul>`}
<p>The kernel ran ${workload.seconds.toFixed(1)} s: ${escaped(workload.reason)}</p>`;
  return pageFrame(TITLE, STYLE, `${head(asked, verdict)}${body}`);
}

export function verifiedMessagePage(asked: string, message: string): string {
  return pageFrame(TITLE, STYLE, head(asked, message));
}

function head(asked: string, said: string): string {
  const again = escaped(JSON.stringify({ kind: "again" } satisfies VerifiedMessage));
  return `<h1>${TITLE}</h1><p><code>${escaped(asked)}</code></p><p role="status">${escaped(said)}</p><p><button class="action" data-message="${again}">Check Again</button></p>`;
}

function countOf({ counted, entered, why }: Verified["executions"][number]): string {
  const times = typeof entered === "number" ? String(entered) : `${entered.least} to ${entered.most}`;
  return `hooks count ${counted}, entered ${times}${why === undefined ? "" : ` (${why})`}`;
}

const findingRow = (verdict: string, { kind, names, symbol, object, why, file, line }: Finding) =>
  row(verdict, `${kind}: ${names.join(" or ")}`, `${symbol}, in ${object}: ${why}`, file, line);

function row(verdict: string, what: string, why: string, file = "", line = 0): string {
  const name = `${file.slice(file.lastIndexOf("/") + 1)}:${line}`;
  const open = escaped(JSON.stringify({ kind: "open", file, line } satisfies VerifiedMessage));
  const where = file === "" ? "" : `<button class="link" data-message="${open}">${escaped(name)}</button>`;
  const style = verdict === "unsure" ? ' class="unsure"' : "";
  return `<tr${style}><th scope="row">${escaped(verdict)}</th><td>${escaped(what)}</td><td>${where}</td><td>${escaped(why)}</td></tr>`;
}

const STYLE = `
table { border-collapse: collapse; margin: 8px 0; } th, td { text-align: left; vertical-align: top; padding: 2px 12px 2px 0; overflow-wrap: anywhere; }
tbody th { color: var(--weft-error); font-weight: normal; } tbody .unsure th { color: inherit; }
`;
