/**
 * ESLint's rule for objects of classes: a method that is read and not called has lost its object (`stopped.read` handed over,
 * `const { read } = stopped`), and a copy (`{ ...stopped }`) has no methods and no getters. An interface counts where a class implements it;
 * where objects are made of functions alone, all of this is fine.
 */
import ts from "typescript";

/** Of each program, for classes and what they implement, the names of methods and getters. */
const METHODS = new WeakMap();

export const boundMethods = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      unbound: "{{name}} is a method of a class and needs its object: hand over a function that calls it",
      copied: "A copy of an object of a class has none of its methods and getters",
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const methods = methodsOf(services.program, checker);
    const parts = (type) => (type.isUnionOrIntersection() ? type.types.flatMap(parts) : [type]);
    const isMethodOf = (type, name) => {
      const part = parts(type).find(({ symbol }) => methods.get(symbol)?.has(name));
      const member = part && checker.getPropertyOfType(part, name);
      return member !== undefined && checker.getTypeOfSymbol(member).getCallSignatures().length > 0;
    };
    const report = (node, name) => context.report({ node, messageId: "unbound", data: { name } });
    return {
      MemberExpression(node) {
        const { parent, object, property } = node;
        const isCalled = parent.type === "CallExpression" && parent.callee === node;
        const isWritten = parent.type === "AssignmentExpression" && parent.left === node;
        if (property.type !== "Identifier" || node.computed || isCalled || isWritten || isAsked(parent))
          return;
        if (isMethodOf(services.getTypeAtLocation(object), property.name)) report(node, property.name);
      },
      ObjectPattern(node) {
        const type = services.getTypeAtLocation(node);
        for (const { key } of node.properties)
          if (key?.type === "Identifier" && isMethodOf(type, key.name)) report(key, key.name);
      },
      SpreadElement(node) {
        if (node.parent.type !== "ObjectExpression") return;
        const losesMembers = parts(services.getTypeAtLocation(node.argument)).some(({ symbol }) =>
          [...(methods.get(symbol) ?? [])].some(
            (name) => checker.getPropertyOfType(checker.getDeclaredTypeOfSymbol(symbol), name) !== undefined,
          ),
        );
        if (losesMembers) context.report({ node, messageId: "copied" });
      },
    };
  },
};

/** `if (this.done)`, `x.leave === undefined`, `x.leave?.()`: whether there is one. */
function isAsked(parent) {
  return (
    /^(?:IfStatement|UnaryExpression|ConditionalExpression|LogicalExpression)$/.test(parent.type) ||
    (parent.type === "BinaryExpression" && /^[!=]==?$/.test(parent.operator)) ||
    parent.type === "ChainExpression"
  );
}

function methodsOf(program, checker) {
  const known = METHODS.get(program);
  if (known !== undefined) return known;
  const methods = new Map();
  METHODS.set(program, methods);
  const visit = (node) => {
    if (ts.isClassDeclaration(node) && node.name !== undefined) addClass(node, methods, checker);
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles())
    if (!file.isDeclarationFile && !file.fileName.includes("/node_modules/")) visit(file);
  return methods;
}

function addClass(node, methods, checker) {
  const isStatic = (member) => member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
  const names = node.members
    .filter((member) => (ts.isMethodDeclaration(member) || ts.isGetAccessor(member)) && !isStatic(member))
    .map(({ name }) => name.getText());
  const add = (symbol) => {
    if (symbol !== undefined) methods.set(symbol, new Set([...(methods.get(symbol) ?? []), ...names]));
  };
  add(checker.getSymbolAtLocation(node.name));
  for (const { types } of node.heritageClauses ?? [])
    for (const each of types) addAll(checker.getTypeAtLocation(each), add, checker);
}

/** An interface and those that it extends. */
function addAll(type, add, checker) {
  add(type.symbol);
  for (const base of type.isClassOrInterface() ? (checker.getBaseTypes(type) ?? []) : [])
    addAll(base, add, checker);
}
