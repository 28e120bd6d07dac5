// The page of why an instruction of a recording ran: newest first, each branch and call a way there. Knows nothing of VS Code's API.
import { placeText, type ReasonStep, type RunReason, reasonText } from "@weft/debug-adapter/protocol";
import { escaped, pageFrame } from "../page-frame.js";
import { goButton, messagePage, originButton, TABLE } from "./recorded-page.js";

export const REASON_TITLE = "Why This Ran";

export function reasonPage({ position, steps, end, ...place }: RunReason): string {
  const head = `<h1>${REASON_TITLE}</h1><p><code>${escaped(placeText(place))}</code> at instruction ${goButton(position)}.</p>
<p role="status">${escaped(`${steps.length} ${steps.length === 1 ? "step" : "steps"} back: ${end.message}.`)}</p>`;
  const last = `<tr><td>${goButton(end.position)}</td><th scope="row">${escaped(placeText(end))}</th><td class="values">${escaped(end.message)}</td><td></td></tr>`;
  return pageFrame(
    REASON_TITLE,
    TABLE,
    `${head}<table><thead><tr><th scope="col">Instruction</th><th scope="col">Where</th><th scope="col">What led on</th><th scope="col">By which values</th></tr></thead>
<tbody>${steps.map(rowOf).join("\n")}${last}</tbody></table>`,
  );
}

export function reasonMessagePage(message: string): string {
  return messagePage(REASON_TITLE, "where the recording stands", message, TABLE);
}

function rowOf(step: ReasonStep): string {
  const values = step.on.map(originButton).join(", ");
  return `<tr><td>${goButton(step.position)}</td><th scope="row">${escaped(placeText(step))}</th><td class="values">${escaped(reasonText(step))}</td><td class="values">${values}</td></tr>`;
}
