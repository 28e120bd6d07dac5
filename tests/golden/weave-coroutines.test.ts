/**
 * Executions of coroutines (C++20) are those of the call that makes one: the body goes on in a function of its own, whose
 * frame holds what was passed.
 */
import { describe, expect, test } from "vitest";
import { runProgram, weaveSource } from "./support/weave-source.js";

const SOURCE = `#include <coroutine>
#include <cstdio>
long ran, bodies;
struct Task {
  struct promise_type {
    int sum = 0;
    Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int n) { sum += n; return {}; }
    void return_value(int n) { sum += n; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  explicit Task(std::coroutine_handle<promise_type> h) : handle(h) {}
  Task(Task &&from) : handle(from.handle) { from.handle = nullptr; }
  ~Task() { if (handle) handle.destroy(); }
  int value() { while (!handle.done()) handle.resume(); return handle.promise().sum; }
};
struct Plain { int a[9]; };
struct Big { int a[8]; Big(int n) { for (int &x : a) x = n; } Big(const Big &o) { for (int i = 0; i < 8; i++) a[i] = o.a[i]; } ~Big() { a[0] = a[1] = -99; } };
Task by_value(Big b, Plain p) { bodies++; co_yield b.a[0]; co_await std::suspend_always{}; co_return b.a[1] + p.a[3]; }
Task by_reference(const Big &b) { bodies++; co_yield b.a[0]; co_return 1; }
struct S {
  int k = 5;
  Task member(int x) { bodies++; co_yield k; co_return x; }
  static Task of_class() { bodies++; co_return 3; }
  template<class T> Task member_template(T t) { bodies++; co_yield t; co_return k; }
};
template<class T> Task of_template(T t) { bodies++; co_yield (int)t; co_return (int)t; }
Task of_auto(auto t) { bodies++; co_yield (int)t; co_return (int)t; }
template<class T> struct Q { Task member(T t) { bodies++; co_return (int)t; } };
int main() {
  Plain p{{1, 2, 3, 4}}; Big b(7); S s;
  Task first = by_value(Big(3), p);
  p.a[3] = 100;
  int v = first.value() + by_reference(b).value() * 3 + s.member(2).value() * 5 + S::of_class().value() * 7;
  v += s.member_template(4).value() * 11 + of_template('a').value() + of_auto(4L).value() + Q<char>().member(1).value();
  std::printf("%d %ld %ld\\n", v, bodies, ran);
}
`;
const ADVICE = {
  before: "before() { ran++; }",
  after: "after() { ran++; }",
  around: "around() { ran++; tjp->proceed(); }",
  "before, with arguments": "before() { ran += tjp->ARGS >= 0; }",
};

describe("executions of coroutines", () => {
  for (const [name, advice] of Object.entries(ADVICE))
    test(name, () => {
      const aspects = `aspect Count {
  advice execution("Task ...::%(...)") && !within("Task::promise_type") : ${advice}
};
`;
      const { unitText, woven, problems } = weaveSource(SOURCE, aspects, {
        dialect: "-std=gnu++20",
        flags: ["-m64"],
      });
      expect(problems).toEqual([]);
      expect(runProgram(unitText, ["g++", "-O1", "-w", "-std=gnu++20"])).toBe("493 8 0\n");
      for (const command of [
        ["g++", "-O0", "-fsanitize=address"],
        ["g++", "-O2"],
      ])
        expect(runProgram(woven.text, [...command, "-w", "-std=gnu++20"])).toBe("493 8 8\n");
    });
});
