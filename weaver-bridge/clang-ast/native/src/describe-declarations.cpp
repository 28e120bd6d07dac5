// What the tables say of declarations of every kind, and of classes.
#include "tables.h"

#include <algorithm>

#include "cursor-kinds.h"

namespace weft {

void Tables::addScope(Cursor cursor, int32_t *row) {
  std::vector<int32_t> names;
  for (Cursor parent = api.getCursorSemanticParent(cursor); !api.Cursor_isNull(parent);
       parent = api.getCursorSemanticParent(parent)) {
    std::string name;
    if (parent.kind == NamespaceDecl) {
      if (api.Cursor_isInlineNamespace(parent)) continue;
      name = api.take(api.getCursorSpelling(parent));
      if (name.empty() || isNameless(name)) name = unnamed;
    } else if (isClassKind(parent.kind)) {
      name = isTemplateClass(parent.kind) ? api.take(api.getCursorSpelling(parent))
                                          : recordName(api.getCursorType(parent), false);
      if (cplusplus && name.empty() && !api.Cursor_isAnonymousRecordDecl(parent)) name = unnamed;
    } else if (parent.kind != UnexposedDecl && parent.kind != LinkageSpec && parent.kind != EnumDecl) {
      break;
    }
    if (!name.empty() && !isNameless(name)) names.push_back(strings.intern(std::move(name)));
  }
  row[DeclarationScope] = static_cast<int32_t>(lists.size());
  row[DeclarationScopeLength] = static_cast<int32_t>(names.size());
  lists.insert(lists.end(), names.rbegin(), names.rend());
}

void Tables::describeMember(Cursor cursor, int32_t *row) {
  Cursor owner = api.getCursorSemanticParent(cursor);
  // Members of anonymous unions belong to the class around them.
  while (isClassKind(owner.kind) && api.Cursor_isAnonymousRecordDecl(owner)) owner = api.getCursorSemanticParent(owner);
  if (!isClassKind(owner.kind)) return;
  row[DeclarationClass] = declaration(owner);
  row[DeclarationAccess] = api.getCXXAccessSpecifier(api.getCanonicalCursor(cursor));
  const int32_t role = row[DeclarationRole];
  const bool special = row[DeclarationKind] == RowFunctionDeclaration && role != RowPlain && role != RowLambda;
  if (special && row[DeclarationNameStart] == offsetOf(api.getCursorLocation(owner)))
    row[DeclarationFlags] |= IsImplicit;
}

void Tables::describeTemplate(Cursor cursor, int32_t *row) {
  const Cursor pattern = api.getSpecializedCursorTemplate(cursor);
  if (!api.Cursor_isNull(pattern) && !isTemplateClass(cursor.kind)) row[DeclarationTemplate] = declaration(pattern);
  for (Cursor outer = cursor; !api.Cursor_isNull(outer); outer = api.getCursorSemanticParent(outer)) {
    if (outer.kind != FunctionTemplate && !isTemplateClass(outer.kind)) continue;
    row[DeclarationFlags] |= IsPattern;
    return;
  }
}

void Tables::describeDeclaration(size_t index) {
  const Cursor referenced = pendingDeclarations[index];
  const Cursor definition = api.getCursorDefinition(referenced);
  // `int x;` defines nothing for libclang: which of several is mentioned first must not matter.
  const Cursor declared = referenced.kind == VarDecl ? api.getCanonicalCursor(referenced) : referenced;
  const Cursor cursor = api.Cursor_isNull(definition) ? declared : definition;
  int32_t row[DeclarationRowLength] = {};
  row[DeclarationKind] = classify(referenced);
  for (const int column : {DeclarationResult, DeclarationBitWidth, DeclarationClass, DeclarationTemplate,
                           DeclarationFirstName, DeclarationFirstEnd})
    row[column] = -1;
  const bool isClass = row[DeclarationKind] == RowClassDeclaration;
  std::string name = isClass && !isTemplateClass(cursor.kind) ? recordName(api.getCursorType(cursor), false)
                                                              : api.take(api.getCursorSpelling(cursor));
  if (cplusplus && row[DeclarationKind] == RowFunctionDeclaration) {
    row[DeclarationRole] = roleOf(cursor, name);
    if (row[DeclarationRole] == RowConstructor || row[DeclarationRole] == RowDestructor)
      name = name.substr(0, name.find('<'));
  }
  const int32_t start = offsetOf(api.getCursorLocation(cursor));
  row[DeclarationNameStart] = start;
  row[DeclarationNameEnd] = start < 0 ? -1 : start + static_cast<int32_t>(name.size());
  row[DeclarationName] = strings.intern(std::move(name));
  row[DeclarationUsr] = string(api.getCursorUSR(cursor));
  row[DeclarationType] = type(api.getCursorType(cursor));
  // What a member is was said in its class.
  const int storage = api.Cursor_getStorageClass(cplusplus ? api.getCanonicalCursor(cursor) : cursor);
  const bool member = cplusplus && isClassKind(api.getCursorSemanticParent(cursor).kind);
  // Of a member template, and of `operator new`, the storage class says nothing.
  const bool isStatic = storage == StorageStatic ||
                        ((cursor.kind == FunctionTemplate || cursor.kind == MethodDecl) && api.CXXMethod_isStatic(cursor));
  if (isStatic || (!isClass && !member && api.getCursorLinkage(cursor) == LinkageInternal))
    row[DeclarationFlags] |= IsStatic;
  if (storage == StorageRegister) row[DeclarationFlags] |= IsRegister;
  const Cursor outer = api.getCursorLexicalParent(api.getCanonicalCursor(cursor));
  if (row[DeclarationKind] != RowFieldDeclaration && isFunctionKind(outer.kind))
    row[DeclarationFlags] |= BlockScope;
  if (row[DeclarationKind] == RowFieldDeclaration && api.Cursor_isBitField(cursor))
    row[DeclarationBitWidth] = api.getFieldDeclBitWidth(cursor);
  addScope(cursor, row);
  if (cplusplus) {
    describeMember(cursor, row);
    describeTemplate(cursor, row);
  }
  if (cplusplus || isClass) {
    const TextExtent extent = extentOf(cursor);
    row[DeclarationStart] = extent.start;
    row[DeclarationEnd] = extent.end;
  }
  const Cursor first = api.getCanonicalCursor(cursor);
  if (cplusplus && !isFunctionKind(cursor.kind) && !api.equalCursors(first, cursor)) {
    row[DeclarationFirstName] = offsetOf(api.getCursorLocation(first));
    row[DeclarationFirstEnd] = extentOf(first).end;
  }
  if (isClass) describeClass(cursor, row);
  if (row[DeclarationKind] == RowFunctionDeclaration) describeFunction(cursor, row);
  declarations.resize(std::max(declarations.size(), (index + 1) * DeclarationRowLength));
  std::copy(row, row + DeclarationRowLength, declarations.begin() + index * DeclarationRowLength);
}

namespace {
struct MemberSearch {
  const Libclang *api;
  bool membersToo;
  bool polymorphic;
  std::vector<Cursor> members;
  std::vector<Cursor> bases;
};

int visitMember(Cursor cursor, Cursor, void *data) {
  MemberSearch &search = *static_cast<MemberSearch *>(data);
  if (isFunctionKind(cursor.kind) && search.api->CXXMethod_isVirtual(cursor)) search.polymorphic = true;
  if (cursor.kind == BaseSpecifier) search.bases.push_back(cursor);
  else if (search.membersToo && (isFunctionKind(cursor.kind) || isClassKind(cursor.kind) ||
                                 cursor.kind == FieldDecl || cursor.kind == VarDecl))
    search.members.push_back(cursor);
  return VisitContinue;
}
}  // namespace

// Of a template, POD is what its instances may be.
void Tables::describePassing(Cursor cursor, int32_t *row) {
  if (!(row[DeclarationFlags] & IsDefinition) || !copied.of(cursor)) return;
  row[DeclarationFlags] |= IsCopiedAsBytes;
  if ((row[DeclarationFlags] & IsPattern) || api.isPODType(api.getCursorType(cursor))) row[DeclarationFlags] |= MayBePod;
}

void Tables::describeClass(Cursor cursor, int32_t *row) {
  const int kind = isTemplateClass(cursor.kind) ? api.getTemplateCursorKind(cursor) : cursor.kind;
  row[DeclarationRole] = kind == ClassDecl ? RowClass : kind == UnionDecl ? RowUnion : RowStruct;
  if (api.isCursorDefinition(cursor)) row[DeclarationFlags] |= IsDefinition;
  if (api.Cursor_isAnonymousRecordDecl(cursor)) row[DeclarationFlags] |= IsAnonymous;
  MemberSearch search{&api, !foreign(row[DeclarationNameStart]), false, {}, {}};
  api.visitChildren(cursor, visitMember, &search);
  // libclang doesn't show what an implicit instantiation is made of: its bases are the template's, where they
  // don't depend on its parameters.
  const Cursor pattern = api.getSpecializedCursorTemplate(cursor);
  if (!api.Cursor_isNull(pattern) && search.bases.empty()) {
    search.membersToo = false;
    api.visitChildren(pattern, visitMember, &search);
  }
  if (search.polymorphic) row[DeclarationFlags] |= IsPolymorphic;
  if (cplusplus && !foreign(row[DeclarationNameStart])) describePassing(cursor, row);
  std::vector<int32_t> entries;
  for (const Cursor &member : search.members) entries.push_back(declaration(member));
  entries.erase(std::remove_if(entries.begin(), entries.end(), [](int32_t id) { return id < 0; }), entries.end());
  row[DeclarationMembers] = static_cast<int32_t>(lists.size());
  row[DeclarationMemberCount] = static_cast<int32_t>(entries.size());
  lists.insert(lists.end(), entries.begin(), entries.end());
  entries.clear();
  for (const Cursor &base : search.bases) {
    const Cursor declared = api.getTypeDeclaration(api.getCanonicalType(api.getCursorType(base)));
    if (!isClassKind(declared.kind)) continue;
    const int32_t entry[] = {declaration(declared), api.getCXXAccessSpecifier(base),
                             static_cast<int32_t>(api.isVirtualBase(base))};
    entries.insert(entries.end(), entry, entry + 3);
  }
  row[DeclarationBases] = static_cast<int32_t>(lists.size());
  row[DeclarationBaseCount] = static_cast<int32_t>(entries.size() / 3);
  lists.insert(lists.end(), entries.begin(), entries.end());
}

}  // namespace weft
