/**
 * Does a change of a project leave its object code as it was? Every unit is woven and compiled as it is and as it would
 * be, in every configuration, on a temporary copy; what the compiler made of both is compared.
 */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  compileArguments,
  firstError,
  readRegular,
  removeTemporary,
  runProcess,
  temporaryFolder,
} from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { createAnalyser, type ParseHost, weaveUnit, workerHost } from "../pipeline/index.js";
import { applyTextEdits, type FileChange } from "../refactor/index.js";
import { compareObjects, type ObjectComparison } from "./compare-objects.js";
import { readObject } from "./object-image.js";
import { type ProjectSide, type ProjectUnit, projectSide } from "./project-side.js";
import { createShadowTree, createSourceTree, type ShadowTree, withoutPrefix } from "./shadow-tree.js";

export interface ProofOptions {
  /** Texts, latin1, that stand for files on disk, by absolute path: what an editor has not saved yet. */
  readonly unsaved?: ReadonlyMap<string, string> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: {
    readonly done: number;
    readonly total: number;
    readonly what: string;
  }) => void;
}

/** One unit in one configuration; only those whose text changes. */
export interface UnitProof extends ObjectComparison {
  readonly configuration: string;
  /** As the compile command names it. */
  readonly unit: string;
}

export interface Proof {
  /** `failed`: the change does not build, or nothing could be compared. */
  readonly status: "unchanged" | "changed" | "failed";
  /** Names; one, the project's own, when it has no configurations. */
  readonly configurations: readonly string[];
  /** Units of the project, the largest number of any configuration. */
  readonly units: number;
  /** Units whose text the change reaches, in all configurations together. */
  readonly compared: number;
  readonly differences: readonly UnitProof[];
  /** Debug lines have moved in that many units; the code is none the worse. */
  readonly movedLines: number;
  readonly problems: readonly Problem[];
}

/** Rejects with ProcessError when cancelled or when a tool can't be run, else with the system's error. */
export async function proveRefactoring(
  root: string,
  changes: readonly FileChange[],
  options: ProofOptions = {},
): Promise<Proof> {
  const { unsaved = new Map<string, string>() } = options;
  const before = createSourceTree(root, unsaved);
  const after = createShadowTree(root, new Map([...unsaved, ...changedTexts(changes, unsaved)]));
  const folder = temporaryFolder("weft-objects-");
  const host = workerHost();
  try {
    return await new Prover({ root, before, after }, folder, host, options).prove();
  } finally {
    host.dispose();
    before.dispose();
    after.dispose();
    removeTemporary(folder);
  }
}

/** Text of every changed file, latin1, by absolute path; `unsaved` as in {@link ProofOptions}. */
export function changedTexts(
  changes: readonly FileChange[],
  unsaved: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  return new Map(
    changes.map((change) => [
      change.file,
      "create" in change
        ? change.create
        : applyTextEdits(unsaved.get(change.file) ?? readRegular(change.file, "latin1"), change.edits),
    ]),
  );
}

/** The project as it is and as it would be. */
interface ComparedTrees {
  readonly root: string;
  readonly before: ShadowTree;
  readonly after: ShadowTree;
}

class Prover {
  readonly #known = new Map<string, Promise<ObjectComparison>>();
  readonly #texts = new Map<string, string>();
  readonly #problems: Problem[] = [];
  readonly #differences: UnitProof[] = [];
  #compared = 0;
  #movedLines = 0;

  constructor(
    private readonly trees: ComparedTrees,
    private readonly folder: string,
    private readonly host: ParseHost,
    private readonly options: ProofOptions,
  ) {}

  async prove(): Promise<Proof> {
    const own = this.#side(this.trees.before);
    if (own.side === undefined) return this.#result([], 0, own.problems);
    const { project } = own.side;
    const names = project.configurations.map(({ name }) => name);
    const asked = names.length === 0 ? [undefined] : names;
    const shown = names.length === 0 ? [project.name] : names;
    let units = 0;
    for (const [index, configuration] of asked.entries()) {
      const before = this.#side(this.trees.before, configuration);
      const after = this.#side(this.trees.after, configuration);
      const wrong = after.problems.filter(({ severity }) => severity === "error");
      if (before.side === undefined || after.side === undefined || wrong.length > 0)
        return this.#result(
          shown,
          units,
          wrong.map((problem) => this.#named(problem)),
        );
      units = Math.max(units, before.side.units.length);
      for (const [at, unit] of before.side.units.entries()) {
        const total = asked.length * before.side.units.length;
        this.options.onProgress?.({
          ...{ done: index * before.side.units.length + at, total },
          what: `${shown[index]}: ${unit.input.path}`,
        });
        await this.#unit(shown[index] ?? "", unit, before.side, after.side);
      }
    }
    return this.#result(shown, units, []);
  }

  #side({ pathOf }: ShadowTree, configuration?: string) {
    return projectSide(pathOf(this.trees.root), { configuration, pathOf });
  }

  #result(configurations: readonly string[], units: number, problems: readonly Problem[]): Proof {
    const all = [...problems, ...this.#problems];
    const failed = all.some(({ severity }) => severity === "error") || units === 0;
    return {
      status: failed ? "failed" : this.#differences.length > 0 ? "changed" : "unchanged",
      ...{ configurations, units, compared: this.#compared, differences: this.#differences },
      ...{ movedLines: this.#movedLines, problems: all },
    };
  }

  async #unit(
    configuration: string,
    unit: ProjectUnit,
    before: ProjectSide,
    after: ProjectSide,
  ): Promise<void> {
    const twin = after.units.find(({ file }) => this.#plain(file) === this.#plain(unit.file));
    if (twin === undefined) return;
    const old = await this.#wovenText(unit, before, configuration);
    if (old === undefined) return;
    const now = await this.#wovenText(twin, after, configuration);
    if (now === undefined || old === now) return;
    if (withoutMarkers(old) === withoutMarkers(now)) {
      this.#movedLines++;
      return;
    }
    this.#compared++;
    try {
      const comparison = await this.#compare(unit, old, now);
      if (comparison.linesDiffer) this.#movedLines++;
      if (comparison.verdict === "different")
        this.#differences.push({ ...comparison, configuration, unit: unit.input.path });
    } catch (error) {
      if (!(error instanceof CompileError)) throw error;
      this.#problems.push(notBuilt(unit, configuration, error.message));
    }
  }

  /** Undefined when the unit can't be built; a problem then says why. */
  async #wovenText(unit: ProjectUnit, side: ProjectSide, configuration: string): Promise<string | undefined> {
    const analyser = createAnalyser({ host: this.host });
    const { signal } = this.options;
    const analysis = await analyser.analyse({ ...unit, aspects: side.aspects, withTail: true, signal });
    if (analysis.status === "failed" || (analysis.failure !== undefined && analysis.matches.length > 0)) {
      this.#problems.push(notBuilt(unit, configuration, this.#plain(analysis.failure?.reason ?? "")));
      return undefined;
    }
    const woven = weaveUnit(analysis);
    const wrong = [...analysis.problems, ...woven.problems].find(({ severity }) => severity === "error");
    if (wrong !== undefined) {
      this.#problems.push(this.#named(wrong));
      return undefined;
    }
    return this.#plain(woven.text);
  }

  /** In the words of the project, not of the copy. */
  #plain(text: string): string {
    return withoutPrefix(withoutPrefix(text, this.trees.after), this.trees.before);
  }

  #named(problem: Problem): Problem {
    const { range } = problem;
    return {
      ...problem,
      message: this.#plain(problem.message),
      ...(range === undefined ? {} : { range: { ...range, file: this.#plain(range.file) } }),
    };
  }

  #compare(unit: ProjectUnit, old: string, now: string): Promise<ObjectComparison> {
    const words = this.#words(unit, "$OUTPUT");
    const key = createHash("sha1")
      .update(JSON.stringify([words, old, now]))
      .digest("hex");
    let known = this.#known.get(key);
    if (known === undefined) {
      known = Promise.all([this.#object(unit, old), this.#object(unit, now)]).then(([before, after]) =>
        compareObjects(before, after),
      );
      this.#known.set(key, known);
    }
    return known;
  }

  #words({ command, input }: ProjectUnit, output: string): string[] {
    return [
      ...command.compiler,
      "-w",
      ...compileArguments(command, input, { text: "-", output, mode: "object" }),
    ];
  }

  async #object(unit: ProjectUnit, text: string) {
    const name = createHash("sha1").update(text, "latin1").digest("hex");
    const object = join(this.folder, `${name}-${this.#texts.size}.o`);
    this.#texts.set(object, name);
    const { signal } = this.options;
    const run = await runProcess(this.#words(unit, object), {
      directory: unit.command.directory,
      input: text,
      environment: { ...process.env, LC_ALL: "C" },
      signal,
    });
    if (run.code !== 0) throw new CompileError(run.errors.toString());
    const image = await readObject(object, signal);
    rmSync(object, { force: true });
    return image;
  }
}

class CompileError extends Error {}

function notBuilt({ input, file }: ProjectUnit, configuration: string, said: string): Problem {
  return {
    code: "refactor/not-built",
    severity: "error",
    range: { file, startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
    message: `${input.path} does not build in the configuration ${configuration}: ${firstError(said)}`,
    hint: "Nothing can be proven about a unit that does not build: build the project in this configuration first, then try again.",
  };
}

/** Where a line came from is for debuggers; blank lines are too. */
function withoutMarkers(text: string): string {
  return text.replace(/^#(?:line)? \d+ ".*$/gm, "").replace(/\n\s*(?=\n)/g, "");
}
