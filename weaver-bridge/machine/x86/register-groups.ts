/** The registers of an x86 CPU in groups, as its manual draws them: what a developer looks at first, then the rest by kind. */

export type RegisterGroup = "Segments" | "Control" | "Floating point" | "Vectors" | "Parts of registers";

const GENERAL_32 = /^(?:e[abcd]x|e[sd]i|e[bs]p|eip|eflags)$/;
const GENERAL_64 = /^(?:r[abcd]x|r[sd]i|r[bs]p|rip|r\d+|eflags)$/;
const GROUPS: readonly (readonly [RegisterGroup, RegExp])[] = [
  ["Segments", /^(?:[c-gs]s|(?:k_)?[fg]s_base)$/],
  ["Control", /^(?:cr\d+|dr\d+|efer)$/],
  ["Floating point", /^(?:st\d|f(?:ctrl|stat|tag|iseg|ioff|oseg|ooff|op))$/],
  ["Vectors", /^(?:[xyz]mm\d+h?|mxcsr|k\d)$/],
];

/** Those of no group come first; groups in the order above, without empty ones. */
export function groupRegisters<Register extends { readonly name: string }>(
  registers: readonly Register[],
): { readonly general: Register[]; readonly groups: ReadonlyMap<RegisterGroup, Register[]> } {
  const isGeneral = registers.some(({ name }) => name === "rip") ? GENERAL_64 : GENERAL_32;
  const general: Register[] = [];
  const found = new Map<RegisterGroup, Register[]>(GROUPS.map(([group]) => [group, []]));
  found.set("Parts of registers", []);
  for (const register of registers) {
    const group = GROUPS.find(([, pattern]) => pattern.test(register.name))?.[0] ?? "Parts of registers";
    if (isGeneral.test(register.name)) general.push(register);
    else found.get(group)?.push(register);
  }
  return { general, groups: new Map([...found].filter(([, members]) => members.length > 0)) };
}
