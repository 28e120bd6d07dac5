/** From what was found out about a kernel to a `weft.json`, with a reason for each line. Pure. */
import { relative } from "node:path";
import { lookUp } from "../model/index.js";
import type { EntryFunction } from "./entry-function.js";
import { withMends } from "./mend-build.js";
import type { Proposal, ProposedSetting, Survey } from "./survey-result.js";

export function proposeProject(survey: Survey): Proposal {
  const { boot, entry, symbols } = survey;
  const settings: ProposedSetting[] = [
    { name: "name", value: survey.name, because: "the folder's name" },
    { name: "aspects", value: ["aspects/*.ah"], because: "where the kernel's aspects are to be" },
    ...survey.build,
  ];
  const add = (name: string, value: unknown, because: string) => settings.push({ name, value, because });
  const image = boot?.run.disks?.[0] ?? boot?.run.cdrom ?? boot?.run.kernel;
  if (image !== undefined && boot !== undefined) add("build.image", image, boot.because);
  if (symbols !== undefined)
    add("build.symbols", symbols, "what is linked of the most objects, with a linker script or an address");
  for (const [name, value] of Object.entries(boot?.run ?? {})) add(`run.${name}`, value, boot?.because ?? "");
  if (entry !== undefined && boot !== undefined)
    add("run.stopAt", entry.name, `the kernel's C code begins there (${entry.file})`);
  const proposal = { settings, open: survey.open };
  const debug = { words: ["-g"], because: "without -g the debugger would see no lines" };
  const mends = [...(survey.mends ?? []), ...(survey.hasDebugInfo ? [] : [debug])];
  return mends.length === 0 ? proposal : (withMends(proposal, mends) ?? proposal);
}

/** The text of `weft.json`. */
export function projectText({ settings }: Proposal): string {
  const project: Record<string, unknown> = {};
  for (const { name, value } of settings) {
    const [section = "", key] = name.split(".");
    if (key === undefined) project[section] = value;
    else project[section] = { ...(lookUp(project, section) as object | undefined), [key]: value };
  }
  return `${JSON.stringify(project, undefined, 2).replace(/\[\n +((?:"[^"\n]*"(?:,\n +)?)+)\n +\]/g, (_, items: string) => `[${items.replace(/,\n\s+/g, ", ")}]`)}\n`;
}

/**
 * The first aspect of a kernel in the folder `root`, woven into the function where it begins, and into no program's of that
 * name.
 */
export function firstAspect({ name, file, hasParameters, isShared }: EntryFunction, root: string): string {
  const there = isShared === true ? ` && file("${relative(root, file)}")` : "";
  return `// Counts how often ${name} runs: advice to look at, to step into, to change.
// "weft why FILE:LINE" and the editor tell where advice applies, and why.
aspect FirstSteps {
  unsigned long runs;

  advice execution("% ${name}(${hasParameters ? "..." : ""})"${there}) : before() {
    runs++;
  }
};
`;
}
