/**
 * A kernel's file that no project has: what weaving must know of it is taken from the file, and kept in a folder of this
 * user's that has the form of a project, so that all commands find what was woven.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { lastGuest, stubPort, writeGuestRecord } from "../../guest/index.js";
import {
  type CompileCommand,
  loadProject,
  PROJECT_FILE,
  type Project,
  programInPath,
  readRegular,
  runtimeFolder,
  writeAtomically,
} from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { imageCode } from "../image/image-code-of.js";
import { ImageError, readKernelImage } from "../image/kernel-image.js";
import { hasArea } from "../kept-area.js";
import { commandsOfImage } from "./unit-commands.js";

export interface ImageChoice {
  /** The kernel's file, with debug information. */
  readonly image: string;
  /** `HOST:PORT` or the path of a unix socket; without it the one that was named last. */
  readonly stub?: string | undefined;
  /** `ADDRESS:SIZE` or a symbol. */
  readonly area?: string | undefined;
}

type Found = { readonly project: Project } | { readonly problems: Problem[] };

/** Made new where the file has changed. Throws what is no fault of the file. */
export function projectOfImage({ image, stub, area }: ImageChoice): Found {
  if (!existsSync(image)) return refused(`${image} does not exist`, NAME_IT);
  const file = realpathSync(image);
  const above = join(runtimeFolder(), "images", digestOf(file));
  const named = stub === undefined ? undefined : spelled(stub);
  const folders = existsSync(above) ? readdirSync(above) : [];
  const known = folders.filter((one) => hasArea({ root: join(above, one) }));
  if (named === undefined && known.length !== 1) return refused(...whichGuest(image, known.length));
  const folder = join(above, named === undefined ? (known[0] as string) : digestOf(named));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const problem = describeImage(folder, file, area);
  if (problem !== undefined) return { problems: [problem] };
  if (named !== undefined && lastGuest({ root: folder }) === undefined)
    writeGuestRecord(
      { root: folder },
      { version: 1, id: "", processId: process.pid, stub: named, isForeign: true },
    );
  const { value, problems } = loadProject(folder);
  return value === undefined ? { problems: [...problems] } : { project: value };
}

/** One place in one spelling. */
function spelled(stub: string): string {
  const { host = "", port } = stubPort(stub) ?? {};
  if (port === undefined) return resolve(stub);
  return `${host === "localhost" ? "127.0.0.1" : host}:${port}`;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

const COMMANDS = "compile_commands.json";

/** Which file the folder was made of. */
const MARK = "image.mark";

/** `weft.json` and the commands. */
function describeImage(folder: string, file: string, area: string | undefined): Problem | undefined {
  const described = join(folder, PROJECT_FILE);
  const { ctimeMs, ino, size } = statSync(file);
  const mark = `${ino} ${ctimeMs} ${size}`;
  const isKnown = existsSync(described) && readRegular(join(folder, MARK), "utf8") === mark;
  if (isKnown && area === undefined) return undefined;
  const named = area === undefined ? undefined : areaOf(area);
  if (area !== undefined && named === undefined)
    return refused(
      `--area ${area} is neither ADDRESS:SIZE nor a symbol`,
      "Example: --area 0x80060000:0x10000",
    ).problems[0];
  const commands = isKnown ? undefined : commandsIn(file);
  if (commands !== undefined && "code" in commands) return commands;
  if (commands !== undefined) writeAtomically(join(folder, COMMANDS), JSON.stringify(commands));
  const live = named === undefined ? {} : { live: { area: named } };
  const settings = { name: basename(file), run: { kernel: file }, commands: { database: COMMANDS }, ...live };
  writeAtomically(described, `${JSON.stringify(settings, undefined, 2)}\n`);
  writeAtomically(join(folder, MARK), mark);
  return undefined;
}

function areaOf(text: string): object | undefined {
  const [, address, size] = /^(0x[\da-f]+):(0x[\da-f]+|\d+)$/i.exec(text) ?? [];
  if (address !== undefined) return { address, size: Number(size) };
  return /^[A-Za-z_.][\w.]*$/.test(text) ? { symbol: text } : undefined;
}

function commandsIn(file: string): CompileCommand[] | Problem {
  try {
    const code = imageCode(readKernelImage(file));
    if (code === undefined)
      return refused(`${file} has no debug information that can be read`, NAME_IT).problems[0];
    return commandsOfImage(code, textsOnce(), (name) => programInPath(name) !== undefined);
  } catch (error) {
    if (!(error instanceof ImageError) && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return refused((error as Error).message, NAME_IT).problems[0];
  }
}

/** Headers are read by many units. */
function textsOnce(): (file: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (file) => {
    if (!known.has(file))
      known.set(
        file,
        statSync(file, { throwIfNoEntry: false })?.isFile() ? readRegular(file, "latin1") : undefined,
      );
    return known.get(file);
  };
}

const NAME_IT =
  "Name the ELF file that the linker made, with symbols and debug information (-g); of Linux it is vmlinux.";

const whichGuest = (image: string, count: number): [message: string, hint: string] =>
  count === 0
    ? [
        `nothing was woven into a guest that runs ${image}`,
        "Say where QEMU's debug stub is: --stub HOST:PORT, or the path of its socket.",
      ]
    : [
        `${count} guests that run ${image} are known`,
        "Say which one is meant: --stub HOST:PORT, or the path of its socket.",
      ];

function refused(message: string, hint: string): { readonly problems: [Problem] } {
  return { problems: [{ code: "live/image", severity: "error", message, hint }] };
}
