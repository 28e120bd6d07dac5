// Every hostile folder, and every command of `weft` that may be called in a folder that is only looked at, and the language
// server with all that it can be asked: nothing runs. WEFT_HOSTILE_ONLY (words of a name) picks folders.
import { afterEach, expect, test } from "vitest";
import {
  ALL_CALLS,
  BY_FILES,
  BY_WORDS,
  cameThrough,
  cameThroughServer,
  makePlace,
  type Place,
} from "../support/hostile/index.js";
import { keepResultsOf } from "./results.js";

keepResultsOf("hostile folders");
const only = process.env.WEFT_HOSTILE_ONLY ?? "";
const folders = Object.entries({ ...BY_WORDS, ...BY_FILES }).filter(([kind]) => kind.includes(only));
let place: Place | undefined;
afterEach(() => place?.remove());

test.each(folders)("%s: nothing runs, whatever is called", async (_, make) => {
  place = makePlace();
  make(place);
  expect([...(await cameThroughServer(place)), ...(await cameThrough(place, ALL_CALLS))]).toEqual([]);
});
