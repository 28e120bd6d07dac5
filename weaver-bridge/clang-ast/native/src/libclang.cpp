#include "libclang.h"

#include <dlfcn.h>

#include <cstdlib>

namespace weft {

namespace {
Libclang library;
std::string openPath;
}  // namespace

std::string Libclang::take(String string) const {
  const char *text = getCString(string);
  std::string copy = text ? text : "";
  disposeString(string);
  return copy;
}

bool openLibclang(const std::string &path, std::string &version, std::string &error) {
  if (!openPath.empty()) {
    version = library.take(library.getClangVersion());
    if (openPath == path) return true;
    error = "this process already uses " + openPath;
    return false;
  }
  // Parse on the calling thread, whose stack is large, rather than on one of libclang's.
  setenv("LIBCLANG_NOTHREADS", "1", 1);
  void *handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    error = reason ? reason : "dlopen failed";
    return false;
  }
  Libclang loaded;
  const char *missing = nullptr;
#define WEFT_BIND(result, name, parameters)                                                  \
  loaded.name = reinterpret_cast<result(*) parameters>(dlsym(handle, "clang_" #name));        \
  if (!loaded.name) missing = "clang_" #name;
  WEFT_LIBCLANG_FUNCTIONS(WEFT_BIND)
#undef WEFT_BIND
  if (missing) {
    error = std::string("it has no function ") + missing;
    if (loaded.getClangVersion && loaded.getCString && loaded.disposeString)
      version = loaded.take(loaded.getClangVersion());
    dlclose(handle);
    return false;
  }
  library = loaded;
  openPath = path;
  version = library.take(library.getClangVersion());
  return true;
}

const Libclang *libclang() { return openPath.empty() ? nullptr : &library; }

}  // namespace weft
