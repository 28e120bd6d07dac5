import { expect, test } from "vitest";
import { parsePointcut } from "../../syntax/parse-pointcut.js";
import { kindsSelected } from "./selected-kinds.js";

const kinds = (text: string) => {
  const found = kindsSelected(parsePointcut(text).value);
  return found && [...found].sort().join(" ");
};

test.each([
  ['execution("% f(...)")', "execution"],
  ['call("% f(...)") || execution("% f(...)")', "call execution"],
  ['access("% s::%") && !ref("% s::%")', "get ref set"],
  ['call("% f(...)") && within("% g(...)")', "call"],
  ['call("% f(...)") && execution("% f(...)")', ""],
  ['"% f(...)"', ""],
  ['within("% f(...)")', undefined],
  ['!call("% f(...)")', undefined],
  ['call("% f(...)") || within("% g(...)")', undefined],
  ['execution("% f(...)") && cflow(call("% g(...)"))', undefined],
])("%s can select only: %s", (text, expected) => expect(kinds(text)).toBe(expected));
