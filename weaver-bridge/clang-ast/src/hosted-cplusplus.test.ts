/** Units that include the standard library, preprocessed by the real g++ in each dialect. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { entityName, parseSnippet } from "../../../tests/support/index.js";

const PROGRAM = `
#include <bits/stdc++.h>
struct Job { std::string name; int prio; Job(const std::string &n, int p) : name(n), prio(p) {}
  bool operator<(const Job &o) const { return prio < o.prio; } };
std::map<std::string, int> table; int total;
int add(std::vector<Job> &v, const char *n) { v.push_back(Job(n, total++)); table[n] = total; std::sort(v.begin(), v.end()); std::cout << v[0].name << std::endl; return v.size(); }
#if __cplusplus >= 201103L
std::shared_ptr<Job> share() { return std::make_shared<Job>("x", 1); }
std::tuple<int, std::string> both() { return std::make_tuple(1, "a"); }
void run() { std::thread t([] { total++; }); t.join(); std::regex r("a+"); std::function<int(int)> f = [](int a) { return a; }; total = f(2);
  for (auto &e : table) total += e.second; std::unordered_map<int, int> m; std::mutex lock; std::lock_guard<std::mutex> g(lock); }
#endif
#if __cplusplus >= 201703L
std::variant<int, Job> either() { return 1; } std::optional<int> maybe() { return 2; }
void walk() { for (auto &p : std::filesystem::directory_iterator(".")) std::cout << p.path(); auto [a, b] = both(); total = a; std::visit([](auto &&x) { total++; }, std::variant<int, long>(1)); }
#endif
`;

const preprocess = (dialect: string, target: string) =>
  execFileSync("g++", ["-E", "-x", "c++", dialect, target, "-pthread", "-"], {
    input: PROGRAM,
    encoding: "latin1",
    maxBuffer: 64e6,
    timeout: 60_000,
  });

test.each([
  ["-std=gnu++98", "-m64"],
  ["-std=gnu++11", "-m64"],
  ["-std=gnu++14", "-m64"],
  ["-std=gnu++17", "-m64"],
  ["-std=gnu++17", "-m32"],
])(
  "g++ %s %s: no errors, and facts of the program's own functions only",
  (dialect, target) => {
    const text = preprocess(dialect, target);
    const facts = parseSnippet(text, { language: "c++", arguments: [dialect, target] });
    expect(facts.diagnostics).toEqual([]);
    const executions = facts.shadows.flatMap((shadow) =>
      shadow.kind === "execution" ? [entityName(facts, shadow.entity)] : [],
    );
    const newer = dialect >= "-std=gnu++11" && dialect !== "-std=gnu++98" ? ["share", "both", "run"] : [];
    const newest = dialect === "-std=gnu++17" ? ["either", "maybe", "walk"] : [];
    expect(executions).toEqual(["Job::operator<", "add", ...newer, ...newest]);
    const called = facts.shadows.flatMap((shadow) =>
      shadow.kind === "call" ? [facts.entities[shadow.entity]?.name] : [],
    );
    expect(called).toEqual(expect.arrayContaining(["push_back", "operator[]", "sort", "operator<<", "size"]));
    const filtered = parseSnippet(text, {
      language: "c++",
      arguments: [dialect, target],
      identifiers: ["add"],
    });
    const own = (from: typeof facts) => {
      const add = from.entities.findIndex((entity) => entity.name === "add" && entity.kind === "function");
      return from.shadows.filter((shadow) => shadow.within === add).map(({ kind, range }) => [kind, range]);
    };
    expect(own(filtered)).toEqual(own(facts));
    expect(filtered.diagnostics).toEqual([]);
  },
  120_000,
);
