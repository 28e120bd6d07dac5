import { afterEach, expect, test } from "vitest";
import { openAgent } from "./agent-client.js";
import { type AgentFrame, frameBytes } from "./agent-frames.js";
import { type FakeAgent, fakeAgent, helloBody } from "./test/fake-agent.js";

const HELLO = 1;
const PATIENCE = 150;
let fake: FakeAgent | undefined;
afterEach(() => fake?.end());

/** One that says hello well, and to everything else what it is told. */
async function agentThat(answer: (asked: AgentFrame) => readonly (AgentFrame | Buffer)[]) {
  fake = await fakeAgent((asked) =>
    asked.kind === HELLO ? [{ number: asked.number, kind: 0, body: helloBody() }] : answer(asked),
  );
  return openAgent(fake.path, PATIENCE);
}

const status = (kind: number, ...numbers: number[]) => {
  const body = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) body.writeUInt32LE(number, 4 * index);
  return ({ number }: AgentFrame) => [{ number, kind, body }];
};

const nothing = { expected: [], leave: [], writes: [], returns: [], undo: [], undoReturns: [] };

test("an agent says which kernel runs, and what stands in its memory", async () => {
  const agent = await agentThat(({ number, body }) => {
    const sizes = Array.from({ length: body.length / 8 }, (_, index) => body.readUInt32LE(8 * index + 4));
    return [
      { number, kind: 0, body: Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index + 1))) },
    ];
  });
  expect(agent.hello).toEqual({
    ...{ instance: "ab".repeat(16), cpus: 2, release: "6.1.0", version: "#1 today" },
    known: { name: "misc_register", address: 0xc1000000 },
  });
  const read = await agent.read([
    { address: 0xc1000000, length: 2 },
    { address: 0xc2000000, length: 3 },
  ]);
  expect(read).toEqual([Buffer.from([1, 1]), Buffer.from([2, 2, 2])]);
  agent.leave();
});

test("answers to what somebody else asked, and noise, are passed over", async () => {
  const agent = await agentThat(({ number }) => [
    Buffer.from("[    1.0] a line of the kernel\n"),
    { number: number + 1, kind: 0, body: Buffer.alloc(4) },
    ...status(0, 0xffc00000)({ number, kind: 0, body: Buffer.alloc(0) }),
  ]);
  expect(await agent.interruptTable()).toBe(0xffc00000);
  agent.leave();
});

test("an agent that does not answer, or only in part, is told in time", async () => {
  fake = await fakeAgent(() => []);
  await expect(openAgent(fake.path, PATIENCE)).rejects.toMatchObject({ code: "guest/agent-silent" });
  fake.end();
  const agent = await agentThat((asked) => [frameBytes({ ...asked, kind: 0 }).subarray(0, 9)]);
  await expect(agent.interruptTable()).rejects.toMatchObject({ code: "guest/agent-silent" });
  agent.leave();
  await expect(agent.interruptTable()).rejects.toMatchObject({ code: "guest/lost" });
});

test("each way in which a guest refuses has its own words", async () => {
  const words: ReadonlyMap<readonly [number, number], string> = new Map([
    [
      [100, 8] as const,
      "guest/no-module: the guest does not take the agent's module: the module is of another kernel",
    ],
    [
      [100, 38] as const,
      "guest/no-module: the guest does not take the agent's module: the kernel takes no modules (CONFIG_MODULES)",
    ],
    [[4, 0x1234] as const, "guest/agent-refused: the guest has no memory at 0x1234"],
    [[5, 0] as const, "guest/agent-refused: the kernel has no memory left for advice"],
    [[3, 0] as const, "guest/agent-refused: the guest's agent does not take the request (status 3)"],
  ]);
  for (const [[kind, word], text] of words) {
    const agent = await agentThat(status(kind, word));
    const refused = await agent.change(nothing).catch((error) => `${error.code}: ${error.message}`);
    expect(refused).toBe(text);
    agent.leave();
    fake?.end();
  }
});

test("a change that was not carried out says why: other text, or somebody in it", async () => {
  let agent = await agentThat(status(1, 2_000_000, 3));
  expect(await agent.change(nothing)).toEqual({ stopped: 2, other: 3 });
  agent.leave();
  fake?.end();
  agent = await agentThat(status(2, 1_000_000, 0, 4));
  expect(await agent.change(nothing)).toEqual({ stopped: 1, busy: [0, 4] });
  agent.leave();
});

test("an agent of another version, and no port at all, are told", async () => {
  fake = await fakeAgent(({ number }) => [{ number, kind: 0, body: helloBody({ protocol: 9 }) }]);
  await expect(openAgent(fake.path, PATIENCE)).rejects.toMatchObject({ code: "guest/agent-refused" });
  await expect(openAgent("/nowhere/port")).rejects.toMatchObject({ code: "guest/unreachable" });
});
