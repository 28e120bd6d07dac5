/** The command by which Linux's Kbuild compiled a unit: it leaves it beside the object, in `.NAME.o.cmd`. */

import { basename, extname, join } from "node:path";
import { unlessRefused } from "../../model/index.js";
import { readRegular } from "../files/read-regular.js";
import type { CompileCommand } from "./compile-command.js";
import { splitWords } from "./response-file.js";

/** `directory` is where it ran; `folders` are those that the object may be in. Undefined where there is none. */
export function kbuildCommand(
  source: string,
  directory: string,
  folders: readonly string[],
): CompileCommand | undefined {
  const name = `.${basename(source, extname(source))}.o.cmd`;
  for (const folder of folders) {
    const command = commandIn(join(folder, name));
    if (command !== undefined) return { directory, file: source, arguments: command };
  }
  return undefined;
}

/** `savedcmd_` since Linux 6.3. What follows it (objtool, symbol versions) compiles nothing. */
function commandIn(file: string): string[] | undefined {
  const text = unlessRefused(() => readRegular(file, "utf8")) ?? "";
  const line = /^(?:saved)?cmd_\S+ := (.*)$/m.exec(text)?.[1];
  const [command] = line?.replaceAll("$(pound)", "#").split(/ ; |; /) ?? [];
  return command === undefined ? undefined : splitWords(command);
}
