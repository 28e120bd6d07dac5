/** `pull-out` over a whole project. */
import {
  isReason,
  type PullOutSelection,
  pullOut,
  type Refactoring,
  surveyPullOut,
} from "../refactor/index.js";
import { camelCase, newAspect } from "./new-aspect.js";
import { type PlanOptions, sourceReader, surveyProject } from "./survey.js";

export interface PullOutRequest extends PullOutSelection {
  readonly kind: "pull-out";
  readonly name?: string | undefined;
  readonly into?: string | undefined;
}

export async function planPullOut(
  root: string,
  request: PullOutRequest,
  options: PlanOptions,
): Promise<Refactoring> {
  const { values, side, problems } = await surveyProject(root, options, (unit) => {
    const place = surveyPullOut(unit, request);
    return place === undefined ? undefined : { place, language: unit.facts.language };
  });
  if (side === undefined) return { title: "", changes: [], problems };
  const unread = problems.filter(({ code }) => code === "refactor/unread");
  const found = values.find((value) => value !== undefined);
  const source = sourceReader()(request.file);
  if (found === undefined || source === undefined || isReason(found.place)) {
    const reason =
      found !== undefined && isReason(found.place)
        ? found.place.reason
        : "no member of a struct or class of the project is declared there";
    const range = {
      file: request.file,
      startLine: request.line,
      startColumn: 1,
      endLine: request.line,
      endColumn: 1,
    };
    return {
      title: "",
      changes: [],
      problems: [
        ...unread,
        {
          code: "refactor/selection",
          severity: "error",
          range,
          message: `nothing to move: ${reason}`,
          hint:
            unread.length > 0
              ? "It may be declared in what could not be read: mend that first."
              : "Name the line on which a data member or a member function of a struct or class is declared.",
        },
      ],
    };
  }
  const owner = found.place.owner.split("::").at(-1) ?? "";
  const target = newAspect(side.project, request, `${camelCase(owner)}Extension`);
  if ("code" in target) return { title: "", changes: [], problems: [target] };
  const plan = pullOut(source, found.place, {
    ...request,
    name: target.name,
    into: target.file,
    language: found.language,
  });
  return {
    ...plan,
    changes: [...plan.changes, ...target.projectChanges],
    problems: [...unread, ...plan.problems],
  };
}
