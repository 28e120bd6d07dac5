import { measure, TRIAL, OPERATIONS } from "../cost.js";
import { DEFAULT_OPTIONS, NO_OPTIMIZATIONS } from "@weft/weaver-bridge/idl";
const kinds = process.argv.slice(2);
for (const kind of kinds) {
  const [kernel, how, ...flags] = kind.split(",");
  for (const verify of [true, false]) {
    try {
      const m = measure(`/tmp/pt/out-${kernel}-${how}${flags.length?"-f":""}-${verify}`, { ...TRIAL, kernel: kernel as any, options: how === "hand" ? undefined : how === "off" ? { ...DEFAULT_OPTIONS, optimizations: NO_OPTIMIZATIONS } : how === "sys" ? { ...DEFAULT_OPTIONS, entry: "sysenter" } : DEFAULT_OPTIONS, compiler: how === "clang" ? "clang-19" : "gcc", verify, flags: flags.filter((f) => f !== "series" && f !== "local"), what: flags.includes("series") ? "series" : flags.includes("local") ? "local" : "operations" });
      if (verify) console.log(kind, "verify ok");
      else console.log(kind, [...m].map(([k, c]) => `${OPERATIONS[k] ?? k} ${c.client + c.server} (${c.client}+${c.server})`).join("  "));
    } catch (e) { console.log(kind, verify, String(e).slice(0, 700)); }
  }
}
