/** What the pointcut of an advice selects in the whole kernel, against what it shall select. */
import { type CheckKinds, textsOf } from "../tutorial.js";
import { judged, OK, type Verdict, wrong } from "../verdict.js";
import type { Selection, World } from "../world.js";
import { lineOf, missingFile, missingText } from "./file.js";

const MOST_NAMED = 4;

export async function checkPointcut(wanted: CheckKinds["pointcut"], world: World): Promise<Verdict> {
  const text = await world.text(wanted.file);
  if (text === undefined) return wrong(await missingFile(wanted.file, world));
  const line = lineOf(text, wanted.line);
  if (line === undefined) return wrong(missingText(wanted.file, text, wanted.line));
  return judged(await world.select(wanted.file, line), (selection) => judge(wanted, selection));
}

function judge({ selects, includes, excludes }: CheckKinds["pointcut"], found: Selection): Verdict {
  const { pointcut, total, labels, message } = found;
  const said = `\`${pointcut}\` selects ${count(total)}`;
  if (total === 0 && selects !== 0) return wrong(`${said}${message === undefined ? "" : `: ${message}`}.`);
  const missing = textsOf(includes).find((name) => !labels.some((label) => label.includes(name)));
  if (missing !== undefined) return wrong(`${said}, and \`${missing}\` is not among them: ${named(labels)}.`);
  const unwanted = textsOf(excludes).find((name) => labels.some((label) => label.includes(name)));
  if (unwanted !== undefined)
    return wrong(`${said}, and \`${unwanted}\` is still among them: ${named(labels)}.`);
  if (selects === undefined || total === selects) return OK;
  return wrong(`${said}, wanted ${selects === 1 ? "is 1" : `are ${selects}`}: ${named(labels)}.`);
}

function count(total: number): string {
  return total === 0 ? "nothing" : total === 1 ? "1 join point" : `${total} join points`;
}

function named(labels: readonly string[]): string {
  const shown = labels.slice(0, MOST_NAMED).map((label) => `\`${label}\``);
  return `${shown.join(", ")}${labels.length > MOST_NAMED ? ", …" : ""}`;
}
