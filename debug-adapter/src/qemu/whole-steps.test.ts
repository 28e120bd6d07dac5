import { expect, test } from "vitest";
import { createWholeSteps } from "./whole-steps.js";

/** A conversation: what GDB (`>`) and the stub (`<`) say, and what reaches the other (`stub`, `gdb`). */
function conversation() {
  const seen: string[] = [];
  const steps = createWholeSteps({
    toDebugger: (text) => seen.push(`gdb ${text}`),
    toStub: (text) => seen.push(`stub ${text}`),
  });
  return (line: string): string[] => {
    seen.length = 0;
    const text = line.slice(2);
    if (line.startsWith(">")) steps.fromDebugger(text);
    else steps.fromStub(text);
    return [...seen];
  };
}

const G = "$g#67";
const STEP = "$vCont;s:p1.1#23";
const STOP = "$T05thread:p01.01;#07";

/** Up to a step that is under way, `aa` in its registers. */
function stepping() {
  const say = conversation();
  for (const line of [`< ${STOP}`, "> +", `> ${G}`, "< +", "< $aa#c2", "> +", `> ${STEP}`, "< +"]) say(line);
  return say;
}

test("what is no step passes, in whatever pieces it comes", () => {
  const say = conversation();
  expect(say("> $vCo")).toEqual([]);
  expect(say("> nt;c:p1.-1#9")).toEqual([]);
  expect(say("> 9\x03")).toEqual(["stub $vCont;c:p1.-1#99", "stub \x03"]);
  expect(say(`< +${STOP}`)).toEqual(["gdb +", `gdb ${STOP}`]);
  expect(say("> +")).toEqual(["stub +"]);
});

test("a step that changed registers is told once they were read", () => {
  const say = stepping();
  expect(say(`< ${STOP}`)).toEqual(["stub +", `stub ${G}`]);
  expect(say("< +$ab#c3")).toEqual(["stub +", `gdb ${STOP}`]);
  expect(say("> +")).toEqual([]);
  expect(say(`> ${G}`)).toEqual([`stub ${G}`]);
  expect(say("< +$ab#c3")).toEqual(["gdb +", "gdb $ab#c3"]);
});

test("a step that changed nothing is done again, unseen by GDB", () => {
  const say = stepping();
  say(`< ${STOP}`);
  expect(say("> \x03")).toEqual([]);
  expect(say("< +$aa#c2")).toEqual(["stub +", `stub ${STEP}`]);
  expect(say("< +")).toEqual([]);
  expect(say(`< ${STOP}`)).toEqual(["stub +", `stub ${G}`]);
  expect(say("< +$ab#c3")).toEqual(["stub +", `gdb ${STOP}`]);
  expect(say("> +")).toEqual([]);
});

test("a jump to itself ends", () => {
  const say = stepping();
  for (let turns = 0; ; turns++) {
    expect(turns).toBeLessThan(100);
    say(`< ${STOP}`);
    if (say("< +$aa#c2").includes(`gdb ${STOP}`)) break;
    say("< +");
  }
});

test.each([
  ["another thread was stepped", [], "< $T05thread:p01.02;#08"],
  ["it was interrupted", [], "< $T02thread:p01.01;#04"],
  ["registers were written", ["> $P0=01#00", "< +$OK#9a", `> ${STEP}`, "< +"], `< ${STOP}`],
])("nothing is compared where %s", (_, before, stop) => {
  const say = stepping();
  for (const line of before) say(line);
  expect(say(stop)).toEqual([`gdb ${stop.slice(2)}`]);
});

test("without acknowledgements none are made", () => {
  const say = conversation();
  for (const line of [
    "> $QStartNoAckMode#b0",
    "< +$OK#9a",
    "> +",
    `< ${STOP}`,
    `> ${G}`,
    "< $aa#c2",
    `> ${STEP}`,
  ])
    say(line);
  expect(say(`< ${STOP}`)).toEqual([`stub ${G}`]);
  expect(say("< $ab#c3")).toEqual([`gdb ${STOP}`]);
});
