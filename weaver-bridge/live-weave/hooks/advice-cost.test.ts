import { expect, test } from "vitest";
import { I686 } from "../../object-code/index.js";
import { createCosts } from "./advice-cost.js";

const code = (address: number, hex: string) => ({
  address,
  bytes: Buffer.from(hex.replaceAll(" ", ""), "hex"),
});

test("the shortest way to a return counts, with what it calls in the advice and without what it calls in the kernel", () => {
  const costOf = createCosts(
    [
      // inc eax; je +2; inc eax; inc eax; ret
      code(0x1000, "40 74 02 40 40 c3"),
      // call 0x1000; ret
      code(0x2000, "e8 fb ef ff ff c3"),
      // call 0xc0000000; ret
      code(0x3000, "e8 fb cf ff bf c3"),
      // jmp itself
      code(0x4000, "eb fe"),
    ],
    I686,
  );
  expect(costOf(0x1000)).toBe(3);
  expect(costOf(0x2000)).toBe(5);
  expect(costOf(0x3000)).toBe(2);
  expect(costOf(0x4000)).toBeUndefined();
  expect(costOf(0x9000)).toBeUndefined();
});
