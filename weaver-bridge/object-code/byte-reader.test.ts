import { expect, test } from "vitest";
import { textAt } from "./byte-reader.js";

test.each(["fs/inode.c", "/home/zoë/x.c", "/home/zoë/my kernels/long enough for the decoder/inode.c"])(
  "texts are UTF-8, as the names of folders are: %s",
  (text) => {
    expect(textAt(Buffer.from(`before\0${text}\0after\0`), 7)).toBe(text);
  },
);

test("a text ends with its section, and outside of it there is none", () => {
  expect(textAt(Buffer.from("open"), 1)).toBe("pen");
  expect(textAt(Buffer.from("open"), 4)).toBe("");
});
