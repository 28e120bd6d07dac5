// The addon's face to JavaScript: `open(path)`, `parse(text, options)`, `hide(text, options)`, `outline(text)`, `endWithParent()` and `start(…)`. Data goes in and out as
// strings and typed arrays; no handle of libclang and no C++ exception passes.
#include <napi.h>

#include "large-stack.h"
#include "libclang.h"
#include "outline.h"
#include "signals-end-us.h"
#include "start-process.h"
#include "walk.h"

namespace {

using weft::ParseRequest;
using weft::UnitTables;

Napi::Value open(const Napi::CallbackInfo &info) {
  const Napi::Env env = info.Env();
  Napi::Object result = Napi::Object::New(env);
  std::string version;
  std::string error;
  if (!info[0].IsString()) error = "a path is needed";
  else weft::openLibclang(info[0].As<Napi::String>().Utf8Value(), version, error);
  result.Set("version", version);
  result.Set("error", error);
  return result;
}

Napi::Int32Array toArray(Napi::Env env, const std::vector<int32_t> &values) {
  Napi::Int32Array array = Napi::Int32Array::New(env, values.size());
  std::copy(values.begin(), values.end(), array.Data());
  return array;
}

Napi::BigUint64Array toKeys(Napi::Env env, const std::vector<uint64_t> &values) {
  Napi::BigUint64Array array = Napi::BigUint64Array::New(env, values.size());
  std::copy(values.begin(), values.end(), array.Data());
  return array;
}

std::vector<std::string> toStrings(const Napi::Value &value) {
  std::vector<std::string> result;
  if (!value.IsArray()) return result;
  const Napi::Array array = value.As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); ++i) result.push_back(array.Get(i).ToString().Utf8Value());
  return result;
}

ParseRequest toRequest(const Napi::Object &options) {
  ParseRequest request;
  request.fileName = options.Get("fileName").ToString().Utf8Value();
  request.arguments = toStrings(options.Get("arguments"));
  request.source.cplusplus = options.Get("cplusplus").ToBoolean();
  request.source.classes = options.Get("classes").ToBoolean();
  request.source.locals = options.Get("locals").ToBoolean();
  request.source.initialisers = options.Get("initialisers").ToBoolean();
  request.source.filter = options.Get("identifiers").IsArray();
  request.source.identifiers = toStrings(options.Get("identifiers"));
  if (request.source.filter) request.source.defined = toStrings(options.Get("defined"));
  request.source.prune = !request.source.cplusplus && options.Get("prune").ToBoolean();
  request.source.wholeTags = toStrings(options.Get("wholeTags"));
  const Napi::Value known = options.Get("known");
  request.source.keys = known.IsTypedArray() && !request.source.cplusplus;
  if (request.source.keys) {
    const Napi::BigUint64Array keys = known.As<Napi::BigUint64Array>();
    request.source.known = {keys.Data(), keys.ElementLength()};
    const Napi::Value knownTypes = options.Get("knownTypes");
    if (knownTypes.IsTypedArray()) {
      const Napi::BigUint64Array types = knownTypes.As<Napi::BigUint64Array>();
      request.source.knownTypes = types.Data();
      request.source.knownTypesSize = types.ElementLength();
    }
  }
  return request;
}

Napi::Array toDiagnostics(Napi::Env env, const std::vector<weft::UnitDiagnostic> &diagnostics) {
  Napi::Array result = Napi::Array::New(env, diagnostics.size());
  for (uint32_t i = 0; i < diagnostics.size(); ++i) {
    Napi::Object row = Napi::Object::New(env);
    row.Set("severity", diagnostics[i].severity);
    row.Set("offset", diagnostics[i].offset);
    row.Set("message", diagnostics[i].message);
    result.Set(i, row);
  }
  return result;
}

Napi::Value toResult(Napi::Env env, const UnitTables &unit) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("error", 0);
  result.Set("nodes", toArray(env, unit.nodes));
  result.Set("functions", toArray(env, unit.functions));
  if (!unit.keys.empty()) result.Set("keys", toKeys(env, unit.keys));
  if (!unit.typeKeys.empty()) result.Set("typeKeys", toKeys(env, unit.typeKeys));
  result.Set("sharedUntil", unit.sharedUntil);
  result.Set("topLevels", toArray(env, unit.topLevels));
  result.Set("classes", toArray(env, unit.classes));
  result.Set("attributes", toArray(env, unit.attributes));
  result.Set("redeclared", toArray(env, unit.redeclared));
  result.Set("types", toArray(env, unit.tables->types));
  result.Set("declarations", toArray(env, unit.tables->declarations));
  result.Set("lists", toArray(env, unit.tables->lists));
  const std::string &bytes = unit.tables->strings.bytes;
  result.Set("strings", Napi::Buffer<char>::Copy(env, bytes.data(), bytes.size()));
  result.Set("stringEnds", toArray(env, unit.tables->strings.ends));
  result.Set("diagnostics", toDiagnostics(env, unit.diagnostics));
  return result;
}

Napi::Value failure(Napi::Env env, int code) {
  Napi::Object result = Napi::Object::New(env);
  result.Set("error", code);
  return result;
}

// parse(text: Buffer, { fileName, arguments, identifiers?, defined?, cplusplus, classes, locals, initialisers, known?, knownTypes?, prune?, wholeTags?, niceness? })
Napi::Value parse(const Napi::CallbackInfo &info) {
  const Napi::Env env = info.Env();
  const weft::Libclang *api = weft::libclang();
  if (!api || !info[0].IsBuffer() || !info[1].IsObject()) return failure(env, 3);
  try {
    const Napi::Buffer<char> text = info[0].As<Napi::Buffer<char>>();
    const ParseRequest request = toRequest(info[1].As<Napi::Object>());
    UnitTables unit;
    int code = 2;
    const weft::SignalsEndUs ending;
    const Napi::Value niceness = info[1].As<Napi::Object>().Get("niceness");
    weft::runWithLargeStack(
        [&] {
          try {
            code = weft::parseUnit(*api, {text.Data(), text.Length()}, request, unit);
          } catch (...) {
            code = 2;
          }
        },
        niceness.IsNumber() ? niceness.ToNumber().Int32Value() : 0);
    return code == 0 ? toResult(env, unit) : failure(env, code);
  } catch (...) {
    return failure(env, 2);
  }
}

// hide(text: Buffer, { identifiers?, defined?, cplusplus }): the text as libclang gets to see it.
Napi::Value hide(const Napi::CallbackInfo &info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsBuffer() || !info[1].IsObject()) return env.Undefined();
  try {
    const Napi::Buffer<char> text = info[0].As<Napi::Buffer<char>>();
    const ParseRequest request = toRequest(info[1].As<Napi::Object>());
    const weft::SourceText source = weft::readSourceText({text.Data(), text.Length()}, request.source);
    return Napi::Buffer<char>::Copy(env, source.text.data(), source.text.size());
  } catch (...) {
    return env.Undefined();
  }
}

// endWithParent(): see there.
void endWithParent(const Napi::CallbackInfo &) { weft::endWithParent(); }

// outline(text: Buffer): names and files, for who keeps them.
Napi::Value outline(const Napi::CallbackInfo &info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsBuffer()) return env.Undefined();
  const Napi::Buffer<char> text = info[0].As<Napi::Buffer<char>>();
  const std::string names = weft::outlineOf({text.Data(), text.Length()});
  return Napi::Buffer<char>::Copy(env, names.data(), names.size());
}

class Collector : public Napi::AsyncWorker {
 public:
  Collector(Napi::Env env, const weft::Started &started, std::string input)
      : Napi::AsyncWorker(env), ended(Napi::Promise::Deferred::New(env)), started(started), input(std::move(input)) {}
  const Napi::Promise::Deferred ended;

 protected:
  void Execute() override { result = weft::collectProcess(started, input); }
  void OnOK() override {
    const Napi::Env env = Env();
    Napi::Object told = Napi::Object::New(env);
    told.Set("code", result.code);
    told.Set("signal", result.signal);
    told.Set("output", Napi::Buffer<char>::Copy(env, result.output.data(), result.output.size()));
    told.Set("errors", Napi::Buffer<char>::Copy(env, result.errors.data(), result.errors.size()));
    ended.Resolve(told);
  }

 private:
  const weft::Started started;
  const std::string input;
  weft::Collected result;
};

// start(arguments, directory, environment, input: Buffer): its pid and a promise of what it printed, or an error's number.
Napi::Value start(const Napi::CallbackInfo &info) {
  const Napi::Env env = info.Env();
  Napi::Object result = Napi::Object::New(env);
  weft::Started started;
  const Napi::Buffer<char> input = info[3].As<Napi::Buffer<char>>();
  const int error =
      weft::startProcess({toStrings(info[0]), toStrings(info[2]), info[1].ToString().Utf8Value()}, started);
  result.Set("error", error);
  if (error != 0) return result;
  Collector *collector = new Collector(env, started, {input.Data(), input.Length()});
  result.Set("pid", started.pid);
  result.Set("ended", collector->ended.Promise());
  collector->Queue();
  return result;
}

Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  exports.Set("open", Napi::Function::New(env, open));
  exports.Set("parse", Napi::Function::New(env, parse));
  exports.Set("outline", Napi::Function::New(env, outline));
  exports.Set("start", Napi::Function::New(env, start));
  exports.Set("endWithParent", Napi::Function::New(env, endWithParent));
  exports.Set("hide", Napi::Function::New(env, hide));
  return exports;
}

}  // namespace

NODE_API_MODULE(weft_clang, initialize)
