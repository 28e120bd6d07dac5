/** Where a new aspect goes: its file, and its entry in `weft.json` if no pattern there finds it. */
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type JSONPath, modify, parse } from "jsonc-parser";
import type { Project } from "../kernel-build/index.js";
import { readRegular } from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import type { FileChange } from "../refactor/index.js";

export interface NewAspect {
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly projectChanges: readonly FileChange[];
}

/** A problem when there is no place for it. `configurations`: the only ones that get it. */
export function newAspect(
  project: Project,
  { name, into }: { readonly name?: string | undefined; readonly into?: string | undefined },
  suggestion: string,
  configurations?: readonly string[],
): NewAspect | Problem {
  const aspect = name ?? suggestion;
  const own = project.aspects.filter((file) => file.startsWith(`${project.root}/`));
  const folder = own.length > 0 ? dirname(own[0] ?? "") : join(project.root, "aspects");
  const file = into ?? join(folder, `${fileName(aspect)}.ah`);
  if (!/^[A-Za-z_]\w*$/.test(aspect))
    return wrong(`${JSON.stringify(aspect)} is no name for an aspect`, "Give one with --name.");
  if (existsSync(file))
    return wrong(`${file} exists already`, "Name another file with --into, or another aspect with --name.");
  const path = relative(project.root, file);
  const text = readRegular(project.file, "utf8");
  if (configurations === undefined)
    return {
      name: aspect,
      file,
      projectChanges: isListed(text, path) ? [] : append(project.file, text, [["aspects"]], path),
    };
  const places = configurations.map((one): JSONPath => ["configurations", one, "aspects"]);
  return { name: aspect, file, projectChanges: append(project.file, text, places, path) };
}

/** A name for an aspect: `thread_list` makes `ThreadList`. */
export function camelCase(name: string): string {
  return name
    .split("_")
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");
}

const fileName = (aspect: string) =>
  aspect
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();

function wrong(message: string, hint: string): Problem {
  return { code: "refactor/new-aspect", severity: "error", message, hint };
}

/** One of the patterns is `FOLDER/*.ah`, and the file would stand in that folder. */
function isListed(text: string, path: string): boolean {
  const { aspects = [] } = parse(text) as { readonly aspects?: readonly string[] };
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return aspects.some((pattern) => pattern === `${folder}*.ah` || pattern === "**/*.ah");
}

function append(file: string, text: string, places: readonly JSONPath[], path: string): FileChange[] {
  const edits = places.flatMap((place) => {
    const exists = hasList(text, place);
    const tabs = /^\t/m.test(text);
    const options = { formattingOptions: { insertSpaces: !tabs, tabSize: 2, keepLines: true } };
    return exists
      ? modify(text, [...place, -1], path, { ...options, isArrayInsertion: true })
      : modify(text, place, [path], options);
  });
  const bytes = (offset: number) => Buffer.byteLength(text.slice(0, offset));
  return [
    {
      file,
      edits: edits.map(({ offset, length, content }) => ({
        range: { start: bytes(offset), end: bytes(offset + length) },
        text: Buffer.from(content).toString("latin1"),
      })),
    },
  ];
}

function hasList(text: string, place: JSONPath): boolean {
  let value: unknown = parse(text);
  for (const part of place) value = (value as Record<string, unknown> | undefined)?.[String(part)];
  return Array.isArray(value);
}
