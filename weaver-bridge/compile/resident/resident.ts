/**
 * A process that answers the compiler calls of one slot, one after the other, as `weft cc` and `weft ag++` would: what it
 * saves is the start of node and of libclang, and code that has not run yet. While it answers, it stands in the caller's
 * folder, with the caller's umask. It runs no programs; its caller does. Whatever is odd ends it, and the caller goes on
 * alone: nothing here is worth repairing.
 */
import { readFileSync, readlinkSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  isAlive,
  keepSourceFiles,
  type RunOptions,
  removeTemporaries,
  runProcessesBy,
  searchCompilersIn,
} from "../../kernel-build/index.js";
import { unlessRefused } from "../../model/index.js";
import { keepAnswersFor } from "../cc/kept-answers.js";
import { NotHereError } from "../cc/read-once.js";
import { dieBy } from "../end-on-signals.js";
import { runCompile } from "../run-compile.js";
import { type Caller, createCaller } from "./caller.js";
import { openSlot, type ResidentRequest } from "./slot.js";
import { watchCaller } from "./watch-caller.js";

/** Milliseconds without a call after which it ends. */
const IDLE = 30_000;
/** Milliseconds of life: what was loaded (node, libclang) may have been replaced meanwhile. */
const LIFE = 900_000;
/** Bytes; a process of this size makes room for a new one. */
const LARGEST = 350 * 1024 * 1024;

/** Returns only with the process. `bundle` is the folder of the code that callers believe to talk to. */
export async function liveInSlot(folder: string, bundle: string): Promise<never> {
  process.umask(0o077);
  const slot = openSlot(folder);
  writeFileSync(slot.file("resident"), `${process.pid}\n`);
  // The slot stays claimed; its host removes it.
  const end = (): never => process.exit();
  const born = Date.now();
  const code = stampOf(bundle);
  for (;;) {
    const idle = setInterval(() => (slot.claim() || !isAlive(slot.claimant())) && end(), IDLE);
    await slot.nextLine();
    clearInterval(idle);
    const request = slot.request();
    const stopWatching = watchCaller(request.pid, () => abandon(end));
    const isOld = stampOf(bundle) !== code;
    const caller = createCaller(slot, request.pid);
    await (isOld || !isAtHome(request, bundle) ? caller.refuse() : answer(request, caller));
    stopWatching();
    if (isOld || Date.now() - born > LIFE || process.memoryUsage.rss() > LARGEST) end();
    slot.release();
  }
}

/** The caller died: of what it asked for nothing half-written stays. */
function abandon(end: () => never): void {
  removeTemporaries();
  end();
}

async function answer(request: ResidentRequest, caller: Caller): Promise<void> {
  const [command, ...words] = request.words;
  standFor(request, caller);
  await runCompile(command, words).then(
    (code) => caller.end(code),
    (error) => {
      if (!(error instanceof NotHereError)) throw error;
      return caller.refuse();
    },
  );
  // Nobody's folder is kept from being removed or unmounted.
  process.chdir("/");
}

/** Does the caller see the same files with the same rights, and is this its Weft? */
function isAtHome({ pid, bundle: asked, directory }: ResidentRequest, bundle: string): boolean {
  return (
    unlessRefused(
      () =>
        realpathSync.native(asked) === realpathSync.native(bundle) &&
        realpathSync.native(directory) === readlinkSync(`/proc/${pid}/cwd`) &&
        ["ns/mnt", "ns/pid", "ns/user", "root"].every(
          (name) => readlinkSync(`/proc/${pid}/${name}`) === readlinkSync(`/proc/self/${name}`),
        ) &&
        capabilities(`${pid}`) === capabilities("self"),
    ) ?? false
  );
}

function capabilities(process: string): string | undefined {
  return /^CapEff:.*$/m.exec(readFileSync(`/proc/${process}/status`, "latin1"))?.[0];
}

/** From now on what belongs to this process alone is the caller's: folder, environment, streams, children, death. */
function standFor(request: ResidentRequest, caller: Caller): void {
  process.umask(request.umask);
  process.chdir(request.directory);
  setVariable("WEFT_PROJECT", request.project);
  setVariable("TMPDIR", request.temporary);
  process.stdout.write = ((text: string | Uint8Array) => keep(1, text)) as typeof process.stdout.write;
  process.stderr.write = ((text: string | Uint8Array) => keep(2, text)) as typeof process.stderr.write;
  process.stderr.isTTY = request.isTerminal;
  keepSourceFiles(request.searched);
  keepAnswersFor(request);
  searchCompilersIn(request.searched === "" ? undefined : request.searched);
  runProcessesBy((argv, options: RunOptions) => caller.run(argv, options));
  dieBy((signal) => caller.die(signal));
  function keep(stream: 1 | 2, text: string | Uint8Array): boolean {
    caller.print(stream, text);
    return true;
  }
}

function setVariable(name: string, value: string): void {
  if (value === "") delete process.env[name];
  else process.env[name] = value;
}

/** Another bundle or addon in the place of the one that runs is told by this. */
function stampOf(bundle: string): string {
  return [
    join(bundle, "resident.id"),
    join(dirname(bundle), "clang-ast/native/build/Release/weft_clang.node"),
  ]
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((status) => `${status?.ino} ${status?.mtimeMs}`)
    .join();
}
