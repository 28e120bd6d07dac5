/** `extract-feature` over a whole project. */
import { extractFeature, type Refactoring, surveyFeature } from "../refactor/index.js";
import { camelCase, newAspect } from "./new-aspect.js";
import { type ProjectSide, projectSide } from "./project-side.js";
import { type PlanOptions, surveyProject } from "./survey.js";

export interface ExtractFeatureRequest {
  readonly kind: "extract-feature";
  /** The macro: `CONFIG_THREAD_LIST`. */
  readonly feature: string;
  readonly name?: string | undefined;
  readonly into?: string | undefined;
}

export async function planFeature(
  root: string,
  { feature, name, into }: ExtractFeatureRequest,
  options: PlanOptions,
): Promise<Refactoring> {
  const { pathOf } = options;
  const own = projectSide(root, { pathOf });
  if (own.side === undefined) return { title: "", changes: [], problems: own.problems };
  const { project } = own.side;
  const having = project.configurations
    .map((one) => one.name)
    .filter((configuration) => defines(projectSide(root, { configuration, pathOf }).side, feature));
  const hasConfigurations = project.configurations.length > 0;
  if (hasConfigurations ? having.length === 0 : !defines(own.side, feature)) return undefinedFeature(feature);
  const surveyed = await surveyProject(root, options, (unit) =>
    isDefined(unit.unit.command.argv, feature) ? surveyFeature(unit, feature) : { regions: [] },
  );
  const inAll = having.length === project.configurations.length;
  const target = newAspect(project, { name, into }, suggestName(feature), inAll ? undefined : having);
  if ("code" in target) return { title: "", changes: [], problems: [target] };
  const language = own.side.units.some(({ file }) => /\.(?:cc|cpp|cxx|C|c\+\+)$/.test(file)) ? "c++" : "c";
  const plan = extractFeature(surveyed.values, { ...target, feature, language });
  return {
    ...plan,
    changes: plan.changes.length === 0 ? [] : [...plan.changes, ...target.projectChanges],
    problems: [...surveyed.problems.filter(({ code }) => code === "refactor/unread"), ...plan.problems],
  };
}

function defines(side: ProjectSide | undefined, feature: string): boolean {
  return side?.units.some(({ command }) => isDefined(command.argv, feature)) ?? false;
}

/** By the command line, the last word decides. */
function isDefined(words: readonly string[], feature: string): boolean {
  let defined = false;
  for (const [index, word] of words.entries()) {
    const option = word === "-D" || word === "-U" ? `${word}${words[index + 1] ?? ""}` : word;
    if (option === `-U${feature}`) defined = false;
    else if (option === `-D${feature}` || option.startsWith(`-D${feature}=`)) defined = true;
  }
  return defined;
}

/** `CONFIG_THREAD_LIST` makes `ThreadList`. */
function suggestName(feature: string): string {
  return camelCase(feature.replace(/^_*(?:CONFIG|HAVE|ENABLE|USE|WITH)_/, "").toLowerCase());
}

function undefinedFeature(feature: string): Refactoring {
  return {
    title: "",
    changes: [],
    problems: [
      {
        code: "refactor/feature",
        severity: "error",
        message: `no configuration of the project defines ${feature}`,
        hint: `What stands under it is not compiled, so nothing is known about it. Add "configurations" with a "-D${feature}" among their flags to weft.json.`,
      },
    ],
  };
}
