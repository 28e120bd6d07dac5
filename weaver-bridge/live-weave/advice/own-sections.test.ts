import { expect, test } from "vitest";
import { ownSections } from "./own-sections.js";

const TEXT = `	.file	"u.c"
	.section	.text.shared,"ax",@progbits
	.globl	shared
shared:
	ret
	.section	.text.helper,"ax",@progbits
helper:
	ret
	.section	.text.__weft_live_0_0,"ax",@progbits
	.globl	__weft_live_0_0
__weft_live_0_0:
	incl	counter
	call	helper
	.section	.text.__weft_live_0_1,"ax",@progbits
	.globl	__weft_live_0_1
__weft_live_0_1:
	je	.L3
	jmp	.L2
	.section	.bss.counter,"aw",@nobits
counter:
	.zero	4
	.section	.rodata.__func__.12,"a"
__func__.12:
	.string	"f"
	.local	last
	.comm	last,4,4
	.section	.rodata.str1.1,"aMS",@progbits,1
.LC0:
	.string	"text"
	.section	.rodata.shared,"a",@progbits
.LJTI0_0:
	.long	.LBB0_3
	.long	.LC0
`;

test("the kernel's data and shared functions go, advice, copies of static functions and constants stay", () => {
  const { text } = ownSections(TEXT);
  expect([...text.matchAll(/^([\w.]+):/gm)].map(([, label]) => label)).toEqual([
    ...["helper", "__weft_live_0_0", "__weft_live_0_1", "__func__.12", ".LC0", ".LJTI0_0"],
  ]);
  expect(text).not.toContain("last");
  // Of a jump table whose function is gone.
  expect(text).toContain(".LJTI0_0:\n\t.long\t0\n\t.long\t.LC0\n");
});

test("further names of functions stay the kernel's: each module has an init_module", () => {
  const named = `${TEXT}\t.globl\tinit_module\n\t.set\tinit_module,helper\n\t.set\town,helper\n`;
  const { text } = ownSections(named);
  expect(text).not.toContain(".set\tinit_module");
  expect(text).toContain(".set\town");
});

test("advice that calls something is told from advice that only jumps in itself", () => {
  expect([...ownSections(TEXT).calls]).toEqual(["__weft_live_0_0"]);
});

test("what debug information says of code that is gone leads nowhere, and files keep their numbers", () => {
  const { text } = ownSections(`	.file	"u.c"
	.text
	.file 0 "/k" "u.c"
	.section	.text.shared,"ax",@progbits
	.globl	shared
shared:
.LFB0:
	.file 1 "u.c"
	.loc 1 2 1
	ret
.LFE0:
	.section	.text.__weft_live_0_0,"ax",@progbits
	.globl	__weft_live_0_0
__weft_live_0_0:
.LFB1:
	.loc 1 3 1
	ret
	.section	.debug_info,"",@progbits
	.long	.LFB0
	.long	.LFB1
	.long	shared
	.long	__weft_live_0_0
	.section	.rodata.__weft_own,"a"
__weft_own:
	.long	shared
`);
  const lines = text.split("\n");
  const at = (line: RegExp) => lines.findIndex((one) => line.test(one));
  expect(at(/\.file 0/)).toBeGreaterThan(at(/\.file\s+"u\.c"/));
  expect(at(/\.file 1/)).toBeGreaterThan(at(/\.file 0/));
  expect(at(/\.loc 1 3/)).toBeGreaterThan(at(/\.file 1/));
  expect(lines).not.toContain("shared:");
  expect(lines.slice(at(/debug_info/) + 1, at(/__weft_own/))).toEqual([
    ...["\t.long\t0", "\t.long\t.LFB1", "\t.long\t0", "\t.long\t__weft_live_0_0"],
  ]);
  // Data leads to the kernel's own.
  expect(lines.slice(at(/^__weft_own:/) + 1)[0]).toBe("\t.long\tshared");
  expect(text.match(/\.file 1/g)).toHaveLength(1);
});
