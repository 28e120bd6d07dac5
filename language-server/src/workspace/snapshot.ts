/**
 * What features are computed from: one consistent view of texts, aspects and effects. Every list is the newest
 * known; a file whose analysis is still under way says so in its state. All paths in it are absolute.
 */
import type { EntityNames } from "@weft/weaver-bridge/kernel-index";
import type { Advice, AspectEffect, AspectFile, Effect, Language, Problem } from "@weft/weaver-bridge/model";
import { isKlasyFile } from "@weft/weaver-bridge/pointcut";
import type { JoinPointShape } from "@weft/weaver-bridge/weaver";
import type { Contribution, OwnFiles } from "./contributions/contribution.js";
import type { SourceText } from "./texts/documents.js";
import type { IntroducedText } from "./units/introduced-text.js";

/** An `.ah` file with the text that its (byte) ranges refer to. */
export interface AspectDocument {
  readonly file: AspectFile;
  readonly source: SourceText;
}

export interface FileState {
  readonly state: "ready" | "computing" | "failed";
  readonly version?: number;
  readonly message?: string;
}

/** Names that a match expression can hold. */
export type KnownNames = EntityNames;

export interface Snapshot {
  readonly aspects: readonly AspectDocument[];
  /** What tools add: effects, problems, help. */
  readonly contributions: readonly Contribution[];
  /** The answers of the contributor that the file belongs to; undefined for sources and aspects. */
  ownerOf(path: string): OwnFiles | undefined;
  text(path: string): SourceText | undefined;
  /** Aspect files that are woven together with the file, or with which it is woven. */
  aspectsWith(path: string): readonly AspectDocument[];
  /** C and C++ sources and headers of the projects, and open ones. */
  sources(): readonly SourceText[];
  /** Of {@link programFiles}, those whose text holds the word; the others are not kept in memory. */
  textsWith(word: string): readonly SourceText[];
  /** Effects whose join point stands in the file, outermost first at each join point. */
  effectsIn(path: string): readonly AspectEffect[];
  /** Effects on the file that contributors found in units. */
  foundIn(path: string): readonly Effect[];
  /** Effects that come from the `.ah` file. */
  effectsFrom(path: string): readonly AspectEffect[];
  /** Effects by the file of their join point, as in {@link effectsIn}: of all files, or of these. */
  effectsByFile(paths?: ReadonlySet<string>): ReadonlyMap<string, readonly AspectEffect[]>;
  /** What the projects are made of: their units, what those include from the projects' folders, and aspects. */
  programFiles(): readonly string[];
  /** Files that some unit, aspect or interface has problems in. */
  filesWithProblems(): readonly string[];
  stateOf(path: string): FileState;
  /** Units of the project around the file are read for the first time: what the others mean is not known yet. */
  isFirstRead(path: string): boolean;
  /** Problems to show in the file, parser and project pass together. */
  problemsIn(path: string): readonly Problem[];
  /** One for each unit in which the advice matches something. */
  shapesOf(path: string, advice: Advice): readonly JoinPointShape[];
  /** Units (main files) that the `.ah` file's introductions reach. */
  unitsReachedBy(path: string): readonly string[];
  /** What slices add to classes in files on disk, by absolute path; the same map while nothing of it changed. */
  introducedText(): ReadonlyMap<string, readonly IntroducedText[]>;
  /** What they add to those of an open file, at the places of its text. */
  introducedInto(source: SourceText): readonly IntroducedText[];
  /** Of the project around the file: what most of its units are written in. */
  languageAround(path: string): Language;
  names(): KnownNames;
}

/** Aspects in tags, whose bodies are no C before their escapes are undone. */
export const isKlasyPath = isKlasyFile;

export function isAspectPath(path: string): boolean {
  return path.endsWith(".ah") || isKlasyFile(path);
}

export function aspectDocumentAt(snapshot: Snapshot, path: string): AspectDocument | undefined {
  return snapshot.aspects.find((document) => document.source.path === path);
}
