/** Units of which debug information has lines and functions alone (`-g1`, `-gline-tables-only`): no access is found in them. */
import { AT, type DebugInfo, type EntryId, TAG } from "../../../object-code/index.js";

/** DW_LANG_Mips_Assembler. */
const ASSEMBLER = 0x8001;

/** Their names. A unit whose functions need no type has where their frames are. */
export function typelessUnits(debug: DebugInfo): string[] {
  return debug.entries.units.flatMap(({ root }) => (isTypeless(debug, root) ? [nameOf(debug, root)] : []));
}

const nameOf = (debug: DebugInfo, root: EntryId) => debug.text(root, AT.name) ?? "a unit without a name";

function isTypeless(debug: DebugInfo, root: EntryId): boolean {
  const { entries } = debug;
  if (entries.tags[root] !== TAG.compile_unit) return false;
  if (debug.number(root, AT.language) === ASSEMBLER) return false;
  const isOfLines = / -g1\b/.test(debug.text(root, AT.producer) ?? "");
  const end = entries.endOf(root);
  // Clang leaves out even the functions, unless one was inlined.
  let hasCode = debug.ranges(root).length > 0;
  for (let entry = root + 1; entry < end; entry++) {
    if (debug.has(entry, AT.type)) return false;
    if (entries.tags[entry] !== TAG.subprogram) continue;
    if (!isOfLines && debug.has(entry, AT.frame_base)) return false;
    hasCode ||= debug.ranges(entry).length > 0;
  }
  return hasCode;
}
