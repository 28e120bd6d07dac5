// Names of instances with all template arguments: libclang spells types without those that are left to their defaults.
#include <algorithm>

#include "cursor-kinds.h"
#include "tables.h"

namespace weft {

namespace {

// Top-level arguments of `Box<int, In<3, 4> >`.
int writtenArguments(const std::string &name) {
  const size_t open = name.find('<');
  if (name.compare(open, 2, "<>") == 0) return 0;
  int depth = 0, count = 1;
  for (size_t at = open + 1; at + 1 < name.size(); ++at) {
    const char c = name[at];
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    else if (c == '>' || c == ')' || c == ']' || c == '}') --depth;
    else if (c == ',' && depth == 0) ++count;
  }
  return count;
}

void replaceName(std::string &text, const std::string &name, const std::string &with) {
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    if (at > 0 && (isWordPart(text[at - 1]) || text[at - 1] == ':')) continue;
    text.replace(at, name.size(), with);
    at += with.size() - 1;
  }
}

int visitParameter(Cursor cursor, Cursor, void *data) {
  if (cursor.kind == TemplateTypeParameter || cursor.kind == NonTypeTemplateParameter ||
      cursor.kind == TemplateTemplateParameter)
    static_cast<std::vector<Cursor> *>(data)->push_back(cursor);
  return VisitContinue;
}

}  // namespace

// `n::Box<int, Alloc<int>>::In`.
std::string Tables::fullName(Cursor record) {
  const auto known = fullNames.find(record.data[0]);
  if (known != fullNames.end()) return known->second;
  const Type type = api.getCursorType(record);
  std::string name = recordName(type, true);
  if (name.find('<') != std::string::npos) {
    std::string last = lastComponent(name);
    const Cursor owner = api.getCursorSemanticParent(record);
    const bool inClass = isClassKind(owner.kind) && !isTemplateClass(owner.kind);
    const std::string scope = inClass ? fullName(owner) + "::" : name.substr(0, name.size() - last.size());
    if (last.back() == '>') addDefaults(record, type, last);
    name = scope + last;
  }
  return fullNames.emplace(record.data[0], name).first->second;
}

void Tables::addDefaults(Cursor record, Type type, std::string &name) {
  std::vector<Cursor> parameters;
  api.visitChildren(api.getSpecializedCursorTemplate(record), visitParameter, &parameters);
  const int count = api.Type_getNumTemplateArguments(type);
  for (int i = writtenArguments(name); i < count && i < static_cast<int>(parameters.size()); ++i) {
    name.pop_back();
    name += (name.back() == '<' ? "" : ", ") + argumentText(record, i, parameters[i]) + ">";
  }
  std::vector<std::pair<std::string, std::string>> names;
  for (int i = 0; i < count; ++i) addFullNames(api.Type_getTemplateArgumentAsType(type, i), names);
  // Those that hold others first.
  std::sort(names.begin(), names.end(), [](const auto &a, const auto &b) { return a.first.size() > b.first.size(); });
  for (const auto &[shorter, full] : names) replaceName(name, shorter, full);
}

// A value that is no number is said as its default is written.
std::string Tables::argumentText(Cursor record, int index, Cursor parameter) {
  const int kind = api.Cursor_getTemplateArgumentKind(record, index);
  if (kind == TemplateArgumentType)
    return recordName(api.getCanonicalType(api.Cursor_getTemplateArgumentType(record, index)), true);
  if (kind == TemplateArgumentNullPtr) return "nullptr";
  int32_t range[2] = {-1, -1};
  addDefault(parameter, range);
  const std::string written = range[0] < 0 ? "" : text.substr(range[0], range[1] - range[0]);
  if (kind == TemplateArgumentDeclaration) return (written[0] == '&' ? "" : "&") + written;
  if (kind != TemplateArgumentIntegral) return written;
  const int of = api.getCanonicalType(api.getCursorType(parameter)).kind;
  const long long value = api.Cursor_getTemplateArgumentValue(record, index);
  if (of == TypeBool) return value ? "true" : "false";
  if (of == TypeEnum || of == TypeCharS || of == TypeCharU) return written;
  const bool isUnsigned = of >= TypeUShort && of <= TypeULongLong;
  return isUnsigned ? std::to_string(static_cast<unsigned long long>(value)) : std::to_string(value);
}

// Of the classes that a type is made of, where the name differs.
void Tables::addFullNames(Type type, std::vector<std::pair<std::string, std::string>> &names) {
  type = api.getCanonicalType(type);
  if (type.kind == TypePointer || type.kind == TypeLValueReference || type.kind == TypeRValueReference) {
    addFullNames(api.getPointeeType(type), names);
  } else if (type.kind == TypeMemberPointer) {
    addFullNames(api.getPointeeType(type), names);
    addFullNames(api.Type_getClassType(type), names);
  } else if (isArray(type.kind)) {
    addFullNames(api.getArrayElementType(type), names);
  } else if (type.kind == TypeFunctionProto) {
    addFullNames(api.getResultType(type), names);
    for (int i = 0; i < api.getNumArgTypes(type); ++i) addFullNames(api.getArgType(type, i), names);
  } else if (type.kind == TypeRecord) {
    const Cursor record = api.getTypeDeclaration(type);
    const std::string shorter = recordName(api.getCursorType(record), true);
    const std::string full = fullName(record);
    if (full != shorter) names.emplace_back(shorter, full);
  }
}

}  // namespace weft
