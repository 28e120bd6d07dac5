/**
 * Weft beside GNU MIG: random files that are right, whose messages must stand where mig's C structs have them; the same
 * files and their kin with words cut, copied and swapped, which must be refused where mig refuses. WEFT_MIG_FILES and
 * WEFT_FUZZ_SEED choose how many and which; see `migcom.ts` for the judge.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileMig, type MigLayout, type MigMessage } from "@weft/weaver-bridge/idl";
import { hasErrors } from "@weft/weaver-bridge/model";
import { type Random, seeded } from "../../support/idl/random.js";
import { type RandomDefs, randomDefs } from "../../support/idl/random-defs.js";
import { findJudge, type Judge, judge, type Struct, structsOf } from "./migcom.js";
import { mutated } from "./mutate.js";

/** Files whose structs one compiler run lays out. */
const BATCH = 40;

export function benchMig(): void {
  const found = findJudge();
  if (found === undefined) return;
  const random = seeded(Number(process.env.WEFT_FUZZ_SEED ?? 1));
  const files = Number(process.env.WEFT_MIG_FILES ?? 400);
  const folder = mkdtempSync(join(tmpdir(), "weft-mig-"));
  try {
    if (found.layouts) compareLayouts(found, random, files, folder);
    compareVerdicts(found, random, files * 5, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compareLayouts(found: Judge, random: Random, files: number, folder: string): void {
  let [messages, same] = [0, 0];
  for (let done = 0; done < files; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, files - done) }, () =>
      randomDefs(random, { mach: true }),
    );
    const judged = batch.map((defs) => ({ ...defs, ...judge(found, defs.text, folder) }));
    for (const { accepts, text, words } of judged)
      if (!accepts) console.log(`mig refuses a random file: ${words}\n${text}`);
    const good = judged.filter(({ accepts }) => accepts);
    const structs = structsOf(found, good);
    for (const [index, defs] of good.entries()) {
      const differences = differencesIn(defs, found, structs[index] ?? []);
      messages += structs[index]?.length ?? 0;
      same += (structs[index]?.length ?? 0) - differences.length;
      for (const difference of differences) console.log(`${difference}\n${defs.text}`);
    }
  }
  console.log(
    `${found.machine}: ${same} of ${messages} messages of ${files} random files stand as mig lays them out`,
  );
}

function differencesIn({ text }: RandomDefs, { machine }: Judge, structs: readonly Struct[]): string[] {
  const { layout, problems } = weft(text, machine);
  if (layout === undefined)
    return structs.map(({ routine }) => `${routine}: Weft refuses: ${problems[0]?.message}`);
  return structs.flatMap((struct) => {
    const message = messageOf(layout, struct);
    const [ours, theirs] = [message && textOf(message), structText(struct)];
    return ours === theirs ? [] : [`${struct.routine} ${struct.which}:\n  mig  ${theirs}\n  Weft ${ours}`];
  });
}

function weft(text: string, machine: Judge["machine"]) {
  return compileMig({ file: "a.defs", text, readInclude: () => undefined, defines: [], machine });
}

function messageOf({ routines }: MigLayout, { routine, which }: Struct): MigMessage | undefined {
  const found = routines.find((one) => one.routine.name === routine);
  return which === "Request" ? found?.request : found?.reply;
}

function textOf({ bytes, fields }: MigMessage): string {
  const places = fields.flatMap(({ name, descriptor, offset }) => [
    `${name}Type=${descriptor.offset}`,
    `${name}=${offset}`,
  ]);
  return [bytes, ...places].join(" ");
}

function structText({ bytes, fields }: Struct): string {
  return [bytes, ...fields.map(({ name, offset }) => `${name}=${offset}`)].join(" ");
}

function compareVerdicts(found: Judge, random: Random, files: number, folder: string): void {
  const count = { both: 0, neither: 0, "mig alone": 0, "Weft alone": 0 };
  for (let done = 0; done < files; done++) {
    const text = mutated(random, randomDefs(random, { mach: true }).text);
    const theirs = judge(found, text, folder);
    const { problems, layout } = weft(text, found.machine);
    const ours = !hasErrors(problems) && layout?.unit.subsystem !== undefined;
    const verdict = theirs.accepts ? (ours ? "both" : "mig alone") : ours ? "Weft alone" : "neither";
    count[verdict]++;
    if (theirs.accepts !== ours)
      console.log(
        `${verdict} accepts; mig: ${theirs.words}; Weft: ${problems.find(({ severity }) => severity === "error")?.message}\n${text}`,
      );
  }
  console.log(
    `changed files accepted by: ${Object.entries(count)
      .map(([who, number]) => `${who} ${number}`)
      .join(", ")}`,
  );
}
