import { expect, test } from "vitest";
import { systemEnvironment } from "./system-environment.js";

const isTheirs = (path: string) => path.startsWith("/theirs");

test("lists of folders keep what is absolute and not theirs; an empty entry is the working directory", () => {
  const cleared = systemEnvironment(
    {
      PATH: "/usr/bin:.::/theirs/bin:tools:/bin",
      LD_LIBRARY_PATH: ":/opt/lib",
      PYTHONPATH: "/opt/python:",
      COMPILER_PATH: "",
      GCC_EXEC_PREFIX: "tools/",
      BASH_ENV: "/theirs/env",
      HOME: "relative",
    },
    isTheirs,
  );
  expect(cleared).toEqual({
    PATH: "/usr/bin:/bin",
    LD_LIBRARY_PATH: "/opt/lib",
    PYTHONPATH: "/opt/python",
    HOME: "relative",
  });
});

test("libraries that are preloaded by their names alone are the system's", () => {
  const preload = (LD_PRELOAD: string) => systemEnvironment({ LD_PRELOAD }, isTheirs).LD_PRELOAD;
  expect(preload("libfakeroot.so /usr/lib/a.so:./b.so lib/c.so /theirs/d.so")).toBe(
    "libfakeroot.so:/usr/lib/a.so",
  );
  expect(preload("./b.so")).toBeUndefined();
});

test("what needs no change is the same", () => {
  const environment = { PATH: "/usr/bin", LD_PRELOAD: "a.so b.so", LANG: "C" };
  expect(systemEnvironment(environment, isTheirs)).toEqual(environment);
});
