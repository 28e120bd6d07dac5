/** mini-ecos: the kernel with scattered concerns and the one with aspects, woven by Weft and by AspectC++ itself, do the same. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { APPLICATIONS, Builds, boot, configurations, measure } from "../bench/ecos/builds.js";
import { requireTool } from "../support/index.js";

const builds = new Builds();
afterAll(() => builds.remove());

const PASSED = 1; // isa-debug-exit: 2 * status + 1
const PANIC = 5;

function functions(folder: string, configuration: string): string {
  const { text, status } = boot(folder, "functions");
  expect(text).toMatch(/^mini-ecos: failures 0$/m);
  // With stack checking the test ends in the panic that it asks for.
  const checks = /stack_checking|everything/.test(configuration);
  expect(status).toBe(checks ? PANIC : PASSED);
  if (checks) expect(text).toMatch(/PANIC: stack overflow\n$/);
  return text;
}

describe("mini-ecos", () => {
  beforeEach((context) => {
    requireTool(context, "qemu-system-i386");
    requireTool(context, "ag++");
  });

  test("there are the 13 configurations of the paper, and more", () => {
    expect(configurations("paper")).toHaveLength(13);
    expect(configurations("all").length).toBeGreaterThan(13);
  });

  // The configuration with everything has all aspects but the alternatives; `npm run bench -- ecos` builds the 13 of the paper.
  const woven = [
    ["weft", "base"],
    ["weft", "everything"],
    ["ag++", "base"],
    ["ag++", "everything"],
  ] as const;
  test.each(woven)("%s, %s: both versions print the same", (weaver, configuration) => {
    const [original, aspects] = (["original", weaver] as const).map((by) => {
      const { folder, failure } = builds.build({ weaver: by, configuration });
      expect(failure).toBeUndefined();
      return functions(folder, configuration);
    });
    expect(aspects).toBe(original);
  });

  test.each(["kernel-stack-static"])("%s changes nothing but the stack", (extension) => {
    const plain = builds.build({ weaver: "original", configuration: "base" });
    const { folder, failure } = builds.build({ weaver: "weft", configuration: "base", extension });
    expect(failure).toBeUndefined();
    expect(functions(folder, "base")).toBe(functions(plain.folder, "base"));
    for (const application of APPLICATIONS)
      expect(measure(folder, application).instructions).toBeGreaterThan(
        measure(plain.folder, application).instructions,
      );
  });

  test("an image takes the same instructions in every round and every run", () => {
    const { folder } = builds.build({ weaver: "original", configuration: "base" });
    for (const application of APPLICATIONS) {
      const once = measure(folder, application);
      expect(once.repeatable).toBe(true);
      expect(measure(folder, application)).toEqual(once);
    }
  });
});
