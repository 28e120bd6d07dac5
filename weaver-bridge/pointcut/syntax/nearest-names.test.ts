import { expect, test } from "vitest";
import { didYouMean, nearestNames } from "./nearest-names.js";

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
