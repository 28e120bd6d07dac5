/**
 * Modules of Linux: their symbols come when they are loaded, before their first instruction, so that breakpoints in their
 * source are there, and go with them. The kernel is stopped at two functions that every module passes, unseen by the
 * client. At the first the loader has the final place of each section; of a module that was loaded before, the kernel
 * keeps them for `/sys/module/NAME/sections`.
 */
import type { ModuleFiles } from "@weft/weaver-bridge/kernel-build";
import { HEADER_SIZE, keptSections, loadedSections, type ModuleSection } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import {
  deleteBreakpoints,
  evaluate,
  functionPlace,
  insertBreakpoint,
  numberOf,
  readMemory,
  setBreakpointsEnabled,
} from "../gdb/mi-commands.js";
import { addSymbolFile, removeSymbolFiles } from "../gdb/symbol-files.js";

export interface KernelModules {
  /** The machine stands, and has run (`hasRun`) or not: follows modules from here on. Nothing happens in kernels without. */
  start(hasRun: boolean): Promise<void>;
  /** GDB's breakpoint is one of ours: what came or went there is known when this resolves. */
  passed(breakpoint: string | undefined, threadId: number): Promise<boolean>;
  /** The run was left for another time of it: whatever is loaded there. */
  renew(): Promise<void>;
  /** Whether the machine stops at modules: not on its way back. */
  watch(wanted: boolean): Promise<void>;
}

export interface KernelModulesParts {
  readonly gdb: GdbConnection;
  readonly files: ModuleFiles;
  readonly tell: (sentence: string) => void;
  /** GDB knows other code than before: symbols came, or went. */
  readonly onChanged: (how: "came" | "went") => Promise<void>;
}

/**
 * `module_finalize(hdr, sechdrs, me)` and `free_module(mod)`. The kernel has two of the first, one of them weak and never
 * run, so both are meant.
 */
const COMES = { place: functionPlace("module_finalize"), module: "me" };
const GOES = { place: functionPlace("free_module"), module: "mod" };
const MODULE = "(struct module *)";
/** `enum module_state`: it has a place and runs, or is about to. */
const HAS_CODE = new Set([0n, 1n]);
/** A list that was overwritten may go round for ever. */
const MOST_MODULES = 4096;
/** No kernel has anything there: for sections that are not loaded. */
const ELSEWHERE = 0xffff0000n;
const NO_SECTIONS: readonly ModuleSection[] = ["__versions", ".modinfo"].map((name) => ({
  name,
  address: ELSEWHERE,
}));
/** Of all names of sections of a module, generously. */
const NAMES_SIZE = 4096;

interface Known {
  readonly file: string;
  /** What GDB was told of its sections. */
  readonly where: string;
}

export function createKernelModules({ gdb, files, tell, onChanged }: KernelModulesParts): KernelModules {
  const known = new Map<bigint, Known>();
  const fileless = new Set<string>();
  /** Of GDB's breakpoints. */
  let places = new Map<string, typeof COMES>();
  let isWatching = true;

  const add = async (module: bigint, sections: () => Promise<readonly ModuleSection[]>): Promise<boolean> => {
    const name = await nameOf(gdb, module);
    const file = await files.find(name);
    if (file === undefined) {
      if (!fileless.has(name))
        tell(`Module ${name}: its code has no lines, as there is no ${name}.ko in the project.`);
      fileless.add(name);
      return false;
    }
    const where = (await sections())
      .map((section) => `-s ${section.name} 0x${section.address.toString(16)}`)
      .join(" ");
    const before = known.get(module);
    if (where === "" || (before?.file === file && before.where === where)) return false;
    await remove(module);
    // Files of one name that are loaded twice can't be told apart when they go.
    for (const [other, { file: shown }] of known) if (shown === file) await remove(other);
    // GDB would take code from the file as it is there, which is before the kernel relocated it.
    await gdb.sendCommand("-gdb-set trust-readonly-sections off");
    await addSymbolFile(gdb, file, where);
    known.set(module, { file, where });
    tell(`Module ${name}: symbols of ${file}.`);
    return true;
  };
  const remove = async (module: bigint): Promise<boolean> => {
    const old = known.get(module);
    if (old === undefined) return false;
    known.delete(module);
    await removeSymbolFiles(gdb, [old.file]);
    return true;
  };
  const readAll = async () => {
    const loaded = await loadedModules(gdb);
    let came = false;
    let went = false;
    for (const module of [...known.keys()])
      if (!loaded.includes(module)) went = (await remove(module)) || went;
    for (const module of loaded) came = (await add(module, () => kept(gdb, module))) || came;
    if (went) await onChanged("went");
    if (came) await onChanged("came");
  };

  return {
    async start(hasRun) {
      known.clear();
      await unlessGdbRefuses(deleteBreakpoints(gdb, [...places.keys()])); // They may have gone with the symbols.
      places = new Map();
      isWatching = true;
      for (const kind of [COMES, GOES]) {
        const made = await unlessGdbRefuses(insertBreakpoint(gdb, kind.place));
        if (made?.pending) await deleteBreakpoints(gdb, [made.number]);
        else if (made !== undefined) places.set(made.number, kind);
      }
      if (hasRun && places.size > 0) await readAll();
    },
    async passed(breakpoint, threadId) {
      const kind = breakpoint === undefined ? undefined : places.get(breakpoint);
      if (kind === undefined) return false;
      const module = await addressOf(gdb, kind.module, threadId);
      if (kind === GOES ? await remove(module) : await add(module, () => loading(gdb, threadId)))
        await onChanged(kind === GOES ? "went" : "came");
      return true;
    },
    async renew() {
      if (places.size > 0) await readAll();
    },
    async watch(wanted) {
      if (wanted === isWatching || places.size === 0) return;
      isWatching = wanted;
      await setBreakpointsEnabled(gdb, [...places.keys()], wanted);
    },
  };
}

/** The newest first; nothing before the kernel has made the list. */
async function loadedModules(gdb: GdbConnection): Promise<bigint[]> {
  const head = await addressOf(gdb, "&modules");
  let link = (await unlessGdbRefuses(addressOf(gdb, "modules.next"))) ?? 0n;
  // GDB looks through all of the kernel for the struct, which takes a second: not where nothing is loaded.
  if (link === 0n || link === head) return [];
  const offset = await addressOf(gdb, "&((struct module *)0)->list");
  const found: bigint[] = [];
  while (link !== 0n && link !== head && found.length < MOST_MODULES) {
    const module = link - offset;
    const state = await unlessGdbRefuses(addressOf(gdb, `(${MODULE}${module})->state`));
    if (state === undefined) break;
    if (HAS_CODE.has(state)) found.push(module);
    link = await addressOf(gdb, `(${MODULE}${module})->list.next`);
  }
  return found;
}

async function nameOf(gdb: GdbConnection, module: bigint): Promise<string> {
  return /"(\w+)/.exec(await evaluate(gdb, `(${MODULE}${module})->name`))?.[1] ?? "";
}

async function loading(gdb: GdbConnection, threadId: number): Promise<ModuleSection[]> {
  const ask = (expression: string) => addressOf(gdb, expression, threadId);
  const word = (await ask("sizeof(void *)")) === 8n ? 8 : 4;
  const count = Number(await ask("hdr->e_shnum"));
  const headers = await readMemory(gdb, await ask("sechdrs"), count * HEADER_SIZE[word]);
  const names = await readMemory(gdb, await ask("sechdrs[hdr->e_shstrndx].sh_addr"), NAMES_SIZE);
  return loadedSections(headers, names, word, ELSEWHERE);
}

/** None in kernels without sysfs, or without symbols of their own. */
async function kept(gdb: GdbConnection, module: bigint): Promise<readonly ModuleSection[]> {
  const attributes = `(${MODULE}${module})->sect_attrs`;
  const ask = (expression: string) => unlessGdbRefuses(evaluate(gdb, expression));
  const count = await ask(`${attributes}->nsections`);
  const sections = count && (await ask(`${attributes}->attrs[0]@${count}`));
  return sections === undefined ? [] : [...keptSections(sections), ...NO_SECTIONS];
}

function addressOf(gdb: GdbConnection, expression: string, threadId?: number): Promise<bigint> {
  const frame = threadId === undefined ? undefined : { threadId, frameId: 0 };
  return numberOf(gdb, expression, frame);
}
