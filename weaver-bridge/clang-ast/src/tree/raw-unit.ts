/**
 * The addon's tables as they cross into JavaScript: integers in rows, strings in one buffer. The numbers here are
 * those of `native/src/tables.h` and `native/src/walk.h`. Knows no meaning beyond the columns.
 */

export interface RawUnit {
  /** 0, or libclang's error code: 1 failure, 2 crash, 3 invalid arguments, 4 unreadable. */
  readonly error: number;
  readonly nodes: Int32Array;
  readonly functions: Int32Array;
  /** One key per function, when keys were asked for and there is a function. */
  readonly keys?: BigUint64Array;
  /** Name and text of each type that the text defines, in turns. */
  readonly typeKeys?: BigUint64Array;
  /** Where the first type is defined that known functions take to mean something else; beyond the text without one. */
  readonly sharedUntil: number;
  readonly types: Int32Array;
  readonly declarations: Int32Array;
  /** Where each file-scope declaration starts, ascending. */
  readonly topLevels: Int32Array;
  /** Declaration row and start of the outermost declaration of each class that the text defines. */
  readonly classes: Int32Array;
  /** Start and end of each `[[...]]`, ascending. */
  readonly attributes: Int32Array;
  /** Declaration row, start of the name, start and end of each declaration with attributes that is no definition. */
  readonly redeclared: Int32Array;
  readonly lists: Int32Array;
  readonly strings: Buffer;
  readonly stringEnds: Int32Array;
  readonly diagnostics: readonly { severity: number; offset: number; message: string }[];
}

export const NodeColumn = {
  kind: 0,
  parent: 1,
  next: 2,
  child: 3,
  start: 4,
  end: 5,
  type: 6,
  reference: 7,
  name: 8,
  value: 9,
  length: 10,
} as const;

export const TypeColumn = {
  kind: 0,
  flags: 1,
  spelling: 2,
  name: 3,
  usr: 4,
  target: 5,
  size: 6,
  parameters: 7,
  parameterCount: 8,
  fullName: 9,
  length: 10,
} as const;

export const RawTypeKind = {
  builtin: 0,
  pointer: 1,
  lvalueReference: 2,
  rvalueReference: 3,
  memberPointer: 4,
  array: 5,
  function: 6,
  record: 7,
  enum: 8,
  typedef: 9,
  other: 10,
} as const;

export const TypeFlag = { const: 1, volatile: 2, variadic: 4 } as const;

export const DeclarationColumn = {
  kind: 0,
  flags: 1,
  name: 2,
  usr: 3,
  nameStart: 4,
  nameEnd: 5,
  type: 6,
  result: 7,
  bitWidth: 8,
  parameters: 9,
  parameterCount: 10,
  scope: 11,
  scopeLength: 12,
  class: 13,
  access: 14,
  role: 15,
  template: 16,
  start: 17,
  end: 18,
  firstName: 19,
  firstEnd: 20,
  /** Of a function: what it overrides. */
  members: 21,
  memberCount: 22,
  /** Of a function: the template arguments of an instance, as text. */
  bases: 23,
  baseCount: 24,
  length: 25,
} as const;

/**
 * Integers for each parameter: name, type, flags, start and end of the default argument (-1 without), first and count of
 * the names in it.
 */
export const PARAMETER_ROW = 7;
/** Integers for each name in a default argument: offset, scope, flags. */
export const DEFAULT_NAME_ROW = 3;
export const DefaultNameFlag = { notPublic: 1, inTemplate: 2 } as const;
/** Integers for each base: class, access, virtual. */
export const BASE_ROW = 3;

export const RawDeclarationKind = { function: 0, variable: 1, field: 2, class: 3 } as const;

export const RawRole = {
  plain: 0,
  constructor: 1,
  destructor: 2,
  conversion: 3,
  operator: 4,
  lambda: 5,
  class: 6,
  struct: 7,
  union: 8,
} as const;

/** Bits in the value of a call: it is dispatched at run time, it gives an lvalue. Other values are -1. */
export const DYNAMIC_CALL = 2;
export const LVALUE_CALL = 4;
/** The value of a local name whose type is a reference. */
export const REFERENCE_NAME = 3;
/** The value of a C++ name that stands for a number: an enumerator, a constant, a parameter of a template. */
export const CONSTANT_NAME = 5;
/** The value of a local variable whose type has a size that is computed. */
export const VARIABLE_SIZE = 6;
/** The value of a name that only the instances of a template say what it is. */
export const OPEN_NAME = 7;

export const DeclarationFlag = {
  static: 1,
  variadic: 2,
  inline: 4,
  noReturn: 8,
  noInstrument: 16,
  blockScope: 32,
  register: 64,
  returnsTwice: 128,
  virtual: 256,
  pure: 512,
  implicit: 1 << 10,
  deleted: 1 << 11,
  defaulted: 1 << 12,
  explicit: 1 << 13,
  constexpr: 1 << 14,
  externC: 1 << 15,
  noexcept: 1 << 16,
  pattern: 1 << 17,
  definition: 1 << 18,
  anonymous: 1 << 19,
  polymorphic: 1 << 20,
  copiedAsBytes: 1 << 21,
  mayBePod: 1 << 22,
} as const;

/** A reference to a local variable or parameter of storage class `register`. */
export const LOCAL_REGISTER = -2;

/** libclang's cursor kinds that facts are made of. */
export const Kind = {
  functionDecl: 8,
  varDecl: 9,
  unexposedExpr: 100,
  declRefExpr: 101,
  memberRefExpr: 102,
  callExpr: 103,
  integerLiteral: 106,
  floatingLiteral: 107,
  stringLiteral: 109,
  characterLiteral: 110,
  parenExpr: 111,
  unaryOperator: 112,
  arraySubscriptExpr: 113,
  binaryOperator: 114,
  compoundAssignOperator: 115,
  conditionalOperator: 116,
  castExpr: 117,
  compoundLiteralExpr: 118,
  initListExpr: 119,
  addrLabelExpr: 120,
  stmtExpr: 121,
  genericSelectionExpr: 122,
  deleteExpr: 135,
  sizeofExpr: 136,
  staticCastExpr: 124,
  constCastExpr: 127,
  functionalCastExpr: 128,
  boolLiteral: 130,
  thisExpr: 132,
  throwExpr: 133,
  lambdaExpr: 144,
  unexposedStmt: 200,
  labelStmt: 201,
  compoundStmt: 202,
  caseStmt: 203,
  defaultStmt: 204,
  ifStmt: 205,
  switchStmt: 206,
  whileStmt: 207,
  doStmt: 208,
  forStmt: 209,
  returnStmt: 214,
  asmStmt: 215,
  tryStmt: 224,
  forRangeStmt: 225,
  declStmt: 231,
} as const;

/** Reads string `id` of the unit, as latin1; empty for -1. */
export type StringReader = (id: number) => string;

/** Decodes once and cuts: a call per string into the buffer would cost more than all the rest. */
export function createStringReader(raw: RawUnit): StringReader {
  const all = raw.strings.toString("latin1");
  const { stringEnds } = raw;
  return (id) => (id < 0 ? "" : all.slice(id === 0 ? 0 : stringEnds[id - 1], stringEnds[id]));
}
