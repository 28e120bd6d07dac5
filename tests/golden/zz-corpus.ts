import { weaveSource, runProgram } from "/work/wt/introduce/tests/golden/support/weave-source.ts";
import { LIFECYCLE } from "/work/wt/introduce/tests/golden/agxx/cases/lifecycle.ts";
import { INTRODUCTIONS } from "/work/wt/introduce/tests/golden/agxx/cases/introductions.ts";
import * as P from "/work/wt/introduce/tests/golden/agxx/cases/pointcuts.ts";
const all: any = { ...LIFECYCLE, ...INTRODUCTIONS, ...Object.fromEntries(Object.entries(Object.values(P)[0] as any).filter(([n]) => /cflow/.test(n))) };
const only = process.argv[2] ? new RegExp(process.argv[2]) : /./;
const std = process.argv[3] ?? "-std=gnu++17";
let ok = 0, n = 0;
for (const [name, c] of Object.entries(all) as any) {
  if (!only.test(name)) continue;
  n++;
  try {
    const { woven, problems } = weaveSource("#include <stdio.h>\n" + c.source, `${c.aspects}`, { dialect: std });
    if (process.argv[4]) console.log(woven.text.slice(woven.text.lastIndexOf("funlockfile")));
    const errs = problems.map((p: any) => `${p.code}: ${p.message}`);
    const out = runProgram(woven.text, ["g++", "-m32", "-O1", "-w", std]).trim();
    if (out === c.output.trim() && !errs.some((e: string) => /error/.test(e))) { ok++; console.log("ok   " + name, errs.join("; ")); }
    else console.log("FAIL " + name, JSON.stringify(out), "expected", JSON.stringify(c.output), errs);
  } catch (e: any) { console.log("FAIL " + name, String(e.message).split("\n").filter((l: string) => /error|note/.test(l)).slice(0, 4).join("\n   ") || e.message.slice(0, 500)); }
}
console.log(ok, "of", n);
