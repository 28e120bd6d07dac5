import { afterEach, expect, test } from "vitest";
import { type FakeAgent, fakeAgent, helloBody } from "../../guest/test/fake-agent.js";
import { I686 } from "../../object-code/index.js";
import type { KernelImage, KernelSymbol } from "../image/kernel-image.js";
import { areaOfAgent } from "./agent-area.js";

const BANNER = "Linux version 6.1.0 (somebody@somewhere) (gcc) #1 today\n\0";
const [HELLO, AREA] = [1, 2];
let fake: FakeAgent | undefined;
afterEach(() => fake?.end());

const symbol = (name: string, address: number, size = 4): KernelSymbol => ({
  ...{ name, address, size, kind: "object", isLocal: false },
});

const image: KernelImage = {
  ...{ file: import.meta.filename, machine: I686, sections: [], digest: "", named: () => [] },
  symbols: [
    symbol("linux_banner", 0xc2000000, BANNER.length),
    symbol("misc_register", 0xc1000000),
    symbol("text_poke", 0xc1001000),
    symbol("text_mutex", 0xc1002000),
  ],
  bytesAt: () => Buffer.from(BANNER, "latin1"),
};

/** What the agent of such a kernel was asked, and what comes of it. */
async function areaIn(hello: Parameters<typeof helloBody>[0], kernel: KernelImage = image) {
  const asked: number[] = [];
  fake = await fakeAgent(({ number, kind }) => {
    asked.push(kind);
    if (kind === HELLO) return [{ number, kind: 0, body: helloBody(hello) }];
    const body = Buffer.alloc(12);
    body.writeUInt32LE(0xc3000000, 0);
    body.writeUInt32LE(0x100000, 4);
    body.writeUInt32LE(0x3000000, 8);
    return [{ number, kind: 0, body }];
  });
  return { area: await areaOfAgent(fake.path, kernel), asked };
}

test("advice goes where the agent of this very kernel has room", async () => {
  const { area, asked } = await areaIn({});
  expect(area).toEqual({ address: 0xc3000000, size: 0x100000, physical: 0xc0000000 });
  expect(asked).toEqual([HELLO, AREA]);
});

test("another kernel, a moved one and one that does not patch its text are left alone", async () => {
  const cases = [
    [{ version: "#2 today" }, image, "live/other-kernel"],
    [{ release: "6.1.0-2" }, image, "live/other-kernel"],
    [{ address: 0xc9000000 }, image, "live/moved-kernel"],
    [{}, { ...image, symbols: image.symbols.slice(0, 2) }, "live/no-text-patching"],
  ] as const;
  for (const [hello, kernel, code] of cases) {
    const { area, asked } = await areaIn(hello, kernel);
    expect(area).toMatchObject({ code });
    expect(asked).toEqual([HELLO]);
    fake?.end();
  }
});
