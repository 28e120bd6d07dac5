/** Why a function that the image tells of has no place at which its executions are counted. */
import { AT, type CodeCopy, type EntryId } from "../../../object-code/index.js";
import { declaredAt } from "../code/debug-entities.js";
import type { ImageCode } from "../code/image-code.js";
import { copyEntryPlaces } from "../executions/copy-entry-places.js";
import { mergedByCalls, mergedCode, mergedWith } from "../executions/merged-functions.js";
import type { NoPlace } from "./accounts.js";

export const NO_CODE: NoPlace = { account: "gone", why: "the optimizer removed all of its code" };

const NO_PLACE: NoPlace = {
  account: "not-found",
  why: "debug information says that it is defined, and not where: it was found equal to another function, or every call of it went",
};

const DROPPED: NoPlace = {
  account: "gone",
  why: "the linker left its code out: nothing in the image refers to it, or another unit's copy is there in its place",
};

/** Of copies that can't be counted the reason; of none that another function has its code, or nothing has. */
export function whyNoExecution(
  origins: readonly EntryId[],
  copies: readonly CodeCopy[],
  image: ImageCode,
): NoPlace {
  for (const copy of copies) {
    const why = copy.isInlined ? copyEntryPlaces(copy, image).why : undefined;
    if (why !== undefined) return { account: "refused", why };
  }
  if (copies.length === 0 && origins.every((origin) => image.isDropped(origin))) return DROPPED;
  const merged = origins
    .map((origin) => mergedWith(origin, image) ?? mergedByCalls(origin, image))
    .find((why) => why !== undefined);
  if (merged !== undefined) return { account: "shared", why: merged };
  const isFolded = copies.length === 0 && origins.every((origin) => !image.debug.has(origin, AT.inline));
  return isFolded ? NO_PLACE : NO_CODE;
}

/** Of a function without code, by its name; `isMeant` gets the file that defines it. */
export function whyNoCode(name: string, isMeant: (file: string) => boolean, image: ImageCode): string {
  const { functions } = image;
  const origins = originsNamed(name, isMeant, image);
  const copies = origins.flatMap((origin) => functions.copiesOf.get(origin));
  return origins.length === 0 ? NO_CODE.why : whyNoExecution(origins, copies, image).why;
}

/** Of a function whose code is another one's; undefined for any other. */
export function whyMerged(
  name: string,
  isMeant: (file: string) => boolean,
  image: ImageCode,
): string | undefined {
  return originsNamed(name, isMeant, image)
    .map((origin) => mergedCode(origin, image.functions.copiesOf.get(origin), image))
    .find((why) => why !== undefined);
}

function originsNamed(name: string, isMeant: (file: string) => boolean, image: ImageCode): EntryId[] {
  const { debug, functions } = image;
  return functions.origins.filter(
    (origin) => debug.text(origin, AT.name) === name && isMeant(declaredAt(debug, origin).file),
  );
}
