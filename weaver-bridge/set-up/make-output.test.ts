import { expect, test } from "vitest";
import { bootRecipe } from "./boot-recipe.js";
import { parseMakeDatabase, parseMakeOutput } from "./make-output.js";

const units = (text: string) =>
  parseMakeOutput(text, "/k").compiles.map(({ directory, file }) => `${directory} ${file}`);

test.each([
  ["gcc -O2 -c a.c -o a.o", ["/k a.c"]],
  ["i686-elf-gcc -c a.c b.c", ["/k a.c", "/k b.c"]],
  ["ccache clang-19 -m32 -c a.c", ["/k a.c"]],
  ["CCACHE_DIR=x gcc -c a.c", ["/k a.c"]],
  ["cd mm && gcc -c page.c; gcc -c heap.c", ["/k/mm page.c", "/k/mm heap.c"]],
  ["echo '  CC a.c' && gcc -c 'a b.c'", ["/k a b.c"]],
  ["gcc -c \\\n  a.c", ["/k a.c"]],
  ["gcc -MM a.c > a.d", []],
  ["gcc -c boot.S", []],
  ["echo gcc -c a.c", []],
  [
    "make[1]: Entering directory '/k/lib'\ngcc -c s.c\nmake[1]: Leaving directory '/k/lib'\ngcc -c a.c",
    ["/k/lib s.c", "/k a.c"],
  ],
  ["gcc -c a.c # with (some) words; gcc -c b.c", ["/k a.c"]],
  ["# gcc -c a.c", []],
  ["gcc -c a#b.c '#c.c' \\#d.c", ["/k a#b.c", "/k #c.c", "/k #d.c"]],
  ["", []],
  ["gcc", []],
  ['gcc -c "a.c', ["/k a.c"]],
])("units of %j", (text, expected) => {
  expect(units(text)).toEqual(expected);
});

test("what is linked, and whether it is placed", () => {
  const text = "ld -T kernel.ld -o kernel a.o b.o\ngcc -o tool tool.c\ngcc -nostdlib -T k.ld -o out/k a.o";
  expect(parseMakeOutput(text, "/k").links).toEqual([
    { output: "/k/kernel", inputs: 2, placed: true, script: "/k/kernel.ld" },
    { output: "/k/tool", inputs: 0, placed: false },
    { output: "/k/out/k", inputs: 1, placed: true, script: "/k/k.ld" },
  ]);
});

test("targets and variables of the database", () => {
  const text =
    "CC = i686-elf-gcc\nCFLAGS := -O2\n\n# Not a target:\n.c.o:\n\nall: kernel\n\nqemu-nox: all\n\tqemu\n";
  const known = parseMakeDatabase(text);
  expect([...known.targets]).toEqual(["all", "qemu-nox"]);
  expect(known.variables.get("CC")).toBe("i686-elf-gcc");
});

const boot = (text: string) =>
  bootRecipe(parseMakeOutput(text, "/k").guests[0] ?? { directory: "/k", words: [] }, "/k")?.run;

test.each([
  ["qemu-system-i386 -kernel build/k.elf -serial stdio -m 64", { kernel: "build/k.elf", memory: 64 }],
  ["qemu-system-x86_64 -cdrom os.iso -m 1G -s -S", { architecture: "x86_64", cdrom: "os.iso", memory: 1024 }],
  [
    "qemu -nographic -drive file=fs.img,index=1,media=disk,format=raw -drive file=k.img,index=0,media=disk,format=raw -smp 2",
    { disks: ["k.img", "fs.img"], arguments: ["-smp", "2"] },
  ],
  ["qemu-system-i386 -hda d.img -append 'a b' -enable-kvm", { append: "a b", disks: ["d.img"] }],
  ["qemu-system-i386 d.img", { disks: ["d.img"] }],
  [
    "cd out && qemu-system-i386 -kernel k -no-reboot -device e1000",
    { kernel: "out/k", arguments: ["-device", "e1000"] },
  ],
  [
    "qemu-system-i386 -drive file=d.qcow2,format=qcow2 -kernel k",
    { kernel: "k", arguments: ["-drive", "file=d.qcow2,format=qcow2"] },
  ],
  [
    "qemu-system-x86_64 -drive if=pflash,format=raw,readonly=on,file=/fw/OVMF_CODE.fd -drive if=pflash,format=raw,file=OVMF_VARS.fd -drive format=raw,file=os.img",
    { architecture: "x86_64", firmware: "uefi", disks: ["os.img"] },
  ],
  [
    "qemu-system-x86_64 -bios /usr/share/ovmf/OVMF.fd -cdrom os.iso",
    { architecture: "x86_64", firmware: "uefi", cdrom: "os.iso" },
  ],
  ["qemu-system-i386 --version", undefined],
  ["echo qemu-system-i386 -kernel k", undefined],
])("how %j boots", (text, expected) => {
  expect(boot(text)).toEqual(expected);
});
