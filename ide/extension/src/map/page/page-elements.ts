/// <reference lib="dom" />
// The elements of the page, by the ids that `map-page` gives them.
export const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

/** What a screen reader says. */
export function say(words: string): void {
  element("said").textContent = words;
}
