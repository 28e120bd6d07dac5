import { expect, test } from "vitest";
import { isOwnHost, namesOf } from "./own-hosts";

test.each([
  ["127.0.0.1", "localhost:3000", true],
  ["127.0.0.1", "127.0.0.1:3000", true],
  ["::1", "[::1]:3000", true],
  ["127.0.0.1", "a1b2-c3.webview.localhost:3000", true],
  ["127.0.0.1", "evil.example:3000", false],
  ["127.0.0.1", "localhost.evil.example", false],
  ["127.0.0.1", "x.webview.evil.example", false],
  ["127.0.0.1", undefined, false],
  ["127.0.0.1", "", false],
  ["127.0.0.1", "a b", false],
  ["10.1.2.3", "10.1.2.3:80", true],
  ["10.1.2.3", "weft.example", false],
  ["0.0.0.0", "localhost:1", true],
  ["0.0.0.0", "evil.example", false],
])("a server on %s takes Host %s: %s", (address, host, taken) => {
  expect(isOwnHost(host, namesOf(address, ""))).toBe(taken);
});

test("its operator names it otherwise", () => {
  expect(isOwnHost("weft.example", namesOf("10.1.2.3", "weft.example, other"))).toBe(true);
});
