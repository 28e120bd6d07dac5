/** The kernel that a guest runs: its file, and of each module that is loaded the file that it was loaded from. */
import { createHash } from "node:crypto";
import type { GuestRecord } from "../../guest/index.js";
import type { ModuleFiles } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { CPU_NUMBER } from "../../weaver/index.js";
import { ImageError, type KernelImage } from "../image/kernel-image.js";
import { logRings } from "../log-rings.js";
import { openMemory } from "../pages/guest-memory.js";
import { pagesOf } from "../pages/kernel-pages.js";
import { visitGuest } from "../visit/index.js";
import { BUILD_ID, type LoadedModule, loadedModules } from "./loaded-modules.js";
import { readModuleImage } from "./module-image.js";

export interface ModuleImage {
  readonly name: string;
  readonly image: KernelImage;
}

export interface GuestKernel {
  readonly image: KernelImage;
  readonly modules: readonly ModuleImage[];
  /** Symbols and bytes of all of it; its debug information is that of the kernel's file alone. */
  readonly whole: KernelImage;
  /** What of it is loaded and can't be woven into. */
  readonly problems: readonly Problem[];
  /** For what advice logs. */
  readonly rings: number;
  /** Milliseconds for which the guest stood to tell of its modules and processors. */
  readonly stopped: number;
}

/** Rejects with GuestError. */
export async function guestKernel(
  guest: GuestRecord,
  image: KernelImage,
  files: ModuleFiles,
): Promise<GuestKernel> {
  if (["modules", CPU_NUMBER].every((name) => image.named(name).length === 0))
    return { image, modules: [], whole: image, problems: [], rings: 1, stopped: 0 };
  if (image.machine.bits === 64)
    return { image, modules: [], whole: image, problems: [noModules()], rings: 1, stopped: 0 };
  const { loaded, rings, stopped } = await look(guest, image);
  const problems: Problem[] = [];
  const modules: ModuleImage[] = [];
  // The last ones may need what the first ones export.
  for (const module of [...loaded].reverse()) {
    const others = modules.map((one) => one.image);
    const found = moduleImage(module, await files.find(module.name), image, others);
    if ("code" in found) problems.push(found);
    else modules.push({ name: module.name, image: found });
  }
  return {
    image,
    modules,
    problems,
    rings,
    stopped,
    whole: modules.length === 0 ? image : wholeOf(image, modules),
  };
}

function noModules(): Problem {
  return {
    code: "live/module",
    severity: "note",
    message: "nothing is woven into modules: which ones an x86_64 guest has loaded is not read yet",
    hint: "What is in the kernel's own file is woven.",
  };
}

/** Modules are read while the guest runs, once it is known where its memory is mapped; where that is no file, by the visit. */
async function look(guest: GuestRecord, image: KernelImage) {
  const visit = await visitGuest(guest, image);
  try {
    const rings = await logRings(visit, image);
    if (guest.memory === undefined)
      return { loaded: await loadedModules(visit.read, image), rings, stopped: visit.stood() };
    const physical = await visit.physicalOffset(image.named("modules")[0]?.address ?? 0);
    const stopped = visit.stood();
    await visit.leave();
    return { loaded: await modulesInMemory(guest, image, physical), rings, stopped };
  } finally {
    await visit.leave();
  }
}

async function modulesInMemory(
  guest: GuestRecord,
  image: KernelImage,
  physical: number,
): Promise<LoadedModule[]> {
  const memory = await openMemory(guest, { physical, ...pagesOf(image, physical) });
  try {
    return await loadedModules(
      async (address, length) => (await memory?.readMapped(address, length)) ?? Buffer.alloc(length),
      image,
    );
  } finally {
    memory?.close();
  }
}

function moduleImage(
  module: LoadedModule,
  file: string | undefined,
  kernel: KernelImage,
  others: readonly KernelImage[],
): KernelImage | Problem {
  if (file === undefined) return notWoven(module, `there is no ${module.name}.ko`, NO_FILE);
  try {
    const image = readModuleImage(file, module, kernel, others);
    if (image === undefined)
      return notWoven(module, `nobody knows where the sections of ${file} are`, NO_SECTIONS);
    const note = image.sections.find(({ name }) => name === BUILD_ID)?.bytes;
    const isOther = note !== undefined && module.buildId?.equals(note) === false;
    return isOther ? notWoven(module, `${file} was built anew since it was loaded`, RELOAD) : image;
  } catch (error) {
    if (!(error instanceof ImageError) && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return notWoven(module, (error as Error).message, NO_FILE);
  }
}

const NO_SECTIONS =
  "It was built anew since it was loaded, or the kernel is of 6.4 or later: that keeps them with CONFIG_SYSFS and CONFIG_KALLSYMS, and since 6.14 in a way that is not read yet.";
const NO_FILE =
  'Files of modules are looked for below the project and the folder that the kernel is built in, and below those that weft.json names ("build": {"modules": […]}).';
const RELOAD = "Load the new one in the guest, and weave again.";

function notWoven({ name }: LoadedModule, why: string, hint: string): Problem {
  return {
    code: "live/module",
    severity: "note",
    message: `nothing is woven into the module ${name}: ${why}`,
    hint,
  };
}

function wholeOf(kernel: KernelImage, modules: readonly ModuleImage[]): KernelImage {
  const images = [kernel, ...modules.map(({ image }) => image)];
  const digest = createHash("sha256").update(images.map((image) => image.digest).join());
  return {
    ...kernel,
    sections: images.flatMap(({ sections }) => sections),
    symbols: images.flatMap(({ symbols }) => symbols),
    digest: digest.digest("hex").slice(0, 32),
    named: (name) => images.flatMap((image) => image.named(name)),
    bytesAt: (address, length) =>
      images.map((image) => image.bytesAt(address, length)).find((bytes) => bytes !== undefined),
  };
}
