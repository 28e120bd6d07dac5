import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GuestError } from "../../guest/index.js";
import { type KernelImage, readKernelImage } from "../image/kernel-image.js";
import { loadedModules } from "./loaded-modules.js";

/** What a kernel has in its memory, as a program of its own: its file has the bytes that a guest would have. */
const KERNEL = `
struct list_head { struct list_head *next, *prev; };
struct attribute { const char *name; unsigned short mode; };
struct bin_attribute { struct attribute attr; unsigned size; };
struct module_sect_attr { struct bin_attribute battr; unsigned long address; };
struct module_sect_attrs { void *grp[3]; unsigned nsections; struct module_sect_attr attrs[2]; };
struct module_layout { void *base; unsigned size; };
struct module { int state; struct list_head list; char name[56]; struct module_sect_attrs *sect_attrs;
	struct module_layout core_layout; };
struct module_sect_attrs sections = { .nsections = 2, .attrs = {
	{ { { ".text" } }, 0xc87ed000 }, { { { ".note.gnu.build-id" } }, (unsigned long)&sections } } };
extern struct list_head modules;
extern struct module shelf, agent, comes;
struct module shelf = { 0, { &agent.list }, "shelf", &sections, { (void *)0xc87ed000 } };
struct module agent = { 0, { &comes.list }, "weft_agent" };
struct module comes = { 1, { NEXT }, "comes" };
struct list_head modules = { FIRST };
void _start(void) {}
`;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-modules-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function kernel(first: string, next = "&modules"): KernelImage {
  const file = join(folder, "kernel");
  const flags = ["-m32", "-g", "-nostdlib", "-static", "-no-pie", `-DFIRST=${first}`, `-DNEXT=${next}`];
  execFileSync("gcc", [...flags, "-x", "c", "-w", "-o", file, "-"], { input: KERNEL, timeout: 60_000 });
  return readKernelImage(file);
}

/** Behind the last bytes of a section are zeros, as in a page. */
const reader = (image: KernelImage) => async (address: number, length: number) => {
  const section = image.sections.find((one) => one.address <= address && address < one.address + one.size);
  if (section === undefined) throw new GuestError("guest/memory", `nothing is at ${address}`, "");
  const bytes = Buffer.alloc(length);
  section.bytes.copy(bytes, 0, address - section.address);
  return bytes;
};

test("modules that run, with their sections; the agent and those that come are left out", async () => {
  const image = kernel("&shelf.list");
  const [found, ...others] = await loadedModules(reader(image), image);
  expect(others).toEqual([]);
  expect(found?.name).toBe("shelf");
  const [sections] = image.named("sections");
  expect(Object.fromEntries(found?.sections ?? [])).toEqual({
    ".text": 0xc87ed000,
    ".note.gnu.build-id": sections?.address,
  });
  expect(found?.place).toEqual({ base: 0xc87ed000, module: image.named("shelf")[0]?.address });
  expect(found?.buildId).toEqual(image.bytesAt(sections?.address ?? 0, 36));
});

test("no modules, a kernel without them, and a list that leads nowhere", async () => {
  const none = kernel("&modules");
  expect(await loadedModules(reader(none), none)).toEqual([]);
  const without = { ...none, symbols: none.symbols.filter(({ name }) => name !== "modules") };
  expect(await loadedModules(reader(none), without)).toEqual([]);
  const torn = kernel("&shelf.list", "(void *)0x10");
  await expect(loadedModules(reader(torn), torn)).rejects.toThrow("nothing is at");
});
