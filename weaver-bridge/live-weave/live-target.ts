/** A project, its guest that runs, and the kernel in that. */
import { resolve } from "node:path";
import {
  type GuestRecord,
  hasForeignRecord,
  orphanedGuest,
  presentGuest,
  runningGuest,
} from "../guest/index.js";
import {
  createModuleFiles,
  findProjectRoot,
  loadProject,
  type ModuleFiles,
  moduleFolders,
  type Project,
} from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { guestKernel, ImageError, readKernelImage } from "./index.js";
import { foreignGuest } from "./kept-area.js";
import { projectOfImage } from "./unprepared/image-project.js";

/** A project's folder, or one in it; the working directory by default. */
export interface ProjectChoice {
  readonly project?: string;
  /** In place of a project, a kernel's file. */
  readonly image?: string;
  /** QEMU's debug stub of a guest that runs it. */
  readonly stub?: string;
  readonly area?: string;
}

export interface LiveTarget {
  readonly project: Project;
  readonly guest: GuestRecord;
}

type Target = LiveTarget | { readonly problems: Problem[] };

/** Rejects with GuestError where the guest's agent does not answer. */
export async function liveTarget(choice: ProjectChoice): Promise<Target> {
  const target = recordedTarget(choice);
  if ("problems" in target) return target;
  const { project, guest } = target;
  return { project, guest: await (guest.isForeign ? foreignGuest(project, guest) : presentGuest(guest)) };
}

/** As who keeps the guest left it. */
export function recordedTarget(choice: ProjectChoice): Target {
  const named = namedProject(choice);
  if ("problems" in named) return named;
  const { project } = named;
  const guest = runningGuest(project);
  return guest === undefined ? { problems: [noGuest(project)] } : { project, guest };
}

export function namedProject({
  project: named,
  image,
  stub,
  area,
}: ProjectChoice): { readonly project: Project } | { readonly problems: Problem[] } {
  if (image !== undefined) return projectOfImage({ image, stub, area });
  if (stub !== undefined || area !== undefined) return { problems: [noImageNamed()] };
  const folder = resolve(named ?? ".");
  const { value, problems } = loadProject(findProjectRoot(folder) ?? folder);
  return value === undefined ? { problems: [...problems] } : { project: value };
}

export const imageFile = ({ root, build, run }: Project) =>
  resolve(root, build?.symbols ?? build?.image ?? run?.kernel ?? "");

/** With the modules that the guest has loaded. Rejects with GuestError. */
export async function runningKernel({ project, guest }: LiveTarget) {
  const read = kernelImage(project);
  if (read.image === undefined) return { problem: read.problem };
  const folders = moduleFolders(project, read.image.file);
  const known = MODULE_FILES.get(folders.join("\0")) ?? createModuleFiles(folders);
  MODULE_FILES.set(folders.join("\0"), known);
  return { kernel: await guestKernel(guest, read.image, known) };
}

/** By folders: what they have is looked for once. */
const MODULE_FILES = new Map<string, ModuleFiles>();

export function kernelImage(project: Project) {
  try {
    return { image: readKernelImage(imageFile(project)) };
  } catch (error) {
    if (!(error instanceof ImageError) && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const { message } = error as Error;
    const isOther = error instanceof ImageError && error.code === "other-machine";
    return { problem: isOther ? otherMachine(message) : noSymbols(message) };
  }
}

const noImageNamed = (): Problem => ({
  ...{ code: "live/no-image", severity: "error", message: "--stub and --area are said of a kernel's file" },
  hint: "Name it: --image ELF, with debug information.",
});

function noGuest(project: Project): Problem {
  const orphan = orphanedGuest(project);
  if (orphan !== undefined)
    return {
      code: "live/no-keeper",
      severity: "error",
      message: `the guest of ${project.name} runs on, but who kept it was killed`,
      hint: `weft live attach, in another terminal, keeps it, with all that is woven; kill ${orphan.processId} ends it.`,
    };
  const isForeign = hasForeignRecord(project)
    ? " that you started; what .weft/live/guest.json says came with the folder, and is not believed"
    : "";
  return {
    code: "live/no-guest",
    severity: "error",
    message: `no guest of ${project.name} runs${isForeign}`,
    hint: "Start it with weft run --live, in another terminal.",
  };
}

const otherMachine = (message: string): Problem => ({
  ...{ code: "live/machine", severity: "error", message },
  hint: "weft live resolve says what a pointcut means in it.",
});

function noSymbols(message: string): Problem {
  return {
    code: "live/no-symbols",
    severity: "error",
    message: `the kernel's symbols can't be read: ${message}`,
    hint: 'Build it, and name the ELF file with its symbols in weft.json ("build": {"symbols": …}).',
  };
}
