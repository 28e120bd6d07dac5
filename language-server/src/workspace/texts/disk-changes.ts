/** Files that change on disk while a unit is analysed that may have read them before: its first result names its files. */

export interface DiskChanges {
  changed(paths: readonly string[]): void;
  /** Now, for {@link since}. */
  moment(): number;
  /** Those of the files that changed after the moment. */
  since(moment: number, files: Iterable<string>): string[];
  /** No analysis runs. */
  clear(): void;
}

export function createDiskChanges(): DiskChanges {
  const changes = new Map<string, number>();
  let count = 0;
  return {
    changed(paths) {
      count++;
      for (const path of paths) changes.set(path, count);
    },
    moment: () => count,
    since: (moment, files) =>
      changes.size === 0 ? [] : [...files].filter((path) => (changes.get(path) ?? 0) > moment),
    clear: () => changes.clear(),
  };
}
