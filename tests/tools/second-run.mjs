/**
 * A browser test meets a whole window, whose parts answer each other in an order that nobody can fix: a file of them that
 * failed runs once more, alone, after the others. What fails twice has failed; what passes then has passed, and the log
 * says that it did not at once. More than a few files that fail are no accident: they are not run again.
 */
const FEW = 3;

/**
 * `run(files)` runs these files, all without any, and returns `[{ file, passed, failures }]`, where failures outside of
 * files have none. Returns the same, and the first failures of what
 * passed on its second run, which are to be told.
 */
export function runWithSecondChance(run) {
  const modules = run([]);
  const failed = modules.filter(({ failures }) => failures.length > 0);
  if (failed.length === 0 || failed.length > FEW || failed.some(({ file }) => file === undefined))
    return { modules, told: [] };
  const told = [];
  const last = modules.map((module) => {
    if (module.failures.length === 0) return module;
    const again = run([module.file]);
    if (again.length === 0 || again.some(({ failures }) => failures.length > 0))
      return { ...module, failures: [...module.failures, ...again.flatMap(({ failures }) => failures)] };
    told.push(...module.failures);
    return again[0];
  });
  return { modules: last, told };
}
