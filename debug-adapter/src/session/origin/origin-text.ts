/** A chain of values as text for a console: one line an instruction that stands on a line of its own in the sources. */
import { type OriginStep, placeText, type ValueOrigin, withoutSaved } from "../../protocol/index.js";

/** Steps of one line of the sources, oldest last, as one: what goes through registers and the stack in between is folded. */
export function originAsText(origin: ValueOrigin): string {
  const { expression, position, place, value = "not readable", steps, end } = origin;
  const named = expression === place ? "" : `, ${place},`;
  const lines = [`${expression}${named} is ${value} at instruction ${position.toLocaleString("en")}`];
  for (const group of folded(withoutSaved(steps))) lines.push(...groupAsText(group));
  const at = end.position === undefined ? "" : `${placeText(end)}, instruction ${end.position}: `;
  lines.push(`  end of the chain: ${end.held} = ${end.value ?? "?"}: ${at}${end.message}`, "");
  return lines.join("\n");
}

function folded(steps: readonly OriginStep[]): OriginStep[][] {
  const groups: OriginStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    const isSame =
      last?.[0]?.line !== undefined && last[0].line === step.line && last[0].symbol === step.symbol;
    if (isSame && last?.at(-1)?.how === "copied" && step.how === "copied") last.push(step);
    else groups.push([step]);
  }
  return groups;
}

function groupAsText(group: readonly OriginStep[]): string[] {
  const [first, last] = [group[0], group.at(-1)] as [OriginStep, OriginStep];
  const [source, ...others] = last.from;
  const from = source === undefined ? "" : ` from ${source.expression}`;
  const head = `  ${first.position}  ${placeText(first)}: ${first.to} = ${first.value ?? "?"}, ${last.how}${from}`;
  const more = others.map(
    ({ expression, position, value = "?" }) =>
      `      and from ${expression} = ${value} (ask for '${expression}@${position}')`,
  );
  return [head, ...more];
}
