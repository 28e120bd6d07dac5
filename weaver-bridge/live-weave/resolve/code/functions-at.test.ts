import { expect, test } from "vitest";
import { ACCESSES } from "../../../../tests/support/object-code/accesses.js";
import { compile } from "../../../../tests/support/object-code/compile.js";
import { readElf } from "../../../object-code/index.js";
import { parsePointcut } from "../../../pointcut/index.js";
import { functionsAt, openImageCode, resolveInImage } from "../index.js";

const TEXT = 'execution("% ...::%(...)") || call("% ...::%(...)") || access("% ...::%")';

test.each(["-O2", "-O0"])(
  "what is asked of a line alone is what all of the code has there, at %s",
  (level) => {
    const compiled = compile(ACCESSES, { compiler: "gcc", options: [level, "-g"], linked: true });
    compiled.remove();
    const image = openImageCode(readElf(compiled.bytes));
    const { value: pointcut } = parsePointcut(TEXT);
    const all = resolveInImage(image, { pointcut, text: TEXT, files: [] }).joinPoints;
    const [file = ""] = new Set(
      all.map(({ joinPoint }) => joinPoint.range.file).filter((name) => name !== ""),
    );
    const lines = new Set(all.map(({ joinPoint }) => joinPoint.range.startLine));
    expect(lines.size).toBeGreaterThan(20);
    for (const line of lines) {
      const functions = functionsAt(image, (name) => name === file, line);
      const asked = resolveInImage(image, { pointcut, text: TEXT, files: [], functions }).joinPoints;
      const here = (list: typeof all) =>
        list
          .filter(({ joinPoint }) => joinPoint.range.file === file && joinPoint.range.startLine === line)
          .map(({ joinPoint, places }) => `${joinPoint.id} ${places.map(({ address }) => address).join()}`)
          .sort();
      expect(here(asked), `line ${line}`).toEqual(here(all));
    }
  },
);
