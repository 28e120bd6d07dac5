/** Runs the pipeline on units: one libclang worker for what is open, one for the background. Keeps no results. */

import { statSync } from "node:fs";
import { type ClangHost, createClangHost } from "@weft/weaver-bridge/clang-ast";
import { readRegular } from "@weft/weaver-bridge/kernel-build";
import {
  type AspectFile,
  type Effect,
  printProblem,
  unlessRefused,
  type WantedFacts,
} from "@weft/weaver-bridge/model";
import { createAnalyser, type UnitAnalysis, weaveUnit } from "@weft/weaver-bridge/pipeline";
import { type LeftOut, leftOutByBuild } from "@weft/weaver-bridge/weaver";
import type { UnitCommand } from "../projects/project-set.js";
import type { WholeUnit } from "../searches/pointcut-search.js";
import type { SourceText } from "../texts/documents.js";
import { whyTextTooLarge, whyTooLarge } from "../texts/large-text.js";
import { NO_HEADERS, NO_NAMES, type UnitResult, unitResult } from "../unit-result.js";
import { createHeadStore } from "../warm/head-store.js";
import { analyseWarm, WARM_FROM_BYTES, type WarmAnalysis } from "../warm/warm-unit.js";
import type { WovenUnitText } from "../workspace.js";

export interface UnitQuestion {
  readonly unit: UnitCommand;
  readonly aspects: readonly AspectFile[];
  readonly knowsThreads: boolean;
  /** The open document, if any: its text is analysed instead of the file's. */
  readonly document: SourceText | undefined;
  /** Other files that are open and not saved. */
  readonly unsaved: readonly SourceText[];
  /** The last result for the unit. */
  readonly before: UnitResult | undefined;
  /** Read all facts of the unit, also those that no pointcut asks for, so that all names can be offered. */
  readonly whole: boolean;
  /** A quick answer about the unit's own code will do; its result is marked provisional. */
  readonly quick: boolean;
  /** What the last build could not weave. */
  readonly leftOut?: LeftOut | undefined;
  /** Facts that contributors need of the unit; undefined where they look for nothing. */
  readonly wanted: WantedFacts | undefined;
  readonly find: (analysis: UnitAnalysis) => readonly Effect[];
  /** Nobody waits for it: what somebody waits for comes first. */
  readonly patient: boolean;
  readonly signal: AbortSignal;
}

export interface UnitAnalyser {
  /** Undefined when cancelled. Whatever goes wrong is a failed result; it never rejects for that. */
  analyse(question: UnitQuestion): Promise<UnitResult | undefined>;
  /** Every fact of the unit. Undefined when cancelled or when the unit can't be read. */
  whole(question: WholeQuestion): Promise<WholeUnit | undefined>;
  wovenText(
    unit: UnitCommand,
    aspects: readonly AspectFile[],
    document: SourceText | undefined,
    unsaved: readonly SourceText[],
  ): Promise<WovenUnitText | { readonly message: string }>;
  /** Nothing waits in the background: its libclang can go, it is started again when needed. */
  rest(): void;
  dispose(): void;
}

export interface WholeQuestion {
  readonly unit: UnitCommand;
  readonly aspects: readonly AspectFile[];
  readonly document: SourceText | undefined;
  readonly unsaved: readonly SourceText[];
  readonly leftOut?: LeftOut | undefined;
  readonly signal?: AbortSignal | undefined;
}

const DEADLINE_MS = 30_000;
const PATIENT_NICENESS = 10;
/** What any pointcut may ask for. */
const EVERYTHING: WantedFacts = { locals: true, builtins: true, callGraph: true, classes: true };
/** Beyond this size a unit is never parsed whole: the text filter is worth more than its names. */
const WHOLE_PARSE_BYTES = 400_000;
/** No line of it can be too long. */
const SMALL_FILE = 1_000_000;

export function createUnitAnalyser(log: (level: "error", message: string) => void): UnitAnalyser {
  const heads = createHeadStore();
  /** Answers that wait for the background's libclang. */
  let questions = 0;
  const hosts: Partial<Record<"open" | "background", ClangHost>> = {};
  const hostFor = (document: SourceText | undefined) => {
    const lane = document === undefined ? "background" : "open";
    return (hosts[lane] ??= createClangHost());
  };
  const analyserFor = (document: SourceText | undefined) => createAnalyser({ host: hostFor(document) });

  const analyseQuickly = async (question: UnitQuestion): Promise<UnitResult | undefined> => {
    const { unit, document, before, aspects, signal } = question;
    const text = document?.bytes.bytes;
    if (!question.quick || text === undefined || before === undefined) return undefined;
    // What is prepared of headers is what the disk has.
    if (question.unsaved.some(({ path }) => before.files.has(path)) || before.headers.size > 0)
      return undefined;
    const head = heads.current(unit, text, aspects);
    const analysis = head && (await analyseWarm(head, unit, text, aspects, hostFor(document), signal));
    return analysis && quickResult(question, before, analysis);
  };

  return {
    async analyse(question) {
      const { unit, aspects, document, unsaved, before, whole, signal } = question;
      const isSearched = question.wanted !== undefined && (whole || document !== undefined);
      const request = {
        command: unit.command,
        input: unit.input,
        aspects,
        root: unit.root,
        overlay: document?.bytes.bytes,
        headers: textsOf(unsaved),
        always: isSearched || (whole && (before?.size ?? 0) < WHOLE_PARSE_BYTES),
        wanted: isSearched ? question.wanted : undefined,
        knowsThreads: question.knowsThreads,
        signal,
        deadline: DEADLINE_MS,
        niceness: question.patient ? PATIENT_NICENESS : undefined,
      };
      const why = whyTooLarge(document) ?? (document === undefined ? whyFileTooLarge(unit.path) : undefined);
      if (why !== undefined) return failedResult(unit.path, `Weft leaves it out: ${why}`, document);
      try {
        const quick = await analyseQuickly(question);
        if (quick !== undefined || signal.aborted) return signal.aborted ? undefined : quick;
        if (document !== undefined) hostFor(document).prepare();
        let analysis = await analyserFor(document).analyse(request);
        // A worker that was killed is replaced; a text that kills it does so again.
        if (analysis.failure?.stage === "crash" && !signal.aborted)
          analysis = await analyserFor(document).analyse(request);
        if (signal.aborted) return undefined;
        const result = sameIntroduced(
          unitResult(
            unit.path,
            unit.command.directory,
            analysis,
            document,
            unsaved,
            question.leftOut,
            question.find(analysis),
          ),
          before,
        );
        if (document !== undefined && analysis.unitText.length > WARM_FROM_BYTES && result.headers.size === 0)
          heads.prepare(unit, document.bytes.bytes, aspects);
        return analysis.status === "failed" ? keepKnown(result, before) : result;
      } catch (error) {
        if (signal.aborted) return undefined;
        return keepKnown(failedResult(unit.path, (error as Error).message, document), before);
      }
    },
    async whole({ unit, aspects, document, unsaved, leftOut, signal }) {
      const { command, input } = unit;
      const overlay = document?.bytes.bytes;
      const headers = textsOf(unsaved);
      const { root } = unit;
      const request = {
        ...{ command, input, aspects, root, overlay, headers },
        ...{ always: true, wanted: EVERYTHING, signal },
      };
      questions++;
      try {
        const analysis = await analyserFor(document).analyse({ ...request, deadline: DEADLINE_MS });
        const { facts } = analysis;
        if (facts === undefined || signal?.aborted) return undefined;
        const { directory } = command;
        const text = document === undefined ? {} : { text: document.text };
        const without = leftOutByBuild(analysis.effects, leftOut);
        return { unit: unit.path, directory, analysis: { ...analysis, facts }, ...text, leftOut: without };
      } catch (error) {
        if (signal?.aborted !== true) log("error", `searching ${unit.path}: ${(error as Error).message}`);
        return undefined;
      } finally {
        questions--;
      }
    },
    async wovenText(unit, aspects, document, unsaved) {
      try {
        const request = {
          command: unit.command,
          input: unit.input,
          aspects,
          root: unit.root,
          overlay: document?.bytes.bytes,
          headers: textsOf(unsaved),
          withTail: true,
        };
        const analysis = await analyserFor(document).analyse({ ...request, deadline: DEADLINE_MS });
        return wovenTextOf(analysis);
      } catch (error) {
        return { message: (error as Error).message };
      }
    },
    rest() {
      if (questions > 0) return;
      hosts.background?.dispose();
      delete hosts.background;
    },
    dispose() {
      heads.dispose();
      for (const host of Object.values(hosts)) host.dispose();
    },
  };
}

function whyFileTooLarge(path: string): string | undefined {
  // Whoever reads it says why it can't be read.
  return unlessRefused(() => {
    const { size } = statSync(path);
    return size <= SMALL_FILE ? undefined : whyTextTooLarge(readRegular(path, "latin1"));
  });
}

function textsOf(unsaved: readonly SourceText[]): ReadonlyMap<string, string> {
  return new Map(unsaved.map(({ path, bytes }) => [path, bytes.bytes]));
}

/** Most edits introduce nothing new: the list stays the one that is known. */
function sameIntroduced(result: UnitResult, before: UnitResult | undefined): UnitResult {
  const known = before?.introduced;
  return known !== undefined && JSON.stringify(known) === JSON.stringify(result.introduced)
    ? { ...result, introduced: known }
    : result;
}

/** The unit's own code as it is now; its headers, and what is known of names, as they were. */
function quickResult(
  { unit, document, aspects, leftOut }: UnitQuestion,
  before: UnitResult,
  analysis: WarmAnalysis,
): UnitResult {
  const { facts, matching, effects, files } = analysis;
  const now = unitResult(
    unit.path,
    unit.command.directory,
    { ...matching, facts, effects, aspects, unitText: "", status: "analysed", diagnostics: "" },
    document,
    [],
    leftOut,
  );
  const ofHeaders = before.effects.filter(({ target }) => !files.has(target.file));
  return {
    ...now,
    provisional: true,
    effects: [...now.effects, ...ofHeaders],
    found: before.found,
    problems: before.problems,
    files: new Set([...before.files, ...files]),
    shapes: new Map([...before.shapes, ...now.shapes]),
    names: before.names,
    introduced: before.introduced,
    introducedInto: before.introducedInto,
    size: before.size,
  };
}

function wovenTextOf(analysis: UnitAnalysis): WovenUnitText | { readonly message: string } {
  if (analysis.status === "failed")
    return { message: analysis.failure?.reason ?? "The unit can't be analysed" };
  const woven = weaveUnit(analysis);
  const errors = woven.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { message: errors.map(printProblem).join("\n") };
  const language = analysis.facts?.language ?? "c";
  const text = Buffer.from(woven.text, "latin1").toString("utf8");
  return { text, bytes: woven.text, language, spans: woven.spanMap.spans, generated: woven.generated };
}

/** A unit that can't be analysed at this moment (half-typed code) keeps the markers that it had. */
function keepKnown(failed: UnitResult, before: UnitResult | undefined): UnitResult {
  if (before === undefined) return failed;
  const {
    status: _,
    message: _message,
    version: _version,
    provisional: _quick,
    problems: _told,
    ...known
  } = before;
  return { ...failed, ...known };
}

function failedResult(path: string, message: string, document: SourceText | undefined): UnitResult {
  return {
    status: "failed",
    message,
    ...(document?.version === undefined ? {} : { version: document.version }),
    ...(document === undefined ? {} : { text: document.text }),
    headers: NO_HEADERS,
    effects: [],
    found: [],
    problems: [],
    files: new Set([path]),
    shapes: new Map(),
    names: NO_NAMES,
    unmatched: new Map(),
    introduced: [],
    introducedInto: { headers: NO_HEADERS },
    size: 0,
  };
}
