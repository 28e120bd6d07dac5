import { expect, test } from "vitest";
import { requireTool } from "../../tests/support/index.js";
import { bootRecipe } from "./boot-recipe.js";
import { leaveOutUnknown, optionsOf, withKnownOptions } from "./machine-options.js";

const recipeOf = (line: string) => {
  const recipe = bootRecipe({ directory: "/k", words: line.split(" ") }, "/k");
  if (recipe === undefined) throw new Error(`${line} boots nothing`);
  return recipe;
};

test("names of options, also where several stand in a line", () => {
  const help =
    "-h or -help     display this help\n-hda/-hdb file  use 'file'\n                -x is prose\n-m [size=]megs\n";
  expect([...optionsOf(help)]).toEqual(["-h", "-help", "-hda", "-hdb", "-m"]);
});

test("an option that is gone goes with its word; a file behind it stays", () => {
  const recipe = recipeOf("qemu-system-i386 -soundhw pcspk -snapshot -tdf os/floppy.img -kernel k.elf");
  const { run, left } = leaveOutUnknown(recipe, new Set(["-snapshot", "-kernel"]));
  expect(run).toEqual({ kernel: "k.elf", arguments: ["-snapshot", "os/floppy.img"] });
  expect(left).toEqual([
    "-soundhw: the QEMU of this machine has no such option",
    "-tdf: the QEMU of this machine has no such option",
  ]);
});

test("QEMU itself is asked", async (context) => {
  requireTool(context, "qemu-system-i386");
  const { run } = await withKnownOptions(recipeOf("qemu-system-i386 -kernel k.elf -no-such-option -usb"));
  expect(run).toEqual({ kernel: "k.elf", arguments: ["-usb"] });
});
