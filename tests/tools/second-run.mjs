/**
 * A browser test meets a whole window, one of the debugger a whole machine, whose parts answer each other in an order that
 * nobody can fix: a file of them that failed runs once more, alone, after the others. What fails twice has failed; what
 * passes then has passed, and is counted as a race. More than a few files that fail are no accident: they are not run
 * again.
 */
const FEW = 3;

/**
 * `run(files)` runs these files, all without any, and returns `[{ file, passed, failures }]`, where failures outside of
 * files have none. Returns the same, and with their first failures the files that passed on their second run: races,
 * which are to be told and written down (`races.mjs`).
 */
export async function runWithSecondChance(run) {
  const modules = await run([]);
  const failed = modules.filter(({ failures }) => failures.length > 0);
  if (failed.length === 0 || failed.length > FEW || failed.some(({ file }) => file === undefined))
    return { modules, races: [] };
  const races = [];
  for (const module of failed) {
    const again = await run([module.file]);
    const failures = again.flatMap((one) => one.failures);
    if (again.length === 0 || failures.length > 0) module.failures.push(...failures);
    else {
      races.push({ file: module.file, failures: module.failures });
      Object.assign(module, again[0]);
    }
  }
  return { modules, races };
}
