/**
 * The command line of `weft idl`, Weft's own options and those of the old idl4 (its `-f…`, `-W…`, `-d…`), to one plain
 * request. Nothing is looked at on disk.
 */
import { lookUp } from "../model/index.js";
import { ABIS, DEFAULT_KERNEL, isKernel } from "./kernels/abis.js";
import type { Kernel } from "./middle/kernel-abi.js";
import { isMigFile } from "./mig/check.js";
import type { Machine } from "./mig/machine.js";
import {
  DEFAULT_OPTIONS,
  type IdlOptions,
  NO_OPTIMIZATIONS,
  OPTIMIZATION_NAMES,
  type Optimizations,
} from "./options.js";

export type OutputKind = "client" | "server" | "template";

export interface IdlCommand {
  /** Undefined: all that the project's `weft.json` lists. */
  readonly file: string | undefined;
  readonly kernel: Kernel;
  /** The machine of Mach: for a `.defs` file where no kernel is named. */
  readonly mach: Machine["name"] | undefined;
  /** `weft idl check FILE`: nothing is written. */
  readonly checkOnly: boolean;
  readonly out: string | undefined;
  readonly explain: boolean;
  /** Count the instructions of calls. */
  readonly count: boolean;
  /** For strings, sequences and counted arrays of so many elements. */
  readonly length: number;
  readonly json: boolean;
  readonly selfTest: boolean;
  readonly acf: string | undefined;
  readonly includeFolders: readonly string[];
  /** Only this output (`-c`, `-s`, `-t`); all three without it. */
  readonly only: OutputKind | undefined;
  /** Name of that output instead of `BASE_client.h` and so on. */
  readonly outputName: string | undefined;
  readonly options: IdlOptions;
  /** Options of idl4 that change nothing here. */
  readonly ignored: readonly string[];
}

interface Reading {
  readonly args: readonly string[];
  at: number;
  readonly errors: string[];
  readonly files: string[];
  readonly includeFolders: string[];
  readonly defines: string[];
  readonly ignored: string[];
  readonly switches: Map<string, boolean>;
  kernel: Kernel;
  kernelNamed: boolean;
  platform: Machine["name"];
  fastcall: boolean;
  out: string | undefined;
  explain: boolean;
  count: boolean;
  length: number;
  json: boolean;
  selfTest: boolean;
  acf: string | undefined;
  only: OutputKind | undefined;
  header: string | undefined;
  output: string | undefined;
}

export function parseIdlArguments(args: readonly string[]): {
  value?: IdlCommand;
  errors: readonly string[];
} {
  const reading: Reading = {
    args,
    at: 0,
    errors: [],
    files: [],
    includeFolders: [],
    defines: [],
    ignored: [],
    switches: new Map(),
    kernel: DEFAULT_KERNEL,
    kernelNamed: false,
    platform: "i686",
    fastcall: false,
    out: undefined,
    explain: false,
    count: false,
    length: 16,
    json: false,
    selfTest: false,
    acf: undefined,
    only: undefined,
    header: undefined,
    output: undefined,
  };
  const checkOnly = args[0] === "check" && args.length > 1;
  if (checkOnly) reading.at = 1;
  for (; reading.at < args.length; reading.at++) readArgument(reading, args[reading.at] as string);
  const { errors, files } = reading;
  const isMach = files[0] !== undefined && isMigFile(files[0]) && !reading.kernelNamed;
  checkTogether(reading, isMach);
  if (errors.length > 0) return { errors };
  const isHeader = reading.only === "client" || reading.only === "server";
  return {
    errors,
    value: {
      file: files[0],
      kernel: reading.kernel,
      mach: isMach ? reading.platform : undefined,
      checkOnly,
      out: reading.out,
      explain: reading.explain || reading.count,
      count: reading.count,
      length: reading.length,
      json: reading.json,
      selfTest: reading.selfTest,
      acf: reading.acf,
      includeFolders: reading.includeFolders,
      only: reading.only,
      outputName: isHeader ? (reading.header ?? reading.output) : reading.output,
      options: optionsOf(reading),
      ignored: reading.ignored,
    },
  };
}

/** What each word alone does not say. */
function checkTogether(reading: Reading, isMach: boolean): void {
  const { errors, files, platform, switches } = reading;
  const { hasSysenter } = ABIS[reading.kernel];
  if (platform !== "i686" && !isMach)
    errors.push("--platform x86_64 is for messages of Mach (.defs without --kernel): stubs are for i686");
  if (files.length > 1) errors.push(`one IDL file at a time, not ${files.length}`);
  if (reading.fastcall && hasSysenter) switches.set("sysenter", true);
  else if (reading.fastcall) reading.ignored.push("-ffastcall");
  if (switches.get("sysenter") === true && !hasSysenter)
    errors.push(`--entry sysenter is for ${withSysenter()} only`);
}

/** Switches of one run; undefined, with why, where a word is none. For the `options` of `weft.json`. */
export function parseIdlOptions(words: readonly string[]): { value?: IdlOptions; errors: readonly string[] } {
  const { value, errors } = parseIdlArguments(words);
  return value === undefined ? { errors } : { value: value.options, errors };
}

/** Options with a value: `-k V`, `--name V`, `--name=V`, and for single letters `-kV`. */
const VALUED: Readonly<Record<string, (reading: Reading, value: string) => void>> = {
  "--kernel": setKernel,
  "--interface": setKernel,
  "-i": setKernel,
  "--entry": (reading, value) => {
    if (value === "int" || value === "sysenter") reading.switches.set("sysenter", value === "sysenter");
    else reading.errors.push(`--entry takes int or sysenter, not "${value}"`);
  },
  "--out": (reading, value) => {
    reading.out = value;
  },
  "--length": (reading, value) => {
    reading.length = Number(value);
    if (!/^\d{1,4}$/.test(value)) reading.errors.push(`--length takes a number up to 9999, not "${value}"`);
  },
  "--acf": (reading, value) => {
    reading.acf = value;
  },
  "--header": (reading, value) => {
    reading.header = value;
  },
  "-h": (reading, value) => {
    reading.header = value;
  },
  "--output": (reading, value) => {
    reading.output = value;
  },
  "-o": (reading, value) => {
    reading.output = value;
  },
  "-I": (reading, value) => reading.includeFolders.push(value),
  "-D": (reading, value) => reading.defines.push(value),
  "--platform": setPlatform,
  "-p": setPlatform,
  "--mapping": setMapping,
  "-m": setMapping,
  "-w": (reading, value) => {
    if (value !== "32") reading.errors.push(`-w takes 32, not "${value}": stubs are for i686`);
  },
  "--with-cpp": ignoreValue("--with-cpp"),
  "--sys-prefix": ignoreValue("--sys-prefix"),
  "--pre-call": ignoreValue("--pre-call"),
  "--post-call": ignoreValue("--post-call"),
};

const PLAIN: Readonly<Record<string, (reading: Reading) => void>> = {
  "--count": (reading) => {
    reading.count = true;
  },
  "--explain": (reading) => {
    reading.explain = true;
  },
  "--json": (reading) => {
    reading.json = true;
  },
  "--self-test": (reading) => {
    reading.selfTest = true;
  },
  "-c": only("client"),
  "--client": only("client"),
  "-s": only("server"),
  "--server": only("server"),
  "-t": only("template"),
  "--template": only("template"),
  "--generic": (reading) => {
    for (const [key, name] of Object.entries(OPTIMIZATION_NAMES))
      reading.switches.set(name, NO_OPTIMIZATIONS[key as keyof Optimizations]);
  },
  "--c-types": (reading) => void reading.switches.set("c-types", true),
  "-C": ignore("-C"),
  "--compat": ignore("--compat"),
  "-S": ignore("-S"),
  "--gen-super": ignore("--gen-super"),
  "-Wall": ignore("-Wall"),
  "-Wprealloc": (reading) => void reading.switches.set("malloc", false),
};

/** idl4's `-f` names that mean a switch of ours, and whether `-fNAME` turns it on. */
const F_SWITCHES: Readonly<Record<string, string>> = {
  ctypes: "c-types",
  "use-malloc": "malloc",
  lipc: "local-ipc",
};
const F_IGNORED = new Set(["omit-frame-pointer", "omit-empty-files", "loop-only", "modules-only"]);

function readArgument(reading: Reading, argument: string): void {
  const [, name, inline] =
    /^(--[a-z-]+)=(.*)$/s.exec(argument) ?? /^(-[IDiphomw])(.+)$/s.exec(argument) ?? [];
  const plain = lookUp(PLAIN, argument);
  const valued = lookUp(VALUED, name ?? argument);
  if (plain !== undefined) plain(reading);
  else if (valued !== undefined) valued(reading, inline ?? nextValue(reading, argument));
  else if (argument.startsWith("-Wp,")) readPreprocessorWords(reading, argument.slice(4).split(","));
  else if (/^-f./.test(argument)) readFeature(reading, argument.slice(2));
  else if (/^-d/.test(argument)) readDebugMode(reading, argument);
  else if (/^--[a-z]/.test(argument)) readSwitch(reading, argument);
  else if (argument.startsWith("-")) reading.errors.push(`${argument} is no option of weft idl`);
  else reading.files.push(argument);
}

function nextValue(reading: Reading, argument: string): string {
  const value = reading.args[++reading.at];
  if (value === undefined) reading.errors.push(`${argument} needs a value`);
  return value ?? "";
}

function readSwitch(reading: Reading, argument: string): void {
  const off = argument.startsWith("--no-");
  const name = argument.slice(off ? 5 : 2);
  const names = Object.values(OPTIMIZATION_NAMES);
  if (name === "malloc" || names.includes(name)) reading.switches.set(name, !off);
  else reading.errors.push(`${argument} is no option of weft idl; optimizations are ${names.join(", ")}`);
}

/** `-ffastcall`, `-fno-use-malloc`. */
function readFeature(reading: Reading, text: string): void {
  const off = text.startsWith("no-");
  const name = off ? text.slice(3) : text;
  const ours = lookUp(F_SWITCHES, name);
  if (name === "fastcall") reading.fastcall = !off;
  else if (ours !== undefined) reading.switches.set(ours, !off);
  else if (F_IGNORED.has(name)) reading.ignored.push(`-f${text}`);
  else reading.errors.push(`-f${text} is no option of weft idl`);
}

function readPreprocessorWords(reading: Reading, words: readonly string[]): void {
  for (const word of words)
    if (/^-[ID]./.test(word)) readArgument(reading, word);
    else reading.errors.push(`-Wp takes -I and -D, not "${word}"`);
}

function readDebugMode(reading: Reading, argument: string): void {
  if (argument === "-dtest") reading.errors.push("-dtest is not available: weft idl writes no self-test");
  else reading.ignored.push(argument);
}

function setKernel(reading: Reading, value: string): void {
  const name = value.toLowerCase();
  reading.kernelNamed = true;
  if (isKernel(name)) reading.kernel = name;
  else reading.errors.push(`--kernel takes ${inWords(Object.keys(ABIS))}, not "${value}"`);
}

function withSysenter(): string {
  return inWords(Object.values(ABIS).flatMap(({ title, hasSysenter }) => (hasSysenter ? [title] : [])));
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function setPlatform(reading: Reading, value: string): void {
  if (value === "ia32" || value === "i686") reading.platform = "i686";
  else if (value === "x86_64" || value === "amd64") reading.platform = "x86_64";
  else reading.errors.push(`--platform takes ia32 or x86_64, not "${value}"`);
}

function setMapping(reading: Reading, value: string): void {
  if (!/^c(\+\+)?$/i.test(value)) reading.errors.push(`--mapping takes C or C++, not "${value}"`);
  else if (value.length > 1) reading.ignored.push(`--mapping ${value} (the C headers compile as C++)`);
}

function only(kind: OutputKind): (reading: Reading) => void {
  return (reading) => {
    reading.only = kind;
  };
}

function ignore(option: string): (reading: Reading) => void {
  return (reading) => void reading.ignored.push(option);
}

function ignoreValue(option: string): (reading: Reading, value: string) => void {
  return (reading) => void reading.ignored.push(option);
}

function optionsOf({ defines, switches }: Reading): IdlOptions {
  const keys = Object.keys(OPTIMIZATION_NAMES) as (keyof Optimizations)[];
  const defaults = DEFAULT_OPTIONS.optimizations;
  const optimizations = Object.fromEntries(
    keys.map((key) => [key, switches.get(OPTIMIZATION_NAMES[key]) ?? defaults[key]]),
  ) as unknown as Optimizations;
  return {
    ...DEFAULT_OPTIONS,
    defines,
    useMalloc: switches.get("malloc") ?? DEFAULT_OPTIONS.useMalloc,
    cTypes: switches.get("c-types") ?? DEFAULT_OPTIONS.cTypes,
    optimizations,
  };
}
