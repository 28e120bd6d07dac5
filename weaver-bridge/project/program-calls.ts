/**
 * What the calls of a project's whole program say to `cflow`: `.weft/flow.json`, written by `weft build` when all units
 * are known, and read wherever a unit is matched. It holds for a unit only while the unit's own calls and the aspects
 * are those that it was made from; otherwise nothing is known, and the running program decides.
 */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type CompileCommand,
  type Project,
  readRegular,
  recordFile,
  stateFolder,
  type UnitRecord,
  writeAtomically,
} from "../kernel-build/index.js";
import { lookUp, unlessBroken } from "../model/index.js";
import type { LoadedAspects } from "../pipeline/index.js";
import {
  flowSeenBy,
  type ProgramUnit,
  type ProjectFlow,
  type UnitFlow,
  wantedFacts,
} from "../pointcut/index.js";

export interface ProgramCalls {
  /** Undefined when the unit's calls are not those that the decisions were made from. */
  seenBy(compile: CompileCommand, own: UnitFlow): ProjectFlow | undefined;
  /** There are decisions, made from other calls of the unit. */
  outdatedBy(compile: CompileCommand, own: UnitFlow): boolean;
  /** What the unit's record has to hold. */
  account(compile: CompileCommand, own: UnitFlow | undefined): Pick<UnitRecord, "flow" | "decided">;
}

interface FlowFile {
  readonly version: 1;
  readonly aspects: string;
  /** Digests of what the units added. */
  readonly units: Readonly<Record<string, string>>;
  readonly program: ProjectFlow;
}

/** Undefined when no advice asks for the flow of control. */
export function openProgramCalls(project: Project, aspects: LoadedAspects): ProgramCalls | undefined {
  if (wantedFacts(aspects.files).callGraph !== true) return undefined;
  const file = readFlow(project);
  const known = file?.aspects === aspects.digest ? file : undefined;
  const isCurrent = (key: string, own: UnitFlow) => lookUp(known?.units ?? {}, key) === digestOf(own);
  const seenBy: ProgramCalls["seenBy"] = (compile, own) => {
    const key = unitKey(project, compile);
    return known !== undefined && isCurrent(key, own)
      ? flowSeenBy(known.program, { key, flow: own })
      : undefined;
  };
  return {
    seenBy,
    outdatedBy: (compile, own) => known !== undefined && !isCurrent(unitKey(project, compile), own),
    account: (compile, own) => {
      if (own === undefined) return {};
      const seen = seenBy(compile, own);
      return { flow: own, ...(seen === undefined ? {} : { decided: digestOf(seen) }) };
    },
  };
}

export function unitKey(project: Pick<Project, "root">, compile: CompileCommand): string {
  return basename(recordFile(project, compile), ".json");
}

/** Without a program there are no decisions. */
export function writeProgramCalls(
  project: Project,
  aspects: string,
  units: readonly ProgramUnit[],
  program: ProjectFlow | undefined,
): void {
  if (program === undefined) {
    rmSync(flowFile(project), { force: true });
    return;
  }
  const digests = Object.fromEntries(units.map(({ key, flow }) => [key, digestOf(flow)]));
  const file: FlowFile = { version: 1, aspects, units: digests, program };
  writeAtomically(flowFile(project), JSON.stringify(file));
}

export function digestOf(data: UnitFlow | ProjectFlow): string {
  return createHash("sha1").update(JSON.stringify(data)).digest("hex");
}

function readFlow(project: Project): FlowFile | undefined {
  return unlessBroken(() => {
    const file = JSON.parse(readRegular(flowFile(project), "utf8")) as FlowFile | null;
    return file?.version === 1 ? file : undefined;
  });
}

function flowFile(project: Pick<Project, "root">): string {
  return join(stateFolder(project), "flow.json");
}
