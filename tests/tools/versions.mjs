/** Which Node and npm Weft runs on: `engines` of package.json is the one statement. */
import { readFileSync } from "node:fs";

export const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** `range` is `^1.2.3` or `>=1.2.3`, or several with `||` between them. */
export function isIn(version, range) {
  return range.split("||").some((part) => {
    const [, how, text] = /^\s*(\^|>=)([\d.]+)\s*$/.exec(part) ?? [];
    if (text === undefined) throw new Error(`engines can't be read: ${part}`);
    const [has, wanted] = [numbers(version), numbers(text)];
    return isAtLeast(has, wanted) && (how === ">=" || has[0] === wanted[0]);
  });
}

/** As in messages and the README: `Node 20.19, 22.13, 24 or newer`. */
export function inWords(range) {
  const oldest = range.split("||").map((part) => part.replace(/[^\d.]/g, "").replace(/(\.0)+$/, ""));
  return `${oldest.join(", ")} or newer`;
}

function numbers(version) {
  return version.replace(/^v/, "").split(".").map(Number);
}

function isAtLeast(has, wanted) {
  const at = wanted.findIndex((number, index) => number !== (has[index] ?? 0));
  return at === -1 || (has[at] ?? 0) > wanted[at];
}
