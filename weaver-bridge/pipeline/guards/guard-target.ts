/** Guards and plugged functions are machine code of one processor: which units can have them. */
import { type CompilerCommand, type CompilerInput, parseArguments } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { rangeAt } from "../specialize/spec-problems.js";
import type { SpecFile } from "../specialize/spec-source.js";

type Guards = SpecFile["guards"];

/**
 * One for each declaration among `guards` on which something relies; none where the unit is made for i386. Assembler of units
 * for real mode takes 16 bits of the address of what is plugged, which is linked elsewhere.
 */
export function targetProblems(
  unit: { readonly command: CompilerCommand; readonly input: CompilerInput },
  guards: Guards,
  specs: readonly SpecFile[],
): Problem[] {
  const prefix = "--target=";
  const words = parseArguments(unit.command, unit.input);
  const target = words.find((word) => word.startsWith(prefix))?.slice(prefix.length) ?? "";
  const [processor = ""] = target.split("-");
  const mode = unit.command.items.findLast(
    (item) => item.kind === "option" && /^-m(?:16|32)$/.test(item.name),
  );
  const isShort = mode?.kind === "option" && mode.name === "-m16";
  if (processor === "i686" && !isShort) return [];
  const asked = new Map(
    guards.flatMap((guard) => (guard.protects.length > 0 ? [[guard.offset, guard] as const] : [])),
  );
  return [...asked.values()].flatMap((guard): Problem[] => {
    const spec = specs.find((one) => one.guards.includes(guard));
    if (spec === undefined) return [];
    return [
      {
        code: "guards/processor",
        severity: "error",
        message: `guards are made for 32-bit x86 alone, and ${unit.input.path} is compiled for ${isShort ? "16 bits (-m16)" : processor}`,
        hint: "Build for i386 (gcc -m32), or leave out the guard, and what calls NAME_plugged().",
        range: rangeAt(spec.file, spec.text, guard.offset),
      },
    ];
  });
}
