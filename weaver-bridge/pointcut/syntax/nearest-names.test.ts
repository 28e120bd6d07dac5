import { expect, test } from "vitest";
import { affixedNames, didYouMean, nearestNames } from "./nearest-names.js";

test("the nearest comes first, the far ones not at all", () => {
  expect(nearestNames("exection", ["execution", "call", "section"])).toEqual(["execution", "section"]);
  expect(nearestNames("call", ["call", "cal", "calls"])).toEqual(["cal", "calls"]);
  expect(nearestNames("sys_oepn", ["sys_open", "sys_read", "sys_opens"])).toEqual(["sys_open", "sys_opens"]);
});

test("nothing near, nothing said", () => {
  expect(didYouMean("alpha", ["omega"])).toBeUndefined();
  expect(didYouMean("betwen", ["between", "beaten"])).toBe("Did you mean `between` or `beaten`?");
  expect(didYouMean("gett", ["get", "set"])).toBe("Did you mean `get`?");
});

test("a longer name that was made of it, with what stands before and behind", () => {
  const names = ["kmalloc_noprof", "kmalloc_node_noprof", "d_alloc", "kmallocs", "my_kmalloc"];
  expect(affixedNames("kmalloc", names)).toEqual(["my_kmalloc", "kmalloc_noprof", "kmalloc_node_noprof"]);
  expect(
    affixedNames("sys_%", ["__x64_sys_open", "__x64_sys_close", "__se_sys_open", "sys_read", "ksys_x"]),
  ).toEqual(["__se_sys_%", "__x64_sys_%"]);
  expect(affixedNames("%alloc", ["kmalloc_noprof"])).toEqual(["%alloc_noprof"]);
  expect(affixedNames("%", ["a_b"])).toEqual([]);
  expect(affixedNames("ab", ["x_ab"])).toEqual([]);
  expect(affixedNames("operator+", ["operator+="])).toEqual([]);
});
