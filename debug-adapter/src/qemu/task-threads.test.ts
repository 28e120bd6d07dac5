import { expect, test } from "vitest";
import { createTaskThreads } from "./task-threads.js";

const SHELL = {
  number: 0x10000,
  title: "shell (3), sleeping",
  registers: { eip: 0xc0101234n, esp: 0xc0300ff0n, ebp: 0xc0301000n },
};

/** A conversation in which both sides trust the line: who hears what of a packet that GDB (`>`) or the stub (`<`) sends. */
function conversation(threads = [SHELL]) {
  const seen: string[] = [];
  const note = (who: string) => (text: string) => seen.push(`${who} ${text.replace(/^\$(.*)#..$/s, "$1")}`);
  const filter = createTaskThreads({ toDebugger: note("gdb"), toStub: note("stub") }, () => threads);
  const say = (line: string): string[] => {
    seen.length = 0;
    const packet = `$${line.slice(2)}#00`;
    if (line.startsWith(">")) filter.fromDebugger(packet);
    else filter.fromStub(packet);
    return [...seen];
  };
  say("> QStartNoAckMode");
  say("< OK");
  say("> g");
  say(`< ${"0".repeat(16 * 8)}`);
  return say;
}

test("tasks stand behind the CPUs in the list of threads, spelled as the stub spells them", () => {
  const say = conversation();
  expect(say("> qfThreadInfo")).toEqual(["stub qfThreadInfo"]);
  expect(say("< mp01.01")).toEqual(["gdb mp01.01"]);
  expect(say("> qsThreadInfo")).toEqual(["stub qsThreadInfo"]);
  expect(say("< l")).toEqual(["gdb mp01.10000"]);
  expect(say("> qsThreadInfo")).toEqual(["gdb l"]);
  expect(say("> qThreadExtraInfo,p01.10000")).toEqual([
    `gdb ${Buffer.from("shell (3), sleeping").toString("hex")}`,
  ]);
});

test("a task has what it saved, lowest byte first, and the rest is unknown", () => {
  const say = conversation();
  expect(say("> Hgp01.10000")).toEqual(["gdb OK"]);
  const [answer = ""] = say("> g");
  const words = answer.slice("gdb ".length).match(/.{8}/g) ?? [];
  expect(words).toHaveLength(16);
  expect(words[4]).toBe("f00f30c0");
  expect(words[5]).toBe("001030c0");
  expect(words[8]).toBe("341210c0");
  expect(words[0]).toBe("xxxxxxxx");
  expect(words[15]).toBe("xxxxxxxx");
  expect(say("> Hgp01.01")).toEqual(["stub Hgp01.01"]);
  say("< OK");
  expect(say("> g")).toEqual(["stub g"]);
});

test("memory of a task is seen as the first processor maps it, another may not have begun", () => {
  const say = conversation();
  say("> qfThreadInfo");
  say("< mp01.01,p01.02");
  say("> Hgp01.02");
  say("< OK");
  expect(say("> Hgp01.10000")).toEqual(["stub Hgp01.01"]);
  expect(say("< OK")).toEqual(["gdb OK"]);
  expect(say("> g")[0]).toContain("f00f30c0");
  expect(say("> m8dffee98,4")).toEqual(["stub m8dffee98,4"]);
});

test("a task can't be written or stepped, and memory is the stub's", () => {
  const say = conversation();
  say("> Hgp01.10000");
  expect(say("> P8=00000000")).toEqual(["gdb E01"]);
  expect(say("> vCont;s:p01.10000;c:p01.-1")).toEqual(["gdb E01"]);
  expect(say("> mc0100000,4")).toEqual(["stub mc0100000,4"]);
  expect(say("> vCont;c:p01.-1")).toEqual(["stub vCont;c:p01.-1"]);
  expect(say("< T05thread:p01.01;")).toEqual(["gdb T05thread:p01.01;"]);
  expect(say("> g")).toEqual(["stub g"]);
});

test("without tasks nothing is changed; a task that has ended is no longer alive", () => {
  const say = conversation([]);
  say("> qfThreadInfo");
  expect(say("< l")).toEqual(["gdb l"]);
  expect(say("> Tp01.10000")).toEqual(["gdb E01"]);
});

test("what is answered here is acknowledged here", () => {
  const seen: string[] = [];
  const filter = createTaskThreads(
    { toDebugger: (text) => seen.push(`gdb ${text}`), toStub: (text) => seen.push(`stub ${text}`) },
    () => [SHELL],
  );
  filter.fromDebugger("$Tp01.10000#00");
  filter.fromDebugger("+");
  expect(seen).toEqual(["gdb +", "gdb $OK#9a"]);
});
