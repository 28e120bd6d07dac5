/** HTML by hand: text is always escaped, what is markup has a type of its own. */
import { escapeText } from "../cost/index.js";

export interface Markup {
  readonly html: string;
}

export type Content = string | number | Markup;

export const markup = (html: string): Markup => ({ html });

export function escaped(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;");
}

const html = (content: Content): string =>
  typeof content === "object" ? content.html : escaped(String(content));

export function code(text: string): Markup {
  return markup(`<code>${escaped(text)}</code>`);
}

/** Words for people, in which names stand between backquotes. */
export function words(text: string): Markup {
  return markup(escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>"));
}

export function lines(contents: readonly Content[]): Markup {
  return markup(contents.map(html).join("<br>"));
}

/** The first cell of each row names it. */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Content[])[],
): string {
  const isNumber = (column: number) =>
    rows.length > 0 && rows.some((row) => typeof row[column] === "number") && column > 0;
  const head = heads
    .map((text, column) => `<th scope="col"${isNumber(column) ? ' class="n"' : ""}>${escaped(text)}</th>`)
    .join("");
  const body = rows
    .map(([first = "", ...rest]) => {
      const cells = rest.map(
        (cell) => `<td${typeof cell === "number" ? ' class="n"' : ""}>${html(cell)}</td>`,
      );
      return `<tr><th scope="row">${html(first)}</th>${cells.join("")}</tr>`;
    })
    .join("\n");
  return `<div class="wide"><table><caption>${escaped(caption)}</caption><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table></div>`;
}

export function paragraph(content: Content): string {
  return `<p>${html(content)}</p>`;
}
