// Every hostile folder, and every command of `weft` that may be called in a folder that is only looked at, and the language
// server with all that it can be asked: nothing runs. WEFT_HOSTILE_ONLY (words of a name) picks folders, WEFT_HOSTILE_CALLS
// (`debug`) the calls of one command.
import { afterEach, expect, test } from "vitest";
import {
  ALL_CALLS,
  BY_FILES,
  BY_WORDS,
  cameThrough,
  cameThroughAdapter,
  cameThroughServer,
  makePlace,
  type Place,
} from "../support/hostile/index.js";
import { keepResultsOf } from "./results.js";

keepResultsOf("hostile folders");
const { WEFT_HOSTILE_ONLY: only = "", WEFT_HOSTILE_CALLS: command } = process.env;
const calls = ALL_CALLS.filter(([name]) => command === undefined || name === command);
const folders = Object.entries({ ...BY_WORDS, ...BY_FILES }).filter(([kind]) => kind.includes(only));
let place: Place | undefined;
afterEach(() => place?.remove());

test.each(folders)("%s: nothing runs, whatever is called", async (_, make) => {
  place = makePlace();
  make(place);
  const ofServers =
    command === undefined ? [...(await cameThroughServer(place)), ...(await cameThroughAdapter(place))] : [];
  expect([...ofServers, ...(await cameThrough(place, calls))]).toEqual([]);
});
