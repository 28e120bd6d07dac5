/**
 * Disks of a machine that is recorded. QEMU's log says when a disk answers, not what it holds (QEMU's documentation,
 * "Record/replay", "Block devices"). So a recording holds each image as it was at power-on, writes of the guest go to an
 * overlay that ends with the run, and a `blkreplay` drive before it lets each request end at the same instruction again.
 */
import { resolve } from "node:path";
import { openRegular } from "@weft/weaver-bridge/kernel-build";
import { lookUp } from "@weft/weaver-bridge/model";

export interface RecordedDisk {
  /** Of the image in the recording. */
  readonly name: string;
  /** Absolute. */
  readonly image: string;
  /** QEMU's arguments in a folder that holds the image. */
  readonly arguments: readonly string[];
}

/** Bytes of an image that a recording takes along. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Of IDE, also where it is AHCI. */
const PLACES = [0, 1, 2, 3, 4, 5];

const IMAGE = /^file=disk([0-5]),format=raw,if=none,(snapshot|readonly)=on,id=image\1$/;
const DRIVE = /^driver=blkreplay,if=ide,index=([0-5]),media=(disk|cdrom,readonly=on),image=image\1$/;

/** A value of `-drive` that {@link createDisks} makes. */
export function isRecordedDrive(value: string): boolean {
  return IMAGE.test(value) || DRIVE.test(value);
}

/** The guest can change what one of its disks holds: a state of the machine alone is not where it stands. */
export function writesDisks(machine: readonly string[]): boolean {
  return machine.some((argument) => IMAGE.exec(argument)?.[2] === "snapshot");
}

/** Takes a machine's disks one after another, as QEMU gives them their places. */
export function createDisks(directory: string) {
  const free = [...PLACES];
  return {
    /** Undefined for an option that is no disk, or one that is not known to run again exactly. */
    take(option: string, value: string): RecordedDisk | undefined {
      const drive = driveOf(option, value);
      const place = drive && (drive.index ?? free[0]);
      if (drive === undefined || place === undefined || !free.includes(place)) return undefined;
      free.splice(free.indexOf(place), 1);
      const name = `disk${place}`;
      const [how, media] = drive.isCd ? ["readonly=on", "cdrom,readonly=on"] : ["snapshot=on", "disk"];
      return {
        name,
        image: resolve(directory, drive.file),
        arguments: [
          ...["-drive", `file=${name},format=raw,if=none,${how},id=image${place}`],
          ...["-drive", `driver=blkreplay,if=ide,index=${place},media=${media},image=image${place}`],
        ],
      };
    },
  };
}

interface Drive {
  readonly file: string;
  readonly index: number | undefined;
  readonly isCd: boolean;
}

function driveOf(option: string, value: string): Drive | undefined {
  const place = /^-hd([a-d])$/.exec(option)?.[1];
  if (place !== undefined) return { file: value, index: "abcd".indexOf(place), isCd: false };
  if (option === "-cdrom") return { file: value, index: 2, isCd: true };
  if (option !== "-drive") return undefined;
  const words = value.match(/(?:[^,]|,,)+/g) ?? [];
  const given = new Map(
    words.map((word) => {
      const at = word.indexOf("=");
      return [word.slice(0, at), word.slice(at + 1).replaceAll(",,", ",")] as const;
    }),
  );
  const isKnown = [...given].every(([key, said]) => lookUp(KNOWN, key)?.test(said));
  const file = given.get("file");
  if (!isKnown || file === undefined) return undefined;
  const index = given.get("index");
  return {
    file,
    index: index === undefined ? undefined : Number(index),
    isCd: given.get("media") === "cdrom",
  };
}

/** What may be said of a drive: how QEMU caches its image changes nothing, nor that it keeps no writes. */
const KNOWN: Readonly<Record<string, RegExp>> = {
  file: /./s,
  format: /^raw$/,
  if: /^ide$/,
  index: /^[0-5]$/,
  media: /^(disk|cdrom)$/,
  cache: /^[\w-]+$/,
  snapshot: /^(on|off)$/,
};

/** Why an image can't be recorded, a clause; undefined when it can. Rejects as {@link openRegular} does. */
export async function whyNoImage(image: string): Promise<string | undefined> {
  const file = await openRegular(image);
  try {
    const { size } = await file.stat();
    const most = `${MOST_BYTES / 1024 ** 2} MB`;
    if (size > MOST_BYTES)
      return `the disk ${image} has ${Math.ceil(size / 1024 ** 2)} MB, a recording takes at most ${most} of each along`;
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    const kind = KINDS.find(([magic]) => buffer.toString("latin1").startsWith(magic))?.[1];
    return (
      kind && `the disk ${image} is a ${kind} image (qemu-img convert -O raw makes one that can be recorded)`
    );
  } finally {
    await file.close();
  }
}

/** First bytes of images that are not what the guest sees. */
const KINDS = [
  ["QFI\xfb", "qcow"],
  ["QED\0", "QED"],
  ["KDMV", "VMDK"],
  ["COWD", "VMDK"],
  ["vhdxfile", "VHDX"],
  ["conectix", "VHD"],
  ["<<< ", "VDI"],
] as const;
