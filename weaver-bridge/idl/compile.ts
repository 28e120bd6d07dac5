/**
 * The stub generator as one function: IDL text in, C files, layouts and problems out. Files come from the caller's
 * `readInclude`; nothing is written. Start reading here: parse/ and check/ understand, middle/ decides, emit/ writes.
 */

import type { Problem } from "../model/index.js";
import { baseName, fileName } from "./base-name.js";
import { type CheckedUnit, checkUnit } from "./check/check.js";
import { METHOD_BITS } from "./check/interface-context.js";
import type { ImportedType } from "./check/resolver.js";
import { renderDeclarations, upper } from "./emit/c-types.js";
import { renderClient } from "./emit/client/render.js";
import { renderPacking } from "./emit/packed.js";
import { renderServer } from "./emit/server/render.js";
import { COMMON_HEADER } from "./emit/support/common.js";
import { largestStringPart, renderTables } from "./emit/tables.js";
import { renderTemplate } from "./emit/template.js";
import { ABIS, threadSize } from "./kernels/abis.js";
import { BACK_ENDS } from "./kernels/back-ends.js";
import { UNBOUNDED_BYTES } from "./middle/elements.js";
import { explain } from "./middle/explain.js";
import type { Kernel, KernelAbi } from "./middle/kernel-abi.js";
import { layOutInterface } from "./middle/layout.js";
import type { InterfaceLayout } from "./middle/message.js";
import { optimizationsOf } from "./middle/optimizations.js";
import { DEFAULT_OPTIONS, type IdlOptions } from "./options.js";
import type { ReadInclude } from "./parse/read-include.js";
import { makeReport, type Report } from "./parse/report.js";
import { renderSelfTest, SELF_TEST_HEADER } from "./self-test/index.js";

export interface CompileInput {
  /** As problems should spell it; its base name becomes that of the outputs. */
  readonly file: string;
  /** Latin1: an index is a byte offset. */
  readonly text: string;
  readonly readInclude: ReadInclude;
  /** Types of an imported C header; without it, headers are included but their types stay unknown. */
  readonly importHeader?: (name: string, from: string) => readonly ImportedType[] | undefined;
  /** The application configuration file: attributes kept apart from the interface. */
  readonly acf?: { readonly file: string; readonly text: string } | undefined;
  readonly kernel: Kernel;
  readonly options?: IdlOptions;
  /** Also write the application that tests every operation. */
  readonly selfTest?: boolean;
}

export interface CompileOutput {
  /** Path below the output folder. */
  readonly name: string;
  readonly text: string;
}

export interface CompileResult {
  /** Empty when a problem is an error. */
  readonly outputs: readonly CompileOutput[];
  readonly layout: readonly InterfaceLayout[];
  /** The layouts for people. */
  readonly explanation: string;
  readonly problems: readonly Problem[];
}

export function compileIdl(input: CompileInput): CompileResult {
  const options = input.options ?? DEFAULT_OPTIONS;
  const report = makeReport();
  const checked = checkUnit(
    {
      file: input.file,
      text: input.text,
      readInclude: input.readInclude,
      importHeader: input.importHeader,
      defines: options.defines,
      acf: input.acf,
      threadSize: threadSize(input.kernel),
    },
    report,
  );
  checkKernel(checked, ABIS[input.kernel], report);
  if (report.failed) return { outputs: [], layout: [], explanation: "", problems: sorted(report.problems) };
  const layout = checked.interfaces.map((declared) => {
    const plain = layOutInterface(declared, ABIS[input.kernel], options.optimizations);
    const operations = plain.operations.map((operation) => ({
      ...operation,
      optimizations: optimizationsOf(plain, operation, options),
    }));
    return { ...plain, operations };
  });
  const outputs = render(input.file, checked, layout, input.kernel, options);
  if (input.selfTest === true) outputs.push(...selfTest(input.file, layout, options));
  return { outputs, layout, explanation: explain(layout), problems: sorted(report.problems) };
}

/** By file and place, as people read. */
function sorted(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => {
    if (a.range === undefined || b.range === undefined || a.range.file !== b.range.file) return 0;
    return a.range.startLine - b.range.startLine || a.range.startColumn - b.range.startColumn;
  });
}

/** What a kernel cannot do, said at the construct. */
function checkKernel(checked: CheckedUnit, abi: KernelAbi, report: Report): void {
  const { title, kernelMessages } = abi;
  for (const { name, number, span, operations } of checked.interfaces) {
    if (number >> (abi.idBits - METHOD_BITS) > 0)
      report.error(
        "idl/number",
        span,
        `the number of ${name}, ${number}, does not fit a message of ${title}`,
        `Interface numbers go up to ${2 ** (abi.idBits - METHOD_BITS) - 1} there: choose a smaller one with uuid.`,
      );
    for (const operation of operations) {
      if (operation.kernelMessage === undefined) continue;
      if (kernelMessages === undefined) {
        report.error(
          "idl/kernel",
          operation.span,
          `kernelmsg means nothing on ${title}`,
          "Kernel messages with numbers exist on V4; X0 page faults are an operation with uuid(0).",
        );
        continue;
      }
      const why = kernelMessages.whyNot(operation);
      if (why !== undefined)
        report.error(
          "idl/kernel",
          operation.span,
          `this kernel message cannot be received: ${why}`,
          "Declare it as the kernel sends it, e.g. [kernelmsg(idl4::pagefault)] void f(in word addr, in word ip, in word rights, out fpage page).",
        );
    }
  }
}

function selfTest(file: string, layout: readonly InterfaceLayout[], options: IdlOptions): CompileOutput[] {
  const base = baseName(file);
  return [
    { name: `${base}_self_test.c`, text: renderSelfTest(layout, base, options) },
    { name: "idl4/self-test.h", text: SELF_TEST_HEADER },
  ];
}

/** The support header's string buffers are as large as the largest value, unless the application says more. */
function bufferSize(layouts: readonly InterfaceLayout[]): string {
  const largest = Math.max(0, ...layouts.map(largestStringPart));
  if (largest <= UNBOUNDED_BYTES) return "";
  return `#ifndef SERVER_BUFFER_SIZE\n#define SERVER_BUFFER_SIZE ${largest}\n#endif\n`;
}

/** Choices that the support header acts on. */
function choices({ optimizations }: IdlOptions): string {
  const wanted = [
    optimizations.sysenter ? "IDL4_SYSENTER" : "",
    optimizations.freeFramePointer ? "" : "IDL4_KEEP_EBP",
    optimizations.scanStrings ? "IDL4_SCAN_STRINGS" : "",
  ].filter(Boolean);
  return wanted.map((name) => `#ifndef ${name}\n#define ${name}\n#endif\n`).join("");
}

function render(
  file: string,
  checked: CheckedUnit,
  layouts: readonly InterfaceLayout[],
  kernel: Kernel,
  options: IdlOptions,
): CompileOutput[] {
  const base = baseName(file);
  const backEnd = BACK_ENDS[kernel];
  const names = { plain: options.cTypes };
  const operations = layouts.flatMap((layout) => layout.declared.operations);
  const types =
    renderDeclarations(checked.declarations, operations, names) + renderPacking(operations, names);
  const banner = (what: string) =>
    `/* ${what} of ${fileName(file)} for L4 ${ABIS[kernel].title}, made by weft idl: edit the interface, not this file. */\n`;
  const guarded = (suffix: string, body: string) => {
    const guard = `_IDL4_${upper(base).replace(/[^A-Z0-9]/g, "_")}_${suffix}_H`;
    return `#ifndef ${guard}\n#define ${guard}\n\n${bufferSize(layouts)}${choices(options)}#include "idl4/${kernel}.h"\n\n${body}#endif\n`;
  };
  const client = layouts.map((layout) => renderClient(layout, options, backEnd)).join("\n");
  const server = layouts
    .map((layout) => `${renderServer(layout, options, backEnd)}\n${renderTables(layout, options, backEnd)}`)
    .join("\n");
  return [
    { name: `${base}_client.h`, text: banner("Client stubs") + guarded("CLIENT", `${types}${client}\n`) },
    { name: `${base}_server.h`, text: banner("Server stubs") + guarded("SERVER", `${types}${server}\n`) },
    { name: `${base}_template.c`, text: renderTemplate(layouts, base, options) },
    { name: "idl4/common.h", text: COMMON_HEADER },
    { name: `idl4/${kernel}.h`, text: backEnd.header },
  ];
}
