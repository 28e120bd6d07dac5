/** Whether a text reads, writes or takes the address of a member or variable by its name; what macros hide is not seen. */

export interface NamedThing {
  readonly name: string;
  /** Behind `.` or `->`. */
  readonly isMember: boolean;
}

export function namesAccess(text: string, { name, isMember }: NamedThing, kind: AccessOfCode): boolean {
  const found = text.matchAll(new RegExp(String.raw`(?:(->|(?<!\.)\.)\s*)?\b${name}\b`, "g"));
  for (const { 0: all, 1: sign, index } of found) {
    if ((sign !== undefined) !== isMember) continue;
    const behind = text.slice(behindSubscripts(text, index + all.length));
    if (kind === "address") return true;
    if (/^\s*(?:->|\.(?!\.))/.test(behind)) {
      if (kind === "read") return true;
    } else if (kind === "write" ? isWritten(text.slice(0, index), behind) : !/^\s*=(?!=)/.test(behind))
      return true;
  }
  return false;
}

export type AccessOfCode = "read" | "write" | "address";

const isWritten = (before: string, behind: string) =>
  /^\s*(?:\)+\s*)?(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/.test(behind) ||
  /$(?<=(?:\+\+|--)[\w\s>.()[\]-]*)/.test(before.slice(-STEP));

/** Characters of what is stepped: `++p->list[i].count`. */
const STEP = 80;

function behindSubscripts(text: string, from: number): number {
  let at = from;
  for (let next = opening(text, at); next !== undefined; next = opening(text, at)) {
    let depth = 0;
    for (at = next; at < text.length; at++) {
      if (text[at] === "[") depth++;
      else if (text[at] === "]" && --depth === 0) break;
    }
    at++;
  }
  return Math.min(at, text.length);
}

function opening(text: string, from: number): number | undefined {
  const at = from + text.slice(from).search(/\S|$/);
  return text[at] === "[" ? at : undefined;
}
