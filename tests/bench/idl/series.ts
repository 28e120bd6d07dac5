/** Operations with 1 to 100 words (the paper's second experiment), and a client and a server for them, as text. */
export const COUNTS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 62, 63, 64, 80, 100] as const;

/** An operation's mark when it is measured is its number of words. */
export function seriesIdl(): string {
  const operations = COUNTS.map(
    (count) => `  void longs${count}(${list(count, (index) => `in long a${index}`)});`,
  );
  return `[uuid(0)] interface series {\n${operations.join("\n")}\n};\n`;
}

export function seriesClient(): string {
  const calls = COUNTS.map(
    (count) =>
      `static APART void longs${count}(void) { REGION(${count}); series_longs${count}(service, ${list(count, (index) => `v[${index}]`)}, &env); REGION_END; }`,
  );
  return [
    '#include "series_client.h"',
    '#include "values.h"',
    "series service;",
    "CORBA_Environment env = IDL4_DEFAULT_ENVIRONMENT;",
    "CORBA_long v[100];",
    "void *CORBA_alloc(idl4_word_t bytes) { (void)bytes; return 0; }",
    "void CORBA_free(void *pointer) { (void)pointer; }",
    ...calls,
    "void tracee_main(void)",
    "{",
    "  memset(&service, 0, sizeof(service));",
    "  *(idl4_word_t *)(void *)&service = 0x222;",
    "  for (int i = 0; i < 100; i++) v[i] = (CORBA_long)value(1, 7, i);",
    ...COUNTS.map((count) => `  longs${count}(); expect(env._major == CORBA_NO_EXCEPTION, 1);`),
    "}",
    "",
  ].join("\n");
}

export function seriesServer(): string {
  const services = COUNTS.flatMap((count) => [
    `static APART void check${count}(${list(count, (index) => `CORBA_long a${index}`)}) { const CORBA_long all[] = {${list(count, (index) => `a${index}`)}}; for (int i = 0; i < ${count}; i++) expect(all[i] == (CORBA_long)value(1, 7, i), 2); }`,
    `IDL4_INLINE void longs${count}(CORBA_Object _caller, ${list(count, (index) => `const CORBA_long a${index}`)}, idl4_server_environment *_env)`,
    `{ (void)_caller, (void)_env; ${list(count, (index) => `(void)a${index}`).replaceAll(", ", "; ")}; CHECK(check${count}(${list(count, (index) => `a${index}`)})); }`,
    `IDL4_PUBLISH_SERIES_LONGS${count}(longs${count})`,
  ]);
  return [
    '#include "series_server.h"',
    '#include "values.h"',
    "#ifdef VERIFY",
    "#define CHECK(x) x",
    "#else",
    "#define CHECK(x) (void)0",
    "#endif",
    ...services,
    "static IDL4_SERVICE __attribute__((unused)) void series_discard(idl4_server_t *server) { (void)server; LEAVE(98); }",
    "void tracee_main(void)",
    "{",
    "  static series_buffer_t buffer;",
    "  idl4_server_t server;",
    "  series_start(&server, &buffer);",
    "#ifdef SERIES_SERVE",
    "  SERIES_SERVE(server);",
    "#else",
    "  static const idl4_service_t table[] = SERIES_DEFAULT_VTABLE;",
    "  for (;;) {",
    "    series_reply_and_wait(&server);",
    "    idl4_process_request(&server, table[idl4_request_id(&server) & SERIES_FID_MASK]);",
    "  }",
    "#endif",
    "}",
    "",
  ].join("\n");
}

function list(count: number, item: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => item(index)).join(", ");
}
