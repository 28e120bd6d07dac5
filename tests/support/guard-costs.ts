/** Instructions that plugged calls and guarded writes cost beside direct ones, counted in what a compiler makes of them. */
import { parseInProcess } from "../../weaver-bridge/clang-ast/src/index.js";
import { GUARD_FACTS, guardSites, readGuards, weaveGuards } from "../../weaver-bridge/guards/index.js";
import { planPlug, type ReplugWay } from "../../weaver-bridge/replug/index.js";
import { compiledInstructions } from "./compiled-instructions.js";

const HOST = `#define WEFT_WRITE_TEXT
static void __attribute__((unused)) weft_write_text(int *at, int value) { *(volatile int *)at = value; }
struct cred { int euid; } *cred;
static int send(int signal) { return 100 + signal; }
static int send_root(int signal) { __asm__ volatile("nop"); return 200 + signal; }
`;
const OWN = ["nop", "add", "ret"];

/**
 * Of a call that runs the residual function, put into its only caller: what is there besides that function's own three
 * instructions. By `jump` the patched jump comes on top, which this list has as its first.
 */
export function plugCost(replug: ReplugWay, hasEpoch: boolean, compiler = "gcc"): string[] {
  const planned = planPlug({
    ...{ generic: "send", residual: "send_root", head: "static int send_root(int signal)", replug },
    ...{ parameters: ["signal"], isVoid: false, subjects: ["cred"] },
    facts: [{ test: "cred->euid == 0", kept: { object: "cred", subject: "cred" } }],
  });
  if ("refused" in planned) throw new Error(planned.refused);
  const epoch = hasEpoch ? "#define WEFT_EPOCH\nunsigned long weft_epoch(void);\n" : "";
  const name = replug === "jump" ? "__send_root_way_residual" : "send_root_plugged";
  const all = compiledInstructions(`${HOST}${epoch}${planned.text}`, name, compiler);
  const own = all.filter((one) => OWN.includes(one));
  if (own.sort().join() !== [...OWN].sort().join())
    throw new Error(`${compiler} made other code of the residual function: ${all.join(" ")}`);
  return [...(replug === "jump" ? ["jmp"] : []), ...all.filter((one) => !OWN.includes(one))];
}

const CRED = "struct cred { int uid, euid; }; struct task { int id; struct cred *cred; };\n";

/** Of a function with a write: its instructions with guards, by the guard, and those it has without. `isCounted`: no epoch. */
export function writeCost(body: string, isCounted: boolean, compiler = "gcc") {
  const text = `${CRED}${body}`;
  const facts = parseInProcess(text, {
    ...{ language: "c", arguments: ["-m32"], fileName: "a.c", wanted: GUARD_FACTS },
  });
  const guards = readGuards("optimistic guard struct cred { uid, euid } protects fast;").guards.map(
    (one) => ({
      ...one,
      ...(isCounted ? { isCounted } : {}),
    }),
  );
  const woven = weaveGuards(text, guardSites(facts, text, guards));
  return {
    plain: compiledInstructions(text, "f", compiler),
    guarded: compiledInstructions(woven, "f", compiler),
  };
}
