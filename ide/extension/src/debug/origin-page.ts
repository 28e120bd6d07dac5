// The page of where a value in a recording came from: newest first, each instruction a way there. Knows nothing of VS Code's API.
import { type OriginStep, placeText, type ValueOrigin, withoutSaved } from "@weft/debug-adapter/protocol";
import { escaped, pageFrame } from "../page-frame.js";
import { goButton, messagePage, originButton, TABLE } from "./recorded-page.js";

export const ORIGIN_TITLE = "Where a Value Came From";

export function originPage({ expression, position, place, value, steps, end }: ValueOrigin): string {
  const named = expression === place ? "" : `, which is <code>${escaped(place)}</code>,`;
  const rows = withoutSaved(steps).map(rowOf);
  const at = end.position === undefined ? "" : goButton(end.position);
  const last = `<tr><td>${at}</td><th scope="row">${escaped(placeText(end))}</th><td class="values">${escaped(`${end.held} = ${end.value ?? "?"}`)}</td><td class="values">${escaped(end.message)}</td></tr>`;
  const head = `<h1>${ORIGIN_TITLE}</h1><p><code>${escaped(expression)}</code>${named} is <code>${escaped(value ?? "not readable")}</code> at instruction ${goButton(position)}.</p>
<p role="status">${escaped(`${rows.length} ${rows.length === 1 ? "step" : "steps"} back: ${end.message}.`)}</p>`;
  return pageFrame(
    ORIGIN_TITLE,
    TABLE,
    `${head}<table><thead><tr><th scope="col">Instruction</th><th scope="col">Where</th><th scope="col">Put there</th><th scope="col">From</th></tr></thead>
<tbody>${rows.join("\n")}${last}</tbody></table>`,
  );
}

export function originMessagePage(expression: string, message: string): string {
  return messagePage(ORIGIN_TITLE, expression, message, TABLE);
}

function rowOf(step: OriginStep): string {
  const from = `${step.how} from ${step.from.map(originButton).join(", ")}`;
  return `<tr><td>${goButton(step.position)}</td><th scope="row">${escaped(placeText(step))}</th><td class="values">${escaped(`${step.to} = ${step.value ?? "?"}`)}</td><td class="values">${from}</td></tr>`;
}
