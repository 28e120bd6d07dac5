import type { RuleCases } from "./case.js";

const aspects = `aspect A { int calls; public: A() : calls(0) {}
  advice execution("% work(...)") : before() { calls++; }
  advice execution("% main(...)") : after() { printf("%d calls\\n", calls); } };`;

/** Dialects and the standard library. */
export const DIALECTS: RuleCases = {
  "gnu++98 without library": {
    source: `struct S { int v; S() : v(2) {} }; int work(S s) { return s.v; } int main() { S s; printf("%d\\n", work(s)); return 0; }`,
    aspects,
    output: "2\n1 calls",
    compiler: ["-std=gnu++98"],
  },
  "freestanding, no exceptions, no rtti": {
    source: `struct S { virtual int v() { return 4; } }; int work(S &s) { return s.v(); } int main() { S s; printf("%d\\n", work(s)); return 0; }`,
    aspects,
    output: "4\n1 calls",
    compiler: ["-std=gnu++98", "-fno-exceptions", "-fno-rtti", "-ffreestanding"],
  },
  "containers and streams in gnu++98": {
    source: `#include <iostream>
#include <map>
#include <string>
#include <vector>
int work(const std::vector<int> &v) { int s = 0; for (std::vector<int>::const_iterator i = v.begin(); i != v.end(); ++i) s += *i; return s; }
int main() { std::map<std::string, int> m; std::vector<int> v; v.push_back(3); v.push_back(4); m["sum"] = work(v); std::cout << m["sum"] << std::endl; return 0; }`,
    aspects,
    output: "7\n1 calls",
    compiler: ["-std=gnu++98"],
  },
  "lambdas, moves, auto, ranges in gnu++17": {
    source: `#include <functional>
#include <memory>
#include <string>
#include <vector>
auto work(std::vector<std::unique_ptr<std::string>> v, const std::function<int(int)> &f) -> int { int s = 0; for (auto &p : v) s += f((int)p->size()); return s; }
int main() { std::vector<std::unique_ptr<std::string>> v; v.push_back(std::make_unique<std::string>("abc")); printf("%d\\n", work(std::move(v), [k = 2](int n) { return n * k; })); return 0; }`,
    aspects,
    output: "6\n1 calls",
    compiler: ["-std=gnu++17"],
    beyond: "move-only arguments don't compile there",
  },
  "tuple, optional, variant, string_view": {
    source: `#include <optional>
#include <string_view>
#include <tuple>
#include <variant>
std::optional<std::tuple<int, double>> work(std::variant<int, double> v, std::string_view s) { if (auto *i = std::get_if<int>(&v)) return std::make_tuple(*i + (int)s.size(), 0.5); return std::nullopt; }
int main() { auto r = work(3, "abcd"); auto [a, b] = *r; printf("%d %.1f %d\\n", a, b, (int)work(1.5, "").has_value()); return 0; }`,
    aspects,
    output: "7 0.5 0\n2 calls",
    compiler: ["-std=gnu++17"],
    beyond: "can't parse this library code",
  },
  "gnu++11 and 14 with threads and atomics": {
    source: `#include <atomic>
#include <mutex>
#include <thread>
std::atomic<int> n(0); std::mutex m;
void work(int by) { std::lock_guard<std::mutex> l(m); n += by; }
int main() { std::thread t([] { work(2); }); t.join(); work(3); printf("%d\\n", n.load()); return 0; }`,
    aspects,
    output: "5\n2 calls",
    compiler: ["-std=gnu++14", "-pthread"],
  },
};
