/**
 * Small projects of several files, as users of AspectC++ lay them out: built with `weft ag++` in a copy, run, and
 * compared with what Debian's ag++ makes of them. Each folder has its `expected.txt` and a `project.json` that names
 * the rule, options, and why ag++ can't be asked.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { agreedAnswers } from "./agreed.js";

const PROJECTS = fileURLToPath(new URL("projects", import.meta.url));
const WEFT = fileURLToPath(new URL("../../../weaver-bridge/cli/bin/weft", import.meta.url));
const agreed = agreedAnswers("projects");

interface ProjectCase {
  readonly rule: string;
  readonly options?: readonly string[];
  readonly beyond?: string;
}

function buildAndRun(command: readonly string[], project: string, options: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-project-"));
  try {
    cpSync(join(PROJECTS, project), folder, { recursive: true });
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const sources = files.filter((name) => name.endsWith(".cc")).sort();
    const words = [...command.slice(1), "-p", ".", ...options, ...sources, "-o", "program"];
    const build = spawnSync(command[0] as string, words, {
      cwd: folder,
      encoding: "latin1",
      timeout: 60_000,
    });
    if (build.status !== 0) return `${build.stdout}${build.stderr}`;
    return spawnSync(join(folder, "program"), { encoding: "latin1", timeout: 10_000 }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Its files by their names. */
function filesOf(project: string): [string, string][] {
  const folder = join(PROJECTS, project);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), "latin1")]);
}

for (const project of readdirSync(PROJECTS).sort()) {
  const read = (name: string) => readFileSync(join(PROJECTS, project, name), "latin1");
  const { rule, options, beyond } = JSON.parse(read("project.json")) as ProjectCase;
  describe(rule, () => {
    test("weft ag++", () => {
      expect(buildAndRun([WEFT, "ag++"], project, options)).toBe(read("expected.txt"));
    });
    if (beyond === undefined)
      test("as ag++ does", (context) => {
        agreed(context, [filesOf(project), options], read("expected.txt"), (program) =>
          buildAndRun([program], project, options),
        );
      });
  });
}
