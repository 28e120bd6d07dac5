/** Names that GDB has for parts of x86's general registers: `al`, `ah` and `ax` of `eax`; of 64 bits `eax`, `sil`, `r8d` as well. */
import type { RegisterPart, RegisterParts } from "../machine-facts.js";

/** `names`: of whole registers, by DWARF's numbers. */
export function registerParts(names: readonly string[], word: 4 | 8): RegisterParts {
  const parts = names.flatMap((whole, number) =>
    partsOf(whole, word).map(([name, offset, size]) => ({ name, number, offset, size })),
  );
  const byName = new Map(parts.map(({ name, ...part }) => [name, part]));
  const byPlace = new Map(parts.map(({ name, ...part }) => [keyOf(part), name]));
  return { named: (name) => byName.get(name), nameOf: (part) => byPlace.get(keyOf(part)) };
}

const keyOf = ({ number, offset, size }: RegisterPart) => `${number} ${offset} ${size}`;

/** Name, first byte and bytes of each. */
function partsOf(whole: string, word: 4 | 8): readonly (readonly [string, number, number])[] {
  const own = [whole, 0, word] as const;
  const isWide = word === 8;
  const [, letter] = /^[er]([abcd])x$/.exec(whole) ?? [];
  if (letter !== undefined) {
    const narrow = [
      [`${letter}l`, 0, 1] as const,
      [`${letter}h`, 1, 1] as const,
      [`${letter}x`, 0, 2] as const,
    ];
    return [own, ...narrow, ...(isWide ? [[`e${letter}x`, 0, 4] as const] : [])];
  }
  const [, pointer] = /^[er](si|di|bp|sp)$/.exec(whole) ?? [];
  if (pointer !== undefined) {
    const wide = isWide ? [[`${pointer}l`, 0, 1] as const, [`e${pointer}`, 0, 4] as const] : [];
    return [own, [pointer, 0, 2], ...wide];
  }
  return [own, [`${whole}l`, 0, 1], [`${whole}w`, 0, 2], [`${whole}d`, 0, 4]];
}
