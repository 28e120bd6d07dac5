/** Spellings of numbers and characters to values. */

/** Undefined when the text is no integer (a float, or nonsense such as `12abc`). */
export function parseInteger(text: string): bigint | undefined {
  const match = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uUlL]{0,3}|i64|ui64|I64|UI64)$/.exec(
    text,
  );
  const digits = match?.[1];
  if (digits === undefined) return undefined;
  if (/^0[0-7]+$/.test(digits)) return BigInt(`0o${digits.slice(1)}`);
  return BigInt(digits);
}

export function parseFloatingPoint(text: string): number | undefined {
  if (!/^(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?[fFlLdD]?$/.test(text)) return undefined;
  return Number.parseFloat(text);
}

const ESCAPES: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  v: 11,
  b: 8,
  r: 13,
  f: 12,
  a: 7,
  "0": 0,
  "\\": 92,
  "'": 39,
  '"': 34,
  "?": 63,
};

/** `'a'`, `L'\n'`, `'\x41'`: the code of the character; undefined when there is none or more than one. */
export function parseCharacter(text: string): number | undefined {
  const body = text.replace(/^L?'/, "").replace(/'$/, "");
  if (body.length === 1) return body.charCodeAt(0);
  if (body[0] !== "\\") return undefined;
  if (/^\\x[0-9a-fA-F]+$/.test(body)) return Number.parseInt(body.slice(2), 16);
  if (/^\\u[0-9a-fA-F]{1,4}$/.test(body)) return Number.parseInt(body.slice(2), 16);
  if (/^\\[0-7]{1,3}$/.test(body)) return Number.parseInt(body.slice(1), 8);
  return body.length === 2 ? lookUp(ESCAPES, body[1] as string) : undefined;
}

import { lookUp } from "../../model/index.js";
