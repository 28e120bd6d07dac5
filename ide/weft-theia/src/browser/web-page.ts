// Where a link may lead that somebody else wrote. Pure.

/** Not a command of the IDE, a file or a script. */
export function isWebPage(target: string): boolean {
  return /^https?:\/\//i.test(target);
}
