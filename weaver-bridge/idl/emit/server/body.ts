/** The statements of a server stub, in order. */
import type { Operation } from "../../check/interface-model.js";
import { isArray } from "../../check/types.js";
import type { MessageLayout } from "../../middle/message.js";
import { cType, declareResult, isByValue } from "../c-types.js";
import { blockFields, dataFields } from "../fields.js";
import { marshalReply, raise, silence } from "./reply.js";
import { clamps, orderedLoads, prepare, refusals } from "./request.js";
import { resultRecord, type Service, stringBuffer } from "./service.js";

function dataType(service: Service, keyword: string, message: MessageLayout | undefined): string[] {
  const fields =
    message === undefined
      ? []
      : dataFields(service.operation.operation, message, service.layout.abi, service.names);
  return fields.length === 0
    ? []
    : [`struct IDL4_ALIAS ${keyword} {`, ...fields.map((field) => `  ${field}`), "};"];
}

export function serviceBody(service: Service): string[] {
  const { operation, reply, exceptions } = service.operation;
  const prepared = operation.parameters.map((parameter) => prepare(service, parameter));
  const results = new Map<string, string>();
  operation.parameters.forEach((parameter, index) => {
    const value = prepared[index]?.result;
    if (value !== undefined) results.set(parameter.name, value);
  });
  const record = resultRecord(service);
  const returned =
    operation.result !== undefined && isArray(operation.result.type)
      ? `(*(${cType(operation.result.type, service.names)} *)__return)`
      : "__return";
  if (operation.result !== undefined) results.set("__return", record ?? returned);
  const out = marshalReply(service, results);
  const code = [
    ...prepared.flatMap((entry) => entry.before),
    ...prepared.map((entry) => entry.argument),
    ...out.lines,
    out.trimmed ?? "",
  ].join(" ");
  const lines = declarations(service, code);
  lines.push("idl4_server_environment _environment = {0, 0, 0};", "");
  lines.push(
    ...orderedLoads(service, prepared),
    ...refusals(service),
    ...clamps(service),
    ...transforms(operation, "inTransform"),
  );
  const call = `_implementation(${["_server->partner", ...prepared.map((entry) => entry.argument), "&_environment"].join(", ")})`;
  const guarded = operation.parameters.some((parameter) => parameter.inTransform !== undefined);
  lines.push(...callLines(service, call, guarded), ...transforms(operation, "outTransform"));
  if (reply === undefined) return [...lines, ...silence(service)];
  lines.push(
    "if (IDL4_UNLIKELY(_environment._silent)) {",
    ...silence(service).map((line) => `  ${line}`),
    "  return;",
    "}",
  );
  lines.push(
    "if (IDL4_UNLIKELY(_environment._exception)) {",
    ...raise(service, exceptions.length > 0),
    "  return;",
    "}",
  );
  lines.push(...out.lines, ...service.backEnd.finish(service, out));
  return lines;
}

function declarations(service: Service, code: string): string[] {
  const { request, reply } = service.operation;
  return [
    ...(/\b_in->/.test(code) ? dataType(service, "_request", request) : []),
    ...(/\b_out->/.test(code) ? dataType(service, "_reply", reply) : []),
    ...blockOf(service, "_in_block", request, 0),
    ...blockOf(service, "_out_block", reply, request.indirectParts),
    ...service.backEnd.pointers(service, code),
  ];
}

/** The block that stands in for a memory message, in its string buffer. */
function blockOf(
  service: Service,
  name: string,
  message: MessageLayout | undefined,
  firstPart: number,
): string[] {
  if (message?.block === undefined) return [];
  const fields = blockFields(service.operation.operation, message, service.names);
  return [
    `struct IDL4_ALIAS ${name}_t {`,
    ...fields.map((field) => `  ${field}`),
    `} *const ${name} = (struct ${name}_t *)${stringBuffer(service, firstPart + message.block.part)};`,
  ];
}

function transforms(operation: Operation, which: "inTransform" | "outTransform"): string[] {
  return operation.parameters.flatMap((parameter) => {
    const name = parameter[which];
    return name === undefined
      ? []
      : [
          `${name}(_server->partner, ${isByValue(parameter.type) || parameter.transfer.kind === "packed" ? parameter.name : `&${parameter.name}`}, &_environment);`,
        ];
  });
}

function callLines(service: Service, call: string, guarded: boolean): string[] {
  const {
    operation: { operation },
    names,
  } = service;
  const condition = guarded ? "if (!_environment._exception) " : "";
  if (operation.result === undefined) return [`${condition}${call};`];
  const record = resultRecord(service);
  if (record !== undefined) return [`${condition}${record} = ${call};`];
  const declared = declareResult(operation, "__return", names);
  if (!guarded) return [`${declared} = ${call};`];
  return [
    `${declared};`,
    `__builtin_memset(&__return, 0, sizeof(__return));`,
    `${condition}__return = ${call};`,
  ];
}
