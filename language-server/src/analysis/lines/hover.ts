/** Hover: which advice applies here, why, and what it does. Markdown. */
import {
  type Aspect,
  type AspectEffect,
  type Introduction,
  joinPointOf,
  type LiveEffect,
} from "@weft/weaver-bridge/model";
import { createSliceScopes } from "@weft/weaver-bridge/pointcut";
import type { Position, Range } from "../../protocol/index.js";
import type { HoverText } from "../../workspace/index.js";
import { type AspectDocument, aspectDocumentAt, type Snapshot } from "../../workspace/index.js";
import {
  adviceLabel,
  declaringAdvice,
  declaringIntroduction,
  introductionLabel,
  rangeOfBytes,
  textOfBytes,
} from "../advice-text.js";
import { holds, rangeOfJoinPoint } from "../locate.js";
import { count, effectsOfAdvice, targetOf } from "./file-effects.js";

/** Undefined where no advice applies. */
export function hoverText(snapshot: Snapshot, path: string, position: Position): HoverText | undefined {
  const document = aspectDocumentAt(snapshot, path);
  return document === undefined
    ? hoverOnTarget(snapshot, path, position)
    : hoverOnAdvice(snapshot, document, position);
}

/** The join points under the cursor: those whose drawn range holds it. */
export function effectsAt(
  snapshot: Snapshot,
  path: string,
  position: Position,
): { range: Range; effects: AspectEffect[] } | undefined {
  const source = snapshot.text(path);
  if (source === undefined) return undefined;
  const hits = snapshot
    .effectsIn(path)
    .map((effect) => ({ effect, range: rangeOfJoinPoint(joinPointOf(effect), source) }))
    .filter(({ range }) => holds(range, position));
  const first = hits[0];
  return first === undefined ? undefined : { range: first.range, effects: hits.map(({ effect }) => effect) };
}

function hoverOnTarget(snapshot: Snapshot, path: string, position: Position): HoverText | undefined {
  const hit = effectsAt(snapshot, path, position);
  const others = snapshot.contributions.flatMap(({ inSources }) => inSources?.hover?.(path, position) ?? []);
  const range = hit?.range ?? others.find((one) => one.range !== undefined)?.range;
  if (range === undefined) return undefined;
  const sections = [
    ...(hit?.effects ?? []).map((effect) => adviceSection(snapshot, effect)),
    ...others.map(({ markdown }) => markdown),
  ];
  return { range, markdown: sections.join("\n\n---\n\n") };
}

export function adviceSection(snapshot: Snapshot, effect: AspectEffect | LiveEffect): string {
  const document = aspectDocumentAt(snapshot, effect.origin.file);
  const advice = document === undefined ? undefined : declaringAdvice(document, effect);
  const condition = effect.certainty === "conditional" ? " *(decided at run time)*" : "";
  const head = `**${effect.title}**${condition}\n\n${effect.reason}`;
  if (document === undefined || advice === undefined) return head;
  return `${head}\n\n\`\`\`c\n${dedent(textOfBytes(document, advice.range))}\n\`\`\``;
}

const MAX_TARGETS = 10;

function hoverOnAdvice(
  snapshot: Snapshot,
  document: AspectDocument,
  position: Position,
): HoverText | undefined {
  for (const aspect of document.file.aspects) {
    for (const advice of aspect.advice) {
      const range = rangeOfBytes(document, advice.header);
      if (!holds(range, position)) continue;
      const targets = effectsOfAdvice(snapshot, document, advice).map((effect) => targetOf(snapshot, effect));
      const head = `**${aspect.name}**: ${adviceLabel(document, advice)}`;
      const matches = `matches ${count(targets.length, "join point")}`;
      return { range, markdown: [head, matches, ...list(targets)].join("\n\n") };
    }
    for (const introduction of aspect.introductions ?? []) {
      const range = rangeOfBytes(document, headOf(introduction));
      if (holds(range, position))
        return { range, markdown: introductionText(snapshot, document, aspect, introduction) };
    }
  }
  return undefined;
}

/** Members that are written in the advice itself are code, which clangd tells about. */
function headOf({ slice, range }: Introduction): Introduction["range"] {
  const { members } = "reference" in slice ? {} : slice;
  return { start: range.start, end: members?.start ?? range.end };
}

function introductionText(
  snapshot: Snapshot,
  document: AspectDocument,
  aspect: Aspect,
  introduction: Introduction,
): string {
  const targets = snapshot
    .effectsFrom(document.source.path)
    .filter((effect) => declaringIntroduction(document, effect) === introduction)
    .map((effect) => targetOf(snapshot, effect));
  const head = `**${introduction.aspect}**: ${introductionLabel(document, introduction)}`;
  const adds = `adds members to ${count(targets.length, "type")}`;
  return [head, adds, ...list(targets), ...members(snapshot, document, aspect, introduction)].join("\n\n");
}

/** The slice that is declared elsewhere, with its members. */
function members(
  snapshot: Snapshot,
  { file }: AspectDocument,
  aspect: Aspect,
  { slice }: Introduction,
): string[] {
  if (!("reference" in slice)) return [];
  const files = snapshot.aspects.map((document) => document.file);
  const found = createSliceScopes(files).find(slice, aspect, file);
  const document = snapshot.aspects.find((one) => one.file === found?.file);
  if (found === undefined || document === undefined) return [];
  return [`\`\`\`cpp\n${dedent(textOfBytes(document, found.slice.range))}\n\`\`\``];
}

function list(targets: readonly { readonly label: string }[]): string[] {
  const lines = targets.slice(0, MAX_TARGETS).map((target) => `- \`${target.label}\``);
  if (targets.length > MAX_TARGETS) lines.push(`- and ${targets.length - MAX_TARGETS} more`);
  return lines.length > 0 ? [lines.join("\n")] : [];
}

/** Takes the indentation of the last line (the closing brace) away from all but the first. */
function dedent(text: string): string {
  const lines = text.split("\n");
  const indent = /^\s*/.exec(lines.at(-1) ?? "")?.[0] ?? "";
  return lines
    .map((line, at) => (at > 0 && line.startsWith(indent) ? line.slice(indent.length) : line))
    .join("\n");
}
