/**
 * Real CORBA files, with omniidl as the judge: what it accepts is read and checked here without a problem. The other
 * corpora take longer to fetch and to judge: `npm run bench -- idl-corpus`.
 */
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { expect, test } from "vitest";
import { checkProblem, sourcesOf } from "../../bench/idl-corpus/bench.js";
import { omniorbBelow } from "../../bench/idl-corpus/corpora.js";
import { requireTool } from "../../support/index.js";

test("omniORB's files are understood wherever omniidl understands them", (context) => {
  requireTool(context, "omniidl");
  const corpus = omniorbBelow("/");
  expect(existsSync(corpus.folder), "apt-get install omniorb-idl").toBe(true);
  const sources = sourcesOf(corpus);
  expect(sources.length).toBeGreaterThan(50);
  const refused = sources.filter((source) => checkProblem(corpus, source) !== undefined);
  const wrongly = refused.filter((source) => corpus.accepts(source.file) === true);
  expect(wrongly.map(({ file }) => relative(corpus.folder, file))).toEqual([]);
  expect(refused.length).toBeLessThan(sources.length / 10);
});
