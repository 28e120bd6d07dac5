/**
 * `weft live resolve`: which instructions of an image a pointcut or advice means; needs neither guest nor project. Nothing runs
 * that the image, or what a build left beside the sources, names.
 */
import { resolve as absolute, dirname } from "node:path";
import { runNothingOfTheirs } from "../../../kernel-build/index.js";
import {
  adviceIdOf,
  declaredStructs,
  factsAbout,
  type ImageCode,
  type Question,
  resolveInImage,
  splitText,
  splitUnits,
  totals,
  typelessUnits,
  undescribedAccesses,
  unreadSources,
} from "../../../live-weave/index.js";
import { type AspectFile, hasErrors, type Problem, type UnitFacts } from "../../../model/index.js";
import { explainEmpty, linkAspects, noMatchProblem, parsePointcut } from "../../../pointcut/index.js";
import { askedAspects } from "../../../project/asked-aspects.js";
import { emptyQuery } from "../../../project/query-problem.js";
import { EXIT, fail, report } from "../../output.js";
import { openImage } from "./open-image.js";
import { type ReadAccounts, readAccounts, type Told } from "./read-accounts.js";
import { describe, describeCodeOnly, describeTotals, joinPointJson } from "./told-join-points.js";

export interface ResolveFlags {
  readonly image: string;
  readonly pointcut?: string;
  readonly aspects?: readonly string[];
  readonly json?: boolean;
  /** The sources' join points are read, and each gets its account. */
  readonly accounts?: boolean;
}

/** With both a pointcut and aspects, the pointcut may use the named pointcuts of these. */
export async function resolve(flags: ResolveFlags): Promise<number> {
  if (flags.pointcut === undefined && flags.aspects === undefined) {
    process.stderr.write(
      "weft live resolve: say what to look for, with --pointcut EXPR or --aspects FILE…\n",
    );
    return EXIT.usage;
  }
  const aspects = askedAspects(flags.aspects ?? [], undefined);
  const pointcut = flags.pointcut === undefined ? undefined : parsePointcut(flags.pointcut);
  const given = [...aspects.problems, ...(pointcut?.problems ?? [])];
  if (hasErrors(given)) return fail(flags, given);
  const image = openImage(flags.image);
  if ("code" in image) return fail(flags, [image]);
  for (const folder of [dirname(flags.image), "."]) runNothingOfTheirs(absolute(folder));
  const { files } = aspects;
  const question =
    pointcut === undefined ? { files } : { pointcut: pointcut.value, text: flags.pointcut ?? "", files };
  return tell(flags, image, question, given);
}

async function tell(
  flags: ResolveFlags,
  image: ImageCode,
  question: Question,
  given: readonly Problem[],
): Promise<number> {
  const { joinPoints: inCode, problems } = resolveInImage(image, { ...question, misses: true });
  const accounts = flags.accounts === true ? await readAccounts(image, question, inCode) : undefined;
  const joinPoints = accounts?.joinPoints ?? inCode;
  const unread = [...damage(image), ...undescribed(image, question)];
  const none = unmet(joinPoints, () => factsAbout(image, question), question.files, flags);
  const told = [
    ...[...given, ...problems, ...(accounts?.problems ?? []), ...unread, ...unreadSources(image)],
    ...(unread.length > 0 ? none.map(inWhatIsRead) : none),
  ];
  report(flags, told, hasErrors(told) ? undefined : resolutionJson(joinPoints, image, flags.image, accounts));
  if (flags.json !== true)
    process.stdout.write(
      joinPoints.map((one) => describe(one, image)).join("") +
        describeTotals(joinPoints, accounts) +
        describeCodeOnly(accounts, image),
    );
  // Where a source can't be read, the numbers are not all of them.
  const isWhole = joinPoints.length > 0 && (accounts?.problems ?? []).length === 0;
  return hasErrors(told) || !isWhole ? EXIT.problems : EXIT.fine;
}

/** What was damaged is missing in the answer. */
function damage({ debug, elf }: ImageCode): Problem[] {
  const split = splitUnits(debug);
  const isShared = elf.section(".gnu_debugaltlink") !== undefined;
  const others = [
    ...(split.length === 0 ? [] : [splitText(split)]),
    ...typeless(debug),
    ...(isShared ? ["parts of it were moved to another file by dwz -m, which is not read here"] : []),
  ];
  return [...debug.entries.damage, ...others].map((message) => ({
    code: "live/damaged-image",
    severity: "warning",
    message: `the debug information is incomplete: ${message}`,
    hint: "What stands there is not known, and is missing in the answer.",
  }));
}

function typeless(debug: ImageCode["debug"]): string[] {
  const units = typelessUnits(debug);
  if (units.length === 0) return [];
  return [
    `that of ${listed(units)} has functions and lines alone, no types: no access is found there; compile with -g (not with -g1 or -gline-tables-only)`,
  ];
}

/** Nothing is found in what can be read, and some of it can't: that is not nothing. */
const inWhatIsRead = (problem: Problem): Problem => ({
  ...problem,
  message: `${problem.message}, as far as the debug information can be read`,
});

/** Accesses that have no account, because nothing tells which struct they are made in. */
function undescribed(image: ImageCode, question: Question): Problem[] {
  const asked = ["text" in question ? question.text : "", ...question.files.map(({ text }) => text)].join(
    "\n",
  );
  const found = new Map<string, string[]>();
  for (const { variable, member, file, line } of undescribedAccesses(image)) {
    if (!new RegExp(`::\\s*(?:%|${member}\\b)`).test(asked)) continue;
    found.set(variable, [...(found.get(variable) ?? []), `${member} in ${file}:${line}`]);
  }
  const structs = new Set(Array.from(asked.matchAll(/(?<!\w)(\w+)\s*::/g), ([, name = ""]) => name));
  return [
    ...[...found].map(
      ([variable, places]): Problem => ({
        ...{ code: "live/undescribed", severity: "warning" },
        message: `debug information does not say what ${variable} is, which the sources use: ${listed(places)}`,
        hint: "Clang leaves out what a unit only declares. Ask the linked image, where the unit that defines it tells.",
      }),
    ),
    ...declaredStructs(image, structs).map(
      (name): Problem => ({
        ...{ code: "live/undescribed", severity: "warning" },
        message: `debug information has struct ${name} by its name alone: what is done to its members is not known`,
        hint: "Clang leaves out structs of which it thinks that another unit tells. Compile with -fstandalone-debug.",
      }),
    ),
  ];
}

const listed = (places: readonly string[]) =>
  `${places.slice(0, MOST_PLACES).join(", ")}${places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : ""}`;

const MOST_PLACES = 5;

function unmet(
  joinPoints: readonly Told[],
  factsOf: () => UnitFacts,
  files: readonly AspectFile[],
  { pointcut }: ResolveFlags,
): Problem[] {
  if (pointcut !== undefined) {
    if (joinPoints.length > 0) return [];
    const explain = emptyQuery(pointcut, files);
    return explain === undefined ? [] : [explain.problem([explain.of(factsOf())])];
  }
  const met = new Set(joinPoints.flatMap(({ effects }) => effects.map(adviceIdOf)));
  const missing = linkAspects(files).advice.filter(
    ({ aspect, advice }) => !met.has(`${aspect.name} ${advice.index}`),
  );
  if (missing.length === 0) return [];
  const facts = factsOf();
  return missing.map(({ aspect, advice, file }) => {
    const why = explainEmpty({ aspect, advice }, facts, files);
    return noMatchProblem({ advice, file }, why === undefined ? [] : [why]);
  });
}

function resolutionJson(
  joinPoints: readonly Told[],
  image: ImageCode,
  file: string,
  accounts: ReadAccounts | undefined,
): object {
  return {
    image: { file, relocatable: image.elf.isRelocatable },
    accounts: totals(joinPoints.map(({ account }) => account)),
    joinPoints: joinPoints.map((one) => joinPointJson(one, image)),
    ...(accounts === undefined
      ? {}
      : { units: accounts.units, codeOnly: accounts.codeOnly.map((one) => joinPointJson(one, image)) }),
  };
}
