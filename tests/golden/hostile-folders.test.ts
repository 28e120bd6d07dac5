// Folders that want something run when they are only looked at: every command of `weft` is called in some of them. All of them,
// and the editor's servers, are asked nightly (tests/nightly/hostile-folders.test.ts).
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createProgram } from "../../weaver-bridge/cli/program.js";
import {
  ALL_CALLS,
  ASKED_COMMANDS,
  BY_FILES,
  BY_WORDS,
  call,
  cameThrough,
  makePlace,
  type Place,
  RUNS_WHAT_IT_NAMES,
} from "../support/hostile/index.js";

const page = readFileSync(new URL("../../ide/guide/threat-model.md", import.meta.url), "utf8");
/** Milliseconds, on a machine that is busy. */
const LONG = 600_000;
let place: Place | undefined;
afterEach(() => place?.remove());

test("each command is called, or stands on the page among those that run what a folder names", () => {
  const leaves = (command: ReturnType<typeof createProgram>, above: string): string[] => {
    const name = `${above} ${command.name()}`.trim();
    return command.commands.length === 0 ? [name] : command.commands.flatMap((one) => leaves(one, name));
  };
  const all = createProgram([], () => {}).commands.flatMap((command) => leaves(command, ""));
  expect(Object.keys(ASKED_COMMANDS).sort()).toEqual(all.sort());
  const [row = ""] = page.split("\n").filter((line) => line.includes(RUNS_WHAT_IT_NAMES));
  const named = Object.keys(ASKED_COMMANDS).filter((name) => ASKED_COMMANDS[name] === RUNS_WHAT_IT_NAMES);
  const missing = named.filter(
    (name) => !row.includes(`\`${name}\``) && !row.includes(`\`${name.split(" ")[0]}\``),
  );
  expect(missing).toEqual([]);
});

const ANSWERED = new Set("check joinpoints effects why diff cost weave specialize idl report".split(" "));
/** A recording and a dump that are there; the recorded run ends just behind the last hit. */
const REAL = /^real\./;
const all = { ...BY_WORDS, ...BY_FILES };
const CHOSEN = [
  "a plugin behind two dashes",
  "programs by the names of tools",
  "commands beside the units, as a kernel's build leaves them",
] as const;

test.each(CHOSEN)(
  "%s: nothing runs, whatever is called",
  async (kind) => {
    place = makePlace();
    all[kind]?.(place);
    expect(await cameThrough(place, ALL_CALLS)).toEqual([]);
  },
  LONG,
);

test("what does run is seen: the same folder, trusted", async () => {
  place = makePlace();
  all["a program of the folder"]?.(place);
  const found = await cameThrough(place, [["check"]]);
  expect(found).toContain("weft check: started ./evil");
  expect(found).toContain("left a mark: evil");
});

// Otherwise commands might run nothing because they find nothing to do.
test(
  "a folder that hides nothing is answered",
  async () => {
    place = makePlace();
    for (const words of ALL_CALLS.filter(([name = "", of]) => ANSWERED.has(name) || REAL.test(of ?? ""))) {
      const { code, said } = await call(place, words, `${place.marks}-trace`);
      expect([words, code, said]).toEqual([words, words[1] === "HEAD" ? 1 : 0, expect.any(String)]);
    }
  },
  LONG,
);
