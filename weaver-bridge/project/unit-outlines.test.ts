import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadProject, type Project, type UnitRecord } from "../kernel-build/index.js";
import { keepOutline, unitOutline } from "./unit-outlines.js";

let folder = "";
let project: Project;
const command = { directory: "", file: "a.c", arguments: ["gcc", "-c", "a.c"] };
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-outlines-"));
  command.directory = folder;
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "o" }));
  writeFileSync(join(folder, "a.c"), "int found(void) { return 1; }\n");
  project = loadProject(folder).value as Project;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** As whoever packed the folder may leave them: an outline that unpacks to so many bytes, and a record that is for it. */
function recordOfOutline(bytes: number): UnitRecord {
  keepOutline(project, command, "int found(void) { return 1; }\n");
  const outlines = join(folder, ".weft/outlines");
  const packed = deflateRawSync(Buffer.alloc(bytes, "x"), { level: 1 });
  writeFileSync(join(outlines, readdirSync(outlines)[0] as string), packed);
  const outline = createHash("sha1").update(packed).digest("hex");
  const map = { file: "a.c", status: "unchanged", effects: [], generated: [] };
  return { version: 2, root: folder, command, aspects: "", outline, map } as unknown as UnitRecord;
}

test("an outline that unpacks to what none has is not believed, and made anew", async () => {
  const record = recordOfOutline((64 << 20) + 1);
  const known = await unitOutline(project, record);
  expect(known?.outline.length).toBeLessThan(1_000);
  expect(known?.outline).toContain("found");
  expect(known?.record.outline).not.toBe(record.outline);
});

test("one that is as long as an outline may be is taken as it is", async () => {
  const record = recordOfOutline(1 << 20);
  const known = await unitOutline(project, record);
  expect([known?.outline.length, known?.record.outline]).toEqual([1 << 20, record.outline]);
});
