import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDisks, isRecordedDrive, whyNoImage, writesDisks } from "./recorded-disks.js";

const taken = (options: readonly (readonly [string, string])[]) => {
  const disks = createDisks("/k");
  return options.map(([option, value]) => disks.take(option, value));
};

test("each disk has the place that QEMU gives it, and an image of its own", () => {
  const all = taken([
    ["-drive", "file=a,, b.img,index=1,media=disk,format=raw"],
    ["-hda", "c.img"],
    ["-cdrom", "/iso"],
    ["-drive", "file=d.img,format=raw"],
  ]);
  expect(all.map((disk) => [disk?.name, disk?.image])).toEqual([
    ["disk1", "/k/a, b.img"],
    ["disk0", "/k/c.img"],
    ["disk2", "/iso"],
    ["disk3", "/k/d.img"],
  ]);
  const made = all.flatMap((disk) => disk?.arguments ?? []);
  expect(made.slice(0, 4)).toEqual([
    ...["-drive", "file=disk1,format=raw,if=none,snapshot=on,id=image1"],
    ...["-drive", "driver=blkreplay,if=ide,index=1,media=disk,image=image1"],
  ]);
  expect(made.filter((word) => word !== "-drive").every(isRecordedDrive)).toBe(true);
  expect(writesDisks(made)).toBe(true);
  expect(writesDisks(taken([["-cdrom", "x"]])[0]?.arguments ?? [])).toBe(false);
});

test.each([
  ["-drive", "file=x.img,format=qcow2"],
  ["-drive", "file=x.img,format=raw,if=virtio"],
  ["-drive", "driver=blkreplay,image=a"],
  ["-drive", "index=0"],
  ["-fda", "x.img"],
  ["-drive", "file=x.img,index=9"],
])("%s %s is left alone", (option, value) => {
  expect(taken([[option, value]])).toEqual([undefined]);
});

test.each([
  "file=/etc/passwd,format=raw,if=none,snapshot=on,id=image0",
  "file=disk0,format=qcow2,if=none,snapshot=on,id=image0",
  "file=disk0,format=raw,if=none,snapshot=on,id=image1",
  "file=disk0,format=raw,if=none,snapshot=on,id=image0\nfile=x",
  "driver=blkreplay,if=ide,index=0,media=disk,image=image1",
])("a recording can't name %j", (value) => {
  expect(isRecordedDrive(value)).toBe(false);
});

test("an image that is not raw, or large, is not recorded", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-disks-"));
  const image = join(folder, "image");
  try {
    writeFileSync(image, Buffer.alloc(4096));
    expect(await whyNoImage(image)).toBeUndefined();
    truncateSync(image, 600 * 1024 * 1024);
    expect(await whyNoImage(image)).toContain("has 600 MB, a recording takes at most 512 MB");
    writeFileSync(image, "KDMV....");
    expect(await whyNoImage(image)).toContain("is a VMDK image");
    await expect(whyNoImage(join(folder, "none"))).rejects.toThrow("ENOENT");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
