/** What a rename leaves and what it changes unseen, as one line for the user. */
import type { HiddenPlace, HiddenUses } from "./hidden-uses.js";

/** So many places are named; of more, how many. */
const NAMED = 6;

/** Empty where there is nothing to tell. `shown` shortens a path. */
export function wordsOfHidden(
  { edits, left, mentions }: HiddenUses,
  name: string,
  shown: (path: string) => string,
): string {
  const listed = (places: readonly HiddenPlace[]) => {
    const all = [...new Set(places.map(({ path, start }) => `${shown(path)}:${start.line + 1}`))];
    const rest = all.length - NAMED;
    return `${all.slice(0, NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  };
  const of = (where: HiddenPlace["where"]) => left.filter((place) => place.where === where);
  const [code, macros, branches] = [of("code"), of("macro"), of("branch")];
  const parts = [
    edits.length > 0 ? `macros that name it change too (${listed(edits)})` : "",
    code.length > 0
      ? `code that means another ${name}, or that clangd has not read yet, stays (${listed(code)})`
      : "",
    macros.length > 0 ? `macros may mean it or another ${name}, change them by hand (${listed(macros)})` : "",
    branches.length > 0
      ? `code under #if that this configuration may leave out still says ${name}, change it by hand (${listed(branches)})`
      : "",
    mentions.length > 0 ? `comments and strings stay (${listed(mentions)})` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `Renaming ${name}: ${parts.join("; ")}`;
}
