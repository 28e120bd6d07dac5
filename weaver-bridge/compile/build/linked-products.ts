/**
 * What objects were linked into. Where one rule compiles and links, make knows the program and none of its objects: that
 * an object is old, nobody would tell it. So what holds an object becomes old with it, through archives too.
 */
import { basename } from "node:path";
import { type LinkRecord, type Project, readLinkRecords, realPlace } from "../../kernel-build/index.js";
import { archiveMembers } from "./archive-members.js";

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
