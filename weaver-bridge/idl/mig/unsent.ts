/** What mig's own stubs would lose: said where the cause stands, as no compiler and no run-time check does. */
import type { Report } from "../parse/report.js";
import type { MigLayout, MigMessage } from "./layout.js";

export function tellUnsent({ unit, routines }: MigLayout, report: Report): void {
  for (const { request, reply } of routines)
    for (const message of [request, ...(reply === undefined ? [] : [reply])])
      tellMessage(message, unit.machine.word, report);
}

function tellMessage({ direction, fields, unsent }: MigMessage, word: number, report: Report): void {
  const index = fields.findIndex(({ variable, bytes }) => variable && bytes % word !== 0);
  const argument = fields[index]?.argument;
  const behind = fields.slice(index + 1).map(({ name }) => name);
  if (unsent === 0 || argument === undefined || behind.length === 0) return;
  report.warning(
    "idl/mig-unsent",
    argument.nameSpan,
    `the last ${unsent} bytes of the ${direction} are not sent: behind ${argument.name}, mig's struct has padding that its message has not`,
    `Make the largest size of ${argument.type.name} a multiple of ${word} bytes, or put ${argument.name} behind ${behind.join(", ")}.`,
  );
}
