/** A tree of IDL as text that reads back as the same tree. Statements that are only skipped (`other`) have no text. */
import type {
  Attribute,
  Declarator,
  Definition,
  Expression,
  Member,
  OperationNode,
  ScopedName,
  TypeNode,
} from "@weft/weaver-bridge/idl";

export function printIdl(definitions: readonly Definition[]): string {
  return definitions.map(definition).join("\n");
}

function definition(node: Definition): string {
  switch (node.kind) {
    case "module":
      return `${attributes(node.attributes)}${node.keyword} ${name(node.name)} { ${printIdl(node.body)} };`;
    case "interface": {
      const bases = node.bases.length === 0 ? "" : ` : ${node.bases.map(type).join(", ")}`;
      const body = node.body === undefined ? "" : ` { ${printIdl(node.body)} }`;
      return `${attributes(node.attributes)}${node.keyword} ${node.name.text}${bases}${body};`;
    }
    case "typedef":
      return `typedef ${attributes(node.attributes)}${type(node.type)} ${node.declarators.map(declarator).join(", ")};`;
    case "type":
      return `${attributes(node.attributes)}${type(node.type)};`;
    case "const":
      return `const ${type(node.type)} ${"*".repeat(node.pointers)}${node.name.text} = ${node.value === undefined ? "" : expression(node.value)};`;
    case "exception":
      return `exception ${node.name.text} { ${node.members.map(member).join(" ")} };`;
    case "operation":
      return `${attributes(node.attributes)}${type(node.result)} ${"*".repeat(node.resultPointers)}${node.name.text}(${node.parameters.map(parameter).join(", ")})${raises("raises", node.raises)};`;
    case "attribute":
      return `${attributes(node.attributes)}${node.readonly ? "readonly " : ""}attribute ${type(node.type)} ${node.names.map(({ text }) => text).join(", ")}${raises("getraises", node.getRaises)}${raises("setraises", node.setRaises)};`;
    case "import":
      return `${node.keyword} ${node.files.map((file) => `"${file.name}"`).join(", ")};`;
    case "quote":
      return `cpp_quote("${node.text.replace(/["\\]/g, "\\$&")}")`;
    default:
      throw new Error(`${node.kind} has no text`);
  }
}

function attributes(list: readonly Attribute[]): string {
  return list.length === 0 ? "" : `[${list.map(attribute).join(", ")}] `;
}

function attribute({ name: { text }, arguments: values, text: free }: Attribute): string {
  if (free !== undefined) return `${text}(${free})`;
  return values.length === 0
    ? text
    : `${text}(${values.map((value) => (value === undefined ? "" : expression(value))).join(", ")})`;
}

function raises(word: string, names: readonly ScopedName[]): string {
  return names.length === 0 ? "" : ` ${word}(${names.map(name).join(", ")})`;
}

function name({ parts, absolute }: ScopedName): string {
  return `${absolute ? "::" : ""}${parts.map(({ text }) => text).join("::")}`;
}

function type(node: TypeNode): string {
  switch (node.kind) {
    case "primitive":
      return node.name;
    case "named":
      return `${node.tag === undefined ? "" : `${node.tag} `}${name(node.name)}`;
    case "string":
      return `${node.wide ? "wstring" : "string"}${node.bound === undefined ? "" : `<${expression(node.bound)}>`}`;
    case "sequence":
      return `sequence<${type(node.element)}${node.bound === undefined ? "" : `, ${expression(node.bound)}`}>`;
    case "struct":
      return `struct ${node.name?.text ?? ""} { ${node.members.map(member).join(" ")} }`;
    case "enum":
      return `${node.keyword} ${node.name?.text ?? ""} { ${node.items.map((item) => item.name.text + (item.value === undefined ? "" : ` = ${expression(item.value)}`)).join(", ")} }`;
    case "union": {
      const cases = node.cases.map(
        ({ labels, member: inner }) =>
          `${labels.map((label) => (label === "default" ? "default: " : `case ${expression(label)}: `)).join("")}${inner === undefined ? ";" : member(inner)}`,
      );
      const head = node.discriminator === undefined ? "" : ` switch (${type(node.discriminator)})`;
      return `union ${node.name?.text ?? ""}${head} { ${cases.join(" ")} }`;
    }
    case "fixed":
      return node.digits === undefined
        ? "fixed"
        : `fixed<${expression(node.digits)}${node.scale === undefined ? "" : `, ${expression(node.scale)}`}>`;
    case "map":
      return `map<${type(node.key)}, ${type(node.value)}>`;
    case "pipe":
      return `pipe ${type(node.element)}`;
    case "foreign":
      throw new Error(`no IDL spells ${node.name}`);
  }
}

function member({ attributes: own, type: node, declarators }: Member): string {
  return `${attributes(own)}${type(node)} ${declarators.map(declarator).join(", ")};`;
}

type Parameter = OperationNode["parameters"][number];

function parameter({ attributes: own, type: node, declarator: declared }: Parameter): string {
  return `${attributes(own)}${type(node)} ${declarator(declared)}`;
}

function declarator({ name: own, pointers, arrays, bits, inner, parameters }: Declarator): string {
  const core = inner === undefined ? (own?.text ?? "") : `(${declarator(inner)})`;
  const list = parameters === undefined ? "" : `(${parameters.map(parameter).join(", ")})`;
  const bounds = arrays.map((bound) => `[${bound === undefined ? "" : expression(bound)}]`).join("");
  return `${"*".repeat(pointers)}${core}${list}${bounds}${bits === undefined ? "" : ` : ${expression(bits)}`}`;
}

/** Every operand in parentheses, which leave no trace in the tree. */
function expression(node: Expression): string {
  switch (node.kind) {
    case "literal":
      if (node.type === "string" || node.type === "wide-string")
        return `${node.type === "string" ? "" : "L"}"${node.text}"`;
      return node.text;
    case "name":
      return name(node.name);
    case "unary":
      return `${node.operator}(${expression(node.operand)})`;
    case "binary":
      return `(${expression(node.left)}) ${node.operator} (${expression(node.right)})`;
    case "conditional":
      return `(${expression(node.test)}) ? (${expression(node.yes)}) : (${expression(node.no)})`;
    case "member":
      return `${expression(node.object)}.${node.field.text}`;
    case "call":
      return `${name(node.callee)}(${node.arguments.map(expression).join(", ")})`;
    case "cast":
      return `(${name(node.type)}) (${expression(node.operand)})`;
  }
}
