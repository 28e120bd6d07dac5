/**
 * In C a function in a slice is a function of the aspect that introduces it: it is called by its name in the aspect's
 * bodies, and takes the object as any C function does.
 */
import type { Aspect, AspectFile, AspectMember, Introduction, Slice } from "../../model/index.js";
import { sliceMembers } from "./slice-members.js";

const REMEMBERED = new WeakMap<readonly AspectFile[], readonly AspectFile[]>();

/** The same files, the aspects' members joined by the functions of their slices. The same array for the same array. */
export function withSliceFunctions(files: readonly AspectFile[]): readonly AspectFile[] {
  let extended = REMEMBERED.get(files);
  if (extended !== undefined) return extended;
  const isNeeded = files.some((file) =>
    file.aspects.some(({ introductions = [] }) => introductions.length > 0),
  );
  extended = isNeeded ? files.map((file) => extend(file)) : files;
  REMEMBERED.set(files, extended);
  REMEMBERED.set(extended, extended);
  return extended;
}

function extend(file: AspectFile): AspectFile {
  const aspects = file.aspects.map((aspect): Aspect => {
    const slices = (aspect.introductions ?? []).flatMap(
      (introduction) => sliceOf(introduction, aspect, file) ?? [],
    );
    const functions = [...new Set(slices)].flatMap((slice) => functionsOf(slice, file.text));
    return functions.length === 0 ? aspect : { ...aspect, members: [...aspect.members, ...functions] };
  });
  return { ...file, aspects };
}

/** A slice of another file keeps its functions: they would be those of two files. */
function sliceOf({ slice }: Introduction, aspect: Aspect, { slices = [] }: AspectFile): Slice | undefined {
  if (!("reference" in slice)) return slice;
  const scope = aspect.name.split("::");
  for (let length = scope.length; length >= 0; length--) {
    const wanted = [...scope.slice(0, length), slice.reference].join("::");
    const found = slices.find(({ name, members }) => name === wanted && members !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

function functionsOf({ members }: Slice, text: string): AspectMember[] {
  if (members === undefined) return [];
  return sliceMembers(text, members.start, members.end).flatMap((member): AspectMember[] =>
    member.kind !== "function" || member.name === undefined
      ? []
      : [
          {
            kind: "function",
            name: member.name.text,
            nameRange: { start: member.name.start, end: member.name.end },
            range: { start: member.start, end: member.end },
          },
        ],
  );
}
