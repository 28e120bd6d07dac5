/**
 * How a file is compiled that no project names: by what stands beside it or above, in the places where clangd looks. clangd itself
 * is not to look: it keeps its index beside what it finds, also where a link of the folder leads elsewhere.
 */
import { basename, dirname, join } from "node:path";
import { findUpwards, parseCompilerCommand, readRegular, speaksFor } from "@weft/weaver-bridge/kernel-build";
import { unlessRefused } from "@weft/weaver-bridge/model";
import { databaseUnits, type UnitCommand } from "./project-set.js";

const DATABASES = ["compile_commands.json", "build/compile_commands.json"];
const FLAGS = "compile_flags.txt";

/** Undefined where nothing is found; above the file nothing that is another user's. Of a trusted folder: words are taken as they are. Never throws. */
export function foundUnit(path: string): UnitCommand | undefined {
  return findUpwards(dirname(path), (folder) => byDatabase(folder, path) ?? byFlags(folder, path));
}

function byDatabase(folder: string, path: string): UnitCommand | undefined {
  const database = DATABASES.find((name) => speaksFor(dirname(path), folder, name));
  if (database === undefined) return undefined;
  const units = databaseUnits(folder, database);
  const unit = units.get(path) ?? nearest([...units.values()], path);
  if (unit === undefined || unit.path === path) return unit;
  const options = unit.command.argv.filter((word) => word !== unit.input.path && word !== "-c");
  return unitOf(path, [...options, "-c", path], unit.command.directory);
}

/** A header is compiled as what is named like it, else as a unit beside it, else as any. */
function nearest(units: readonly UnitCommand[], path: string): UnitCommand | undefined {
  const stem = (name: string) => basename(name).replace(/\.[^.]*$/, "");
  const beside = units.filter((unit) => dirname(unit.path) === dirname(path));
  return beside.find((unit) => stem(unit.path) === stem(path)) ?? beside[0] ?? units[0];
}

/** A word a line. */
function byFlags(folder: string, path: string): UnitCommand | undefined {
  const file = join(folder, FLAGS);
  if (!speaksFor(dirname(path), folder, FLAGS)) return undefined;
  const text = unlessRefused(() => readRegular(file, "utf8"));
  if (text === undefined) return undefined;
  const words = text.split("\n").map((line) => line.trim());
  return unitOf(path, ["gcc", ...words.filter((word) => word !== ""), "-c", path], folder);
}

function unitOf(path: string, argv: readonly string[], directory: string): UnitCommand | undefined {
  const command = parseCompilerCommand(argv, directory);
  const input = command.inputs.find((candidate) => candidate.path === path);
  return input === undefined ? undefined : { path, command, input, guessed: false };
}
