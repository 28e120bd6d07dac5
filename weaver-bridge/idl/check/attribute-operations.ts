/**
 * `attribute T x` as what it means: an operation that reads it and, unless readonly, one that writes it. MIDL writes both, of
 * one name, and tells them apart in C.
 */
import { lookUp } from "../../model/index.js";
import type { AttributeNode, Definition, OperationNode, TypeNode } from "../parse/ast.js";

/** The operations that a body writes, an attribute being one that reads and one that writes. */
export function operationNodes(body: readonly Definition[]): OperationNode[] {
  return body.flatMap((node) => {
    if (node.kind === "operation") return [accessorNamed(node)];
    return node.kind === "attribute" ? attributeOperations(node) : [];
  });
}

/** MIDL's accessors of properties and events, by their attributes, and what stands before their names in C. */
const ACCESSORS: Readonly<Record<string, string>> = {
  propget: "get_",
  propput: "put_",
  propputref: "putref_",
  eventadd: "add_",
  eventremove: "remove_",
};

function accessorNamed(node: OperationNode): OperationNode {
  const accessor = node.attributes.flatMap(({ name }) => lookUp(ACCESSORS, name.text) ?? [])[0];
  if (accessor === undefined) return node;
  return { ...node, name: { ...node.name, text: `${accessor}${node.name.text}` } };
}

function attributeOperations(node: AttributeNode): OperationNode[] {
  const { span } = node;
  const word = (text: string) => ({
    name: { text, escaped: false, span },
    arguments: [],
    text: undefined,
    span,
  });
  const voidType: TypeNode = { kind: "primitive", name: "void", span };
  return node.names.flatMap((name) => {
    const base = { kind: "operation" as const, attributes: [], resultPointers: 0, span };
    const get: OperationNode = {
      ...base,
      name: { ...name, text: `_get_${name.text}` },
      result: node.type,
      parameters: [],
      raises: node.getRaises,
    };
    if (node.readonly) return [get];
    const declarator = {
      name: { ...name, text: "_value" },
      pointers: 0,
      arrays: [],
      bits: undefined,
      inner: undefined,
      parameters: undefined,
      span: name.span,
    };
    const value = { attributes: [word("in")], type: node.type, declarator, span: name.span };
    const set: OperationNode = {
      ...base,
      name: { ...name, text: `_set_${name.text}` },
      result: voidType,
      parameters: [value],
      raises: node.setRaises.length > 0 ? node.setRaises : node.getRaises,
    };
    return [get, set];
  });
}
