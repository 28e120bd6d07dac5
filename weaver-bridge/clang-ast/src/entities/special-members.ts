/**
 * The special members that a class has without saying so (C++ [special]): clang declares them only where the unit
 * uses them, `construction` and `destruction` are about all of them.
 */
import type { ClassEntity, EntityId, FunctionEntity, FunctionRole, TypeId } from "../../../model/index.js";
import type { DeclarationReader, Mutable } from "./read-entity.js";
import type { TypeTable } from "./type-table.js";

interface ImplicitMember {
  readonly name: string;
  readonly role: FunctionRole;
  readonly parameter: TypeId | undefined;
}

function implicitMember(
  owner: ClassEntity,
  self: EntityId,
  types: TypeTable,
  { name, role, parameter }: ImplicitMember,
): Mutable<FunctionEntity> {
  const result =
    role === "operator" ? types.referenceTo(owner.type, "lvalue-reference") : types.builtin("void");
  const parameters = parameter === undefined ? [] : [parameter];
  return {
    kind: "function",
    usr: `${owner.usr}@F@${name}#${parameter === undefined ? "" : types.types[parameter]?.spelling}`,
    name,
    scope: [...owner.scope, owner.name],
    nameRange: owner.nameRange,
    type: types.functionOf(result, parameters),
    isStatic: false,
    result,
    parameters: parameters.map((type) => ({ name: "", type, isRegister: false })),
    variadic: false,
    isInline: true,
    noReturn: false,
    noInstrument: false,
    blockScope: false,
    member: { ofClass: self, access: "public" },
    role,
    isImplicit: true,
    isDefaulted: true,
    ...(owner.template === undefined ? {} : { template: owner.template }),
  };
}

/** Appends to the class what it implicitly has and libclang didn't list. */
export function addSpecialMembers(
  reader: DeclarationReader,
  owner: ClassEntity & { readonly members: EntityId[] },
  self: EntityId,
  types: TypeTable,
): void {
  const className = owner.name.replace(/<.*/s, "");
  if (className === "") return;
  const functions = owner.members
    .map((id) => reader.entity(id))
    .filter((member): member is FunctionEntity => member?.kind === "function");
  const declared = declaredBy(functions, types, owner.type);
  const lvalue = () => types.referenceTo(types.constOf(owner.type), "lvalue-reference");
  const rvalue = () => types.referenceTo(owner.type, "rvalue-reference");
  const add = (
    name: string,
    role: FunctionRole,
    parameter: TypeId | undefined,
    extra?: Partial<FunctionEntity>,
  ) =>
    owner.members.push(
      reader.add({ ...implicitMember(owner, self, types, { name, role, parameter }), ...extra }),
    );
  const userMoves = declared.move || declared.moveAssignment;
  const userCopies = declared.copy || declared.copyAssignment;
  const moves = reader.moves && !userCopies && !userMoves && !declared.destructor;
  const copiesDeleted = userMoves && reader.moves ? { isDeleted: true } : {};
  const addUnless = (isPrevented: boolean, isListed: boolean, addIt: () => void) => {
    if (!isPrevented && !isListed) addIt();
  };
  addUnless(declared.anyConstructor, false, () => add(className, "constructor", undefined));
  addUnless(declared.copy, declared.implicitCopy, () =>
    add(className, "constructor", lvalue(), copiesDeleted),
  );
  addUnless(!moves, declared.implicitMove, () => add(className, "constructor", rvalue()));
  addUnless(declared.copyAssignment, declared.implicitCopyAssignment, () =>
    add("operator=", "operator", lvalue(), copiesDeleted),
  );
  addUnless(!moves, declared.implicitMoveAssignment, () => add("operator=", "operator", rvalue()));
  addUnless(declared.destructor, declared.implicitDestructor, () =>
    add(`~${className}`, "destructor", undefined, virtualDestructor(reader, owner)),
  );
}

/** Virtual where a base says so. */
function virtualDestructor(reader: DeclarationReader, owner: ClassEntity): Partial<FunctionEntity> {
  const overrides: EntityId[] = [];
  for (const { entity } of owner.bases) {
    const base = reader.entity(entity);
    if (base?.kind !== "class") continue;
    for (const id of base.members) {
      const member = reader.entity(id);
      if (member?.kind === "function" && member.role === "destructor" && member.isVirtual) overrides.push(id);
    }
  }
  return overrides.length === 0 ? {} : { isVirtual: true, overrides };
}

function declaredBy(functions: readonly FunctionEntity[], types: TypeTable, self: TypeId) {
  const has = (test: (entity: FunctionEntity) => boolean) => functions.some(test);
  const takes = (entity: FunctionEntity, kind: "lvalue-reference" | "rvalue-reference") => {
    const [first, ...rest] = entity.parameters;
    if (first === undefined || rest.some((parameter) => parameter.defaultValue === undefined)) return false;
    const type = types.types[first.type];
    return type?.kind === kind && types.isSameClass(type.to, self);
  };
  const isConstructor = (entity: FunctionEntity) => entity.role === "constructor";
  const isAssignment = (entity: FunctionEntity) => entity.name === "operator=";
  const find = (
    is: (entity: FunctionEntity) => boolean,
    kind: "lvalue-reference" | "rvalue-reference",
    implicit: boolean,
  ) => has((entity) => is(entity) && (entity.isImplicit === true) === implicit && takes(entity, kind));
  const byValue = (entity: FunctionEntity) =>
    entity.parameters.length === 1 &&
    types.isSameClass((entity.parameters[0] as { type: TypeId }).type, self);
  return {
    anyConstructor: has(
      (entity) => isConstructor(entity) && (entity.isImplicit !== true || entity.parameters.length === 0),
    ),
    copy: find(isConstructor, "lvalue-reference", false),
    implicitCopy: find(isConstructor, "lvalue-reference", true),
    move: find(isConstructor, "rvalue-reference", false),
    implicitMove: find(isConstructor, "rvalue-reference", true),
    copyAssignment:
      find(isAssignment, "lvalue-reference", false) ||
      has((entity) => isAssignment(entity) && byValue(entity)),
    implicitCopyAssignment: find(isAssignment, "lvalue-reference", true),
    moveAssignment: find(isAssignment, "rvalue-reference", false),
    implicitMoveAssignment: find(isAssignment, "rvalue-reference", true),
    destructor: has((entity) => entity.role === "destructor" && entity.isImplicit !== true),
    implicitDestructor: has((entity) => entity.role === "destructor" && entity.isImplicit === true),
  };
}
