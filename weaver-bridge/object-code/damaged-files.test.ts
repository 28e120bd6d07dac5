import { expect, test } from "vitest";
import { CLANG } from "../../tests/support/compilers.js";
import { compile, SAMPLE } from "../../tests/support/object-code/compile.js";
import {
  AT,
  createTypes,
  I686,
  notedCalls,
  ObjectError,
  readDebugInfo,
  readElf,
  readFunctions,
} from "./index.js";

const ROUNDS = 1000;

/** Reads all there is; what it throws must be an ObjectError. */
function readAll(bytes: Uint8Array, withCode = true): number {
  const elf = readElf(bytes);
  const debug = readDebugInfo(elf);
  if (debug === undefined) return 0;
  const { entries } = debug;
  const functions = readFunctions(debug);
  const types = createTypes(debug);
  let seen = 0;
  for (let entry = 0; entry < entries.count; entry++) {
    for (const attribute of [AT.name, AT.comp_dir]) debug.text(entry, attribute);
    debug.places(entry, AT.location);
    types.size(debug.entry(entry, AT.type));
    if (types.isRecord(entry)) seen += types.members(entry).length;
    seen++;
  }
  for (const unit of entries.units) debug.lines(unit).rowsIn(0, 0xffff_ffff);
  for (const copy of functions.own) notedCalls(debug, copy);
  for (const { isCode, bytes: code, address } of elf.sections)
    if (isCode && withCode) seen += I686.code.decode(code, address).length;
  return seen;
}

/** Numbers that are the same in each run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each([
  ["gcc", "-gdwarf-4"],
  ["gcc", "-gdwarf-5"],
  [CLANG, "-gdwarf-5"],
] as const)("damaged objects of %s %s are read to an end", (compiler, version) => {
  const compiled = compile(SAMPLE, { compiler, options: ["-O2", version], linked: false });
  compiled.remove();
  const whole = readAll(compiled.bytes);
  expect(whole).toBeGreaterThan(200);
  const random = createRandom(7);
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = Uint8Array.from(compiled.bytes);
    for (let count = 1 + random(4); count > 0; count--)
      bytes[random(bytes.length)] = random(3) === 0 ? 0xff : random(256);
    const cut = random(10) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
    try {
      readAll(cut, round % 16 === 0);
    } catch (error) {
      expect(error).toBeInstanceOf(ObjectError);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(ROUNDS / 2);
});
