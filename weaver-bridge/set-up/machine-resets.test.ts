import { expect, test } from "vitest";
import { resetAfter } from "./machine-resets.js";

const RESET = "CPU Reset (CPU 0)\nEAX=00000000 EBX=00000000\nXMM00=0000000000000000\n";
const OTHER = RESET.replace("CPU 0", "CPU 1");

test("a machine that was reset only before the kernel said something runs", () =>
  expect(resetAfter(RESET + RESET + OTHER, RESET + RESET + OTHER)).toBeUndefined());

test("processors that start later are no reset", () =>
  expect(resetAfter(RESET, RESET + OTHER)).toBeUndefined());

test("a reset, and a triple fault, are told", () => {
  expect(resetAfter(RESET, RESET + RESET)).toBe("then the machine was reset");
  expect(resetAfter(RESET, `${RESET}Triple fault\n${RESET}`)).toBe("then a triple fault reset the machine");
  expect(resetAfter(`${RESET}Triple fault\n`, `${RESET}Triple fault\n`)).toContain("triple fault");
});
