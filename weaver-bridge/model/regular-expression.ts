/** Whether the text is a regular expression: of a schema's `format: regex`, or of an option. */
export function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
