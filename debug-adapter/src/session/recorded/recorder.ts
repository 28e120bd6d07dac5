/** A run on its way to a recording, and a recording on its way to a machine: files and folders of both. */
import { existsSync } from "node:fs";
import { access, constants, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { copyRegular } from "@weft/weaver-bridge/kernel-build";
import { noneIfRefused } from "@weft/weaver-bridge/model";
import {
  buildIdOf,
  errors,
  makeOwnFolder,
  openRecording,
  partsOfMachine,
  type Recording,
  whyNoImage,
  whyNotRecorded,
  whyNotReplaced,
  writeRecording,
} from "../../qemu/index.js";
import { type DebugProject, weaveMapOf } from "../project/project.js";

export interface Recorder {
  /** QEMU's arguments, in this directory, and its log. */
  readonly arguments: readonly string[];
  readonly directory: string;
  readonly log: string;
  /** The machine has ended: writes the recording. */
  save(): Promise<Recording>;
  discard(): Promise<void>;
}

const ANOTHER = "Name another file.";

/** Throws `cannot-record`, before anything runs. */
export async function createRecorder(
  project: DebugProject,
  machine: readonly string[],
  file: string,
): Promise<Recorder> {
  const { machine: named, parts, disks } = partsOfMachine(machine, project.folder);
  const why = whyNotRecorded(named);
  if (why !== undefined) throw errors.cannotRecord(why);
  for (const disk of disks) {
    const whyNoDisk = await whyNoImage(disk).catch(
      (error: Error) => `the disk ${disk} can't be read: ${error.message}`,
    );
    if (whyNoDisk !== undefined) throw errors.cannotRecord(whyNoDisk);
  }
  await access(dirname(file), constants.W_OK).catch((error: Error) => {
    throw errors.cannotRecord(`${dirname(file)} can't be written: ${error.message}`, ANOTHER);
  });
  const whyNot = await whyNotReplaced(file);
  if (whyNot !== undefined) throw errors.cannotRecord(whyNot, ANOTHER);
  const folder = await makeOwnFolder();
  const log = join(folder, "log");
  const discard = () => rm(folder, { recursive: true, force: true });
  const map = weaveMapOf(project.folder);
  const sources = { ...parts, symbols: project.symbols, ...(existsSync(map) ? { map } : {}) };
  const copies: Record<string, string> = {};
  for (const [name, source] of Object.entries(sources))
    await copyRegular(source, (copies[name] = join(folder, name))).catch((error: Error) => {
      throw errors.cannotRecord(`${source} can't be read: ${error.message}`);
    });
  const build = await buildIdOf(copies.symbols as string);
  return {
    arguments: named,
    directory: folder,
    log,
    discard,
    save: () =>
      writeRecording(
        file,
        { project: project.folder, program: project.program, machine: named, build },
        { ...copies, log },
      ).finally(discard),
  };
}

export interface OpenedRecording {
  readonly recording: Recording;
  readonly project: DebugProject;
  readonly directory: string;
  readonly log: string;
  readonly map: string;
  /** The project's kernel is another one by now. */
  readonly isStale: boolean;
  close(): Promise<void>;
}

/** `project` tells where sources are and where to stop. Throws `bad-recording`. */
export async function openForReplay(file: string, project: DebugProject): Promise<OpenedRecording> {
  const folder = await makeOwnFolder();
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const { recording, parts } = await openRecording(file, folder);
    const now = await buildIdOf(project.symbols).catch(noneIfRefused);
    return {
      recording,
      project: {
        ...project,
        symbols: parts.symbols as string,
        program: recording.program,
        machine: recording.machine,
      },
      directory: folder,
      log: parts.log as string,
      map: parts.map ?? join(folder, "none"),
      isStale: now !== recording.build,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
