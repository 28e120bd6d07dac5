import { expect, test } from "vitest";
import { errorCodeText, gateIn, handlerTableIn } from "./exceptions.js";

const registers = (control: string, idt: string) =>
  `EAX=00000000\nGDT=     00001000 00000037\nIDT=     ${idt}\nCR0=${control} CR2=00000000 CR3=00000000\n`;

test("the table of handlers is QEMU's, from protected mode on", () => {
  expect(handlerTableIn(registers("80000011", "c0105000 000007ff"))).toEqual({
    base: 0xc0105000n,
    limit: 0x7ff,
  });
  expect(handlerTableIn(registers("60000010", "00000000 000003ff"))).toBeUndefined();
  expect(handlerTableIn(registers("80000011", "00000000 00000000"))).toBeUndefined();
  expect(handlerTableIn("unknown command")).toBeUndefined();
});

test("gates of both sizes, tasks, and empty ones", () => {
  expect(gateIn(Buffer.from("34120800008e10c0", "hex"), 4)).toEqual({ handler: 0xc0101234n, isTask: false });
  expect(gateIn(Buffer.from("0000f80000850000", "hex"), 4)).toEqual({ handler: 0xf8n, isTask: true });
  expect(gateIn(Buffer.alloc(8), 4)).toBeUndefined();
  expect(gateIn(Buffer.alloc(3), 4)).toBeUndefined();
  expect(gateIn(Buffer.from("34121000018ea081ffffffff00000000", "hex"), 8)).toEqual({
    handler: 0xffffffff81a01234n,
    isTask: false,
  });
});

test("error codes in words", () => {
  expect(errorCodeText("page-fault", 0)).toBe("a read, and no page is there");
  expect(errorCodeText("page-fault", 3)).toBe("a write, and the page does not allow it");
  expect(errorCodeText("page-fault", 17)).toBe("a jump, and the page does not allow it");
  expect(errorCodeText("general-protection", 0)).toBe("no segment is to blame");
  expect(errorCodeText("general-protection", 0x68 + 2)).toBe("entry 13 of the IDT is to blame");
});
