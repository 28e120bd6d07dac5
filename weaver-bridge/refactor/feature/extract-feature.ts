/**
 * An option under `#ifdef FEATURE` becomes one aspect, which only the configurations with the option have. Units are
 * looked at one at a time ({@link surveyFeature}); what they say of a region must agree.
 */
import type { Problem } from "../../model/index.js";
import { type Found, isReason } from "../pair/find-ends.js";
import type { Refactoring, SourceText } from "../refactoring.js";
import { functionSites } from "../sources/function-site.js";
import { type AnalysedText, createSourceView } from "../sources/source-view.js";
import { mergeChanges } from "../sources/text-edits.js";
import { type ConditionalRegion, conditionalRegions } from "./conditional-regions.js";
import { type MemberPlace, placeAtFileScope, placeInClass } from "./place-members.js";
import { type AdvicePlace, placeInFunction } from "./place-region.js";
import { renderAspect } from "./render-aspect.js";

type RegionPlace =
  | { readonly kind: "function"; readonly places: Found<readonly AdvicePlace[]> }
  | { readonly kind: "class"; readonly place: Found<MemberPlace> }
  | { readonly kind: "file" };

export interface FeatureSurvey {
  readonly regions: readonly { readonly region: ConditionalRegion; readonly place: RegionPlace }[];
}

/** `unit` must have been preprocessed with the feature defined. */
export function surveyFeature(unit: AnalysedText, feature: string): FeatureSurvey {
  const view = createSourceView(unit);
  const sources = new Map<string, SourceText>();
  for (const file of unit.facts.lineMap.files) {
    const source = unit.sourceOf(file);
    if (source !== undefined) sources.set(source.file, source);
  }
  const regions = [...sources.values()].flatMap((source) =>
    source.text.includes(feature) ? conditionalRegions(source, feature) : [],
  );
  if (regions.length === 0) return { regions: [] };
  const sites = functionSites(unit, view);
  return {
    regions: regions.map((region) => {
      for (const site of sites) {
        const places = placeInFunction(site, region);
        if (places !== undefined) return { region, place: { kind: "function", places } };
      }
      const place = placeInClass(unit, view, region);
      return { region, place: place === undefined ? { kind: "file" } : { kind: "class", place } };
    }),
  };
}

export interface ExtractFeatureOptions {
  readonly feature: string;
  readonly name: string;
  readonly file: string;
  readonly language: "c" | "c++";
}

interface Taken {
  readonly region: ConditionalRegion;
  readonly advice?: AdvicePlace;
  readonly member?: MemberPlace;
}

export function extractFeature(
  surveys: readonly FeatureSurvey[],
  options: ExtractFeatureOptions,
): Refactoring {
  const all = new Map<string, { region: ConditionalRegion; places: RegionPlace[] }>();
  for (const { region, place } of surveys.flatMap(({ regions }) => regions)) {
    const key = `${region.source.file}:${region.whole.start}`;
    const known = all.get(key);
    if (known === undefined) all.set(key, { region, places: [place] });
    else known.places.push(place);
  }
  const problems: Problem[] = [];
  const leave = (region: ConditionalRegion, reason: string) =>
    problems.push(left(region, options.feature, reason));
  const taken: Taken[] = [];
  const atFile: ConditionalRegion[] = [];
  for (const { region, places } of all.values()) {
    const decided = region.obstacle === undefined ? decide(places) : { reason: region.obstacle };
    if (isReason(decided)) leave(region, decided.reason);
    else if (decided.kind === "file") atFile.push(region);
    else taken.push({ region, ...decided.taken });
  }
  const slices = new Map<string, string>();
  for (const { member } of options.language === "c" ? [] : taken)
    if (member !== undefined) slices.set(member.owner, `${options.name}${plain(member.owner)}`);
  const definitions: string[] = [];
  const removed = taken.map(({ region }) => region);
  for (const region of atFile) {
    const found =
      options.language === "c"
        ? { reason: "a definition at file scope would be made once in every unit" }
        : placeAtFileScope(region);
    const slice = isReason(found) ? undefined : slices.get(found.owner);
    if (isReason(found)) leave(region, found.reason);
    else if (slice === undefined)
      leave(region, `what it defines is not declared under ${options.feature} in ${found.owner}`);
    else {
      removed.push(region);
      for (const { text, ownerAt } of found.definitions)
        definitions.push(
          `slice ${text.slice(0, ownerAt)}${slice}${text.slice(ownerAt + found.owner.length)}\n`,
        );
    }
  }
  const edits = removed.map(({ source, whole, rest }) => ({
    file: source.file,
    edits: rest ?? [{ range: withBlank(source.text, whole), text: "" }],
  }));
  const comment = `/* What was under ${options.feature}; only configurations with it have this aspect. */`;
  const create = renderAspect({
    ...{ name: options.name, language: options.language, comment, slices, definitions },
    members: taken.flatMap(({ member }) => (member === undefined ? [] : [member])),
    advice: taken.flatMap(({ advice }) => (advice === undefined ? [] : [advice])),
  });
  const count = `${removed.length} of ${all.size} region${all.size === 1 ? "" : "s"}`;
  return {
    title: `Extract ${count} under ${options.feature} into the aspect ${options.name}`,
    changes: removed.length === 0 ? [] : mergeChanges([...edits, { file: options.file, create }]),
    problems,
  };
}

type Decision = { readonly kind: "file" } | { readonly kind: "taken"; readonly taken: Omit<Taken, "region"> };

/** What all units can agree on. */
function decide(places: readonly RegionPlace[]): Found<Decision> {
  const inFunction = places.filter((place) => place.kind === "function");
  const inClass = places.filter((place) => place.kind === "class");
  if (inFunction.length > 0) {
    const wrong = inFunction.map((one) => one.places).find((one) => isReason(one));
    if (wrong !== undefined && isReason(wrong)) return wrong;
    const [first, ...others] = inFunction
      .map((one) => one.places)
      .filter((one): one is readonly AdvicePlace[] => !isReason(one));
    const advice = first?.find((one) =>
      others.every((other) => other.some((it) => JSON.stringify(it) === JSON.stringify(one))),
    );
    return advice === undefined
      ? { reason: "what stands beside it is not the same in every configuration" }
      : { kind: "taken", taken: { advice } };
  }
  if (inClass.length === 0) return { kind: "file" };
  const wrong = inClass.map(({ place }) => place).find((place) => isReason(place));
  if (wrong !== undefined && isReason(wrong)) return wrong;
  const [member] = inClass
    .map(({ place }) => place)
    .filter((place): place is MemberPlace => !isReason(place));
  return member === undefined ? { kind: "file" } : { kind: "taken", taken: { member } };
}

function left({ source, line }: ConditionalRegion, feature: string, reason: string): Problem {
  return {
    code: "refactor/not-taken",
    severity: "note",
    range: { file: source.file, startLine: line, startColumn: 1, endLine: line, endColumn: 1 },
    message: `this region under ${feature} stays: ${reason}`,
  };
}

const plain = (name: string) => name.split("::").at(-1) ?? name;

/** With the blank line behind it, when one stands before it too. */
function withBlank(text: string, { start, end }: { readonly start: number; readonly end: number }) {
  const isBlankBefore = start === 0 || /\n[ \t]*\n$/.test(text.slice(Math.max(0, start - 200), start));
  const blank = /^[ \t]*\n/.exec(text.slice(end, end + 200))?.[0] ?? "";
  return { start, end: end + (isBlankBefore ? blank.length : 0) };
}
