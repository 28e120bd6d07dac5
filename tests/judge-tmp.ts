import { runRandomProgram } from "./support/access-judge/random-program.js";
import { judgeAccesses } from "./support/access-judge/judge-accesses.js";
import { execFileSync } from "node:child_process";
const from = Number(process.argv[2] ?? 1), to = Number(process.argv[3] ?? from), each = Number(process.argv[4] ?? 25);
const verbose = process.argv[5] !== "-q";
const B = ["gcc -O0","gcc -O1","gcc -O2","gcc -Os","clang-19 -O0","clang-19 -O1","clang-19 -O2","gcc -O3"].concat(process.argv[6]==="all"?["gcc-11 -O2","clang-16 -O1","clang-16 -O2", "gcc -O2 -mregparm=3","gcc -O2 -fno-omit-frame-pointer"]:[]);
const builds = B.map(l => { const [compiler, ...options] = l.split(" "); return { compiler, options }; });
const tot: Record<string, number[]> = {};
for (let seed = from; seed <= to; seed++) {
  const t0 = Date.now();
  const p = runRandomProgram(seed, builds, each);
  const t1 = Date.now();
  const v = judgeAccesses(p);
  const t2 = Date.now();
  console.log(`seed ${seed}: found ${v.found} missed ${v.missed.length} right ${v.right} wrong ${v.wrong.length} doubted ${v.doubted} run ${t1-t0} judge ${t2-t1}`);
  const st = new Map(p.functions.map(f => [f.name, f]));
  for (const [k, list] of [["missed", v.missed], ["wrong", v.wrong]] as const) for (const f of list) {
    const b = p.buildOf(f.within); const key = `${b.compiler} ${b.options.join(" ")}`;
    (tot[key] ??= [0,0])[k === "missed" ? 0 : 1]++;
    if (verbose) console.log(`  ${k} ${key} ${f.within}@${f.instruction.toString(16)} ${f.access} [${f.why}] ways: ${st.get(f.within)!.ways.join("; ")}`);
  }
  if (process.env.KEEP) { execFileSync("sh", ["-c", `rm -rf /tmp/keep${seed}; cp -r ${p.run.folder} /tmp/keep${seed}`]); }
  p.run.remove();
}
console.log(JSON.stringify(tot));
