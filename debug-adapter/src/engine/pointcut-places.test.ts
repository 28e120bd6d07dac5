import { expect, test } from "vitest";
import { isPointcut, readResolvedPointcut } from "./pointcut-places.js";

test.each([
  ['execution("% sys_%(...)")', true],
  ['!within("% f(...)") && call("% g(...)")', true],
  ["execution(", true],
  ['("% sys_open(...)")', true],
  ["sys_open", false],
  ["fs/open.c:sys_open", false],
  ["kernel::set_up(int)", false],
])("%s", (text, expected) => expect(isPointcut(text)).toBe(expected));

const joinPoint = (kind: string, signature: string, within: string, ...places: [string, number][]) => ({
  joinPoint: { kind, signature, within },
  places: places.map(([how, address]) => ({ how, address, symbol: "f", inlined: false })),
});

test("a place where something begins, once, with all that begins there", () => {
  const text = JSON.stringify({
    joinPoints: [
      joinPoint("execution", "int f()", "", ["entry", 16], ["return", 24], ["entry", 80], ["leave", 90]),
      joinPoint("call", "int g()", "int __weft_shadow_1()", ["call", 20]),
      joinPoint("set", "int a::b", "int f()", ["access", 16]),
      joinPoint("execution", "void __weft_advice_A_0_0()", "", ["entry", 40]),
    ],
    problems: [],
  });
  const entry = { kind: "execution", signature: "int f()", how: "entry", isInlined: false };
  const set = { kind: "set", signature: "int a::b", how: "access", isInlined: false };
  const call = { kind: "call", signature: "int g()", how: "call", isInlined: false };
  expect(readResolvedPointcut(text)).toEqual({
    joinPoints: 3,
    places: [
      { address: 16, joinPoint: "execution: int f(); set: int a::b within int f()", meant: [entry, set] },
      { address: 20, joinPoint: "call: int g()", meant: [call] },
      { address: 80, joinPoint: "execution: int f()", meant: [entry] },
    ],
  });
});

test("what is wrong is said in sentences, and why something has no place", () => {
  const problems = [{ message: 'the match expression has no closing `"`', hint: "Close it." }];
  expect(readResolvedPointcut(JSON.stringify({ problems }))).toEqual({
    joinPoints: 0,
    places: [],
    message: 'The match expression has no closing `"`. Close it.',
  });
  const gone = { ...joinPoint("call", "int g()", "int f()"), why: "the call was folded away" };
  expect(readResolvedPointcut(JSON.stringify({ joinPoints: [gone], problems: [] })).message).toBe(
    "Of int g() there is no instruction: the call was folded away",
  );
});

test("places of a machine of 64 bits are refused, not rounded", () => {
  const place = { address: "0xffffffff81000123", how: "entry", inlined: false };
  const { joinPoint: execution } = joinPoint("execution", "int f()", "int f()");
  const text = JSON.stringify({ joinPoints: [{ joinPoint: execution, places: [place] }] });
  const { places, message } = readResolvedPointcut(text);
  expect(places).toEqual([]);
  expect(message).toContain("for x86_64");
});
