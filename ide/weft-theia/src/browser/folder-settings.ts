// Which settings a folder or a workspace file may make. Settings are written flat (`"git.path"`), nested (`"git": {"path": …}`)
// or anything in between, for a language or for all, and mean the same: their names are put together first, then judged.
// Pure; knows no Theia.
import { MACHINE_SETTINGS } from "./machine-settings";

/** Names of settings, without a language in front. The last one: by custom, what tools call a program or its words. */
const USER_ONLY = [
  /^security\./,
  /^task\.(allowAutomaticTasks|autoDetect)$/,
  /^terminal\.(external\.|integrated\.(shell|shellArgs|automationShell|automationProfile|profiles|defaultProfile|env|inheritEnv|cwd)\b)/,
  /^(http|extensions|plugin|trace)\./,
  /\.(?:\w*(?:Path|Paths|Executable|Interpreter|Command|Binary)|path|paths|executable|interpreter|command|binary|args|arguments|fallbackFlags)(?:\.(?:linux|osx|windows))?$/,
];
const OF_MACHINE = new Set(MACHINE_SETTINGS);

/** Files of their own, of which nothing runs unless somebody asks for it by name. */
const SECTIONS = new Set(["launch", "tasks"]);
/** Never a name: what merges settings would write into all objects. */
const NO_NAMES = new Set(["__proto__", "constructor", "prototype"]);

export type Settings = Record<string, unknown>;

/** The settings that count; what is left of nested ones keeps its form. */
export function withoutUserOnly(settings: Settings, above = ""): Settings {
  const kept = Object.entries(settings).flatMap(([key, value]): [string, unknown][] => {
    const name = above === "" ? key : `${above}.${key}`;
    if (NO_NAMES.has(key) || (isName(name) && isUserOnly(name))) return [];
    const isNested = typeof value === "object" && value !== null && !Array.isArray(value) && mayHold(name);
    return [[key, isNested ? withoutUserOnly(value as Settings, name) : value]];
  });
  return Object.fromEntries(kept);
}

export function isUserOnly(name: string): boolean {
  const bare = bareName(name);
  // What stands below a setting is a part of it, and may be the whole of it under another spelling.
  const parts = bare.split(".");
  const isOfMachine = parts.some((_, at) => OF_MACHINE.has(parts.slice(0, at + 1).join(".")));
  return isOfMachine || USER_ONLY.some((pattern) => pattern.test(bare));
}

const mayHold = (name: string) => !SECTIONS.has(name) && isName(name);

/** Values of settings have keys as well (`"*.args"` of `files.associations`): those are no names of settings. */
function isName(name: string): boolean {
  return /^(?:[\w-]+(?:\.[\w-]+)*)?$/.test(bareName(name));
}

const bareName = (name: string) => name.replace(/^(?:\[[^\]]*\])+\.?/, "");
