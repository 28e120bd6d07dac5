/** A condition turned round, as people write it. */

/** Not those of order: neither `a < b` nor `a >= b` holds of what is no number. */
const OPPOSITE: Readonly<Record<string, string>> = { "==": "!=", "!=": "==" };

export function negated(condition: string): string {
  // One comparison of what has no operator of its own that binds less.
  const [, left, operator, right] =
    /^([\w\s*+\->.[\]"']+?) (==|!=) ([\w"'-]+|\([^()]*\))$/.exec(condition) ?? [];
  if (
    left !== undefined &&
    right !== undefined &&
    operator !== undefined &&
    !/ (==|!=|<=|>=|<|>) /.test(left)
  )
    return `${left} ${lookUp(OPPOSITE, operator)} ${right}`;
  if (/^!\w+$/.test(condition)) return condition.slice(1);
  return /^\*?\w+(?:->\w+|\.\w+|\[\w+\])*$/.test(condition) ? `!${condition}` : `!(${condition})`;
}

import { lookUp } from "../../model/index.js";
