// A kernel as a stranger writes it, from the Welcome page to a stop in advice: headers without guards, odd flags, a
// compiler behind a script, booted from a disk image. Nothing in its folder knows of Weft.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  activeTab,
  answerTrust,
  type Browser,
  goTo,
  hoverText,
  type IdeProcess,
  keepScreenshot,
  marginIcons,
  openBrowser,
  openFile,
  openWindow,
  problemRows,
  quickRows,
  runCommand,
  stackFrames,
  startIde,
  terminalText,
  typeInTerminal,
} from "./support/index.js";

/** A boot sector loads the kernel behind it to 64 kB and jumps there in protected mode. */
const BOOT = `.code16
.globl _start
_start:
	cli
	xor %ax, %ax
	mov %ax, %ds
	mov %ax, %ss
	mov $0x7c00, %sp
	mov $packet, %si
	mov $0x42, %ah
	int $0x13
	lgdt table
	mov %cr0, %eax
	or $1, %al
	mov %eax, %cr0
	ljmp $8, $protected
.code32
protected:
	mov $16, %ax
	mov %ax, %ds
	mov %ax, %es
	mov %ax, %ss
	mov $0x90000, %esp
	mov $0x10000, %eax
	jmp *%eax
.align 8
gdt:
	.quad 0, 0x00cf9a000000ffff, 0x00cf92000000ffff
table:
	.word 23
	.long gdt
packet:
	.byte 16, 0
	.word 32, 0, 0x1000
	.quad 1
.org 510
	.word 0xaa55
`;
const FILES: Readonly<Record<string, string>> = {
  Makefile: `disk.img: boot.bin kernel.bin
	cat boot.bin kernel.bin > $@
	truncate -s 32768 $@
boot.bin: boot.s
	as --32 boot.s -o boot.o
	ld -m elf_i386 -Ttext 0x7c00 --oformat binary -o $@ boot.o
kernel.bin: kernel.elf
	objcopy -O binary kernel.elf $@
kernel.elf: start.o kernel.o serial.o
	ld -m elf_i386 -Ttext 0x10000 -e start -o $@ start.o kernel.o serial.o
start.o: start.s
	as --32 start.s -o $@
%.o: %.c
	./tools/compile -c $< -o $@
qemu: disk.img
	qemu-system-i386 -drive format=raw,file=disk.img -serial mon:stdio
clean:
	rm -f *.o *.bin *.elf *.img
`,
  "tools/compile":
    '#!/bin/sh\nexec gcc -m32 -std=gnu89 -O1 -g -ffreestanding -fno-pie -fno-stack-protector -funsigned-char -mregparm=3 -Wno-all "$@"\n',
  "boot.s": BOOT,
  "start.s": ".globl start\nstart:\n\tcall kernel_main\n1:\thlt\n\tjmp 1b\n",
  "types.h": "typedef unsigned char byte;\nstruct port { int number; };\n",
  "serial.h": '#include "types.h"\nvoid say(struct port *port, const char *text);\n',
  "serial.c":
    '#include "serial.h"\nvoid say(struct port *port, const char *text)\n{\n\twhile (*text)\n\t\t__asm__ volatile("outb %0, %w1" : : "a"((byte)*text++), "d"(port->number));\n}\n',
  "kernel.c":
    '#include "serial.h"\nint beats;\nvoid kernel_main(void)\n{\n\tstruct port com = { 0x3f8 };\n\tsay(&com, "stranger is up\\n");\n\tfor (;;)\n\t\tbeats++;\n}\n',
};

let folder: string;
let ide: IdeProcess;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), "weft-stranger-")), "stranger");
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: name.startsWith("tools/") ? 0o755 : 0o644 });
  }
  [ide, browser] = await Promise.all([startIde({ folder }), openBrowser()]);
  page = await browser.context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await ide?.stop();
  rmSync(dirname(folder), { recursive: true, force: true });
});

test("F5 and the build key lead to the set-up while the folder is no project", async () => {
  await openWindow(page, ide.address);
  await answerTrust(page, "Yes");
  await openFile(page, "kernel.c");
  const offer = page.getByRole("button", { name: "Set Up This Kernel…" });
  for (const key of ["F5", "Control+Shift+b"]) {
    await page.keyboard.press(key);
    await offer.waitFor();
    await page.locator(".theia-notification-actions .codicon-close").first().click();
    await offer.waitFor({ state: "detached" });
  }
});

test("from the Welcome page through the set-up to F5, stopped in the advised function", async () => {
  await page.locator("#theia-main-content-panel .lm-TabBar-tab", { hasText: "Welcome" }).click();
  await page.locator("[data-set-up=stranger]").click();
  const says = (what: string) =>
    expect.poll(() => terminalText(page, "weft init"), { timeout: 90_000 }).toContain(what);
  await says("Go on? [Y/n]");
  await typeInTerminal(page, "y\n");
  // make -n does not see what the script compiles.
  await says("Run make once, to note what it compiles? [Y/n]");
  await typeInTerminal(page, "y\n");
  await says("build and boot? [Y/n]");
  await typeInTerminal(page, "y\n");
  await says("Next: weft run");
  await keepScreenshot(page, "stranger set up");
  await typeInTerminal(page, "\n");
  await expect.poll(() => terminalText(page, "weft init")).toBe("");
  expect(existsSync(join(folder, "aspects/first-steps.ah"))).toBe(true);

  await openFile(page, "kernel.c");
  await page.locator("#theia-statusBar .element", { hasText: "1 affected line" }).waitFor();
  await page.keyboard.press("F5");
  await expect.poll(() => stackFrames(page).count(), { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await stackFrames(page).first().innerText()).toContain("kernel_main");
  await keepScreenshot(page, "stranger stopped");
  await page.keyboard.press("Shift+F5");
});

test("from a selection to an aspect: a function is traced, a field is watched, and the margin says so", async () => {
  const editor = await openFile(page, "serial.c");
  await goTo(page, 2, 7);
  await runCommand(page, "Trace This Function");
  await activeTab(page, "trace-say.ah").waitFor();
  await keepScreenshot(page, "stranger traced");
  await openFile(page, "types.h");
  await goTo(page, 2, 21);
  await runCommand(page, "Watch This Field");
  await activeTab(page, "watch-number.ah").waitFor();
  expect(readFileSync(join(folder, "weft.json"), "utf8")).toContain("aspects/*.ah");
  await openFile(page, "serial.c");
  await expect.poll(() => marginIcons(editor)).not.toEqual([]);
});

test("New Aspect lists what its pointcut selects while it is typed", async () => {
  await runCommand(page, "New Aspect…");
  await quickRows(page).filter({ hasText: "Count" }).first().click();
  const box = page.locator(".quick-input-widget:visible input").first();
  await box.fill('call("% say(...)")');
  await quickRows(page).filter({ hasText: "kernel.c" }).first().waitFor();
  await keepScreenshot(page, "stranger new aspect");
  await quickRows(page).filter({ hasText: "Make the aspect" }).first().click();
  await activeTab(page, "count-say.ah").waitFor();
});

test("weft.json explains its fields, completes them, and says what is none", async () => {
  const editor = await openFile(page, "weft.json");
  expect(await hoverText(editor, '"stopAt"')).toContain("stops first");
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type('\n"wrong": 1,');
  await (await problemRows(page)).filter({ hasText: "wrong is not allowed" }).first().waitFor();
  await openFile(page, "weft.json");
  await page.keyboard.type('\n"curr');
  await page.keyboard.press("Control+Space");
  await page.locator(".suggest-widget:visible", { hasText: "currentThread" }).waitFor();
  await keepScreenshot(page, "stranger weft.json");
});
