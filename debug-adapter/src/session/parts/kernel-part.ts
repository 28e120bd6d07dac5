/** The kernel that is debugged, whatever runs it: its project and recording, its weave map, and what GDB knows of its code. */
import { createModuleFiles, type ModuleFiles } from "@weft/weaver-bridge/kernel-build";
import { indexWeaveMap, type ResolvedPointcut, type WeaveIndex } from "../../engine/index.js";
import type { LaunchSettings, SteppedAdvice } from "../../protocol/index.js";
import { createLinklessFiles, type Machine, type MetStub } from "../../qemu/index.js";
import { createPointcutResolver } from "../breakpoints/resolve-pointcut.js";
import { findSources, loadSymbols, runNothingLoaded } from "../gdb/gdb-session.js";
import { threadDetails } from "../gdb/mi-commands.js";
import { createEntryFrames } from "../kernel/entry-frames.js";
import { createKernelModules, type KernelModules } from "../kernel/kernel-modules.js";
import { cpuOf, createKernelTasks, type KernelTasks } from "../kernel/kernel-tasks.js";
import { createLiveCode } from "../kernel/live-code.js";
import { createLiveCounters, type LiveCounters } from "../kernel/live-counters.js";
import { PANICS } from "../kernel/panics.js";
import { createProgramSymbols, type ProgramSymbols } from "../kernel/program-symbols.js";
import { createTaskReader } from "../kernel/task-reader.js";
import { buildProject } from "../project/build.js";
import { type KernelFile, lackOfSymbols, watchKernelFile } from "../project/kernel-file.js";
import { mappedFolders } from "../project/mapped-folders.js";
import {
  type DebugProject,
  loadWeaveMap,
  readProject,
  requireImage,
  weaveMapOf,
} from "../project/project.js";
import { weaveUnit } from "../project/weave-unit.js";
import { type OpenedRecording, openForReplay } from "../recorded/recorder.js";
import { createWovenSources } from "../values/woven-sources.js";
import { type Ground, noted } from "./ground.js";

export interface KernelNeeds {
  /** Of the session: whatever takes long ends with it. */
  readonly signal: AbortSignal;
  /** Code came with a module or with live advice, or went: the client's breakpoints lie elsewhere. */
  readonly followCode: (change: "came" | "went") => Promise<void>;
  readonly threadsOn: () => Pick<Machine | MetStub, "showThreads"> | undefined;
}

export class KernelPart {
  project: DebugProject | undefined;
  /** Of a recording. */
  opened: OpenedRecording | undefined;
  /** What is debugged is the memory of one moment. */
  isDump = false;
  /** Of the kernel whose symbols are loaded. */
  tasks: KernelTasks | undefined;
  programs: ProgramSymbols | undefined;
  modules: KernelModules | undefined;
  file: KernelFile | undefined;
  /** What `weft live` put into the machine. */
  readonly live = createLiveCode(() => this.folder);
  readonly entries = createEntryFrames();
  private readonly linkless = createLinklessFiles((sentence) =>
    this.ground.print(`${sentence}\n`, "console"),
  );
  readonly woven = createWovenSources({
    index: () => this.wovenAtBuild,
    weave: (source) => this.weave(source),
    tell: (sentence) => this.ground.print(`${sentence}\n`, "console"),
  });
  readonly counters: LiveCounters & { forget(): Promise<void> };
  private wovenAtBuild: WeaveIndex = indexWeaveMap([]);
  private readonly resolver: (expression: string, symbols: string) => Promise<ResolvedPointcut>;

  constructor(
    private readonly ground: Ground,
    private readonly needs: KernelNeeds,
  ) {
    this.counters = createLiveCounters(() => this.folder, needs.signal);
    this.resolver = createPointcutResolver(needs.signal);
  }

  get folder(): string {
    return this.project?.folder ?? "";
  }

  /** File with the kernel's symbols. */
  get symbols(): string {
    return this.project?.symbols ?? "";
  }

  /** Functions that the kernel calls when it can't go on. */
  get panics(): readonly string[] {
    return [...PANICS, ...(this.project?.panics ?? [])];
  }

  /** All that is woven, at build time and live. */
  index(): WeaveIndex {
    return this.live.indexWith(this.wovenAtBuild);
  }

  /** Woven at build time alone. */
  builtIndex(): WeaveIndex {
    return this.wovenAtBuild;
  }

  aspects(): string[] {
    return [...this.wovenAtBuild.aspects].sort();
  }

  /** What to say when none of the kernel's aspects has one of these names. */
  unknownAspects(advice: SteppedAdvice): string | undefined {
    const aspects = this.aspects();
    const unknown = advice === "all" ? [] : advice.filter((name) => !aspects.includes(name));
    if (unknown.length === 0) return undefined;
    const there = aspects.length === 0 ? "none does" : `there are ${aspects.join(", ")}`;
    return `No aspect ${unknown.join(" or ")} affects this kernel; ${there}.`;
  }

  /** Never throws; quick for what was asked before. */
  resolve(expression: string): Promise<ResolvedPointcut> {
    return this.resolver(expression, this.symbols);
  }

  /** What the compiler was given for a unit. Throws with the reason why nobody knows. */
  private async weave(source: string): Promise<string> {
    if (this.opened?.isStale === true)
      throw new Error("The kernel was built again since it was recorded: its woven text is no longer known.");
    return weaveUnit(this.folder, source, this.needs.signal);
  }

  /** A recording brings its symbols along, and a dump came from somebody. */
  get isForeign(): boolean {
    return this.opened !== undefined || this.isDump;
  }

  /** Reads the project and brings it up to date. */
  async prepare(settings: LaunchSettings): Promise<void> {
    this.project = readProject(settings.project);
    if (settings.replay !== undefined) return this.openReplay(settings.replay, this.project);
    this.isDump = settings.dump !== undefined;
    if (settings.build === "auto" && !this.isDump) {
      const onOutput = (text: string) => {
        this.ground.note("machine", text);
        this.ground.print(text, "console");
      };
      await buildProject(this.project.folder, settings.timeouts.build, onOutput, this.needs.signal);
    }
    await this.takeAsBuilt(this.project);
  }

  /** Reads the project of a machine that somebody else runs. */
  async openBuilt(folder: string): Promise<DebugProject> {
    this.project = readProject(folder);
    await this.takeAsBuilt(this.project);
    return this.project;
  }

  private async takeAsBuilt(project: DebugProject): Promise<void> {
    await requireImage(project);
    await this.loadMap(weaveMapOf(project.folder));
  }

  private async openReplay(file: string, project: DebugProject): Promise<void> {
    await this.opened?.close();
    this.opened = await openForReplay(file, project);
    this.project = this.opened.project;
    await this.loadMap(this.opened.map);
    const { recording, isStale } = this.opened;
    const length = recording.instructions ?? "an unknown number of";
    this.ground.print(
      `Recorded ${recording.date}: ${length} instructions. Steps go back as well.\n`,
      "console",
    );
    if (isStale)
      this.ground.print(
        "The kernel was built again since: the recording has its own kernel and symbols, and lines of edited files may have moved.\n",
        "important",
      );
  }

  private async loadMap(file: string): Promise<void> {
    const { index, problem } = await loadWeaveMap(file);
    this.wovenAtBuild = index;
    this.woven.forget();
    if (problem !== undefined)
      this.ground.print(`${problem}. Frames are labelled by the names of generated functions.\n`, "console");
  }

  /** GDB is there: it gets the kernel's symbols, in place of those of a run before. */
  async loadInto(project: DebugProject): Promise<void> {
    const { gdb } = this.ground;
    this.programs?.forget();
    this.live.forget();
    this.file = await watchKernelFile(project.symbols);
    if (this.isForeign) await runNothingLoaded(gdb);
    await findSources(gdb, mappedFolders(project.folder));
    await loadSymbols(gdb, await this.forGdb(project.symbols));
    const lack = await lackOfSymbols(gdb);
    if (lack !== undefined) this.ground.print(`${lack}\n`, "important");
    await this.entries.describeEntries(gdb, project.symbols).catch(noted(this.ground, "entries"));
    this.followTasks(project);
    this.modules ??= createKernelModules({
      gdb,
      files: this.withoutLinks(createModuleFiles(project.modules)),
      tell: (sentence) => this.ground.print(`${sentence}\n`, "console"),
      onChanged: this.needs.followCode,
    });
  }

  /** What somebody else's symbols name is not opened. */
  private async forGdb(file: string): Promise<string> {
    return this.isForeign ? this.linkless.of(file) : file;
  }

  private withoutLinks(files: ModuleFiles): ModuleFiles {
    const find = async (name: string) => {
      const file = await files.find(name);
      return file === undefined ? undefined : this.forGdb(file);
    };
    return { ...files, find };
  }

  private followTasks({ tasks, folder }: DebugProject): void {
    const { gdb } = this.ground;
    // Programs are no part of a recording: they are those of the kernel that was built with them.
    const table = this.opened?.isStale === true ? {} : (tasks ?? {});
    this.programs = createProgramSymbols(gdb, table, folder, (file) => this.forGdb(file));
    this.tasks = createKernelTasks({
      reader: createTaskReader(gdb, tasks),
      countCpus: async () =>
        (await threadDetails(gdb)).filter((details) => cpuOf(details) !== undefined).length,
      show: (threads) => this.needs.threadsOn()?.showThreads(threads),
    });
  }

  /** GDB is connected, and the machine stands. */
  async followModules(hasRun: boolean): Promise<void> {
    await this.modules?.start(hasRun).catch(noted(this.ground, "modules"));
  }

  /** The machine stands: what is woven by now is known to GDB. */
  async learnLiveCode(): Promise<void> {
    if (this.isDump || this.opened !== undefined || !this.live.isNew()) return;
    try {
      await this.live.learn(this.ground.gdb);
      for (const change of ["went", "came"] as const) await this.needs.followCode(change);
    } catch (error) {
      noted(this.ground, "live advice")(error as Error);
    }
  }

  /** What was made for GDB and for `weft live` goes. Safe to call more than once. */
  async end(): Promise<void> {
    await this.entries.forget();
    await this.counters.forget();
    await this.live.end();
    await this.linkless.end();
  }

  async closeRecording(): Promise<void> {
    await this.opened?.close();
    this.opened = undefined;
  }
}
