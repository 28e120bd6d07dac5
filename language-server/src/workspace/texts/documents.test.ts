import { mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges, createDocuments, uriOfPath } from "./documents.js";
import { byteText, characterOfByteColumn, createLineIndex } from "./line-index.js";

test("changes apply one after the other, each to the result of the one before", () => {
  const at = (line: number, character: number) => ({ line, character });
  expect(
    applyChanges("one\ntwo\n", [
      { range: { start: at(0, 0), end: at(0, 3) }, text: "1\n1b" },
      { range: { start: at(2, 0), end: at(2, 3) }, text: "2" },
    ]),
  ).toBe("1\n1b\n2\n");
  expect(applyChanges("one", [{ text: "all new" }])).toBe("all new");
  expect(applyChanges("one", [{ range: { start: at(5, 0), end: at(9, 9) }, text: "!" }])).toBe("one!");
});

test("places and offsets are each other's inverse in any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "ä", "𝄞", "\r") }), fc.nat(), (text, seed) => {
      const offset = seed % (text.length + 1);
      const lines = createLineIndex(text);
      expect(lines.offsetAt(lines.placeAt(offset))).toBe(offset);
    }),
  );
});

test("bytes and UTF-16 units convert both ways at every character", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "ä", "€", "𝄞", "\n")), (characters) => {
      const text = characters.join("");
      const { bytes, toByte, toUtf16 } = byteText(text);
      expect(bytes.length).toBe(Buffer.byteLength(text));
      for (let at = 0, index = 0; index < characters.length; index++) {
        expect(toByte(at)).toBe(Buffer.byteLength(text.slice(0, at)));
        expect(toUtf16(toByte(at))).toBe(at);
        at += (characters[index] as string).length;
      }
    }),
  );
  expect(characterOfByteColumn("ä𝄞x", 1)).toBe(0);
  expect(characterOfByteColumn("ä𝄞x", 7)).toBe(3);
});

test("a file on disk is read again when it changed, an open one is what the editor says", () => {
  const path = join(mkdtempSync(join(tmpdir(), "weft documents ü ")), "a.c");
  writeFileSync(path, "one");
  const documents = createDocuments();
  expect(documents.read(path)?.text).toBe("one");
  writeFileSync(path, "second");
  utimesSync(path, 1, 1);
  expect(documents.read(path)?.text).toBe("second");
  documents.open(uriOfPath(path), "c", 1, "unsaved");
  expect(documents.read(path)).toMatchObject({ text: "unsaved", version: 1 });
  expect(documents.readDisk(path)?.text).toBe("second");
  documents.close(uriOfPath(path));
  expect(documents.read(path)?.text).toBe("second");
  expect(documents.read(`${path}.missing`)).toBeUndefined();
});
