import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const recipe = join(import.meta.dirname, "../../sample-projects/linux/prepare.sh");

test("a folder that Linux's makefiles refuse is refused before anything is fetched", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft linux-"));
  try {
    const { status, stderr } = spawnSync("sh", [recipe, folder], { encoding: "utf8", timeout: 30_000 });
    expect(status).toBe(1);
    expect(stderr).toContain(`whose path has a blank or a colon: ${folder}`);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
