/** `weft cc` under each Node that is in use: what it prints is the compiler's, byte for byte. Node comes from npm's package `node`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { bundle, environment } from "../../weaver-bridge/cli/test/weft-process.js";
import { installNode } from "./install-node.js";

const folder = mkdtempSync(join(tmpdir(), "weft-nodes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const UNIT =
  'int f(int a) { int unused; return a; }\nint g(void) { return "text"; }\nint h(int n) { return f(n); }\n';
const ASPECT = 'aspect A { advice execution("% h(...)") : before() { } };\n';

test.each(["20", "22", "24", "26"])(
  "weft cc under Node %s prints what the compiler prints",
  (version) => {
    const home = join(folder, version);
    const node = join(installNode(version, home), "node");
    writeFileSync(join(home, "u.c"), UNIT);
    writeFileSync(join(home, "a.ah"), ASPECT);
    const run = (program: string, words: readonly string[]) => {
      const env = { ...environment(), WEFT_RESIDENT: "off" };
      const { status, stdout, stderr } = spawnSync(program, words, { cwd: home, encoding: "utf8", env });
      return { status, stdout, stderr };
    };
    const command = ["-Wall", "-c", "u.c", "-o", "u.o"];
    const plain = run("gcc", command);
    expect(plain.stderr).toContain("unused");
    const cc = [join(bundle(), "cc.cjs"), "cc", "--aspects", "a.ah", "--", "gcc"];
    expect(run(node, [...cc, ...command])).toEqual(plain);
  },
  300_000,
);
