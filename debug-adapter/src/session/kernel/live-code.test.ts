import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLiveCode } from "./live-code.js";

test("who debugs is told in the project, and not where a link of the project leads", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-live-"));
  const [project, outside] = [join(folder, "project"), join(folder, "outside")];
  try {
    mkdirSync(join(project, ".weft/live"), { recursive: true });
    writeFileSync(outside, "mine\n");
    const mark = join(project, ".weft/live/debugger");
    symlinkSync(outside, mark);
    const live = createLiveCode(() => project);
    await live.begin();
    expect(readFileSync(mark, "utf8")).toBe(`${process.pid}\n`);
    expect(readFileSync(outside, "utf8")).toBe("mine\n");
    await live.end();
    expect(readFileSync(outside, "utf8")).toBe("mine\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
