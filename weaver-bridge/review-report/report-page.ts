/** The report as one HTML file that needs nothing else: no script, no font, no picture from outside. Pure. */
import { adviceName, COST_KINDS, type Cost, costPicture } from "../cost/index.js";
import { sayCause } from "../match-diff/diff-compare.js";
import { type Effect, effectKinds, kindOf, type Problem, type SourceRange } from "../model/index.js";
import { type Content, code, escaped, lines, paragraph, table, words } from "./html.js";
import { isWhole, type ReviewReport } from "./review-report.js";

export function reportPage(report: ReviewReport): string {
  const title = `What is done to ${report.project}`;
  const parts = [
    `<h1>${escaped(title)}</h1>`,
    paragraph(summary(report)),
    problemsPart(report.problems),
    sourcesPart(report),
    changesPart(report),
    costPart(report),
    placesPart(report.effects),
  ];
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main>
${parts.filter((part) => part !== "").join("\n")}
</main></body></html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --line: #8886; --quiet: #666; --wrong: #b00020; }
@media (prefers-color-scheme: dark) { :root { --quiet: #aaa; --wrong: #ff8a80; } }
body { font: 14px/1.5 sans-serif; margin: 0; padding: 16px 24px 48px; } main { max-width: 1200px; margin: auto; }
h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 2em; } h3 { font-size: 1em; margin: 1.5em 0 .3em; overflow-wrap: anywhere; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; } caption { text-align: left; color: var(--quiet); }
th, td { text-align: left; vertical-align: top; padding: 3px 10px 3px 0; border-bottom: 1px solid var(--line); font-weight: normal; overflow-wrap: break-word; }
thead th { font-weight: bold; } .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; } code { font: 12px monospace; }
.wrong { color: var(--wrong); } .pictures { overflow-x: auto; }
@media print { body { padding: 0; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
`;

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
const placeOf = ({ file, startLine }: SourceRange) => `${file}:${startLine}`;

function summary({ effects, units, revision, made }: ReviewReport): string {
  const files = new Set(effects.map(({ target }) => target.file)).size;
  const of = revision === undefined ? "" : ` Read at ${revision}.`;
  const what =
    effects.length === 0
      ? `Nothing is done to any of its ${count(units, "unit")}.`
      : `${count(effects.length, "place")} in ${count(files, "file")} ${effects.length === 1 ? "is" : "are"} changed by tools; ${count(units, "unit")} were read.`;
  return `${what}${of} Made ${made.slice(0, 16).replace("T", " ")} UTC.`;
}

function problemsPart(problems: readonly Problem[]): string {
  if (problems.length === 0) return "";
  const rows = problems.map(({ severity, message, hint, range }) => [
    severity,
    range === undefined ? "" : code(placeOf(range)),
    words([message, hint].filter(Boolean).join(". ")),
  ]);
  const part = table("What is wrong, or is not known", ["", "where", "what"], rows);
  return `<h2>Problems</h2>\n${isWhole({ problems }) ? "" : '<p class="wrong">This report is not whole: some units could not be read.</p>'}${part}`;
}

/** Who does it: aspects, interfaces, specializations, guards. */
function sourcesPart({ effects }: ReviewReport): string {
  if (effects.length === 0) return "";
  const groups = new Map<string, Effect[]>();
  for (const effect of effects) {
    const key = [effect.by.tool, effect.by.name, kindOf(effect), placeOf(effect.origin)].join("\0");
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [effect]);
    else known.push(effect);
  }
  const rows = [...groups.values()]
    .map((own): Content[] => {
      const [first] = own as [Effect];
      const conditional = own.filter(({ certainty }) => certainty === "conditional").length;
      return [
        first.by.name,
        effectKinds[kindOf(first)].word,
        code(placeOf(first.origin)),
        own.length,
        new Set(own.map(({ target }) => target.file)).size,
        conditional === 0 ? "" : `${conditional} decided at run time`,
      ];
    })
    .sort((one, two) => String(one[0]).localeCompare(String(two[0])));
  return `<h2>By whom</h2>\n${table("Each advice, introduction, stub, specialization and guard", ["name", "kind", "written at", "places", "files", ""], rows)}`;
}

const CHANGES = { gained: "+", lost: "−", order: "other order", condition: "other condition" } as const;

function changesPart({ since }: ReviewReport): string {
  if (since === undefined) return "";
  const head = `<h2>Changed since ${escaped(since.revision)}</h2>\n`;
  if (since.differences.length + since.stubs.length === 0)
    return `${head}${paragraph("The same advice at the same join points, and the same stubs.")}`;
  const advice = since.differences.map((difference): Content[] => {
    const { change, joinPoint, before } = difference;
    const was = before === undefined ? [] : [`was: ${before.join(", ")}`];
    return [
      CHANGES[change],
      code(placeOf(joinPoint.range)),
      lines([`${joinPoint.kind} of `, code(joinPoint.signature)]),
      lines([...difference.advice.map(({ title }) => title), ...was]),
      sayCause(difference),
    ];
  });
  const stubs = since.stubs.map(({ change, range, title, reason, before, cause }): Content[] => [
    change === "gained" ? "+" : change === "lost" ? "−" : "other message",
    code(placeOf(range)),
    title,
    lines([reason, ...(before === undefined ? [] : [`was: ${before}`])]),
    cause,
  ]);
  const columns = ["", "where", "what", "by", "why"];
  const tables = [
    ...(advice.length === 0 ? [] : [table("Join points", columns, advice)]),
    ...(stubs.length === 0 ? [] : [table("Uses of stubs", columns, stubs)]),
  ];
  return head + tables.join("\n");
}

const numbers = (cost: Cost): Content[] => COST_KINDS.map((kind) => cost[kind]);

function costPart({ cost, project }: ReviewReport): string {
  if (cost === undefined || cost.aspects.length === 0) return "";
  const rows = [
    ...cost.aspects.flatMap(({ aspect, joinPoints, cost: whole, advice }): Content[][] => [
      [aspect, joinPoints, ...numbers(whole)],
      ...advice.map((one): Content[] => [
        `${aspect}: ${one.kind} ${adviceName(one)}`,
        one.joinPoints,
        ...numbers(one.cost),
      ]),
    ]),
    [`${count(cost.units.length, "unit")} with advice, unwoven`, "", ...numbers(cost.baseline)],
    ["woven", "", ...numbers(cost.woven)],
    ["difference", "", ...numbers(cost.difference)],
  ];
  const heads = [
    "",
    "join points, unit by unit",
    ...COST_KINDS.map((kind) => (kind === "instructions" ? kind : `${kind}, bytes`)),
  ];
  const caption =
    "Objects of the project's own compiler with all advice, less those without it; what advice shares is in the aspect's row";
  return `<h2>What it costs</h2>\n${table(caption, heads, rows)}\n<div class="pictures">${costPicture(`What weaving costs in ${project}`, cost)}</div>`;
}

/** Every place, file by file. */
function placesPart(effects: readonly Effect[]): string {
  if (effects.length === 0) return "";
  const files = [...new Set(effects.map(({ target }) => target.file))].sort();
  const sections = files.map((file) => {
    const own = effects
      .filter(({ target }) => target.file === file)
      .sort((one, two) => one.target.startLine - two.target.startLine || one.order - two.order);
    const rows = own.map((effect): Content[] => [
      effect.target.startLine,
      words(effect.title),
      words(effect.reason),
      effect.condition ?? (effect.certainty === "conditional" ? "decided at run time" : ""),
    ]);
    return `<h3>${escaped(file)}</h3>\n${table(count(own.length, "place"), ["line", "what", "why", "when"], rows)}`;
  });
  return `<h2>Where</h2>\n${sections.join("\n")}`;
}
