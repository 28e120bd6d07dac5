/**
 * Uses of stubs in two versions of a project compared: calls and implementations that came or went, and those whose messages
 * are others now, since an interface changed. By text, as everywhere where stubs are told: programs need not be units.
 */

import { relative } from "node:path";
import { type StubEffect, stubEffects } from "../idl/index.js";
import { globFiles, readRegular } from "../kernel-build/index.js";
import type { SourceRange } from "../model/index.js";
import { type ProjectNames, projectNames } from "../project/stubs/project-stubs.js";
import type { DiffSide } from "./diff-sides.js";

export interface StubDifference {
  /** `message`: the same use, but what is sent or how has changed. */
  readonly change: "gained" | "lost" | "message";
  readonly cause: "new operation" | "operation removed" | "interface changed" | "code changed";
  /** `files::storage::open: client stub` */
  readonly title: string;
  readonly role: StubEffect["binding"]["role"];
  /** Of the later version, of the earlier one for what is lost; relative to the project's folder. */
  readonly range: SourceRange;
  /** `request: 2 words in registers; reply: no data` */
  readonly reason: string;
  /** The reason before. */
  readonly before?: string;
}

/** In the order of the places. */
export async function differInStubs(before: DiffSide, after: DiffSide): Promise<StubDifference[]> {
  const [old, now] = [await stubsOf(before), await stubsOf(after)];
  const files = [...new Set([...old.byFile.keys(), ...now.byFile.keys()])].sort();
  return files.flatMap((file) => {
    const [lost, gained, kept] = pairUses(old.byFile.get(file) ?? [], now.byFile.get(file) ?? []);
    return [
      ...gained.map((use) =>
        said("gained", use, file, old.symbols.has(use) ? "code changed" : "new operation"),
      ),
      ...lost.map((use) =>
        said("lost", use, file, now.symbols.has(use) ? "code changed" : "operation removed"),
      ),
      ...kept.flatMap(([earlier, use]) =>
        earlier.effect.reason === use.effect.reason
          ? []
          : [{ ...said("message", use, file, "interface changed"), before: earlier.effect.reason }],
      ),
    ].sort((a, b) => a.range.startLine - b.range.startLine || a.range.startColumn - b.range.startColumn);
  });
}

interface Use {
  readonly effect: StubEffect;
  /** The line that it stands on. */
  readonly line: string;
}

interface Stubs {
  /** By name relative to the project's folder. */
  readonly byFile: ReadonlyMap<string, readonly Use[]>;
  /** Of all operations. */
  readonly symbols: { has(use: Use): boolean };
}

async function stubsOf({ project, unsaved }: DiffSide): Promise<Stubs> {
  const names = project && (await projectNames(project));
  if (project === undefined || names === undefined)
    return { byFile: new Map(), symbols: { has: () => false } };
  const files = globFiles(project.root, ["**/*.{c,h,cc,cpp,cxx,hh,hpp}"]);
  const uses = files.map((file) => [relative(project.root, file), usesIn(file, unsaved, names)] as const);
  return {
    byFile: new Map(uses.filter(([, found]) => found.length > 0)),
    symbols: { has: ({ effect }) => names.names.has(effect.binding.symbol) },
  };
}

function usesIn(file: string, unsaved: DiffSide["unsaved"], { names, isGenerated }: ProjectNames): Use[] {
  if (isGenerated(file)) return [];
  const text = unsaved?.get(file) ?? readRegular(file, "latin1");
  const lines = text.split("\n");
  return stubEffects(text, file, names, isGenerated).map((effect) => ({
    effect,
    line: lines[effect.target.startLine - 1]?.trim() ?? "",
  }));
}

/** What only the earlier and only the later version has, and pairs: on equal lines first, the rest in their order. */
function pairUses(
  before: readonly Use[],
  after: readonly Use[],
): readonly [lost: readonly Use[], gained: readonly Use[], kept: readonly (readonly [Use, Use])[]] {
  const kept: (readonly [Use, Use])[] = [];
  let [old, now] = [before, after];
  for (const isSame of [(a: Use, b: Use) => a.line === b.line, () => true]) {
    const open = [...old];
    const rest: Use[] = [];
    for (const use of now) {
      const at = open.findIndex(
        (other) => other.effect.binding.symbol === use.effect.binding.symbol && isSame(other, use),
      );
      const [found] = at === -1 ? [] : open.splice(at, 1);
      if (found === undefined) rest.push(use);
      else kept.push([found, use]);
    }
    [old, now] = [open, rest];
  }
  return [old, now, kept];
}

function said(
  change: StubDifference["change"],
  { effect }: Use,
  file: string,
  cause: StubDifference["cause"],
): StubDifference {
  const { title, reason, target, binding } = effect;
  return { change, cause, title, role: binding.role, range: { ...target, file }, reason };
}

const SIGNS = { gained: "+", lost: "-", message: "~" } as const;

/** `~ client.c:42:2: names::directory::bind: client stub: request: …, was request: … (interface changed)` */
export function sayStubDifference({ change, cause, title, range, reason, before }: StubDifference): string {
  const was = before === undefined ? "" : `, was ${before}`;
  return `${SIGNS[change]} ${range.file}:${range.startLine}:${range.startColumn}: ${title}: ${reason}${was} (${cause})`;
}
