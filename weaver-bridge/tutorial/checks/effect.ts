/** Whether an aspect affects a line; where not, the first thing that keeps it from that. */
import { nearest } from "../nearest.js";
import type { EffectWanted } from "../tutorial.js";
import { judged, OK, type Verdict, wrong } from "../verdict.js";
import type { WhyNot, World } from "../world.js";
import { lineOf, missingFile, missingText } from "./file.js";
import { problemText } from "./project.js";

export async function checkEffect(wanted: EffectWanted, world: World): Promise<Verdict> {
  return onLine(wanted, world, async (titles, line) => {
    const own = titles.filter((title) => title.startsWith(`${wanted.by}:`));
    if (own.some((title) => title.includes(wanted.is ?? ""))) return OK;
    const [other] = own;
    if (other !== undefined)
      return wrong(`The line is affected, but otherwise: \`${other}\`. Wanted is \`${wanted.is}\`.`);
    return whyNone(wanted, line, world);
  });
}

export async function checkNoEffect(wanted: EffectWanted, world: World): Promise<Verdict> {
  return onLine(wanted, world, async (titles, line) => {
    const still = titles.find(
      (title) => title.startsWith(`${wanted.by}:`) && title.includes(wanted.is ?? ""),
    );
    if (still === undefined) return OK;
    const why = await world.why(wanted.file, line, wanted.by);
    const applying = "value" in why ? why.value.find(({ applies }) => applies) : undefined;
    const reason = applying === undefined ? "" : `: ${applying.why}`;
    return wrong(`\`${still}\` still affects line ${line} of \`${wanted.file}\`${reason}.`);
  });
}

async function onLine(
  { file, line: text }: EffectWanted,
  world: World,
  judge: (titles: readonly string[], line: number) => Promise<Verdict>,
): Promise<Verdict> {
  const source = await world.text(file);
  if (source === undefined) return wrong(await missingFile(file, world));
  const line = lineOf(source, text);
  if (line === undefined) return wrong(`${missingText(file, source, text)} *Reset* brings the line back.`);
  return judged(await world.effects(file, line), (titles) => judge(titles, line));
}

async function whyNone({ by, file }: EffectWanted, line: number, world: World): Promise<Verdict> {
  const broken = await firstAspectProblem(world);
  if (broken !== undefined) return wrong(broken);
  const misnamed = await noSuchAspect(by, world);
  if (misnamed !== undefined) return wrong(misnamed);
  return judged(await world.why(file, line, by), (answers) => wrong(whyNot(by, file, line, answers)));
}

async function firstAspectProblem(world: World): Promise<string | undefined> {
  const problems = await world.problems();
  if (!("value" in problems)) return undefined;
  // Aspects that meet, or that may sleep, are advised all the same.
  const inAspects = problems.value.filter(
    ({ file, code, isError }) =>
      /(^|\.(ah|json))$/.test(file) && (isError || /no-match|no-aspects/.test(code)),
  );
  const first = inAspects.find(({ isError }) => isError) ?? inAspects[0];
  return first && problemText(first);
}

async function noSuchAspect(name: string, world: World): Promise<string | undefined> {
  const files = (await world.files()).filter((file) => file.endsWith(".ah"));
  const names = new Map<string, string>();
  for (const file of files)
    for (const [, found = ""] of ((await world.text(file)) ?? "").matchAll(/^[^\S\n]*aspect\s+(\w+)/gm))
      names.set(found, file);
  if (names.has(name)) return undefined;
  const near = nearest(name, [...names.keys()]);
  if (near !== undefined)
    return `There is no aspect \`${name}\`; \`${names.get(near)}\` has one that is called \`${near}\`.`;
  return names.size === 0
    ? `There is no aspect yet: an aspect file ends in \`.ah\` and begins with \`aspect ${name} {\`.`
    : `There is no aspect \`${name}\` yet; the aspects are ${[...names.keys()].map((one) => `\`${one}\``).join(", ")}.`;
}

/** The server lists the nearest miss first. */
function whyNot(aspect: string, file: string, line: number, answers: readonly WhyNot[]): string {
  const [nearestMiss] = answers.filter(({ applies }) => !applies);
  if (nearestMiss === undefined) return `\`${aspect}\` has no advice yet.`;
  const { advice, why, suggestion } = nearestMiss;
  const said = `\`${advice}\` does not apply at line ${line} of \`${file}\`: ${why}.`;
  return suggestion === undefined ? said : `${said} It would with \`${suggestion}\`.`;
}
