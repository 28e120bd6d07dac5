/**
 * What can be found out about somebody's kernel: how it is built, with which compiler, what is linked, how it boots. Asks
 * make what it would do (`make -n`): nothing is built, but makefiles run programs of their own as they are read
 * (`$(shell …)`), so nobody calls this for a folder that is not trusted.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { parseCompilerCommand, runProcess } from "../kernel-build/index.js";
import { type BootRecipe, bootRecipe } from "./boot-recipe.js";
import { type EntryFunction, findEntry } from "./entry-function.js";
import {
  type LinkCommand,
  type MakeDatabase,
  type MakeOutput,
  parseMakeDatabase,
  parseMakeOutput,
} from "./make-output.js";

export type BuildKind = "make" | "kbuild" | "none";

export interface Survey {
  readonly root: string;
  readonly name: string;
  readonly kind: BuildKind;
  /** How make is called. */
  readonly command: readonly string[];
  /** Units that the build compiles. */
  readonly units: number;
  /** Words of the compiler: `["gcc"]`, `["ccache", "i686-elf-gcc"]`. */
  readonly compiler: readonly string[];
  /** The variable of the makefile that names the compiler, and how many of the units follow it. */
  readonly variable?: { readonly name: string; readonly units: number };
  /** What to make besides the default: the files that boot. */
  readonly goals: readonly string[];
  readonly hasClean: boolean;
  /** The linked kernel, relative to the root. */
  readonly symbols?: string;
  readonly boot?: BootRecipe & { readonly target: string };
  /** Where its C code begins. */
  readonly entry?: EntryFunction;
  /** Clauses: what could not be found out. */
  readonly open: readonly string[];
}

const DEADLINE = 180_000;
const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"];
/** Targets that start the kernel, the ones without a window first. */
const BOOT_TARGETS =
  /^(qemu-nox|qemu-nographic|run-nox|run-nographic|run-console|qemu-serial|qemu|run-qemu|run|boot|emulate|emu|start|simulate|sim|launch|test-qemu)$/;
/** Put in the compiler's place, to see what follows a variable. */
const STAND_IN = "weft-compiler";

/** `command`: how make is called, where the default target is not what is wanted: `["make", "PROJECT=pc"]`. */
export async function surveyKernel(root: string, command: readonly string[] = ["make"]): Promise<Survey> {
  const name = basename(root);
  const none = {
    root,
    name,
    kind: "none" as const,
    command,
    units: 0,
    compiler: ["gcc"],
    goals: [],
    hasClean: false,
  };
  if (!MAKEFILES.some((file) => existsSync(join(root, file))))
    return { ...none, open: [`${root} has no makefile, so it is not known how its units are compiled`] };
  if (existsSync(join(root, "Kbuild")) && existsSync(join(root, "scripts/Kconfig.include")))
    return surveyKbuild(root, name);
  const make = createMake(root, command);
  const first = await make(["-k"]);
  let output = parseMakeOutput(first.text, root);
  // Makes that it calls print theirs as well, before.
  const databases = (await make(["-p", "-k"])).text.split(/^# Make data base.*$/m);
  const known = parseMakeDatabase(databases.at(-1) ?? "");
  const boot = await findBoot(known, make, root);
  const goals = await goalsOf(boot, make);
  const isBuilt = output.compiles.length === 0;
  if (goals.length > 0 || isBuilt)
    output = parseMakeOutput((await make([...goals, ...(isBuilt ? ["-B"] : [])])).text, root);
  const compiler = compilerOf(output);
  const again = isBuilt ? [...goals, "-B"] : goals;
  const variable = await findVariable(known, compiler, output.compiles.length, (words) =>
    make([...again, ...words]),
  );
  let kernel = kernelOf(output.links, boot);
  if (kernel === undefined) {
    // What boots may have lost its symbols; a second target often keeps them.
    const [target] = [...known.targets].filter((one) => one.endsWith(".elf"));
    const more = target === undefined ? [] : parseMakeOutput((await make([target])).text, root).links;
    kernel = kernelOf(more, undefined);
    if (kernel !== undefined && target !== undefined) goals.push(target);
  }
  const entry = findEntry(output.compiles);
  return {
    root,
    name,
    kind: "make",
    command,
    units: output.compiles.length,
    compiler,
    ...(variable === undefined ? {} : { variable }),
    goals,
    hasClean: known.targets.has("clean"),
    ...(kernel === undefined ? {} : { symbols: relative(root, kernel) }),
    ...(boot === undefined ? {} : { boot }),
    ...(entry === undefined ? {} : { entry }),
    open: [
      ...openQuestions(output, first.said, boot, kernel, variable),
      ...(await missingCompiler(compiler, root)),
    ],
  };
}

type Make = (
  words: readonly string[],
) => Promise<{ readonly text: string; readonly said: string; readonly fine: boolean }>;

function createMake(root: string, [program = "make", ...own]: readonly string[]): Make {
  const environment = { ...process.env, LC_ALL: "C", MAKEFLAGS: "" };
  return async (words) => {
    const run = await runProcess([program, "-n", "-w", ...own, ...words], {
      directory: root,
      environment,
      deadline: DEADLINE,
    });
    const said = run.errors.toString().trim().split("\n").at(-1) ?? "";
    return { text: run.output.toString(), said, fine: run.code === 0 };
  };
}

async function findBoot(known: MakeDatabase, make: Make, root: string): Promise<Survey["boot"]> {
  const order = BOOT_TARGETS.source.slice(2, -2).split("|");
  const targets = [...known.targets].filter((name) => BOOT_TARGETS.test(name));
  targets.sort((left, right) => order.indexOf(left) - order.indexOf(right));
  for (const target of targets) {
    const { guests } = parseMakeOutput((await make([target])).text, root);
    for (const guest of guests) {
      const recipe = bootRecipe(guest, root);
      if (recipe !== undefined) return { ...recipe, target };
    }
  }
  return undefined;
}

/** The files that boot, where make knows how to make them. */
async function goalsOf(boot: Survey["boot"], make: Make): Promise<string[]> {
  if (boot === undefined) return [];
  const { kernel, initrd, cdrom, disks = [] } = boot.run;
  const words = boot.run.arguments ?? [];
  const floppies = words.filter((_, at) => /^-fd[ab]$/.test(words[at - 1] ?? ""));
  const files = [kernel, initrd, cdrom, ...disks, ...floppies].filter((file) => file !== undefined);
  return (await make(files)).fine ? files : [];
}

/** The commonest one. */
function compilerOf({ compiles }: MakeOutput): string[] {
  const counts = new Map<string, number>();
  for (const { arguments: words, directory } of compiles) {
    const text = parseCompilerCommand(words, directory).compiler.join(" ");
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const [most] = [...counts].sort((left, right) => right[1] - left[1]);
  return (most?.[0] ?? "gcc").split(" ");
}

async function findVariable(
  known: MakeDatabase,
  compiler: readonly string[],
  units: number,
  make: Make,
): Promise<Survey["variable"]> {
  if (units === 0) return undefined;
  const named = [...known.variables].filter(([, value]) => value.endsWith(compiler.at(-1) as string));
  const names = new Set(["CC", ...named.map(([name]) => name)]);
  let best: Survey["variable"];
  for (const name of [...names].slice(0, 6)) {
    const { text } = await make([`${name}=${STAND_IN}`]);
    const followers = parseMakeOutput(text, "/", STAND_IN).compiles.filter(({ arguments: words }) =>
      words.includes(STAND_IN),
    ).length;
    if (followers > (best?.units ?? 0)) best = { name, units: followers };
    if (followers >= units) break;
  }
  return best;
}

/** What is linked to an address of its own, from most objects; boot loaders and programs are smaller. */
function kernelOf(links: readonly LinkCommand[], boot: Survey["boot"]): string | undefined {
  const booted = boot?.run.kernel;
  const direct = links.find(({ output }) => booted !== undefined && output.endsWith(`/${booted}`));
  // Of several passes over the same objects the last one counts.
  const [largest] = links
    .filter(({ placed }) => placed)
    .reverse()
    .sort((left, right) => right.inputs - left.inputs);
  return (direct ?? largest)?.output;
}

function openQuestions(
  output: MakeOutput,
  said: string,
  boot: Survey["boot"],
  kernel: string | undefined,
  variable: Survey["variable"],
): string[] {
  const units = output.compiles.length;
  const why = said === "" ? "" : ` (it said: ${said})`;
  return [
    ...(units === 0 ? [`make would compile no C or C++ unit${why}`] : []),
    ...(units > 0 && (variable?.units ?? 0) < units
      ? [
          `${units - (variable?.units ?? 0)} of ${units} units name their compiler otherwise than by a variable`,
        ]
      : []),
    ...(boot === undefined
      ? ["no target of the makefile starts QEMU, so it is not known how the kernel boots"]
      : []),
    ...(kernel === undefined ? ["no linked kernel with a linker script was seen"] : []),
  ];
}

async function missingCompiler(compiler: readonly string[], root: string): Promise<string[]> {
  const run = await runProcess([...compiler, "--version"], { directory: root, deadline: 10_000 }).catch(
    () => undefined,
  );
  if (run?.code === 0) return [];
  return [
    `${compiler.join(" ")} is not on this machine: install it, or name another one in "build.compiler"`,
  ];
}

/** Linux and what is built like it: its ways are known. */
function surveyKbuild(root: string, name: string): Survey {
  const file = join(root, ".config");
  const config = existsSync(file) ? readFileSync(file, "utf8") : "";
  const is64 = /^CONFIG_X86_64=y$/m.test(config);
  const run = {
    ...(is64 ? { architecture: "x86_64" as const } : {}),
    kernel: "arch/x86/boot/bzImage",
    append: "console=ttyS0 panic=-1",
    memory: 256,
  };
  return {
    root,
    name,
    kind: "kbuild",
    command: ["make"],
    units: 0,
    compiler: ["gcc"],
    variable: { name: "CC", units: 0 },
    goals: [`ARCH=${is64 ? "x86_64" : "i386"}`, "bzImage"],
    hasClean: true,
    symbols: "vmlinux",
    boot: { run, left: [], target: "bzImage" },
    entry: { name: "start_kernel", file: "init/main.c", hasParameters: false },
    open: [
      ...(config === ""
        ? ["there is no .config yet: make one first, for example with make ARCH=i386 defconfig"]
        : []),
      ...(/^CONFIG_DEBUG_INFO=y$/m.test(config)
        ? []
        : ["CONFIG_DEBUG_INFO is off, so the debugger would see no lines"]),
    ],
  };
}
