import type { IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { isFromProxy, proxyUserOf } from "./proxy-user";

const isToken = (token: string) => token === "right";

function admits(
  headers: IncomingHttpHeaders,
  { from = "10.1.2.3", environment = {}, method = "GET", url = "/services" } = {},
): boolean {
  const user = proxyUserOf({ WEFT_USER: "alice", ...environment });
  const request = { headers, method, url, socket: { remoteAddress: from } };
  return isFromProxy(request as unknown as Parameters<typeof isFromProxy>[0], user, isToken);
}

test("the user's name counts only together with the token", () => {
  expect(admits({ "x-forwarded-user": "alice", "x-weft-token": "right" })).toBe(true);
  expect(admits({ "x-forwarded-user": "alice" })).toBe(false);
  expect(admits({ "x-forwarded-user": "alice", "x-weft-token": "wrong" })).toBe(false);
  expect(admits({ "x-weft-token": "right" })).toBe(false);
});

test("nobody else comes in, and nobody at all where no user is named", () => {
  const headers = { "x-forwarded-user": "bob", "x-weft-token": "right" };
  expect(admits(headers)).toBe(false);
  expect(admits(headers, { environment: { WEFT_USER: "" } })).toBe(false);
});

test("a gateway at an address that was named needs no token", () => {
  const environment = { WEFT_PROXIES: "127.0.0.1, 10.1.0.0/16,fd00::/8" };
  const headers = { "x-forwarded-user": "alice" };
  expect(admits(headers, { environment })).toBe(true);
  expect(admits(headers, { environment, from: "::ffff:127.0.0.1" })).toBe(true);
  expect(admits(headers, { environment, from: "fd12::1" })).toBe(true);
  expect(admits(headers, { environment, from: "10.2.0.1" })).toBe(false);
});

test("an address that is none is told", () => {
  expect(() => proxyUserOf({ WEFT_USER: "alice", WEFT_PROXIES: "gateway" })).toThrow('names "gateway"');
});

test("the header's name is the operator's", () => {
  const environment = { WEFT_USER_HEADER: "X-Auth-Request-User" };
  expect(admits({ "x-auth-request-user": "alice", "x-weft-token": "right" }, { environment })).toBe(true);
  expect(admits({ "x-forwarded-user": "alice", "x-weft-token": "right" }, { environment })).toBe(false);
});

test("a foreign page may lead here, and do nothing else", () => {
  const foreign = { "x-forwarded-user": "alice", "x-weft-token": "right", "sec-fetch-site": "cross-site" };
  expect(admits(foreign)).toBe(false);
  expect(admits({ ...foreign, "sec-fetch-mode": "navigate" }, { method: "POST", url: "/" })).toBe(false);
  expect(admits({ ...foreign, "sec-fetch-mode": "navigate" }, { url: "/" })).toBe(true);
  expect(admits({ ...foreign, "sec-fetch-site": "same-origin" }, { method: "POST" })).toBe(true);
});
