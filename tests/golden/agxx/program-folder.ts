/** Files of a program in a folder of their own while a group of tests runs, and commands in it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";

export const WEFT = fileURLToPath(new URL("../../../weaver-bridge/cli/bin/weft", import.meta.url));

/** To be called where the group is described. `run` gives standard output of a command that succeeds and says nothing. */
export function programFolder(files: Readonly<Record<string, string>>) {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "weft-program-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    at: (name: string) => join(folder, name),
    run: (program: string, words: readonly string[]): string => {
      const { status, stdout, stderr } = spawnSync(program, words, {
        cwd: folder,
        encoding: "latin1",
        timeout: 60_000,
      });
      expect(stderr).toBe("");
      expect(status).toBe(0);
      return stdout;
    },
  };
}
