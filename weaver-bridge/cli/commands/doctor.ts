/** `weft doctor`: what is missing on the machine or wrong in the project, each with the next step. Builds nothing. */
import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { findLibclang } from "../../clang-ast/src/index.js";
import {
  findProjectRoot,
  guestProblems,
  harmlessOptions,
  hasSandbox,
  isCompilerName,
  loadProject,
  PROJECT_FILE,
  type Project,
  parseCompilerCommand,
  programInPath,
  projectCommands,
  type ToolNeed,
  toolProblems,
} from "../../kernel-build/index.js";
import {
  hasErrors,
  howToInstall,
  isInRange,
  MACHINE_TOOLS,
  type MachineTool,
  type Problem,
} from "../../model/index.js";
import { loadAspects } from "../../pipeline/index.js";
import { EXIT, printJson, printProblems } from "../output.js";
import { ownPackage } from "../own-package.js";
import { olderClang } from "./older-clang.js";

export interface DoctorFlags {
  readonly path?: string | undefined;
  readonly json?: boolean;
  /** Try the compiler as the project names it, also where that runs a program or words of the folder. */
  readonly run?: boolean;
}

interface Finding {
  readonly what: string;
  readonly problems: readonly Problem[];
}

export async function doctor(flags: DoctorFlags): Promise<number> {
  const folder = resolve(flags.path ?? ".");
  const root = findProjectRoot(folder);
  const findings = [
    ...(await machineFindings(root === undefined ? undefined : loadProject(root).value, flags.run === true)),
    ...(root === undefined ? [noProject(folder)] : projectFindings(root)),
  ];
  const problems = findings.flatMap((finding) => finding.problems);
  if (flags.json === true) printJson({ version: 1, findings, problems });
  else
    for (const { what, problems: found } of findings) {
      process.stdout.write(
        `${hasErrors(found) ? "failed" : found.length > 0 ? "look  " : "ok    "} ${what}\n`,
      );
      printProblems(found);
    }
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

async function machineFindings(project: Project | undefined, runsAll: boolean): Promise<Finding[]> {
  const is64 = project?.run?.architecture === "x86_64";
  const named = project?.build?.compiler ?? "gcc";
  const compiler = runsAll ? named : systemCompiler(named);
  const what = told("gcc", `${named} -m32`);
  const needs: [ToolNeed, string][] = [
    ...(is64 || compiler === undefined ? [] : ([["compiler", what]] satisfies [ToolNeed, string][])),
    ["make", told("make")],
    is64 ? ["qemu64", told("qemu", "qemu-system-x86_64")] : ["qemu", told("qemu", "qemu-system-i386")],
    ["gdb", told("gdb")],
    ["clang", told("clang")],
    ["clangd", told("clangd")],
    ["git", told("git")],
  ];
  const tools = needs.map(async ([need, what]) => ({ what, problems: await toolProblems([need], compiler) }));
  const untried = is64 || compiler !== undefined ? [] : [{ what, problems: [notTried(named)] }];
  return [
    nodeFinding(),
    await libclangFinding(compiler),
    ...untried,
    ...(await Promise.all(tools)),
    sandboxFinding(),
  ];
}

/** `clangd: completion and navigation in C and C++` */
function told(tool: MachineTool, name: string = tool): string {
  return `${name}: ${MACHINE_TOOLS[tool].for}`;
}

function nodeFinding(): Finding {
  const { engines } = ownPackage();
  const what = `Node ${process.versions.node}: runs Weft`;
  if (isInRange(process.versions.node, engines.node)) return { what, problems: [] };
  const message = `Weft is tried with Node ${engines.node}, and this is ${process.versions.node}`;
  const hint = "Install one of those, for example: sudo npm install --global node@24";
  return { what, problems: [{ code: "doctor/node", severity: "error", message, hint }] };
}

/** The compiler with only words that run nothing of the folder; undefined where it is not one of this machine by its name. */
function systemCompiler(named: string): string | undefined {
  const words = named.trim().split(/\s+/);
  const { compiler, items } = parseCompilerCommand(words, "/");
  const isPlain = compiler.length === 1 && isCompilerName(named.split(/\s/)[0] ?? "");
  const path = isPlain ? programInPath(compiler[0] ?? "") : undefined;
  const known = harmlessOptions(parseCompilerCommand(words, "/"));
  return path === undefined || known.length !== items.length ? undefined : [path, ...known].join(" ");
}

function notTried(named: string): Problem {
  return warning(
    "doctor/not-tried",
    `${named} was not tried: the project chooses what that runs`,
    "Where you trust the folder, say weft doctor --run.",
  );
}

function sandboxFinding(): Finding {
  const what = told("bubblewrap");
  const next =
    programInPath("bwrap") === undefined
      ? `Install it, ${howToInstall("bubblewrap")}`
      : "It is installed, and may make no namespaces here, as in many containers";
  const hint = `${next}. Without it they run with the same words and no such wall.`;
  const missing = [warning("doctor/no-sandbox", "bwrap does not run here", hint)];
  return { what, problems: hasSandbox() ? [] : missing };
}

/** Without a compiler that may be run it is not held against one. */
async function libclangFinding(compiler: string | undefined): Promise<Finding> {
  const what = told("libclang");
  const found = findLibclang();
  if ("problem" in found) return { what, problems: [found.problem] };
  const older = compiler === undefined ? undefined : await olderClang(compiler, found.value);
  return { what, problems: older === undefined ? [] : [older] };
}

function projectFindings(root: string): Finding[] {
  const { value: project, problems } = loadProject(root);
  const settings = { what: `${PROJECT_FILE} of ${root}`, problems };
  if (project === undefined) return [settings];
  const commands = projectCommands(project);
  const units = commands.value.length;
  return [
    settings,
    {
      what: `compile commands of ${units} units`,
      problems: [
        ...commands.problems,
        ...(units === 0
          ? [
              warning(
                "doctor/no-commands",
                "no unit is known yet",
                "Run weft build, which records how units are compiled.",
              ),
            ]
          : []),
      ],
    },
    { what: `${project.aspects.length} aspect files`, problems: loadAspects(project.aspects, root).problems },
    { what: "the built kernel", problems: imageProblems(project) },
  ];
}

function imageProblems(project: Project): Problem[] {
  const { build, run } = project;
  const files = [build?.image, build?.symbols, run?.kernel, run?.initrd, run?.cdrom, ...(run?.disks ?? [])];
  const missing = [...new Set(files)].filter(
    (file) => file !== undefined && !existsSync(resolve(project.root, file)),
  );
  return [
    ...guestProblems(project).filter(({ code }) => code === "run/no-firmware"),
    ...missing.map((file) => warning("doctor/no-image", `${file} does not exist yet`, "Run weft build.")),
    ...(run === undefined
      ? [
          warning(
            "doctor/no-run",
            `${relative(project.root, project.file)} does not say how the kernel boots`,
            'Add "run": {"kernel": "…"}, {"disks": ["…"]} or {"cdrom": "…"}.',
          ),
        ]
      : []),
    ...(build?.symbols === undefined && run?.kernel === undefined
      ? [
          warning(
            "doctor/no-symbols",
            "no file with debug information is named, so nothing can be debugged",
            'Add "symbols" to "build".',
          ),
        ]
      : []),
  ];
}

function noProject(folder: string): Finding {
  const message = `no ${PROJECT_FILE} in ${folder} or above`;
  return {
    what: "a project",
    problems: [warning("doctor/no-project", message, "weft init makes one for a kernel.")],
  };
}

function warning(code: string, message: string, hint: string): Problem {
  return { code, severity: "warning", message, hint };
}
