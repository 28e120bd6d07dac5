/** From what was found out about a kernel to a `weft.json`, with a reason for each line. Pure. */
import type { EntryFunction } from "./entry-function.js";
import type { Survey } from "./survey.js";

export interface ProposedSetting {
  /** `build.make` */
  readonly name: string;
  readonly value: unknown;
  /** A clause. */
  readonly because: string;
}

export interface Proposal {
  readonly settings: readonly ProposedSetting[];
  /** What a user has to say or do before it is whole. */
  readonly open: readonly string[];
}

export function proposeProject(survey: Survey): Proposal {
  const { boot, compiler, symbols, variable } = survey;
  const settings: ProposedSetting[] = [
    { name: "name", value: survey.name, because: "the folder's name" },
    { name: "aspects", value: ["aspects/*.ah"], because: "where the kernel's aspects are to be" },
  ];
  const add = (name: string, value: unknown, because: string) => settings.push({ name, value, because });
  if (survey.kind !== "none") {
    add("build.make", makeWords(survey), makeReason(survey));
    if (compiler.join(" ") !== "gcc")
      add("build.compiler", compiler.join(" "), `${survey.units} units are compiled by it`);
    if (survey.hasClean) add("build.clean", ["make", "clean"], "the makefile has a target of that name");
    const image = boot?.run.disks?.[0] ?? boot?.run.cdrom ?? boot?.run.kernel;
    if (image !== undefined) add("build.image", image, `make ${boot?.target} boots it`);
    if (symbols !== undefined)
      add(
        "build.symbols",
        symbols,
        survey.kind === "kbuild"
          ? "Linux links it"
          : "what is linked of the most objects, with a linker script or an address",
      );
  }
  for (const [name, value] of Object.entries(boot?.run ?? {}))
    add(
      `run.${name}`,
      value,
      survey.kind === "kbuild" ? "how Linux boots on QEMU" : `make ${boot?.target} says so`,
    );
  const needsVariable = survey.kind === "make" && variable === undefined && survey.units > 0;
  return {
    settings,
    open: [
      ...survey.open,
      ...(needsVariable ? ["no variable of the makefile names the compiler: use one, CC, in its rules"] : []),
    ],
  };
}

function makeWords({ command, goals, kind, variable }: Survey): string[] {
  const names = variable !== undefined && variable.name !== "CC" ? [`${variable.name}={cc}`] : [];
  return kind === "none" ? [] : [...command, ...goals, ...names];
}

function makeReason({ goals, kind, units, variable }: Survey): string {
  if (kind === "kbuild") return "Kbuild takes the compiler as CC";
  const followers = `${variable?.units ?? 0} of ${units} units follow the variable ${variable?.name ?? "CC"}`;
  return goals.length === 0 ? followers : `${followers}; ${goals.join(" and ")} boot`;
}

/** The text of `weft.json`. */
export function projectText({ settings }: Proposal): string {
  const project: Record<string, unknown> = {};
  for (const { name, value } of settings) {
    const [section = "", key] = name.split(".");
    if (key === undefined) project[section] = value;
    else project[section] = { ...(project[section] as object | undefined), [key]: value };
  }
  return `${JSON.stringify(project, undefined, 2).replace(/\[\n\s+((?:"[^"\n]*"(?:,\n\s+)?)+)\n\s+\]/g, (_, items: string) => `[${items.replace(/,\n\s+/g, ", ")}]`)}\n`;
}

/** The first aspect of a kernel, woven into the function where it begins. */
export function firstAspect({ name, hasParameters }: EntryFunction): string {
  return `// Counts how often ${name} runs: advice to look at, to step into, to change.
// "weft why FILE:LINE" and the editor tell where advice applies, and why.
aspect FirstSteps {
  unsigned long runs;

  advice execution("% ${name}(${hasParameters ? "..." : ""})") : before() {
    runs++;
  }
};
`;
}
