import { expect, test } from "vitest";
import { accessEnds } from "./access-ends.js";

const first = (address: number) => ({ address });
const rest = (address: number) => ({ address, isRest: true });
const always = () => true;

test("an access of several instructions ends with the last of them", () => {
  expect(accessEnds([first(1), first(9)], always)).toEqual({ ends: [first(1), first(9)], unfinished: [] });
  expect(accessEnds([first(1), rest(4), first(9), rest(11)], always)).toEqual({
    ends: [rest(4), rest(11)],
    unfinished: [],
  });
});

test("where a branch stands between, or two are made at once, it is told", () => {
  expect(accessEnds([first(1), rest(4)], () => false)).toEqual({ ends: [first(1)], unfinished: [first(1)] });
  const mixed = [first(1), first(2), rest(4), rest(5)];
  expect(accessEnds(mixed, always)).toEqual({ ends: [first(1), first(2)], unfinished: [first(1), first(2)] });
});
