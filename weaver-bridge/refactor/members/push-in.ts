/** An introduction becomes members that stand in the struct or class itself. */
import type { AspectFile, Introduction, Problem, TextRange } from "../../model/index.js";
import { type IntroductionMatch, matchAspects } from "../../pointcut/index.js";
import { tokenize } from "../../weaver/text/c-tokens.js";
import { type Found, isReason } from "../pair/find-ends.js";
import type { FileChange, Refactoring } from "../refactoring.js";
import { type AnalysedText, createSourceView } from "../sources/source-view.js";
import { deletion, indentAt, mergeChanges, reindentBlock } from "../sources/text-edits.js";

export interface PushInSelection {
  readonly aspect: string;
  /** Position among the aspect's introductions; all of them without. */
  readonly index?: number | undefined;
}

export interface PushInPlace {
  readonly introduction: number;
  readonly owner: string;
  readonly change?: { readonly file: string; readonly at: number; readonly text: string };
  readonly reason?: string;
}

/** `aspects` as they are parsed; slices may stand in the unit already. */
export function surveyPushIn(
  unit: AnalysedText,
  aspects: readonly AspectFile[],
  selection: PushInSelection,
): PushInPlace[] {
  const { facts } = unit;
  const view = createSourceView(unit);
  return matchAspects(facts, aspects).classes.flatMap(({ entity: id, introductions }) =>
    introductions.flatMap((match): PushInPlace[] => {
      const { introduction, aspect } = match;
      if (
        aspect.name !== selection.aspect ||
        (selection.index !== undefined && introduction.index !== selection.index)
      )
        return [];
      const entity = facts.entities[id];
      if (entity?.kind !== "class" || entity.definition === undefined) return [];
      const base = { introduction: introduction.index, owner: [...entity.scope, entity.name].join("::") };
      const { body } = entity.definition;
      const [open, close] = [view.tokenAt(body.start), view.tokenAt(body.end - 1)];
      if (open === undefined || close === undefined)
        return [{ ...base, reason: "its definition stands in a macro expansion, or outside of the project" }];
      const text = membersOf(match, facts.language, entity.key);
      if (isReason(text)) return [{ ...base, reason: text.reason }];
      const { source } = open;
      const before =
        introduction.beforeField === undefined
          ? undefined
          : fieldStart(
              source.text,
              { start: open.token.end, end: close.token.start },
              introduction.beforeField,
            );
      const at = before ?? source.text.lastIndexOf("\n", close.token.start - 1) + 1;
      const isOneLine = at <= open.token.start;
      const indent = before === undefined ? "\t" : indentAt(source.text, before);
      const lineStart = before === undefined ? at : source.text.lastIndexOf("\n", before - 1) + 1;
      const change = isOneLine
        ? { file: source.file, at: close.token.start, text: `\n${lines(text, indent)}\n` }
        : { file: source.file, at: lineStart, text: `${lines(text, indent)}\n` };
      return [{ ...base, change }];
    }),
  );
}

interface Members {
  /** What the members are accessible as, where the class may say something else before them. */
  readonly access?: "public" | "private";
  readonly text: string;
}

/** Access labels stand where the class does. */
function lines({ access, text }: Members, indent: string): string {
  const outer = indent.replace(/\t$/, "");
  const hasLabels = /^[ \t]*(?:public|private|protected)[ \t]*:/m.test(text);
  const block = reindentBlock(text, hasLabels ? outer : indent);
  return access === undefined ? block : `\n${outer}${access}:\n${block}`;
}

function membersOf(
  { slice, introduction }: IntroductionMatch,
  language: string,
  key: string,
): Found<Members> {
  const own = slice.slice;
  if (own.bases !== undefined) return { reason: "it adds a base class" };
  if (slice.definitions.length > 0)
    return { reason: "its members are defined outside of it, which has no place in a class" };
  if (own.members === undefined)
    return { reason: `the slice of introduction ${introduction.index} has no members` };
  const text = slice.file.text.slice(own.members.start, own.members.end);
  const words = tokenize(text);
  if (language === "c") {
    if (words.some((token, index) => token.text === "{" && words[index - 1]?.text === ")"))
      return { reason: "functions of a slice belong to the aspect in C" };
    return { text };
  }
  if (/^(?:public|private|protected)$/.test(words[0]?.text ?? "")) return { text };
  return { access: own.key === "class" && key === "class" ? "private" : "public", text };
}

/** Start of the declaration of a field of a struct. */
function fieldStart(text: string, body: TextRange, field: string): number | undefined {
  let start: number | undefined;
  for (const token of tokenize(text, body.start, body.end)) {
    start ??= token.start;
    if (token.text === field) return start;
    if (token.text === ";") start = undefined;
  }
  return undefined;
}

export function pushIn(
  places: readonly PushInPlace[],
  aspects: readonly AspectFile[],
  selection: PushInSelection,
): Refactoring {
  const file = aspects.find((one) => one.aspects.some(({ name }) => name === selection.aspect));
  const aspect = file?.aspects.find(({ name }) => name === selection.aspect);
  const chosen = (aspect?.introductions ?? []).filter(
    ({ index }) => selection.index === undefined || index === selection.index,
  );
  if (file === undefined || aspect === undefined || chosen.length === 0)
    return { title: "", changes: [], problems: [problem(`${selection.aspect} introduces nothing`, "error")] };
  const problems: Problem[] = [];
  const changes: FileChange[] = [];
  let count = 0;
  for (const introduction of chosen) {
    const own = places.filter((place) => place.introduction === introduction.index);
    const wrong = own.find(({ reason }) => reason !== undefined);
    if (own.length === 0)
      problems.push(
        problem(`introduction ${introduction.index} of ${aspect.name} reaches no class`, "warning"),
      );
    else if (wrong !== undefined)
      problems.push(problem(`the introduction into ${wrong.owner} stays: ${wrong.reason}`, "warning"));
    else {
      count++;
      for (const { change } of own)
        if (change !== undefined)
          changes.push({
            file: change.file,
            edits: [{ range: { start: change.at, end: change.at }, text: change.text }],
          });
      changes.push(...withdrawn(file, introduction, aspects));
    }
  }
  const owners = [...new Set(places.map(({ owner }) => owner))].join(", ");
  return {
    title: `Move ${count} introduction${count === 1 ? "" : "s"} of ${aspect.name} into ${owners}`,
    changes: count === 0 ? [] : mergeChanges(changes),
    problems,
  };
}

/** The introduction, and the slice that it names if nothing else does. */
function withdrawn(
  file: AspectFile,
  introduction: Introduction,
  aspects: readonly AspectFile[],
): FileChange[] {
  const changes: FileChange[] = [{ file: file.file, edits: [deletion(file.text, introduction.range)] }];
  const { slice } = introduction;
  if (!("reference" in slice)) return changes;
  const users = aspects
    .flatMap((one) => one.aspects)
    .flatMap(({ introductions = [] }) => introductions)
    .filter((one) => "reference" in one.slice && one.slice.reference === slice.reference);
  if (users.length > 1) return changes;
  for (const one of aspects)
    for (const declared of one.slices ?? [])
      if (declared.name === slice.reference)
        changes.push({ file: one.file, edits: [deletion(one.text, declared.range)] });
  return changes;
}

function problem(message: string, severity: Problem["severity"]): Problem {
  return { code: severity === "error" ? "refactor/selection" : "refactor/not-taken", severity, message };
}
