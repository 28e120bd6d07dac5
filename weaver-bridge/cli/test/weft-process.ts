/** For tests: the bundled command, as users run it, on folders made for one test. */
import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const bridge = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
let bundled: string | undefined;

/** Folder with the bundle: made once for each test file, or by whoever says so by `WEFT_TEST_BUNDLE=1`, as the gate. */
export function bundle(): string {
  if (process.env.WEFT_TEST_BUNDLE === "1") return join(bridge, "dist");
  if (bundled !== undefined) return bundled;
  bundled = mkdtempSync(join(tmpdir(), "weft-bundle-"));
  execFileSync(process.execPath, [join(bridge, "cli/bundle.mjs"), bundled]);
  return bundled;
}

export interface Run {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

export interface RunSettings {
  readonly input?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Milliseconds; `signal` tells that it was ended. */
  readonly timeout?: number;
  /** Root too may only do what a file's mode allows its owner. */
  readonly obeyModes?: boolean;
}

export function environment(): NodeJS.ProcessEnv {
  return { ...process.env, WEFT_CLANG_ADDON: join(bridge, "clang-ast/native/build/Release/weft_clang.node") };
}

/** `weft WORDS…` in `folder`. */
export function weft(folder: string, words: readonly string[], settings: RunSettings = {}): Run {
  const entry = words[0] === "cc" ? "cc.cjs" : "weft.js";
  return run(folder, [process.execPath, join(bundle(), entry), ...words], settings);
}

const OBEY_MODES = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"];

export function run(folder: string, argv: readonly string[], settings: RunSettings = {}): Run {
  const obeying = settings.obeyModes === true && process.getuid?.() === 0 ? OBEY_MODES : [];
  const [program = "", ...words] = [...obeying, ...argv];
  const result: SpawnSyncReturns<string> = spawnSync(program, words, {
    cwd: folder,
    encoding: "utf8",
    input: settings.input ?? "",
    timeout: settings.timeout,
    env: { ...environment(), ...settings.environment },
  });
  return { code: result.status, signal: result.signal, out: result.stdout, err: result.stderr };
}

/** A folder (spaces and non-ASCII in its name) with these files. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "weft é test-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}
