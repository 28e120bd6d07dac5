/**
 * C code between tags, as the compiler is to see it: the escapes of XML undone, `$pc$` written as the variable `pc`. What
 * becomes shorter is padded where that changes nothing, so that code keeps its columns.
 */

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const PIECE =
  /<!\[CDATA\[|\]\]>|&(?:lt|gt|amp|quot|apos|#x[0-9a-fA-F]{1,6}|#\d{1,7});|\$pc\$|"(?:[^"\\\n]|\\.)*"|[\s\S]/g;
const ENTITY = /&(?:lt|gt|amp|quot|apos|#x[0-9a-fA-F]{1,6}|#\d{1,7});/g;
const OPERATOR = /^[-+*/%<>=!&|^~]$/;

export function unescapeBody(text: string): string {
  return unescaped(text, true);
}

/** For people, who want no padding. */
export function plainBody(text: string): string {
  return unescaped(text, false);
}

function unescaped(text: string, padded: boolean): string {
  let out = "";
  /** Blanks that are owed: they come behind the operator or the string at hand. */
  let owed = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    const plain = plainOf(piece);
    if (owed > 0 && !OPERATOR.test(plain)) {
      out += " ".repeat(owed);
      owed = 0;
    }
    out += plain;
    if (padded) owed += piece.length - plain.length;
  }
  return out + " ".repeat(owed);
}

function plainOf(piece: string): string {
  if (piece === "<![CDATA[" || piece === "]]>") return "";
  if (piece === "$pc$") return "pc";
  return piece.length === 1 ? piece : piece.replace(ENTITY, entity);
}

function entity(written: string): string {
  const name = written.slice(1, -1);
  if (!name.startsWith("#")) return lookUp(NAMED, name) ?? written;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code < 256 ? String.fromCharCode(code) : written;
}

export function escapeBody(text: string): string {
  return text.replace(/[&<>]/g, (character) =>
    character === "&" ? "&amp;" : character === "<" ? "&lt;" : "&gt;",
  );
}

import { lookUp } from "../../model/index.js";
