/**
 * `weft guards`: every place of a project that writes a guarded term, what was filtered and why, and under which other
 * names the terms could be written.
 */
import { relative } from "node:path";
import { termName } from "../../guards/index.js";
import { type Problem, printPosition, type SourceRange } from "../../model/index.js";
import { loadSpecializations, type SpecFile } from "../../pipeline/index.js";
import { type AliasPlace, guardedPlaces, type PlacedTerms, type SitePlace } from "../guarded-places.js";
import { distinctProblems, EXIT, hasErrors, report } from "../output.js";
import { resolveTarget, type TargetOptions } from "../target.js";

export interface GuardsFlags extends TargetOptions {
  /** Filtered sites and harmless aliases as well. */
  readonly explain?: boolean;
  readonly json?: boolean;
}

export async function guards(flags: GuardsFlags): Promise<number> {
  const target = resolveTarget({ ...flags, aspects: [] });
  const files = target.project?.specializations ?? [];
  const { specs, problems: unread } = loadSpecializations(files);
  const wrong = [...target.problems, ...unread, ...nothingGuarded(specs, target.project?.file)];
  if (hasErrors(wrong)) {
    report(flags, wrong);
    return EXIT.problems;
  }
  const found = await guardedPlaces(target.units, specs);
  const sites = distinctPlaces(found.flatMap((one) => one.sites));
  const aliases = distinctPlaces(found.flatMap((one) => one.aliases));
  const problems = distinctProblems([
    ...wrong,
    ...found.flatMap((one) => one.problems),
    ...unwritten(specs, sites),
  ]);
  report(flags, problems, { sites, aliases });
  if (flags.json !== true) print(sites, aliases, flags.explain === true);
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

function distinctPlaces<T extends PlacedTerms>(places: readonly T[]): T[] {
  const found = new Map(places.map((place) => [JSON.stringify([place.range, place.terms]), place]));
  return [...found.values()].sort(
    (a, b) =>
      (a.range.file < b.range.file ? -1 : a.range.file > b.range.file ? 1 : 0) ||
      a.range.startLine - b.range.startLine,
  );
}

function nothingGuarded(specs: readonly SpecFile[], file: string | undefined): Problem[] {
  if (specs.some(({ guards: all }) => all.length > 0)) return [];
  return [
    {
      code: "guards/none",
      severity: "error",
      message: `no .spec file${file === undefined ? "" : ` of ${file}`} declares a guard`,
      hint: 'Write in a file that "specializations" names: optimistic guard struct NAME { MEMBER };',
    },
  ];
}

/** A term that nothing writes may be a misspelled one. */
function unwritten(specs: readonly SpecFile[], sites: readonly SitePlace[]): Problem[] {
  const written = new Set(sites.flatMap(({ terms }) => terms));
  return specs.flatMap(({ file, guards: all }) =>
    all.flatMap((guard) =>
      guard.terms
        .filter((term) => !written.has(termName(guard, term)))
        .map((term) => ({
          code: "guards/unwritten",
          severity: "warning" as const,
          message: `${file}: nothing writes ${termName(guard, term)}`,
          hint: "Correct the name, or leave it out: what nobody writes needs no guard.",
        })),
    ),
  );
}

function print(sites: readonly SitePlace[], aliases: readonly AliasPlace[], isWhole: boolean): void {
  const shown = sites.filter(({ certainty }) => isWhole || certainty !== "filtered");
  for (const { range, certainty, terms, how, reason, guarded } of shown) {
    const because = isWhole || certainty === "filtered" ? `: ${reason}` : "";
    const hand = certainty === "filtered" || guarded === "woven" ? "" : ` (${guarded})`;
    process.stdout.write(`${here(range)}: ${certainty}: ${terms.join(", ")} ${how}${hand}${because}\n`);
  }
  const warnings = aliases.filter(({ harmless }) => isWhole || harmless === undefined);
  for (const { range, terms, chain, harmless } of warnings) {
    const because = harmless === undefined ? "" : ` (harmless: ${harmless})`;
    process.stdout.write(`${here(range)}: alias of ${terms.join(", ")}: ${chain.join("; ")}${because}\n`);
  }
  const count = (certainty: SitePlace["certainty"]) =>
    sites.filter((site) => site.certainty === certainty).length;
  const open = aliases.filter(({ harmless }) => harmless === undefined).length;
  process.stdout.write(
    `${count("certain")} certain, ${count("possible")} possible, ${count("filtered")} filtered; ${open} alias warnings, ${aliases.length - open} harmless\n`,
  );
}

function here(range: SourceRange): string {
  return printPosition({ ...range, file: relative(process.cwd(), range.file) });
}
