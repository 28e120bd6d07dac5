import { expect, test } from "vitest";
import { withConsole } from "./console-arguments.js";

const shown = (words: string, end: Parameters<typeof withConsole>[1] = "stdio") =>
  withConsole(words.split(" "), end).join(" ");

test("the serial line alone is on the streams where nothing else asks for them", () => {
  expect(shown("-m 64")).toBe("-m 64 -monitor none -serial stdio");
  expect(shown("-m 64", "mon:stdio")).toBe("-m 64 -serial mon:stdio");
  expect(shown("-m 64", "null")).toBe("-m 64 -monitor none -serial null");
  expect(shown("-debugcon file:e9.log")).toBe("-debugcon file:e9.log -monitor none -serial stdio");
});

const OWN = "-chardev stdio,id=weft-console,mux=on,signal=off";

test.each([
  ["-debugcon stdio -m 64", `${OWN} -device isa-debugcon,chardev=weft-console -m 64`],
  ["--debugcon mon:stdio", `${OWN} -device isa-debugcon,chardev=weft-console`],
  ["-parallel stdio", `${OWN} -parallel chardev:weft-console`],
])("%s shares them with it", (words, first) => {
  expect(shown(words)).toBe(`${first} -monitor none -serial chardev:weft-console`);
});

test("a character device of the makefile's own keeps its name, whatever else is on it", () => {
  const words =
    "-chardev stdio,id=c0,logfile=x -device isa-debugcon,chardev=c0 -serial chardev:c0 -mon chardev=c0";
  const device = "-device isa-debugcon,chardev=c0";
  expect(shown(words)).toBe(
    `-chardev stdio,id=c0,mux=on,signal=off ${device} -monitor none -serial chardev:c0`,
  );
  expect(shown(words, "mon:stdio")).toBe(
    `-chardev stdio,id=c0,mux=on,signal=off ${device} -serial chardev:c0 -mon chardev=c0,mode=readline`,
  );
  expect(shown(words, "null")).toBe(`-chardev null,id=c0,mux=on ${device} -monitor none -serial chardev:c0`);
});

test("what already was there for the streams gives its place up", () => {
  expect(shown("-serial stdio -monitor stdio -m 64")).toBe("-m 64 -monitor none -serial stdio");
  expect(shown("-serial file:log")).toBe("-serial file:log -monitor none -serial stdio");
});
