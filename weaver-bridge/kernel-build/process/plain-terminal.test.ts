import { expect, test } from "vitest";
import { keepTerminalsPlain, visible } from "./plain-terminal.js";

/** Keeps what reaches it. */
function output(isTTY: boolean) {
  const said: string[] = [];
  const write = (piece: string | Uint8Array) => {
    said.push(Buffer.from(piece as string).toString("latin1"));
    return true;
  };
  return { isTTY, write: write as never as NodeJS.WriteStream["write"], said };
}

test("a name orders a terminal to do nothing", () => {
  const [terminal, file] = [output(true), output(false)];
  keepTerminalsPlain([terminal, file]);
  for (const one of [terminal, file]) {
    one.write("a\x1b]0;title\x07.c\tone\n\rstep 1\x1b[K");
    one.write(Buffer.from("\x1b[2J \u00fc \u009b31m", "utf8"));
  }
  expect(terminal.said).toEqual(["a\\x1b]0;title\\x07.c\tone\n\rstep 1\x1b[K", "\\x1b[2J \xc3\xbc \\x9b31m"]);
  expect(file.said[0]).toBe("a\x1b]0;title\x07.c\tone\n\rstep 1\x1b[K");
});

test("a name does not write over what was said before it", () => {
  const terminal = output(true);
  keepTerminalsPlain([terminal]);
  terminal.write("error: a\rok.c is wrong\r\n");
  terminal.write(Buffer.from("b\rok\n"));
  terminal.write("\rstep 2\x1b[K");
  expect(terminal.said).toEqual(["error: a\\x0dok.c is wrong\r\n", "b\\x0dok\n", "\rstep 2\x1b[K"]);
});

test("only what controls is shown in another way", () => {
  expect(visible("ü\t1\n\r 日本 \x7f\x00\x9d")).toBe("ü\t1\n\r 日本 \\x7f\\x00\\x9d");
});
