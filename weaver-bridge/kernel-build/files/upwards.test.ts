import { chownSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadProject } from "../project-file/project.js";
import { findProjectRoot } from "../project-file/project-root.js";
import { speaksFor } from "./upwards.js";

/** A folder as `/tmp` is, with a folder of the superuser's below it; what is put into it is neither theirs nor this user's. */
function sharedFolder(): { readonly shared: string; readonly below: string } {
  const shared = mkdtempSync(join(tmpdir(), "weft-shared-"));
  onTestFinished(() => rmSync(shared, { recursive: true }));
  symlinkSync("/etc", join(shared, "below"));
  const own = process.getuid?.();
  vi.spyOn(process, "getuid").mockReturnValue(4242);
  onTestFinished(() => void vi.restoreAllMocks());
  writeFileSync(join(shared, "weft.json"), '{"name":"theirs"}');
  if (own === 0) chownSync(join(shared, "weft.json"), 4243, 4243);
  return { shared, below: join(shared, "below") };
}

test("a description that somebody else put above a folder says nothing about it", () => {
  const { shared, below } = sharedFolder();
  expect(findProjectRoot(below)).toBeUndefined();
  expect(findProjectRoot(join(below, "not/there"))).toBeUndefined();
  // Told where it is missed; and whoever names the folder means it.
  expect(loadProject(below).problems[0]?.hint).toContain(`${join(shared, "weft.json")} is another user's`);
  expect(findProjectRoot(shared)).toBe(shared);
});

test("one's own counts, and one of whoever has the folder below", () => {
  const { shared, below } = sharedFolder();
  const { uid } = statSync(join(shared, "weft.json"));
  vi.spyOn(process, "getuid").mockReturnValue(uid);
  expect(findProjectRoot(below)).toBe(shared);
  vi.spyOn(process, "getuid").mockReturnValue(uid + 1);
  expect(speaksFor(below, shared, "weft.json")).toBe(false);
  vi.spyOn(process, "getuid").mockReturnValue(0);
  vi.stubEnv("SUDO_UID", String(uid));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(speaksFor(below, shared, "weft.json")).toBe(true);
  vi.stubEnv("SUDO_UID", String(uid + 1));
  expect(speaksFor(below, shared, "weft.json")).toBe(uid === 0);
  vi.spyOn(process, "getuid").mockReturnValue(uid + 1);
  expect(speaksFor(join(shared, "weft.json"), shared, "weft.json")).toBe(true);
});
