/**
 * What objects were linked into. Where one rule compiles and links, make knows the program and none of its objects: that
 * an object is old, nobody would tell it. So what holds an object becomes old with it, through archives too.
 */
import { basename } from "node:path";
import {
  type LinkRecord,
  type Project,
  readLinkRecords,
  readRegular,
  realPlace,
  unlessRefused,
} from "../../kernel-build/index.js";

/** Absolute paths of all that links and archives make of the objects (absolute), as far as `weft cc` linked it. */
export function productsOf(project: Pick<Project, "root">, objects: readonly string[]): string[] {
  const links = readLinkRecords(project);
  if (links.length === 0 || objects.length === 0) return [];
  const found = new Set(objects.map(realPlace));
  const given = new Set(found);
  for (const archive of archivesOf(links))
    if (archiveMembers(archive).some((name) => [...given].some((object) => basename(object) === name)))
      found.add(archive);
  for (let known = -1; known < found.size; ) {
    known = found.size;
    for (const { inputs, output } of links) if (inputs.some((input) => found.has(input))) found.add(output);
  }
  return [...found].filter((file) => !given.has(file));
}

const archivesOf = (links: readonly LinkRecord[]): Set<string> =>
  new Set(links.flatMap(({ inputs }) => inputs.filter((input) => input.endsWith(".a"))));

const HEADER = 60;

/** Names of the files in an archive of `ar`, as the GNU and the BSD one write it; none of what is no archive. */
export function archiveMembers(file: string): string[] {
  const bytes = unlessRefused(() => readRegular(file)) ?? Buffer.alloc(0);
  const magic = bytes.toString("latin1", 0, 8);
  if (magic !== "!<arch>\n" && magic !== "!<thin>\n") return [];
  const names: string[] = [];
  let long = "";
  for (let at = 8; at + HEADER <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 16).trimEnd();
    const size = Number.parseInt(bytes.toString("latin1", at + 48, at + 58), 10);
    if (!Number.isInteger(size) || size < 0) return names;
    const data = at + HEADER;
    const isTable = name === "/" || name === "//" || name === "/SYM64/";
    if (name === "//") long = bytes.toString("latin1", data, data + size);
    else if (!isTable) names.push(memberName(name, long, bytes.toString("latin1", data, data + 256)));
    // A thin archive has the files beside it.
    const held = magic === "!<thin>\n" && !isTable ? 0 : size;
    at = data + held + (held % 2);
  }
  return names;
}

function memberName(name: string, long: string, data: string): string {
  const inTable = /^\/(\d+)/.exec(name)?.[1];
  if (inTable !== undefined) {
    const from = Number(inTable);
    return basename(long.slice(from, long.indexOf("\n", from)).replace(/\/$/, ""));
  }
  const before = /^#1\/(\d+)$/.exec(name)?.[1];
  return before === undefined ? name.replace(/\/$/, "") : data.slice(0, Number(before)).replace(/\0+$/, "");
}
