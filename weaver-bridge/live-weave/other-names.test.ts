import { expect, test } from "vitest";
import type { KernelImage } from "./index.js";
import { otherNames } from "./other-names.js";

test("of two names of one function, the one that an aspect says leads to the other", () => {
  const symbol = (name: string, address: number) => ({
    ...{ name, address, size: 16, kind: "function", isLocal: false },
  });
  const symbols = [symbol("__ia32_sys_getppid", 16), symbol("__do_sys_getppid", 16), symbol("vfs_read", 64)];
  const texts = ['advice execution("% __ia32_sys_getppid(...)") || execution("% vfs_read(...)")'];
  expect(otherNames(texts, { symbols } as unknown as KernelImage)).toEqual([
    ["__ia32_sys_getppid", "__do_sys_getppid"],
  ]);
});
