/** A pointcut expression as text that parses to the same expression. */
import type { PointcutExpression } from "../../model/index.js";

const STRENGTH = { or: 1, and: 2, not: 3 } as const;

/** Brackets only where they are needed. A broken part prints as `<broken>`. */
export function printPointcut(expression: PointcutExpression): string {
  return print(expression, 0);
}

function print(expression: PointcutExpression, outer: number): string {
  switch (expression.kind) {
    case "or":
    case "and": {
      const strength = STRENGTH[expression.kind];
      const operator = expression.kind === "and" ? "&&" : "||";
      const text = `${print(expression.left, strength)} ${operator} ${print(expression.right, strength + 1)}`;
      return strength < outer ? `(${text})` : text;
    }
    case "not":
      return `!${print(expression.operand, STRENGTH.not)}`;
    case "function":
      return `${expression.name}(${expression.arguments.map((argument) => print(argument, 0)).join(", ")})`;
    case "match":
      return `"${expression.text.replace(/["\\]/g, "\\$&")}"`;
    case "reference":
      return `${expression.name}(${expression.arguments.join(", ")})`;
    case "variable":
      return expression.name;
    case "broken":
      return "<broken>";
  }
}
