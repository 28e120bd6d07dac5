import { expect, test } from "vitest";
import { withConsole } from "./console-arguments.js";

const shown = (words: string, end: Parameters<typeof withConsole>[1] = "stdio") =>
  withConsole(words.split(" "), end).join(" ");

test("the serial line alone is on the streams where nothing else asks for them", () => {
  expect(shown("-m 64")).toBe("-m 64 -serial stdio -monitor none");
  expect(shown("-m 64", "mon:stdio")).toBe("-m 64 -serial mon:stdio");
  expect(shown("-m 64", "null")).toBe("-m 64 -serial null -monitor none");
  expect(shown("-debugcon file:e9.log")).toBe("-debugcon file:e9.log -serial stdio -monitor none");
});

const OWN = "-chardev stdio,id=weft-console,mux=on,signal=off";

test.each([
  ["-debugcon stdio -m 64", `${OWN} -device isa-debugcon,chardev=weft-console -m 64`],
  ["--debugcon mon:stdio", `${OWN} -device isa-debugcon,chardev=weft-console`],
  ["-parallel stdio", `${OWN} -parallel chardev:weft-console`],
])("%s shares them with it", (words, first) => {
  expect(shown(words)).toBe(`${first} -serial chardev:weft-console -monitor none`);
});

test.each(["-chardev", "--chardev"])(
  "a character device of the makefile's own keeps its name (%s)",
  (option) => {
    const device = "-device isa-debugcon,chardev=c0";
    const words = `${option} stdio,id=c0,logfile=x ${device} -serial chardev:c0 -mon chardev=c0`;
    const serial = "-serial chardev:c0";
    const stdio = "-chardev stdio,id=c0,mux=on,signal=off";
    expect(shown(words)).toBe(`${stdio} ${device} ${serial} -monitor none`);
    expect(shown(words, "mon:stdio")).toBe(`${stdio} ${device} ${serial} -mon chardev=c0,mode=readline`);
    expect(shown(words, "null")).toBe(`-chardev null,id=c0,mux=on ${device} ${serial} -monitor none`);
  },
);

test("lines keep their order: the first is the kernel's first port", () => {
  expect(shown("-serial stdio -monitor stdio -m 64")).toBe("-serial stdio -m 64 -monitor none");
  expect(shown("-serial mon:stdio -serial file:log")).toBe("-serial stdio -serial file:log -monitor none");
  expect(shown("-serial file:log -debugcon stdio")).toBe(
    `${OWN} -serial file:log -device isa-debugcon,chardev=weft-console -serial chardev:weft-console -monitor none`,
  );
});
