/** The pointcut functions: what each takes and gives. One table for the parser, the checks and completion. */

/** What an expression denotes: name join points (functions, variables, scopes) or code join points. */
export type PointcutKind = "name" | "code";

export interface PointcutFunction {
  readonly name: string;
  /** `type`: a type in quotes or a context variable; `file`: a path pattern; `operation`: one of IDL; `local`: a variable and a name. */
  readonly takes: PointcutKind | "type" | "file" | "operation" | "local";
  readonly gives: PointcutKind;
  /** Exact number of arguments; absent for any number. */
  readonly count?: number;
  /** One clause for completion and messages. */
  readonly summary: string;
}

function entry(
  name: string,
  takes: PointcutFunction["takes"],
  gives: PointcutKind,
  summary: string,
  options: { count?: number | "any" } = {},
): PointcutFunction {
  const { count = 1 } = options;
  return { name, takes, gives, summary, ...(count === "any" ? {} : { count }) };
}

export const POINTCUT_FUNCTIONS: readonly PointcutFunction[] = [
  entry("execution", "name", "code", "bodies of the functions"),
  entry("call", "name", "code", "calls of the functions"),
  entry("get", "name", "code", "reads of the variables or fields"),
  entry("set", "name", "code", "writes of the variables or fields"),
  entry("ref", "name", "code", "places where the address of the variables or fields is taken"),
  entry("access", "name", "code", "reads, writes and address-taking of the variables or fields"),
  entry("within", "name", "code", "code that stands in the functions or classes"),
  entry("file", "file", "name", "all that is defined in the files"),
  entry("operation", "operation", "name", "stubs and implementations of the IDL operations"),
  entry("member", "name", "name", "everything nested in the scopes"),
  entry("that", "type", "code", "join points whose object is of the type"),
  entry("target", "type", "code", "join points whose accessed object is of the type"),
  entry("args", "type", "code", "join points with exactly these arguments", { count: "any" }),
  entry("result", "type", "code", "join points with a result of the type"),
  entry("local", "local", "code", "binds a local variable in scope", { count: 2 }),
  entry("cflow", "code", "code", "join points reached while inside others"),
  entry("builtin", "name", "code", "uses of built-in operators"),
  entry("construction", "name", "code", "constructors of the classes"),
  entry("destruction", "name", "code", "destructors of the classes"),
  entry("derived", "name", "name", "the classes and those derived from them"),
  entry("base", "name", "name", "base classes of the classes"),
  entry("classes", "name", "name", "only the classes"),
  entry("alias", "name", "code", "references to variables by type"),
];

const BY_NAME = new Map(POINTCUT_FUNCTIONS.map((item) => [item.name, item]));

export function pointcutFunction(name: string): PointcutFunction | undefined {
  return BY_NAME.get(name);
}
