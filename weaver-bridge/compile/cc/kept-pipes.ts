/**
 * Named pipes that have been read. Whoever opens one again would wait for a writer for ever, as GCC does when it opens
 * the file that a message is about to show its line: we are the writer, with the text for who is to have it and with
 * nothing for all others.
 */
import { closeSync, constants, existsSync, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { noneIfRefused } from "../../model/index.js";

interface KeptPipe {
  readonly path: string;
  /** Names it also when it is removed meanwhile. */
  readonly handle: number;
  /** What the next reader gets, latin1. */
  offer: string;
  isOver: boolean;
  isWaiting: boolean;
  loop: Promise<void>;
}

/** Linux's, which node does not name. */
const O_PATH = 0o10000000;
const pipes = new Map<string, KeptPipe>();
/** Milliseconds: while it is being read, the same reader would be found again at once. */
const PAUSE = 20;

export function keepPipe(path: string): void {
  if (pipes.has(path) || !existsSync(path)) return;
  const handle = openSync(path, O_PATH);
  const pipe: KeptPipe = {
    path,
    handle,
    offer: "",
    isOver: false,
    isWaiting: false,
    loop: Promise.resolve(),
  };
  pipes.set(path, pipe);
  pipe.loop = serve(pipe).catch(noneIfRefused); // It was removed.
}

/** The next one who opens the pipe gets the text. */
export function offerOnce(path: string, text: string): void {
  const pipe = pipes.get(path);
  if (pipe !== undefined) pipe.offer = text;
}

async function serve(pipe: KeptPipe): Promise<void> {
  while (!pipe.isOver) {
    pipe.isWaiting = true;
    const file = await open(pipe.path, constants.O_WRONLY);
    pipe.isWaiting = false;
    const { offer } = pipe;
    pipe.offer = "";
    // It may stop reading.
    if (!pipe.isOver) await file.writeFile(offer, "latin1").catch(noneIfRefused);
    await file.close();
    await setTimeout(PAUSE);
  }
}

/** At the end of a call. Nobody waits any more then. */
export async function forgetPipes(): Promise<void> {
  for (const pipe of pipes.values()) {
    pipe.isOver = true;
    if (!pipe.isWaiting) continue;
    const reader = openSync(`/proc/self/fd/${pipe.handle}`, constants.O_RDONLY | constants.O_NONBLOCK);
    await pipe.loop.finally(() => closeSync(reader));
  }
  for (const { handle } of pipes.values()) closeSync(handle);
  pipes.clear();
}
