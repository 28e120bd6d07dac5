/**
 * No exception vanishes: whoever catches one looks at it, and hands on what was not expected (CONTRIBUTING.md, *Style*).
 * In tests a few are caught unseen, by file; the list only gets shorter.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { vanishingIn } from "./vanishing.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** As many as a file may have; in the product `settled.ts` alone, for promises whose rejection somebody else hears. */
const KNOWN: Readonly<Record<string, number>> = {
  "tests/bench/dap-fuzz/bench.ts": 2,
  "tests/bench/index/server.ts": 2,
  "tests/bench/own-kernel/bench.ts": 1,
  "tests/bench/recovery/bench.ts": 1,
  "tests/bench/support/measure.ts": 1,
  "tests/ide/access.test.ts": 2,
  "tests/ide/flow.test.ts": 1,
  "tests/ide/hostile-folder.test.ts": 1,
  "tests/ide/live.test.ts": 2,
  "tests/ide/looks.test.ts": 1,
  "tests/ide/lost-backend.test.ts": 1,
  "tests/ide/support/follow-tutorial.ts": 1,
  "tests/ide/support/quick-list.ts": 1,
  "tests/nightly/gateway.test.ts": 1,
  "tests/nightly/image.test.ts": 1,
  "tests/nightly/long-life.test.ts": 2,
  "tests/nightly/support.ts": 2,
  "tests/nightly/team.test.ts": 1,
  "tests/protocol/dap-clients.test.ts": 1,
  "tests/protocol/dap-dumps.test.ts": 1,
  "tests/protocol/dap-failures.test.ts": 1,
  "tests/protocol/lsp-aspects.test.ts": 1,
  "tests/protocol/lsp-index.test.ts": 1,
  "tests/protocol/lsp-new-aspect.test.ts": 1,
  "tests/support/compilers.ts": 1,
  "tests/support/live-guest/live-guest.ts": 1,
  "tests/support/lsp-client.ts": 2,
  "tests/tools/system-packages.mjs": 2,
  "weaver-bridge/clang-ast/src/worker/endless-parse.test.ts": 1,
  "weaver-bridge/kernel-build/process/unfinished.test.ts": 1,
  "weaver-bridge/model/settled.ts": 2,
};

test("what is caught and not looked at is seen", () => {
  const lines = (text: string) => vanishingIn("a.ts", text).map((found) => found.split(":")[0]);
  expect(lines("try { f(); } catch { g(); }")).toEqual(["1"]);
  expect(lines("try { f(); } catch (error) {\n  g();\n}")).toEqual(["1"]);
  expect(lines("p.catch(() => undefined);\np.then(g, () => {});\np.catch((error) => 1);")).toEqual([
    ...["1", "2", "3"],
  ]);
  expect(lines("const none = () => [];\np.catch(none);\nq.then(undefined, none);")).toEqual(["1", "1"]);
});

test("what is looked at is not seen", () => {
  const text = `try { f(); } catch (error) { throw new Error("no", { cause: error }); }
    p.catch(noneIfRefused); p.catch((error) => say(error)); p.then(() => 1); p.catch(({ message }) => message);`;
  expect(vanishingIn("a.ts", text)).toEqual([]);
});

test("no exception vanishes but where it is known", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  const found = files.map(
    (file) => [file, vanishingIn(file, readFileSync(`${root}${file}`, "utf8"))] as const,
  );
  const more = found.filter(([file, places]) => places.length > (KNOWN[file] ?? 0));
  expect(Object.fromEntries(more)).toEqual({});
  const counts = new Map(found.map(([file, places]) => [file, places.length]));
  const fewer = Object.entries(KNOWN).filter(([file, count]) => (counts.get(file) ?? 0) < count);
  expect(fewer).toEqual([]);
});
