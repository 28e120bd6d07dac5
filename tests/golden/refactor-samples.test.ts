/** Refactorings of the sample kernels, proven with gcc. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { planRefactoring, proveRefactoring, type RefactoringRequest } from "@weft/weaver-bridge/prove";
import { expect, test } from "vitest";

const samples = join(dirname(fileURLToPath(import.meta.url)), "../../sample-projects");

/** `configurations`: those of the project that stay; by default all. */
async function proven(
  sample: string,
  folder: string,
  request: (root: string) => RefactoringRequest,
  configurations?: readonly string[],
) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "weft-sample-")));
  try {
    cpSync(join(samples, sample), top, { recursive: true });
    const root = join(top, folder);
    if (configurations !== undefined) {
      const file = join(root, "weft.json");
      const project = JSON.parse(readFileSync(file, "utf8"));
      project.configurations = Object.fromEntries(
        configurations.map((name) => [name, project.configurations[name]]),
      );
      writeFileSync(file, JSON.stringify(project, undefined, 2));
    }
    const plan = await planRefactoring(root, request(root));
    return { plan, proof: await proveRefactoring(root, plan.changes) };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

/** C files, each of which is a unit. */
function sources(sample: string): number {
  const folders = readdirSync(join(samples, sample), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  return folders
    .filter(({ name }) => name !== "build")
    .reduce(
      (sum, { name }) =>
        sum + readdirSync(join(samples, sample, name)).filter((file) => file.endsWith(".c")).length,
      0,
    );
}

test("mini-unix: interrupts are switched off by an aspect, at the cost of registers in one function", async () => {
  const { plan, proof } = await proven("mini-unix", ".", (root) => ({
    ...{ kind: "extract-pair", file: join(root, "kernel/wait-queue.c"), begin: 14, end: 19 },
    name: "InterruptsOff",
  }));
  expect(plan.title).toContain("of 8 functions");
  expect(plan.problems.map(({ message }) => message.split(" ")[0]).sort()).toEqual([
    "pages_allocate",
    "printk",
  ]);
  expect(proof).toMatchObject({ units: sources("mini-unix"), compared: 4 });
  expect(proof.differences.flatMap(({ functions }) => functions)).toEqual([
    { name: "schedule", before: 317, after: 317 },
  ]);
}, 600_000);

test("mini-ecos: the list of threads as an aspect; only where other options have members too, they move", async () => {
  const request = () => ({ kind: "extract-feature", feature: "CONFIG_THREAD_LIST" }) as const;
  // Two without the feature, one with it alone, one with all others. All 19 would take a minute and say no more.
  const configurations = ["base", "tracing", "thread_linked_list", "everything"];
  const { plan, proof } = await proven("mini-ecos", "original", request, configurations);
  expect(plan.changes.length).toBeGreaterThan(2);
  expect(proof.configurations).toHaveLength(4);
  expect(proof.problems).toEqual([]);
  expect([...new Set(proof.differences.map(({ configuration }) => configuration))]).toEqual(["everything"]);
}, 600_000);
