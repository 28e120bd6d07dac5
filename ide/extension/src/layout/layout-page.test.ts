/** The page must say in words what it draws, and must take names from IDL as text only. */
import type { OperationDrawing } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { layoutPage, messagePage } from "./layout-page.js";

const operation: OperationDrawing = {
  name: "files::storage::read",
  signature: "sequence<octet, 4096> read(in long handle)",
  kernel: "X0",
  stub: "files_storage_read",
  implementation: "files_storage_read_implementation",
  messages: [
    {
      direction: "request",
      summary: "1 word in registers",
      parts: [
        {
          kind: "register",
          title: "EDX",
          boxes: [
            { kind: "value", name: "mode", place: "bits 0 to 7", bits: 8, size: "1 byte" },
            { kind: "unused", name: "unused", place: "", bits: 24, size: "3 bytes" },
          ],
        },
      ],
    },
  ],
  notes: [],
  optimizations: [
    { name: "packing", section: "4.2.1", applied: false, why: "nothing to pack", effect: "a word less" },
    { name: "inlining", section: "4.3", applied: true, why: "stubs are inline", effect: "no call" },
  ],
};

test("each part is one stop of the keyboard and one sentence", () => {
  const page = layoutPage([operation]);
  expect(page).toMatch(
    /role="listitem" tabindex="0" aria-label="EDX: mode, bits 0 to 7, 1 byte; unused, 3 bytes"/,
  );
  expect(page).toContain("Oneway: there is no reply.");
});

test("applied optimizations come first, and only they say what they save", () => {
  const page = layoutPage([operation]);
  expect(page).toContain("1 of 2 applied");
  expect(page.indexOf("inlining")).toBeLessThan(page.indexOf("packing"));
  expect(page).toContain("no call");
  expect(page).not.toContain("a word less");
});

test("text from IDL never becomes markup", () => {
  expect(layoutPage([operation])).toContain("sequence&lt;octet, 4096&gt;");
  expect(messagePage('<img src="x">')).not.toContain("<img");
});
