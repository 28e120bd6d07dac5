/** What a JSON Schema says against a value, in words. */
import type { ErrorObject } from "ajv";

/** A clause that names what is wrong: `"lines[2]" must be integer, not "x"`. */
export function inWords({ instancePath, keyword, params, message, data }: ErrorObject): string {
  const place = instancePath
    .replace(/^\//, "")
    .replace(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
  const named = place === "" ? "the arguments" : `"${place}"`;
  if (keyword === "required") {
    const missing = place === "" ? params.missingProperty : `${place}.${params.missingProperty}`;
    return `"${missing}" is missing`;
  }
  const wanted = keyword === "enum" ? `must be one of ${params.allowedValues.join(", ")}` : message;
  return `${named} ${wanted}, not ${shown(data)}`;
}

const LONGEST = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
