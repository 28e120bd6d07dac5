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
import { type UnitResult, unitResult } from "../unit-result.js";
import { createHeadStore, type HeadStore } from "../warm/head-store.js";
import { analyseWarm, WARM_FROM_BYTES } from "../warm/warm-unit.js";
import type { WovenUnitText } from "../workspace.js";
import { failedResult, keepKnown, quickResult, sameIntroduced } from "./kept-results.js";

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
  return new ClangAnalyser(log);
}

class ClangAnalyser implements UnitAnalyser {
  private readonly heads: HeadStore;
  private readonly hosts: Partial<Record<"open" | "background", ClangHost>> = {};
  /** Answers that wait for the background's libclang. */
  private questions = 0;

  constructor(private readonly log: (level: "error", message: string) => void) {
    this.heads = createHeadStore(log);
  }

  async analyse(question: UnitQuestion): Promise<UnitResult | undefined> {
    const { unit, document, before, signal } = question;
    const why = whyTooLarge(document) ?? (document === undefined ? whyFileTooLarge(unit.path) : undefined);
    if (why !== undefined) return failedResult(unit.path, `Weft leaves it out: ${why}`, document);
    try {
      const quick = await this.analyseQuickly(question);
      if (quick !== undefined || signal.aborted) return signal.aborted ? undefined : quick;
      return await this.analyseWhole(question);
    } catch (error) {
      if (signal.aborted) return undefined;
      return keepKnown(failedResult(unit.path, (error as Error).message, document), before);
    }
  }

  async whole({ unit, aspects, document, unsaved, leftOut, signal }: WholeQuestion) {
    const request = { ...requestFor({ unit, aspects, document, unsaved }), always: true, wanted: EVERYTHING };
    this.questions++;
    try {
      const analysis = await this.analyserFor(document).analyse({ ...request, signal });
      const { facts } = analysis;
      if (facts === undefined || signal?.aborted) return undefined;
      const { directory } = unit.command;
      const text = document === undefined ? {} : { text: document.text };
      const without = leftOutByBuild(analysis.effects, leftOut);
      return { unit: unit.path, directory, analysis: { ...analysis, facts }, ...text, leftOut: without };
    } catch (error) {
      if (signal?.aborted !== true) this.log("error", `searching ${unit.path}: ${(error as Error).message}`);
      return undefined;
    } finally {
      this.questions--;
    }
  }

  async wovenText(
    unit: UnitCommand,
    aspects: readonly AspectFile[],
    document: SourceText | undefined,
    unsaved: readonly SourceText[],
  ): Promise<WovenUnitText | { readonly message: string }> {
    try {
      const request = { ...requestFor({ unit, aspects, document, unsaved }), withTail: true };
      return wovenTextOf(await this.analyserFor(document).analyse(request));
    } catch (error) {
      return { message: (error as Error).message };
    }
  }

  rest(): void {
    if (this.questions > 0) return;
    this.hosts.background?.dispose();
    delete this.hosts.background;
  }

  dispose(): void {
    this.heads.dispose();
    for (const host of Object.values(this.hosts)) host.dispose();
  }

  private hostFor(document: SourceText | undefined): ClangHost {
    const lane = document === undefined ? "background" : "open";
    return (this.hosts[lane] ??= createClangHost());
  }

  private analyserFor(document: SourceText | undefined) {
    return createAnalyser({ host: this.hostFor(document) });
  }

  /** From a prepared head, where there is one for what is asked. */
  private async analyseQuickly(question: UnitQuestion): Promise<UnitResult | undefined> {
    const { unit, document, before, aspects, signal } = question;
    const text = document?.bytes.bytes;
    if (!question.quick || text === undefined || before === undefined) return undefined;
    // What is prepared of headers is what the disk has.
    if (question.unsaved.some(({ path }) => before.files.has(path)) || before.headers.size > 0)
      return undefined;
    const head = this.heads.current(unit, text, aspects);
    if (head === undefined) return undefined;
    const analysis = await analyseWarm(head, { unit, text, aspects }, this.hostFor(document), signal);
    return analysis && quickResult(question, before, analysis);
  }

  private async analyseWhole(question: UnitQuestion): Promise<UnitResult | undefined> {
    const { unit, aspects, document, unsaved, before, leftOut, signal } = question;
    const request = wholeRequest(question);
    if (document !== undefined) this.hostFor(document).prepare();
    let analysis = await this.analyserFor(document).analyse(request);
    // A worker that was killed is replaced; a text that kills it does so again.
    if (analysis.failure?.stage === "crash" && !signal.aborted)
      analysis = await this.analyserFor(document).analyse(request);
    if (signal.aborted) return undefined;
    const { path, command } = unit;
    const found = question.find(analysis);
    const made = unitResult(analysis, {
      ...{ path, directory: command.directory },
      ...{ document, unsaved, leftOut, found },
    });
    const result = sameIntroduced(made, before);
    if (document !== undefined && analysis.unitText.length > WARM_FROM_BYTES && result.headers.size === 0)
      this.heads.prepare(unit, document.bytes.bytes, aspects);
    return analysis.status === "failed" ? keepKnown(result, before) : result;
  }
}

/** What every analysis of a unit is asked with. */
function requestFor({
  unit,
  aspects,
  document,
  unsaved,
}: Pick<WholeQuestion, "unit" | "aspects" | "document" | "unsaved">) {
  return {
    command: unit.command,
    input: unit.input,
    aspects,
    root: unit.root,
    overlay: document?.bytes.bytes,
    headers: textsOf(unsaved),
    deadline: DEADLINE_MS,
  };
}

function wholeRequest(question: UnitQuestion) {
  const { document, before, whole } = question;
  const isSearched = question.wanted !== undefined && (whole || document !== undefined);
  return {
    ...requestFor(question),
    always: isSearched || (whole && (before?.size ?? 0) < WHOLE_PARSE_BYTES),
    wanted: isSearched ? question.wanted : undefined,
    knowsThreads: question.knowsThreads,
    signal: question.signal,
    niceness: question.patient ? PATIENT_NICENESS : undefined,
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
