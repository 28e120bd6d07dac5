/**
 * ESLint's rule for tables: `TABLE[name]`, where the name is any text, also finds what every object has. `lookUp` of
 * `weaver-bridge/model` finds the table's own entries alone.
 */
import ts from "typescript";

export const ownEntries = {
  meta: {
    type: "problem",
    schema: [],
    messages: { inherited: "A name such as `constructor` is found in every object: lookUp({{table}}, …)" },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    const isTable = (node) => {
      const type = checker.getNonNullableType(services.getTypeAtLocation(node));
      return !checker.isArrayLikeType(type) && type.getStringIndexType() !== undefined;
    };
    return {
      MemberExpression(node) {
        const { parent, object, property } = node;
        const isWritten = parent.type === "AssignmentExpression" && parent.left === node;
        if (!node.computed || isWritten || object.type !== "Identifier") return;
        const isAnyText = (services.getTypeAtLocation(property).flags & ts.TypeFlags.String) !== 0;
        if (isAnyText && isTable(object))
          context.report({
            node,
            messageId: "inherited",
            data: { table: context.sourceCode.getText(object) },
          });
      },
    };
  },
};
