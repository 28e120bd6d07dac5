// Whether objects of a class are copied and dropped as bytes: neither the class nor anything in it has a copy
// constructor, a move constructor or a destructor that somebody wrote, a virtual function or a virtual base. What a
// class says of itself decides, wherever it stands (headers of the system too) and whatever the unit does with it, so
// every unit comes to the same answer. What only an instance of a template knows (members and bases that depend on its
// parameters, where libclang doesn't show the instance's own) counts as bytes.
#pragma once

#include <unordered_map>

#include "libclang.h"

namespace weft {

class CopiedAsBytes {
 public:
  explicit CopiedAsBytes(const Libclang &api) : api(api) {}

  // `definition` of a class, a class template or an instance of one.
  bool of(Cursor definition);

 private:
  const Libclang &api;
  std::unordered_map<const void *, bool> known;

  bool decide(Cursor definition);
  bool holds(Type member);
  static int visitMember(Cursor cursor, Cursor parent, void *data);
  static int visitField(Cursor field, void *data);
};

}  // namespace weft
