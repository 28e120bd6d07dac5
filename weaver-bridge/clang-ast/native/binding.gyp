{
  "targets": [
    {
      "target_name": "weft_clang",
      "sources": ["src/addon.cpp", "src/copied-as-bytes.cpp", "src/describe-declarations.cpp", "src/describe-functions.cpp", "src/full-names.cpp", "src/hide-bodies.cpp", "src/large-stack.cpp", "src/libclang.cpp", "src/outline.cpp", "src/prune-declarations.cpp", "src/repairs.cpp", "src/source-text.cpp", "src/start-process.cpp", "src/tables.cpp", "src/walk.cpp"],
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")"],
      "defines": ["NAPI_VERSION=8", "NAPI_DISABLE_CPP_EXCEPTIONS"],
      "cflags_cc": ["-std=c++17", "-fexceptions", "-Wall", "-Wextra", "-Wno-unused-parameter", "-fvisibility=hidden"],
      "cflags_cc!": ["-fno-exceptions", "-fno-rtti"],
      "libraries": ["-ldl", "-lpthread"]
    }
  ]
}
