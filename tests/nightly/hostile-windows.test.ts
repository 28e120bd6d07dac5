/**
 * The hostile folders in the IDE's window, one after the other: nothing runs before the question is answered, nor after *No*,
 * whatever is opened; and after *Yes* the window still answers. WEFT_HOSTILE_ONLY (words of a name) picks folders.
 */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  type IdeProcess,
  openBrowser,
  openFile,
  openWindow,
  startIde,
} from "../ide/support/index.js";
import { BY_FILES, BY_WORDS, makePlace, type Place } from "../support/hostile/index.js";
import { keepResultsOf } from "./results.js";

keepResultsOf("hostile folders in the window");
const { WEFT_HOSTILE_ONLY: only = "", PATH = "" } = process.env;
const folders = Object.entries({ ...BY_FILES, ...BY_WORDS }).filter(([kind]) => kind.includes(only));
let place: Place | undefined;
let ide: IdeProcess;
let browser: Browser;

beforeAll(async () => {
  [ide, browser] = await Promise.all([startIde({ environment: { PATH: `.:${PATH}` } }), openBrowser()]);
});
afterEach(() => place?.remove());
afterAll(async () => {
  await browser?.close();
  await ide?.stop();
});

test.each(folders)("%s: nothing runs before Yes", async (_, make) => {
  place = makePlace();
  make(place);
  const page = await browser.context.newPage();
  try {
    // Its token is in the address; the folder is what stands behind the hash.
    await openWindow(page, `${ide.address.replace(/#.*/, "")}#${encodeURI(place.root)}`);
    await page.locator(".dialogOverlay").waitFor();
    expect(place.ran()).toEqual([]);
    await answerTrust(page, "No");
    for (const name of ["a.c", "t.ah", "i.idl"]) await openFile(page, name);
    expect(place.ran()).toEqual([]);
    await page.reload();
    await page.locator(".theia-preload").waitFor({ state: "detached" });
    await page.locator(".dialogOverlay").waitFor();
    expect(place.ran()).toEqual([]);
    await answerTrust(page, "Yes");
    await openFile(page, "s.c");
  } finally {
    await page.close();
  }
});
