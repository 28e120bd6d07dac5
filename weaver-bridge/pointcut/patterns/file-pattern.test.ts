import { expect, test } from "vitest";
import { matchesFile, parseFilePattern } from "./file-pattern.js";

function matching(pattern: string, paths: string, directory?: string): string {
  return paths
    .split(" ")
    .filter((path) => matchesFile(parseFilePattern(pattern), path, directory))
    .join(" ");
}

test("`%` stays in one component, `...` crosses them", () => {
  const paths =
    "kernel/sched/core.c kernel/sched/sub/core.c kernel/core.c kernel/sched/core.h xkernel/sched/core.c";
  expect(matching("kernel/sched/%.c", paths)).toBe("kernel/sched/core.c");
  expect(matching("kernel/.../%.c", paths)).toBe("kernel/sched/core.c kernel/sched/sub/core.c kernel/core.c");
  expect(matching("kernel/sched/...", paths)).toBe(
    "kernel/sched/core.c kernel/sched/sub/core.c kernel/sched/core.h",
  );
  expect(matching("core.%", paths)).toBe(paths);
  expect(matching("...", paths)).toBe(paths);
});

test("a pattern is the end of a path unless it begins with `/`", () => {
  const paths =
    "/usr/src/linux/fs/open.c ./fs/open.c ../linux/fs/open.c fs/./open.c fs/../fs/open.c /fs/open.c";
  expect(matching("fs/open.c", paths)).toBe(paths);
  expect(matching("/fs/open.c", paths)).toBe("/fs/open.c");
  expect(matching("linux/fs/open.c", "fs/open.c", "/usr/src/linux")).toBe("fs/open.c");
  expect(matching("linux/fs/open.c", "../fs/open.c", "/usr/src/linux/drivers")).toBe("../fs/open.c");
  expect(matching("", paths)).toBe("");
});

test("many wildcards stay cheap", () => {
  const path = "a/".repeat(2000);
  expect(matching(`${".../a/".repeat(500)}b`, path)).toBe("");
});
