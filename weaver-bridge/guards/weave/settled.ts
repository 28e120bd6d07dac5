/**
 * Whether a text of C may stay where it is, between a guard and a store: numbers, names of variables, and arithmetic that
 * can't trap. What calls, follows a pointer, divides, changes something or decides is evaluated before the guard.
 */
export function isSettled(text: string): boolean {
  const plain = text
    .replace(/\b(?:sizeof|_Alignof|__alignof__|__alignof)\s*\([\w\s*]+\)/g, "1")
    // Casts to a plain type.
    .replace(
      /\((?:\s*const(?=\s))?(?=\s*\w)(?:unsigned|signed|int|char|short|long|_Bool|void|\s)+(?:\*+\s*)?\)/g,
      " ",
    );
  if (/(?<!\w)[A-Za-z_]\w*\s*\(|[\])]\s*\(/.test(plain)) return false;
  return /^[\s\w.()+\-|&^~!]*$/.test(plain.replace(/<<|>>/g, "+")) && !/->|\+\+|--/.test(plain);
}
