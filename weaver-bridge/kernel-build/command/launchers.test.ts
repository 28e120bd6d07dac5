import { expect, test } from "vitest";
import { launcherWords } from "./launchers.js";

test.each([
  ["gcc -c b.c", 0],
  ["A=1 B=2 gcc -c b.c", 2],
  ["env -u A -C d B=1 gcc -c b.c", 6],
  ["nice -n 5 ionice -c 3 gcc -c b.c", 6],
  ["timeout -k 5 --signal=KILL 60 gcc -c b.c", 5],
  ["linux32 gcc -c b.c", 1],
  ["flock -w 5 lock gcc -c b.c", 4],
  ["sudo -u builder gcc -c b.c", 3],
  ["bear --output x.json -- gcc -c b.c", 4],
  ["libtool --tag=CC --mode=compile gcc -c b.c -o b.lo", 3],
  ["/bin/sh ../libtool --silent --mode=compile gcc -c b.c -o b.lo", 4],
  ["cmake -E env A=1 --unset=B gcc -c b.c", 5],
  ["cmake -E __run_co_compile --tidy=clang-tidy;-p --source=b.c -- gcc -c b.c", 6],
  ["cmake -E touch b.c", 0],
  ["ccache -s", 0],
])("%s", (line, words) => {
  expect(launcherWords(line.split(" "))).toBe(words);
});
