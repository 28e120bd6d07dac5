import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { IntroducedText, Snapshot, Workspace } from "../workspace/index.js";
import { createIntroducedMembers } from "./introduced-members.js";

test("clangd is told other options only when it would read something else", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-members-"));
  const header = join(folder, "node.h");
  writeFileSync(header, "struct node { };\n");
  const calls: IntroducedText = { file: header, line: 1, column: 15, text: " int calls;" };
  let introduced: readonly IntroducedText[] = [calls];
  // Each analysis of a unit finds the same members anew.
  const snapshot = { aspects: [], introducedText: () => new Map([[header, introduced]]) };
  const workspace = { snapshot: () => snapshot as unknown as Snapshot } as Workspace;
  const members = createIntroducedMembers(workspace, folder, () => new Map());
  expect([members.refresh(), members.refresh()]).toEqual([true, false]);
  const before = members.arguments();
  introduced = [{ ...calls, text: " int returns;" }];
  expect([members.refresh(), members.refresh()]).toEqual([true, false]);
  expect(members.arguments()).not.toEqual(before);
  writeFileSync(header, "struct node { }; /* saved */\n");
  expect([members.refresh(), members.refresh()]).toEqual([true, false]);
});
