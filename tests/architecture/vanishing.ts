/** Places where an exception vanishes: it is caught, and what was caught is not even looked at. */
import ts from "typescript";

/** `LINE: code` for each `catch` and each handler of a rejection that makes no use of what it was given. */
export function vanishingIn(file: string, text: string): string[] {
  if (!/\bcatch\b|\bthen\(/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const caught = ts.isCatchClause(node) ? node : rejectionHandler(node);
    if (caught !== undefined && !usesCaught(caught)) {
      const { line } = source.getLineAndCharacterOfPosition(caught.getStart(source));
      found.push(`${line + 1}: ${text.split("\n")[line]?.trim()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

type Handler = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration;

/** `promise.catch(HANDLER)` and `promise.then(…, HANDLER)`, where the handler stands there itself or in the same file. */
function rejectionHandler(node: ts.Node): Handler | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { text: method } = node.expression.name;
  const given = method === "catch" ? node.arguments[0] : method === "then" ? node.arguments[1] : undefined;
  if (given === undefined) return undefined;
  return asHandler(ts.isIdentifier(given) ? declared(node, given.text) : given);
}

function asHandler(node: ts.Node | undefined): Handler | undefined {
  const isFunction =
    node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node));
  return isFunction ? node : undefined;
}

/** The nearest declaration of the name: `const NAME = …` or `function NAME`. */
function declared(from: ts.Node, name: string): ts.Node | undefined {
  for (let block: ts.Node = from; block !== undefined; block = block.parent) {
    if (!ts.isBlock(block) && !ts.isSourceFile(block)) continue;
    for (const statement of block.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
      const variables = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
      const variable = variables.find((one) => ts.isIdentifier(one.name) && one.name.text === name);
      if (variable !== undefined) return variable.initializer;
    }
  }
  return undefined;
}

/** A pattern takes parts of what was caught; that it uses them is for the linter. */
function usesCaught(caught: ts.CatchClause | Handler): boolean {
  const name = (ts.isCatchClause(caught) ? caught.variableDeclaration : caught.parameters[0])?.name;
  if (name === undefined) return false;
  if (!ts.isIdentifier(name)) return true;
  const body = ts.isCatchClause(caught) ? caught.block : caught.body;
  if (body === undefined) return false;
  const isUsed = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && node.text === name.text) || ts.forEachChild(node, isUsed) === true;
  return isUsed(body);
}
