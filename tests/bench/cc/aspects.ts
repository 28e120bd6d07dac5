/** The aspects that units are compiled with: from those that no unit can match to those that match much. */
export interface BenchAspects {
  readonly title: string;
  /** CPU time over the plain compiler's that we want to stay under. */
  readonly goal: string;
  readonly text: string;
}

const FIELD = { linux: "% task_struct", miniUnix: "% process" };

export function benchAspects(
  linux: boolean,
): Readonly<Record<"absent" | "present" | "concern" | "matching", BenchAspects>> {
  const structure = linux ? FIELD.linux : FIELD.miniUnix;
  return {
    absent: {
      title: "no match: names that occur nowhere",
      goal: "1.05x",
      text: `aspect Absent {
  int seen;
  advice execution("% no_such_function(...)") : before() { seen++; }
  advice set("% no_such_structure::no_such_field") : after() { seen++; }
};
`,
    },
    present: {
      title: "no match: names that occur",
      goal: "1.05x",
      text: `aspect Present {
  int seen;
  advice call("${structure}(...)") : before() { seen++; }
  advice set("${structure}::inode") : after() { seen++; }
};
`,
    },
    concern: {
      title: "match: executions of the unit's own functions, sets of one field",
      goal: "1.4x",
      text: `aspect States {
  unsigned long changes;
  advice set("${structure}::${linux ? "__state" : "state"}") : after() { changes++; }
};
aspect Executions {
  unsigned long executions;
  advice execution("% %(...)" && file(".../%.c")) : before() { executions++; }
};
`,
    },
    matching: {
      title: "match: sets of process fields, executions",
      goal: "1.5x",
      text: `aspect Fields {
  unsigned long changes;
  advice set("${structure}::%") : after() { changes++; }
};
aspect Executions {
  unsigned long executions;
  advice execution("% %(...)" && file(".../%.c")) : before() { executions++; }
};
`,
    },
  };
}
