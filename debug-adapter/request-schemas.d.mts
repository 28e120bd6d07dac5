/** JSON Schema: `requests` by command, `definitions` that they refer to. */
export function requestSchemas(): {
  readonly definitions: Readonly<Record<string, object>>;
  readonly requests: Readonly<Record<string, object>>;
};
