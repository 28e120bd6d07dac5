/**
 * `weft debug FILE --script SCRIPT`: a Python script in GDB's own interpreter, over a recorded run or a memory dump. The script
 * is the user's order; what it looks at stays data. `weft.py`, beside this file and beside the bundle, is what it may ask.
 */
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { openRegular } from "@weft/weaver-bridge/kernel-build";

export interface ScriptOptions {
  /** Absolute. */
  readonly script: string;
  /** What it gets as `sys.argv[1:]`. */
  readonly words?: readonly string[];
}

/** What the script looks at. */
export interface ScriptSubject {
  readonly of: "recording" | "dump";
  readonly file: string;
  readonly project: string;
  /** Of GDB's `target remote`. */
  readonly stub: string;
}

export interface ScriptStart {
  /** For GDB, before the symbols. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A folder of modules that a script imports is its own, and the working directory's are not read for ours. */
const START =
  "python import os, sys; sys.dont_write_bytecode = True; sys.path.insert(0, os.environ['WEFT_SCRIPT_MODULE']); " +
  "import weft; sys.path.pop(0); weft._start()";

/** Before anything is started: throws where the script can't be read. */
export async function requireScript({ script }: ScriptOptions): Promise<void> {
  try {
    await (await openRegular(script)).close();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${script} can't be read: ${message}. --script takes a file in Python.`);
  }
}

export function startOfScript({ script, words = [] }: ScriptOptions, subject: ScriptSubject): ScriptStart {
  const [self = ""] = process.argv.slice(1);
  const ask = [process.execPath, self, "open"];
  return {
    words: ["-nx", "-batch", "-ex", START],
    environment: {
      WEFT_SCRIPT_MODULE: dirname(realpathSync(fileURLToPath(new URL("weft.py", import.meta.url)))),
      WEFT_SCRIPT: JSON.stringify({ ...subject, script, words, ask }),
    },
  };
}
