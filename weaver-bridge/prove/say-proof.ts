/** A proof in words. Pure. */
import type { Proof, UnitProof } from "./prove.js";

/** `object code of all 13 configurations unchanged (24 units)`, or the list of what differs. */
export function sayProof(proof: Proof): string {
  const { status, configurations, units, compared, differences, movedLines } = proof;
  const where =
    configurations.length > 1
      ? `all ${configurations.length} configurations`
      : (configurations[0] ?? "the project");
  if (status === "failed") return "nothing is proven: see the problems\n";
  const lines = movedLines === 0 ? "" : `; debug lines moved in ${movedLines}`;
  if (status === "unchanged")
    return `object code of ${where} unchanged (${counted(units, "unit")}; compiled anew and compared: ${compared}${lines})\n`;
  const places = new Set(differences.map(({ configuration }) => configuration)).size;
  const head = `object code differs in ${differences.length} of ${compared} compared units (${places} of ${counted(configurations.length, "configuration")}, ${counted(units, "unit")}${lines}):`;
  return `${[head, ...differences.flatMap(sayUnit)].join("\n")}\n`;
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

function sayUnit({ configuration, unit, functions, sections }: UnitProof): string[] {
  return [
    `  ${configuration}: ${unit}`,
    ...functions.map(({ name, before, after }) => `    ${name}: ${saySize(before)} -> ${saySize(after)}`),
    ...sections.map((name) => `    section ${name} differs`),
  ];
}

function saySize(size: number | undefined): string {
  return size === undefined ? "none" : `${size} bytes`;
}
