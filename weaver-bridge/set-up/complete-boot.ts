/** How a built kernel boots: what no rule says, or says of another machine, is told from its header, its objects and the disk. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { outputOf } from "../compile/build/refresh-objects.js";
import { PROJECT_FILE, readUnitRecords, writeAtomically } from "../kernel-build/index.js";
import { tellingLine } from "./build-failure.js";
import { type Builder, buildOnce, sayMissing } from "./build-mended.js";
import {
  type ImageBoot,
  imageBoot,
  machineOfFile,
  type Proposal,
  projectText,
  type Survey,
} from "./index.js";

/**
 * Rules start kernels of 32-bit code on the x86_64 machine too, since it runs them; GDB, which has their symbols, can't read
 * the registers of that one.
 */
export function fitMachine({ root }: Survey, proposal: Proposal, { say }: Pick<Builder, "say">): Proposal {
  const isWide = proposal.settings.some(
    ({ name, value }) => name === "run.architecture" && value === "x86_64",
  );
  if (!isWide) return proposal;
  const machines = new Set(readUnitRecords({ root }).map((record) => machineOfFile(outputOf(record))));
  if (machines.size !== 1 || !machines.has("i386")) return proposal;
  say(
    "+ run: on the i386 machine, which all of its units are compiled for, not on x86_64 as the rule says\n",
  );
  const fitting = {
    ...proposal,
    settings: proposal.settings.filter(({ name }) => name !== "run.architecture"),
  };
  writeAtomically(join(root, PROJECT_FILE), projectText(fitting));
  return fitting;
}

/** QEMU loads by itself what GRUB's menu would have loaded, where the kernel's header allows that. */
export function passMenu(
  survey: Survey,
  proposal: Proposal,
  say: (text: string) => void,
): Proposal | undefined {
  const boot =
    survey.symbols === undefined ? undefined : imageBoot(resolve(survey.root, survey.symbols), survey.root);
  if (boot?.run.kernel === undefined) return undefined;
  say(`+ run: GRUB waits at its menu, for which weft run has no keyboard; ${boot.because}\n`);
  return writeBoot(survey, proposal, boot);
}

export interface CompletedBoot {
  readonly proposal: Proposal;
  /** Why there is nothing to boot: what the boot loader was to load could not be made. */
  readonly unmade?: string;
}

/** Where no rule says how the kernel boots, its own header may: added to the `weft.json` that was just written. */
export async function completeBoot(
  survey: Survey,
  proposal: Proposal,
  builder: Builder,
): Promise<CompletedBoot> {
  const { say } = builder;
  const { kernel, cdrom, initrd, disks = [] } = survey.boot?.run ?? {};
  // What QEMU loads beside a kernel are files with words behind them, of a Multiboot kernel several.
  const modules = (initrd?.split(",") ?? []).map((module) => module.trim().split(" ")[0]);
  const missing = [kernel, cdrom, ...modules, ...disks].filter(
    (file) => file !== undefined && !existsSync(resolve(survey.root, file)),
  );
  if (survey.boot !== undefined && missing.length === 0) return { proposal };
  if (kernel !== undefined && !missing.includes(kernel))
    return { proposal: withoutFiles(survey, proposal, missing, say) };
  if (survey.symbols === undefined) return { proposal };
  const boot = imageBoot(resolve(survey.root, survey.symbols), survey.root);
  if (boot === undefined) return { proposal };
  const completed = writeBoot(survey, proposal, boot);
  const instead = missing.length === 0 ? "" : `${missing.join(", ")} was not built; `;
  say(`+ run: ${instead}${boot.because}\n`);
  if (boot.finish === undefined) return { proposal: completed };
  const { fine, printed } = await buildOnce(builder, { path: survey.root });
  if (fine) return { proposal: completed };
  const why = sayMissing(printed);
  const unmade = `${boot.run.cdrom ?? "its image"} was not made: ${why.length > 0 ? why.join("; ") : tellingLine(printed)}`;
  return { proposal: completed, unmade };
}

/** The `weft.json` with another way to boot. */
function writeBoot(survey: Survey, { settings: before, open }: Proposal, boot: ImageBoot): Proposal {
  const { run, finish, because } = boot;
  const image = run.kernel ?? run.cdrom;
  const settings = [
    ...before.filter(({ name }) => !name.startsWith("run.") && name !== "build.image"),
    ...(finish === undefined ? [] : [{ name: "build.finish", value: finish, because }]),
    ...(image === undefined ? [] : [{ name: "build.image", value: image, because }]),
    ...Object.entries(run).map(([name, value]) => ({ name: `run.${name}`, value, because })),
    ...stopSetting(survey),
  ];
  const completed = { settings, open: open.filter((clause) => !/starts? QEMU/.test(clause)) };
  writeAtomically(join(survey.root, PROJECT_FILE), projectText(completed));
  return completed;
}

/** The kernel boots by itself; what a rule gives to QEMU besides and nobody made is left out. */
function withoutFiles(
  survey: Survey,
  { settings, open }: Proposal,
  missing: readonly (string | undefined)[],
  say: (text: string) => void,
): Proposal {
  const isThere = (file: unknown) => typeof file !== "string" || !missing.includes(file);
  const kept = settings.flatMap((setting) => {
    const { name, value } = setting;
    if (name === "build.image" && !isThere(value)) return [{ ...setting, value: survey.boot?.run.kernel }];
    if (!name.startsWith("run.")) return [setting];
    if (name === "run.initrd")
      return missing.some((file) => String(value).includes(file ?? "")) ? [] : [setting];
    if (!Array.isArray(value) || name !== "run.disks") return isThere(value) ? [setting] : [];
    const there = value.filter(isThere);
    return there.length === 0 ? [] : [{ ...setting, value: there }];
  });
  const files = missing.join(", ");
  say(
    `+ run: without ${files}, which is not there after the build: make it, then name it in ${PROJECT_FILE}\n`,
  );
  const proposal = {
    settings: kept,
    open: [...open, `${files} is not there, and the kernel was started without`],
  };
  writeAtomically(join(survey.root, PROJECT_FILE), projectText(proposal));
  return proposal;
}
function stopSetting({ entry }: Survey): Proposal["settings"] {
  if (entry === undefined) return [];
  return [{ name: "run.stopAt", value: entry.name, because: "the kernel's C code begins there" }];
}
