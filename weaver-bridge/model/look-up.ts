/**
 * A table's own entry by a name that somebody else chose. `table[name]` also finds what every object has: `constructor`,
 * `toString`, `__proto__` are names that a file, a word of a command or a part of a recording may have.
 */
export function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  // eslint-disable-next-line weft/own-entries -- it was asked for
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
