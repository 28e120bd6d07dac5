/**
 * What a slice's file includes belongs before the class that gets the slice. Where the unit, or an aspect, includes such a
 * header only behind the class, its text moves there, with what it includes itself and has not been read by then:
 *
 *     namespace net {                     namespace net {
 *     class Interface { };                }
 *     }                                   # 1 "address.h" 1
 *     # 1 "address.h" 1                   struct Address { };
 *     struct Address { };                 # 4 "interface.h" 2
 *     # 2 "u.cc" 2                        namespace net {
 *                                         class Interface { };
 *
 * Macros are expanded already, so the order of texts is all that changes. Headers that include each other can be read in
 * several orders: where the header includes the class's own, the class comes either first or, `in cycles`, behind it.
 */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type CompilerCommand, readLatin1 } from "../../kernel-build/index.js";
import {
  type AspectFile,
  type ClassEntity,
  includesIn,
  markerName,
  type UnitFacts,
} from "../../model/index.js";
import { type ClassMatch, preludeIncludes } from "../../pointcut/index.js";
import { type ExpandedTail, placeBeside } from "../../weaver/index.js";
import {
  firstInclusions,
  type InclusionNode,
  inclusionTree,
  isNode,
  type TextPart,
} from "./inclusion-tree.js";
import type { UnitRequest } from "./unit-analysis.js";

export interface OrderedText {
  /** Of the unit. */
  readonly text: string;
  readonly tail: ExpandedTail | undefined;
}

interface ClassPoint {
  readonly at: number;
  readonly namespaces: readonly string[];
  /** Absolute names of headers. */
  readonly needed: readonly string[];
}

/** The same text where nothing has to move. */
export function withIncludesFirst(
  { text, tail }: OrderedText,
  facts: UnitFacts,
  classes: readonly ClassMatch[],
  { command, hasIncludesFirst }: Pick<UnitRequest, "command" | "hasIncludesFirst">,
): OrderedText {
  const root = inclusionTree(text, command.directory);
  const sections = (tail?.sections ?? []).map((section) =>
    section === undefined ? undefined : inclusionTree(section, command.directory, Infinity),
  );
  const first = firstInclusions([root, ...sections.flatMap((section) => section ?? [])]);
  const locate = locatorOf(command, [...first.keys()]);
  const points = classes.flatMap((match) => pointsOf(match, text, facts, locate));
  const mover = createMover(
    points,
    facts,
    first,
    (file) => includesOfHeader(file, locate),
    hasIncludesFirst === "in cycles",
  );
  const ordered = mover.print(root);
  if (tail === undefined) return { text: ordered, tail };
  return { text: ordered, tail: { ...tail, sections: sections.map((one) => one && mover.print(one)) } };
}

function pointsOf(
  { entity, introductions }: ClassMatch,
  text: string,
  facts: UnitFacts,
  locate: Locate,
): ClassPoint[] {
  const { definition } = facts.entities[entity] as ClassEntity;
  if (definition === undefined) return [];
  const files = [...new Set(introductions.map(({ slice }) => slice.file))];
  const needed = files.flatMap((file) => includesOfSlice(file, locate));
  return [{ ...placeBeside(text, definition.topLevel, definition.body.start), needed }];
}

function createMover(
  points: readonly ClassPoint[],
  facts: UnitFacts,
  first: ReadonlyMap<string, InclusionNode>,
  includesOf: (file: string) => readonly string[],
  breaksCycles: boolean,
) {
  const begun = new Set<InclusionNode>();
  const open: InclusionNode[] = [];
  /** Of an open node, what is to come behind its text. */
  const behind = new Map<InclusionNode, InclusionNode[]>();
  /** As an inclusion from where `back` leads, so that a later round finds it there. */
  const print = (node: InclusionNode, back = node.leave): string => {
    if (begun.has(node)) return `${node.enter}${back}`;
    begun.add(node);
    // What it found read already may come later now.
    const others =
      first.get(node.file) === node ? includesOf(node.file).filter((file) => !isWithin(node, file)) : [];
    const missing = moved(others, back);
    open.push(node);
    const own = node.parts.map((part) => (isNode(part) ? printWithin(part) : printText(part))).join("");
    open.pop();
    const last = (behind.get(node) ?? []).map((one) => print(one)).join("");
    return `${missing}${node.enter}${own}${last}${back}`;
  };
  /** A class whose slice needs a header that is being read comes behind that header. */
  const printWithin = (node: InclusionNode): string => {
    const needed = new Set(breaksCycles && !begun.has(node) ? neededWithin(node, points) : []);
    const around = open.find((one) => needed.has(one.file) && first.get(one.file) === one);
    if (around === undefined) return print(node);
    behind.set(around, [...(behind.get(around) ?? []), node]);
    return "";
  };
  const isWithin = (node: InclusionNode, file: string): boolean =>
    node.parts.some((part) => isNode(part) && (part === first.get(file) || isWithin(part, file)));
  const moved = (files: readonly string[], back: string): string =>
    files
      .map((file) => {
        const node = first.get(file);
        return node === undefined || begun.has(node) ? "" : print(node, back);
      })
      .join("");
  const printText = ({ start, text }: TextPart): string => {
    let printed = "";
    let from = 0;
    for (const { at, namespaces, needed } of points.filter(
      ({ at }) => at >= start && at < start + text.length,
    )) {
      const { file, line } = facts.lineMap.positionAt(at);
      const before = moved(needed, `# ${line} "${markerName(file)}" 2\n`);
      if (before === "") continue;
      const close = namespaces.map(() => "}").join(" ");
      printed += `${text.slice(from, at - start)}${close}\n${before}${namespaces.join(" ")} `;
      from = at - start;
    }
    return printed + text.slice(from);
  };
  return { print };
}

/** What the classes in it need. */
function neededWithin(node: InclusionNode, points: readonly ClassPoint[]): string[] {
  return node.parts.flatMap((part) => {
    if (isNode(part)) return neededWithin(part, points);
    const end = part.start + part.text.length;
    return points.flatMap(({ at, needed }) => (at >= part.start && at < end ? needed : []));
  });
}

/** The file that an include means: of a folder, or undefined for none but those of the command. */
type Locate = (name: string, beside: string | undefined) => string[];

function includesOfSlice(file: AspectFile, locate: Locate): string[] {
  return preludeIncludes(file).flatMap(({ isQuoted, path }) =>
    locate(path, isQuoted ? dirname(file.file) : undefined),
  );
}

function includesOfHeader(file: string, locate: Locate): string[] {
  const text = readLatin1(file) ?? "";
  return includesIn(text, 0).flatMap(({ isQuoted, path }) =>
    locate(path, isQuoted ? dirname(file) : undefined),
  );
}

/** `read`: all files that were read, among which are those of the compiler's own folders. */
function locatorOf(command: CompilerCommand, read: readonly string[]): Locate {
  const folders = includeFolders(command);
  return (name, beside) => {
    const plain = Buffer.from(name, "latin1").toString();
    const own = [...(beside === undefined ? [] : [beside]), ...folders].map((folder) =>
      resolve(folder, plain),
    );
    const found = own.find((path) => existsSync(path)) ?? read.find((path) => path.endsWith(`/${plain}`));
    return found === undefined ? [] : [found];
  };
}

const FOLDER = /^-(?:I|iquote|isystem|idirafter)(.*)$/s;

function includeFolders({ items, directory }: CompilerCommand): string[] {
  return items.flatMap((item) => {
    if (item.kind !== "option" || !FOLDER.test(item.name)) return [];
    const [, joined = ""] = FOLDER.exec(item.words.join("")) ?? [];
    return joined === "" ? [] : [resolve(directory, joined)];
  });
}
