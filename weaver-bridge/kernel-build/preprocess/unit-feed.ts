/** How the compiler is given a unit's text with a tail behind it, so that it says what it says of the file itself. */
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { markerName, unlessRefused, withIncludes } from "../../model/index.js";
import type { CompilerCommand, CompilerInput } from "../command/compiler-command.js";
import { compilerIdentity } from "../command/compiler-identity.js";
import { readHanded } from "../files/read-regular.js";
import type { PreprocessOptions } from "./preprocess-options.js";

/** UTF-8's, as latin1. Compilers skip it at the start of a file only, and the text is not always fed as one. */
const BYTE_ORDER_MARK = "\xef\xbb\xbf";

export function isClang(command: CompilerCommand, input: CompilerInput): boolean {
  return compilerIdentity(command, input).family === "clang";
}

/** Means something else in the file that the compiler begins with than in one that is included. */
const OF_FIRST_FILE = /\b(?:__INCLUDE_LEVEL__|include_next|system_header)\b/;

export interface Feed {
  readonly before: readonly string[];
  /** Main file of the run. */
  readonly file: string;
  /** Standard input, latin1. */
  readonly text: string | undefined;
  readonly normalise: (output: string) => string;
}

export function feed(
  command: CompilerCommand,
  input: CompilerInput,
  options: PreprocessOptions,
  folder: string,
  ready: string | undefined,
): Feed {
  const tail = options.tail ?? "";
  if (input.path === "-") {
    return {
      before: [],
      file: "-",
      text: `${ready ?? ownText(command, input, options)}\n${tail}`,
      normalise: (text) => text,
    };
  }
  if (isClang(command, input)) return feedClang(command, input, options, folder);
  const isFile = options.overlay === undefined && ready === undefined && !/["\\\n]/.test(input.path);
  const text = () => ownText(command, input, options);
  // What can't be read is the compiler's to say.
  const written = ready ?? (isFile ? (unlessRefused(text) ?? "") : text());
  const canInclude = isFile && !OF_FIRST_FILE.test(written);
  const own = () => ready ?? anchorIncludes(written, input, command);
  const unit = canInclude ? `#include "${latin1(input.path)}"` : `# 1 "${markerName(input.path)}"\n${own()}`;
  return {
    before: [
      "-Wno-builtin-macro-redefined",
      `-D__BASE_FILE__="${escapeMarker(mappedName(command, input.path))}"`,
      ...(canInclude ? [] : ["-iquote", dirname(input.path)]),
    ],
    file: "-",
    text: `${unit}\n${tail}`,
    normalise: hideStandardInput,
  };
}

/** As GCC maps `__FILE__` and `__BASE_FILE__`: the last map whose left side begins the name. */
function mappedName({ items }: CompilerCommand, name: string): string {
  for (const item of items.toReversed()) {
    const [, from = "", to = ""] =
      /^-f(?:macro|file)-prefix-map=([^=]*)=(.*)$/s.exec(item.kind === "option" ? item.name : "") ?? [];
    if (from !== "" && name.startsWith(from)) return to + name.slice(from.length);
  }
  return name;
}

/** Clang reads the unit under its own name; a virtual file overlay supplies the text with the tail behind it. */
function feedClang(
  command: CompilerCommand,
  input: CompilerInput,
  options: PreprocessOptions,
  folder: string,
): Feed {
  const headers = [...(options.headers ?? [])];
  const name = resolve(command.directory, input.path);
  const isPlain = options.tail === undefined && options.overlay === undefined && headers.length === 0;
  // That it is not there is the compiler's to say.
  if (isPlain || (options.overlay === undefined && !existsSync(name)))
    return { before: [], file: input.path, text: undefined, normalise: (text) => text };
  const contents = join(folder, "unit");
  const overlay = join(folder, "overlay.json");
  writeFileSync(contents, `${ownText(command, input, options)}\n${options.tail ?? ""}`, "latin1");
  const roots = [{ type: "file", name, "external-contents": contents }];
  for (const [index, [path, text]] of headers.entries()) {
    const external = join(folder, `header-${index}`);
    writeFileSync(external, text, "latin1");
    roots.push({ type: "file", name: path, "external-contents": external });
  }
  writeFileSync(overlay, JSON.stringify({ version: 0, "use-external-names": false, roots }));
  return { before: ["-ivfsoverlay", overlay], file: input.path, text: undefined, normalise: (text) => text };
}

export function ownText(command: CompilerCommand, input: CompilerInput, options: PreprocessOptions): string {
  const text = options.overlay ?? readHanded(resolve(command.directory, input.path), "latin1");
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
}

/**
 * Quoted includes are searched beside the includer first, which for standard input is the working directory. Names
 * that exist beside the unit are spelled with its folder, as the compiler itself would spell them.
 */
function anchorIncludes(text: string, input: CompilerInput, command: CompilerCommand): string {
  const folder = input.path.slice(0, input.path.lastIndexOf("/") + 1);
  if (folder === "") return text;
  return withIncludes(text, ({ isQuoted, path }) => {
    const beside = folder + path;
    return isQuoted && existsSync(resolve(command.directory, beside)) ? beside : path;
  });
}

/**
 * Makes GCC's output speak of the unit where it speaks of standard input:
 * `# 0 "<stdin>"` … `# 1 "<stdin>"`, `# 1 "unit.c" 1` … `# 2 "<stdin>" 2`.
 */
function hideStandardInput(output: string): string {
  const entry = /^# 1 "<stdin>"\n# 1 ("(?:[^"\\\n]|\\.)*")(?: 1)?\n/m.exec(output);
  if (entry === null) return output;
  const head = output.slice(0, entry.index).replaceAll('"<stdin>"', entry[1] as string);
  const rest = output.slice(entry.index + entry[0].length);
  return withoutReturn(`${head}# 1 ${entry[1]}\n${rest}`);
}

/** Drops the marker by which the include returns to standard input, just before the tail or the end. */
function withoutReturn(text: string): string {
  const tail = text.indexOf('\n# 1 "<weft-tail>"');
  const end = tail === -1 ? text.length : tail + 1;
  const marker = text.lastIndexOf('\n# 2 "<stdin>" 2\n', end);
  if (marker === -1 || text.slice(marker + 17, end).trim() !== "") return text;
  return text.slice(0, marker + 1) + text.slice(end);
}

export function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function escapeMarker(path: string): string {
  return path.replace(/["\\]/g, "\\$&");
}
