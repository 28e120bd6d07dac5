/**
 * The product as a user starts it: `ide/app/start.mjs` on a folder, with settings of its own in a temporary folder.
 * Knows nothing of browsers.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export interface IdeOptions {
  /** Folder to open; without one the Welcome page. */
  readonly folder?: string;
  /** User settings, as in settings.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Further options of the starter; without any it opens no browser. */
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** A program with its words that runs the starter, and ends with it by the same signals. */
  readonly under?: readonly string[];
}

export interface IdeProcess {
  /** The address as printed, with token and folder. */
  readonly address: string;
  readonly origin: string;
  readonly token: string;
  readonly pid: number;
  /** Everything on standard output and standard error so far. */
  output(): string;
  /** What its backend has logged so far. */
  log(): string;
  /** Resolves with the exit code when the starter has ended. */
  readonly ended: Promise<number | null>;
  /** Changes these of the user's settings; the windows follow. */
  changeSettings(settings: Readonly<Record<string, unknown>>): void;
  /** Sends the signal and resolves with the exit code when the starter has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Those that run, for whoever tells of a failure. */
export const runningIdes = new Set<IdeProcess>();

/** Starts the IDE and resolves when it has printed its address. Rejects when it ends before. */
export async function startIde(options: IdeOptions = {}): Promise<IdeProcess> {
  const config = mkdtempSync(join(tmpdir(), "weft-ide-config-"));
  const file = join(config, "settings.json");
  // The product keeps settings of its own there, as which folders are trusted.
  const changeSettings = (settings: Readonly<Record<string, unknown>>) => {
    const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as object) : {};
    writeFileSync(file, JSON.stringify({ ...known, ...settings }));
  };
  changeSettings(options.settings ?? {});
  const start = join(root, "ide", "app", "start.mjs");
  const folder = options.folder === undefined ? [] : [options.folder];
  const own = [process.execPath, start, ...folder, "--port", "0", ...(options.options ?? ["--no-open"])];
  const [program = process.execPath, ...words] = [...(options.under ?? []), ...own];
  const child = spawn(program, words, {
    env: { ...process.env, WEFT_HOME: root, THEIA_CONFIG_DIR: config, ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit").then(([code]) => {
    rmSync(config, { recursive: true, force: true });
    return code as number | null;
  });
  const { address, output } = await addressOf(child, ended);
  const url = new URL(address);
  const ide: IdeProcess = {
    address,
    origin: url.origin,
    token: url.searchParams.get("token") ?? "",
    pid: child.pid as number,
    output,
    log: () => backendLog(join(config, "logs")),
    ended,
    changeSettings,
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
  runningIdes.add(ide);
  void ended.then(() => runningIdes.delete(ide));
  return ide;
}

function backendLog(folder: string): string {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".log")) : [];
  return names.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
}

async function addressOf(
  child: ChildProcess,
  ended: Promise<number | null>,
): Promise<{ address: string; output: () => string }> {
  let text = "";
  const ready = new Promise<string>((found) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        const address = /^Weft is ready: (http\S+)\n/m.exec(text)?.[1];
        if (address !== undefined) found(address);
      });
    }
  });
  const address = await Promise.race([ready, ended.then(() => undefined)]);
  if (address === undefined) throw new Error(`the IDE ended before it was ready:\n${text}`);
  return { address, output: () => text };
}
