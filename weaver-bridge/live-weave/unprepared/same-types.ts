/**
 * Commands that were made of debug information lack the macros of the command line (`-D`), on which the layout of a struct may
 * depend: each unit that is advised is compiled once, and what it makes of its structs is held against the image.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { inflateSync } from "node:zlib";
import { removeTemporary, runProcess, temporaryFolder } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import {
  AT,
  createTypes,
  type DebugInfo,
  type EntryId,
  readDebugInfo,
  readElf,
  TAG,
  type Types,
} from "../../object-code/index.js";
import type { AdvisedUnit } from "../advice/compile-advice.js";
import { type ImageCode, unitAt } from "../resolve/index.js";

type Unit = Pick<AdvisedUnit, "command" | "input">;

/** Errors; a unit that can't be compiled is told by who compiles its advice. Rejects with ProcessError. */
export async function otherTypes(units: readonly Unit[], { debug }: ImageCode): Promise<Problem[]> {
  const folder = temporaryFolder("weft-types-");
  try {
    const found: Problem[] = [];
    const image = createTypes(debug);
    const roots = rootsIn(debug);
    for (const unit of units) {
      const source = resolve(unit.command.directory, unit.input.path);
      const own = await compiled(unit, join(folder, "unit.o"));
      const root = roots.get(source);
      const differing =
        own && root !== undefined
          ? difference(layoutsIn(debug, image, root), layoutsIn(own, createTypes(own), 0))
          : undefined;
      if (differing !== undefined) found.push(otherType(source, differing));
    }
    return found;
  } finally {
    removeTemporary(folder);
  }
}

async function compiled({ command, input }: Unit, object: string): Promise<DebugInfo | undefined> {
  // Kbuild's own commands have all.
  if (command.output !== undefined) return undefined;
  const source = resolve(command.directory, input.path);
  const argv = [...command.argv, "-g", "-w", "-fno-eliminate-unused-debug-types", "-o", object];
  const { code } = await runProcess(argv, { directory: command.directory });
  if (code !== 0) return undefined;
  const debug = readDebugInfo(readElf(readFileSync(object), { inflate: inflateSync }));
  return debug !== undefined && rootsIn(debug).has(source) ? debug : undefined;
}

/** Units by their sources' absolute names; of several with one source the first. */
function rootsIn(debug: DebugInfo): ReadonlyMap<string, EntryId> {
  return new Map(
    debug.entries.units.map(({ root }) => [unitAt(debug, root).source, root] as const).reverse(),
  );
}

/** `8: a 0, b 4` by the names of structs and unions. */
function layoutsIn(debug: DebugInfo, types: Types, root: EntryId): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let entry = root + 1; entry < debug.entries.endOf(root); entry++) {
    const tag = debug.entries.tags[entry];
    const name =
      tag === TAG.structure_type || tag === TAG.union_type ? debug.text(entry, AT.name) : undefined;
    if (name === undefined || !debug.has(entry, AT.byte_size)) continue;
    const members = types.members(entry).map((one) => `${one.name} ${one.offset}`);
    found.set(name, `${types.size(entry)} bytes: ${members.join(", ")}`);
  }
  return found;
}

interface Difference {
  readonly name: string;
  readonly there: string;
  readonly here: string;
}

function difference(
  image: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): Difference | undefined {
  for (const [name, there] of image) {
    const here = own.get(name);
    if (here !== undefined && here !== there) return { name, there: sizeOf(there), here: sizeOf(here) };
  }
  return undefined;
}

const sizeOf = (layout: string) => layout.slice(0, layout.indexOf(":"));

function otherType(source: string, { name, there, here }: Difference): Problem {
  const sizes = there === here ? "has other members" : `has ${here}, and ${there} in the image`;
  return {
    ...{ code: "live/other-types", severity: "error" },
    message: `${source}, compiled with the options that the image tells, is not what the image was made of: its struct ${name} ${sizes}`,
    hint: "No image tells macros of the command line (-D). weft init makes a project of the kernel, whose build records the commands.",
  };
}
