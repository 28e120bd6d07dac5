/**
 * What the advice of units asks of the kernel, by name. Each unit means its own `static` objects: where two mean different
 * ones by one name, the second unit's object asks for it by another name.
 */
import { dirname } from "node:path";
import { runProcess } from "../../kernel-build/index.js";
import { LIVE_LOG } from "../../weaver/index.js";
import type { KernelImage, KernelSymbol } from "../image/kernel-image.js";

interface UnitObject {
  readonly object: string;
  /** As its command names it. */
  readonly source: string;
}

const OF_UNIT = "$weft";

/** As the source says it. */
export const sourceName = (name: string) => name.replace(/\$weft\d+$/, "");

/** What the kernel has not, or more than once, is left to the linker to find missing. Rejects with ProcessError for a missing tool. */
export async function kernelDefinitions(
  units: readonly UnitObject[],
  image: KernelImage,
): Promise<ReadonlyMap<string, number>> {
  const definitions = new Map<string, number>();
  for (const [index, { object, source }] of units.entries()) {
    const renamed: string[] = [];
    for (const name of await undefinedIn(object)) {
      const found = kernelSymbols(image, name, source);
      if (found.length === 0) continue;
      const address = found.length === 1 ? found[0]?.address : undefined;
      const known = definitions.get(name);
      const isOther = address === undefined || (known !== undefined && known !== address);
      const asked = isOther ? `${name}${OF_UNIT}${index}` : name;
      if (address !== undefined) definitions.set(asked, address);
      if (isOther) renamed.push(`--redefine-sym=${name}=${asked}`);
    }
    if (renamed.length > 0) await runProcess(["objcopy", ...renamed, object], { directory: dirname(object) });
  }
  return definitions;
}

async function undefinedIn(object: string): Promise<string[]> {
  const { output } = await runProcess(["nm", "-u", "--format=posix", object], { directory: dirname(object) });
  const names = output
    .toString("latin1")
    .split("\n")
    .map((line) => line.split(" ")[0] ?? "");
  return names.filter((name) => name !== "" && !name.startsWith("__weft_") && name !== LIVE_LOG.function);
}

/** Of the unit itself before others of the same name; several where nobody knows which is meant. */
function kernelSymbols(image: KernelImage, name: string, source: string): readonly KernelSymbol[] {
  const unit = source.slice(source.lastIndexOf("/") + 1);
  const [base = ""] = name.split(".", 1);
  const found = image.named(base).filter((symbol) => symbol.name === name && symbol.address !== 0);
  const own = found.find((symbol) => symbol.unit === unit) ?? found.find(({ isLocal }) => !isLocal);
  return own === undefined ? found : [own];
}
