/** What is in an archive. */
import { basename } from "node:path";
import { readRegular } from "../../kernel-build/index.js";
import { unlessRefused } from "../../model/index.js";

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
  return before === undefined
    ? name.replace(/\/$/, "")
    : data.slice(0, Number(before)).replace(/(?<!\0)\0+$/, "");
}
