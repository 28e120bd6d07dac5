/** A match-set difference as a review document: Markdown that reads well in a pull request. */
import { type Difference, sayCause } from "../../match-diff/diff-compare.js";
import type { StubDifference } from "../../match-diff/diff-stubs.js";

const TITLES = {
  gained: "Gained",
  lost: "Lost",
  order: "Other order",
  condition: "Other condition",
} as const;
const SIGNS = { gained: "+", lost: "−", order: "~", condition: "?", message: "~" } as const;

/** By aspect, then in the order of the places. */
export function diffMarkdown(
  from: string,
  to: string,
  differences: readonly Difference[],
  stubs: readonly StubDifference[] = [],
): string {
  const head = `## Advice: ${from} → ${to}\n\n`;
  const ofStubs = stubs.length === 0 ? "" : `\n${stubSection(stubs)}`;
  if (differences.length === 0) return `${head}The same advice at the same join points.\n${ofStubs}`;
  const aspects = [...new Set(differences.map(aspectOf))].sort();
  return `${head}${summary(differences)}\n\n${aspects
    .map((aspect) =>
      section(
        aspect,
        differences.filter((item) => aspectOf(item) === aspect),
      ),
    )
    .join("\n")}${ofStubs}`;
}

function stubSection(stubs: readonly StubDifference[]): string {
  const rows = stubs.map(({ change, title, range, reason, before, cause }) => {
    const was = before === undefined ? "" : `<br>was: ${cell(before)}`;
    return `| ${SIGNS[change]} | ${cell(title)} | ${code(`${range.file}:${range.startLine}`)} | ${cell(reason)}${was} | ${cause} |`;
  });
  return `### Stubs\n\n| | use | place | messages | why |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

function aspectOf({ advice }: Difference): string {
  return [...new Set(advice.map(({ aspect }) => aspect))].join(", ");
}

function summary(differences: readonly Difference[]): string {
  return (Object.keys(TITLES) as (keyof typeof TITLES)[])
    .flatMap((change) => {
      const count = differences.filter((item) => item.change === change).length;
      return count === 0 ? [] : [`**${SIGNS[change]}${count}** ${TITLES[change].toLowerCase()}`];
    })
    .join(", ")
    .concat(".");
}

function section(aspect: string, differences: readonly Difference[]): string {
  const rows = differences.map((difference) => {
    const { change, joinPoint, advice, before } = difference;
    const { kind, signature, within, range } = joinPoint;
    const where = within === "" || within === signature ? "" : ` in ${code(within)}`;
    const titles = advice.map(({ title }) => cell(title)).join("<br>");
    const was = before === undefined ? "" : `<br>was: ${before.map(cell).join(", ")}`;
    return `| ${SIGNS[change]} | ${kind} of ${code(signature)}${where} | ${code(`${range.file}:${range.startLine}`)} | ${titles}${was} | ${cell(sayCause(difference))} |`;
  });
  return `### ${aspect}\n\n| | join point | place | advice | why |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

/** What would end a cell or begin markup is taken as text; `_` within a word begins none. */
function cell(text: string): string {
  return text.replace(/[|\\`*<>[\]]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\$&").replaceAll("\n", " ");
}

function code(text: string): string {
  return `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}
