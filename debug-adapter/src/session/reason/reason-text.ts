/** A chain of reasons as text for a console, newest first. */
import { placeText, type ReasonStep, type RunReason, reasonText } from "../../protocol/index.js";

export function reasonAsText({ position, steps, end, ...place }: RunReason): string {
  const lines = [`${placeText(place)}, instruction ${position.toLocaleString("en")}, ran because`];
  for (const step of steps) lines.push(...stepAsText(step));
  lines.push(`  end of the chain: ${placeText(end)}, instruction ${end.position}: ${end.message}`, "");
  return lines.join("\n");
}

function stepAsText(step: ReasonStep): string[] {
  const head = `  ${step.position}  ${placeText(step)}: ${reasonText(step)}`;
  const values = step.on.map(
    ({ expression, position, value = "?" }) =>
      `      by ${expression} = ${value} (ask for '${expression}@${position}')`,
  );
  return [head, ...values];
}
