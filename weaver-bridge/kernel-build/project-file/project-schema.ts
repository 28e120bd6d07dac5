/** Checks `weft.json` against its JSON schema and turns what is wrong into problems at the offending value. */
import type { ErrorObject } from "ajv";
import { findNodeAtLocation, getNodeValue, type Node } from "jsonc-parser";
import type { Problem, SourceRange } from "../../model/index.js";
import { schemaErrors } from "./project-validator.js";

/** Empty when the file is right. `tree` is the parsed `text`. */
export function validateProject(file: string, text: string, tree: Node): Problem[] {
  // Of a choice only the whole is told, not what each alternative lacks.
  const errors = schemaErrors(getNodeValue(tree)).filter(
    ({ schemaPath }) => !/\/oneOf\/|\/run\/anyOf\//.test(schemaPath),
  );
  return errors.map((error) => problemOf(error, file, text, tree));
}

/** Range of UTF-16 offsets as a source range; columns count bytes. */
export function offsetRange(file: string, text: string, offset: number, length: number): SourceRange {
  const start = placeOf(text, offset);
  const end = placeOf(text, offset + length);
  return { file, startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function problemOf(error: ErrorObject, file: string, text: string, tree: Node): Problem {
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const extra = error.params.additionalProperty as string | undefined;
  const value = findNodeAtLocation(tree, extra === undefined ? path : [...path, extra]) ?? tree;
  const node = extra === undefined ? value : (value.parent?.children?.[0] ?? value);
  const length = node.type === "object" || node.type === "array" ? 1 : node.length;
  return {
    code: "project/schema",
    severity: "error",
    range: offsetRange(file, text, node.offset, length),
    message: messageOf(error, path),
    hint: hintOf(error),
  };
}

function messageOf(error: ErrorObject, path: readonly (string | number)[]): string {
  const name = path.length === 0 ? "the project" : path.join(".");
  if (error.keyword === "additionalProperties")
    return `unknown property "${error.params.additionalProperty}" in ${name}`;
  if (error.keyword === "required") return `${name} lacks the property "${error.params.missingProperty}"`;
  if (error.keyword === "anyOf" && name === "run")
    return 'run names nothing that boots: it needs "kernel", "disks", "cdrom" or "arguments"';
  if (error.keyword === "oneOf" && name === "live.area")
    return 'live.area needs either a "symbol", or an "address" as "0x…" and a "size" of at least 4096 bytes';
  if (error.keyword === "oneOf")
    return `${name} needs either "files" or "database"${error.params.passingSchemas === null ? "" : ", not both"}`;
  if (error.keyword === "format" && error.params.format === "quick-regex")
    return `${name} is not a regular expression with one * or + at most, no repeated groups, no references, no looks around`;
  if (error.keyword === "format") return `${name} is not a valid regular expression`;
  if (error.keyword === "enum") return `${name} must be one of ${error.params.allowedValues.join(", ")}`;
  return `${name} ${error.message ?? "is wrong"}`;
}

function hintOf(error: ErrorObject): string {
  const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {});
  if (error.keyword === "additionalProperties") return `Known here: ${known.join(", ")}.`;
  const missing = error.parentSchema?.properties?.[error.params.missingProperty]?.description;
  if (error.keyword === "required" && typeof missing === "string")
    return `Add "${error.params.missingProperty}": ${missing}`;
  const description = error.parentSchema?.description as string | undefined;
  return description ?? "See weaver-bridge/schemas/weft.schema.json.";
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: Buffer.byteLength(before.slice(start)) + 1 };
}
