/**
 * A unit's text with its aspects' as the compiler's preprocessor gives it: the aspects' in a tail behind the unit's own, or in
 * the unit where it includes them.
 */
import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { firstError, isPreprocessed, type PreprocessResult, preprocess } from "../../kernel-build/index.js";
import { type AspectFile, latin1OfName, unlessRefused } from "../../model/index.js";
import {
  advisedAspects,
  advisedInUnit,
  type ExpandedTail,
  readOnce,
  renderAdvised,
  renderTail,
  splitTail,
} from "../../weaver/index.js";
import { hasIntroductions } from "./introduce-unit.js";
import type { KeptTexts } from "./kept-texts.js";
import { isNothing, soughtOf } from "./sought-names.js";
import { asSources, includedAspects, withStandingAspects } from "./standing-aspects.js";
import { languageOf, type UnitAnalysis, type UnitFailure, type UnitRequest } from "./unit-analysis.js";
import { includesHeaders } from "./with-brought-code.js";

export interface UnitText {
  /** With the aspects that stand in the unit as sources. */
  readonly request: UnitRequest;
  /** As the preprocessor gave it. */
  readonly own: string;
  /** With the aspects in it as the compiler may see them. */
  readonly original: string;
  /** Expanded text of the aspects. */
  readonly tail: ExpandedTail | undefined;
  readonly said: Pick<UnitAnalysis, "diagnostics" | "dependencies" | "tailFailure" | "otherwiseRead">;
}

/** `needed` are aspect files that the unit is to include before its own text. */
export async function textOfUnit(
  asked: UnitRequest,
  needed: readonly AspectFile[],
  bringsCode: boolean,
): Promise<
  UnitText | { readonly request: UnitRequest; readonly failure: UnitFailure; readonly diagnostics: string }
> {
  const { request, text, tailFailure } = await preprocessed(asked, needed, bringsCode);
  const { diagnostics } = text;
  if (!text.ok) return { request, failure: rejected(text), diagnostics };
  const once = readOnce(text.text, readingOf(request));
  const { unitText: own, tail } = splitTail(advisedInUnit(once.text));
  return {
    request,
    own,
    original: standing(request, own),
    tail,
    said: {
      diagnostics,
      ...(tailFailure === undefined ? {} : { tailFailure }),
      ...(once.otherwise.length === 0 ? {} : { otherwiseRead: once.otherwise }),
      ...(text.dependencies === undefined ? {} : { dependencies: text.dependencies }),
    },
  };
}

/** The tail stands in the unit, so names that mean files beside the aspect's are made absolute. */
function besideAspect({ file }: AspectFile, name: string): string {
  // The text is latin1, and names in it are bytes.
  const beside = resolve(dirname(file), Buffer.from(name, "latin1").toString());
  return existsSync(beside) ? latin1OfName(beside) : name;
}

interface Preprocessed {
  readonly text: PreprocessResult;
  readonly tailFailure?: string | undefined;
}

/** An aspect file that the unit includes is in its text already, and its include guard keeps it out of the tail. */
async function preprocessed(
  asked: UnitRequest,
  needed: readonly AspectFile[],
  bringsCode: boolean,
): Promise<Preprocessed & { request: UnitRequest }> {
  const includes = needed.map(({ file }) => file);
  const request = { ...asked, aspects: asSources(asked.aspects, needed) };
  const first = await preprocessWithTail(request, includes);
  const own = first.text.ok ? splitTail(first.text.text).unitText : "";
  const included = includedAspects(own, request.aspects, request.command.directory);
  const standing = { ...request, aspects: asSources(request.aspects, included) };
  const advised = bringsCode && first.text.ok ? advisedIn(standing, own) : [];
  if (included.length + advised.length === 0) return { ...first, request };
  const again = { ...standing, aspects: asSources(standing.aspects, advised) };
  if (!needsTail(again) && advised.length === 0) return { ...first, request: again };
  const text = await preprocessWithTail(again, includes, advised);
  // Where they can't be read in the unit, they stay behind it.
  if (advised.length > 0 && text.tailFailure !== undefined) return preprocessed(asked, needed, false);
  return { ...text, request: again };
}

/** Aspects whose own functions may be join points, where something of the unit is woven. */
function advisedIn(request: UnitRequest, unitText: string): readonly AspectFile[] {
  const { input, aspects } = request;
  if (languageOf(input) === "c" || isPreprocessed(input)) return [];
  const asked = { ...request, always: false };
  const isSought = (text: string) => text !== "" && !isNothing(soughtOf(asked, text, false));
  return isSought(unitText) ? advisedAspects(aspects, isSought) : [];
}

/** Who is an aspect, and which names mean one file. */
function readingOf({ aspects, command }: UnitRequest): Parameters<typeof readOnce>[1] {
  const files = new Set(aspects.map(({ file }) => file));
  const known = new Map<string, string>();
  return {
    isAspect: (name) => files.has(resolve(command.directory, name)),
    pathOf: (name) => {
      let path = known.get(name);
      if (path === undefined) known.set(name, (path = realPath(resolve(command.directory, name))));
      return path;
    },
  };
}

function realPath(path: string): string {
  return unlessRefused(() => realpathSync.native(path)) ?? path;
}

/** What slices add may need what their files include, and what these include may be advised. */
const needsTail = ({ withTail, aspects }: UnitRequest) =>
  withTail === true || hasIntroductions(aspects) || includesHeaders(aspects);

/** The unit's text with the aspects in it as the compiler may see them. */
function standing({ aspects, command, input }: UnitRequest, read: string): string {
  const sources = aspects.filter(({ ordinarySource }) => ordinarySource === true);
  if (sources.length === 0) return read;
  const names = new Set(sources.map(({ file }) => file));
  return withStandingAspects(read, languageOf(input), aspects, (file) =>
    names.has(resolve(command.directory, file)),
  );
}

async function preprocessWithTail(
  request: UnitRequest,
  includes: readonly string[] = [],
  advised: readonly AspectFile[] = [],
): Promise<Preprocessed> {
  const { command, input, aspects, overlay, headers, signal, deadline, niceness, dependencyOptions } =
    request;
  const alone = { overlay, headers, signal, deadline, niceness, dependencyOptions, includes };
  const kept = keptOf(request, includes);
  if (!needsTail(request) && advised.length === 0) {
    const text = kept?.of(input) ?? (await preprocess(command, input, alone));
    if (text.ok) kept?.keep(input, text);
    return { text };
  }
  const text = await preprocess(command, input, {
    ...alone,
    tail: `${renderAdvised(advised, aspects, besideAspect)}${renderTail(aspects, languageOf(input), besideAspect)}`,
  });
  if (text.ok) {
    if (advised.length === 0) kept?.keep(input, { ...text, text: splitTail(text.text).unitText });
    return { text };
  }
  const retry = await preprocess(command, input, alone);
  return { text: retry, ...(retry.ok ? { tailFailure: text.diagnostics } : {}) };
}

/** Texts that are those of the files, and nothing besides. */
function keptOf(request: UnitRequest, includes: readonly string[]): KeptTexts | undefined {
  const { overlay, headers, dependencyOptions, texts } = request;
  const isPlain = overlay === undefined && dependencyOptions === undefined && includes.length === 0;
  return isPlain && (headers?.size ?? 0) === 0 ? texts : undefined;
}

function rejected(text: PreprocessResult): UnitFailure {
  return { stage: "preprocess", reason: firstError(text.diagnostics) || "the preprocessor failed" };
}
