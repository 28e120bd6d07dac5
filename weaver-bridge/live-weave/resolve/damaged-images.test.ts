import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { ACCESSES } from "../../../tests/support/object-code/accesses.js";
import { compile } from "../../../tests/support/object-code/compile.js";
import { ObjectError, readElf } from "../../object-code/index.js";
import { parsePointcut } from "../../pointcut/index.js";
import { openImageCode, resolveInImage } from "./index.js";

const ROUNDS = 120;
const TEXT = 'execution("% ...::%(...)") || call("% ...::%(...)") || access("% ...::%")';

function countIn(bytes: Uint8Array): number {
  const image = openImageCode(readElf(bytes, { inflate: inflateSync }));
  const { value } = parsePointcut(TEXT);
  return resolveInImage(image, { pointcut: value, text: TEXT, files: [] }).joinPoints.length;
}

test("damaged images are resolved as far as they can be read", () => {
  const compiled = compile(ACCESSES, { compiler: "gcc", options: ["-O2", "-g"], linked: true });
  compiled.remove();
  expect(countIn(compiled.bytes)).toBeGreaterThan(80);
  let state = 11;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = Uint8Array.from(compiled.bytes);
    for (let count = 1 + random(12); count > 0; count--) bytes[random(bytes.length)] = random(256);
    try {
      countIn(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(ObjectError);
    }
  }
});
