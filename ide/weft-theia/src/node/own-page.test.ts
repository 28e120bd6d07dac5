import type { IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { isFromOwnPage } from "./own-page";

const host = "localhost:3000";
const own = "http://localhost:3000";

test.each<[string, string, IncomingHttpHeaders, boolean]>([
  ["a page of another port", "POST", { origin: "http://localhost:3001" }, false],
  ["another port with the word same-site", "POST", { origin: own, "sec-fetch-site": "same-site" }, false],
  ["a foreign page", "PUT", { origin: "http://evil.example" }, false],
  ["a page that hides its origin", "DELETE", { origin: "null" }, false],
  ["a webview", "POST", { origin: "http://a1.webview.localhost:3000" }, false],
  ["nobody says who", "POST", {}, false],
  ["the page itself", "POST", { origin: own, "sec-fetch-site": "same-origin" }, true],
  ["a browser without Fetch-Metadata", "POST", { origin: own }, true],
  ["the page itself, without its origin", "POST", { "sec-fetch-site": "same-origin" }, true],
  ["a method that nobody knows", "BREW", { origin: "http://evil.example" }, false],
  ["a script of another port", "GET", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }, false],
  [
    "a frame of a foreign page",
    "GET",
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" },
    false,
  ],
  [
    "a link",
    "GET",
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    true,
  ],
  ["a request with a foreign origin", "GET", { origin: "http://localhost:3001" }, false],
  ["a command line", "GET", {}, true],
])("%s: %s", (_who, method, headers, isTaken) => {
  expect(isFromOwnPage({ method, headers: { host, ...headers } })).toBe(isTaken);
});

test("a connection that stays open is held to the same as what changes something", () => {
  const upgrade = (headers: IncomingHttpHeaders) =>
    isFromOwnPage({ method: "GET", headers: { host, ...headers } }, true);
  expect(upgrade({ origin: own })).toBe(true);
  expect(upgrade({})).toBe(false);
  expect(upgrade({ origin: "http://localhost:3001" })).toBe(false);
  expect(upgrade({ origin: own, "sec-fetch-site": "cross-site" })).toBe(false);
});

test("the port that a scheme implies is none of another origin", () => {
  const headers = { host: "weft.example", origin: "https://weft.example:443" };
  expect(isFromOwnPage({ method: "POST", headers })).toBe(true);
  expect(
    isFromOwnPage({ method: "POST", headers: { ...headers, origin: "https://weft.example:8443" } }),
  ).toBe(false);
});
