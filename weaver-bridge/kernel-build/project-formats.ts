/** String formats that the schema of `weft.json` uses. */
export const projectFormats = { regex: isRegularExpression };

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
