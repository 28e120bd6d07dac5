import { expect, test } from "vitest";
import { wordsInTurns } from "./trace-words.js";

const said = (words: string) => wordsInTurns(words.split(" "))?.join(" ");

test.each([
  ["-smp 2", "-smp 2 -accel tcg,thread=single"],
  ["-accel tcg,thread=multi,tb-size=64 -smp 2", "-accel tcg,tb-size=64,thread=single -smp 2"],
  ["-machine q35,accel=tcg", "-machine q35 -accel tcg,thread=single"],
  ["-enable-kvm", undefined],
  ["-accel kvm", undefined],
  ["-M pc,accel=kvm:tcg", undefined],
])("processors take turns: %s", (words, expected) => {
  expect(said(words)).toBe(expected);
});
