/** Loads the native addon, built by `npm run build:native`, from wherever this code runs: sources, lib or a bundle. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ClangError } from "./clang-error.js";
import { loadAway } from "./load-away.js";
import type { RawUnit } from "./tree/raw-unit.js";
import { scriptFolder } from "./worker/script-folder.js";

export interface Addon {
  /** Binds the library for the rest of the process; `error` is empty on success. */
  open(path: string): { version: string; error: string };
  parse(
    text: Buffer,
    options: {
      fileName: string;
      arguments: readonly string[];
      identifiers?: readonly string[];
      /** Like identifiers, but not where they stand in bodies. C only. */
      defined?: readonly string[];
      cplusplus: boolean;
      /** Classes are wanted for themselves. */
      classes?: boolean;
      /** Types of local variables are wanted. */
      locals?: boolean;
      /** Initialisers of global variables are wanted. */
      initialisers?: boolean;
      /** Keys of functions are wanted; functions of these are hidden: a table as `KnownText.functions`. C only. */
      known?: BigUint64Array;
      /** Name and text, in turns, of the types that the known functions mean. */
      knownTypes?: BigUint64Array;
      /** Declarations that the functions which are read can't mean are left out. */
      prune?: boolean;
      /** But not the definitions of these structs, unions and enums. */
      wholeTags?: readonly string[];
      /** Of the thread that parses, not of the process. */
      niceness?: number;
    },
  ): RawUnit;
  /** The text as libclang gets to see it: of the same length, with the same newlines. */
  hide(
    text: Buffer,
    options: { identifiers?: readonly string[]; defined?: readonly string[]; cplusplus: boolean },
  ): Buffer | undefined;
  /** A program in a group of its own; `error` is zero or the system's number. Not in addons that were built before it. */
  start?(
    words: readonly string[],
    directory: string,
    environment: readonly string[],
    input: Buffer,
  ): {
    readonly error: number;
    readonly pid?: number;
    readonly ended?: Promise<{
      /** -1 when a signal ended it. */
      readonly code: number;
      readonly signal: number;
      readonly output: Buffer;
      readonly errors: Buffer;
    }>;
  };
  /** From now on the system ends this process with its parent. Not in addons that were built before it. */
  endWithParent?(): void;
  /** Names and files of a preprocessed text. Not in addons that were built before it. */
  outline?(text: Buffer): Buffer;
}

let loaded: Addon | undefined;

/** Throws {@link ClangError} `addon-missing`. */
export function loadAddon(): Addon {
  if (loaded !== undefined) return loaded;
  const file = findAddon();
  if (file === undefined)
    throw new ClangError("addon-missing", "the libclang addon is not built", "Run: npm run build:native");
  try {
    loaded = loadAway(() => createRequire(file)(file)) as Addon;
    return loaded;
  } catch (cause) {
    const hint = "Run: npm run build:native";
    throw new ClangError("addon-missing", `the libclang addon ${file} does not load`, hint, { cause });
  }
}

const NAME = "weft_clang.node";

// `WEFT_CLANG_ADDON`, beside the running script, or the build folder of a weaver-bridge above it.
function findAddon(): string | undefined {
  const named = process.env.WEFT_CLANG_ADDON;
  if (named) return path.resolve(named);
  for (let folder = scriptFolder(); ; folder = path.dirname(folder)) {
    for (const place of [
      ".",
      "clang-ast/native/build/Release",
      "weaver-bridge/clang-ast/native/build/Release",
    ]) {
      const file = path.join(folder, place, NAME);
      if (existsSync(file)) return file;
    }
    if (folder === path.dirname(folder)) return undefined;
  }
}
