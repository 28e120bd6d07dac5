#include "copied-as-bytes.h"

#include "cursor-kinds.h"

namespace weft {

namespace {

struct Search {
  const Libclang *api;
  CopiedAsBytes *classes;
  bool bytes;
  bool empty;  // nothing was shown
};

bool isWritten(const Libclang &api, Cursor member) {
  return !api.CXXMethod_isDefaulted(member) && !api.CXXMethod_isDeleted(member);
}

}  // namespace

bool CopiedAsBytes::of(Cursor definition) {
  const auto inserted = known.emplace(definition.data[0], true);
  if (!inserted.second) return inserted.first->second;
  const bool bytes = decide(definition);
  known[definition.data[0]] = bytes;
  return bytes;
}

bool CopiedAsBytes::decide(Cursor definition) {
  const Type type = api.getCursorType(definition);
  if (!isTemplateClass(definition.kind) && api.isPODType(type)) return true;
  Search search{&api, this, true, true};
  api.visitChildren(definition, visitMember, &search);
  if (search.bytes) api.Type_visitFields(type, visitField, &search);
  if (!search.bytes) return false;
  // libclang shows only the fields of an instance that nobody wrote. A written one without members is POD.
  const Cursor pattern = api.getSpecializedCursorTemplate(definition);
  if (search.empty && !api.Cursor_isNull(pattern))
    api.visitChildren(api.getCursorDefinition(pattern), visitMember, &search);
  return search.bytes;
}

// What depends on the parameters of a template has no class.
bool CopiedAsBytes::holds(Type member) {
  Type type = api.getCanonicalType(member);
  while (isArray(type.kind)) type = api.getCanonicalType(api.getArrayElementType(type));
  if (type.kind != TypeRecord) return true;
  const Cursor definition = api.getCursorDefinition(api.getTypeDeclaration(type));
  return api.Cursor_isNull(definition) || isTemplateClass(definition.kind) || of(definition);
}

int CopiedAsBytes::visitMember(Cursor cursor, Cursor, void *data) {
  Search &search = *static_cast<Search *>(data);
  const Libclang &api = *search.api;
  if (isFunctionKind(cursor.kind) || cursor.kind == BaseSpecifier || cursor.kind == FieldDecl) search.empty = false;
  if (cursor.kind == Constructor) {
    if (api.CXXConstructor_isCopyConstructor(cursor) || api.CXXConstructor_isMoveConstructor(cursor))
      search.bytes = !isWritten(api, cursor);
  } else if (cursor.kind == Destructor) {
    search.bytes = !isWritten(api, cursor) && !api.CXXMethod_isVirtual(cursor);
  } else if (isFunctionKind(cursor.kind)) {
    search.bytes = !api.CXXMethod_isVirtual(cursor);
  } else if (cursor.kind == BaseSpecifier) {
    search.bytes = !api.isVirtualBase(cursor) && search.classes->holds(api.getCursorType(cursor));
  } else if (cursor.kind == FieldDecl) {
    search.bytes = search.classes->holds(api.getCursorType(cursor));
  }
  return search.bytes ? VisitContinue : VisitBreak;
}

int CopiedAsBytes::visitField(Cursor field, void *data) {
  Search &search = *static_cast<Search *>(data);
  search.bytes = search.classes->holds(search.api->getCursorType(field));
  return search.bytes ? VisitContinue : VisitBreak;
}

}  // namespace weft
