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
): Readonly<Record<"absent" | "present" | "wildcards" | "typical" | "concern" | "matching", BenchAspects>> {
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
    wildcards: {
      title: "no match: wildcards and members that nothing has",
      goal: "1.02x",
      text: `aspect Wildcards {
  int seen;
  advice execution("% no_such_%(...)") : before() { seen++; }
  advice call("% %_is_nowhere(...)") : before() { seen++; }
  advice set("% no_such_structure::%") || get("${structure}::no_such_%") : after() { seen++; }
};
`,
    },
    typical: {
      title: "a typical set: two functions by name, two by wildcards, one member",
      goal: "1.05x",
      text: `aspect Typical {
  int seen;
  advice execution("% ${linux ? "do_exit" : "exit_process"}(...)") : before() { seen++; }
  advice execution("% ${linux ? "kthread_stop" : "wake_process"}(...)") : before() { seen++; }
  advice execution("% ${linux ? "ext4_sync_%" : "inode_%"}(...)") : before() { seen++; }
  advice execution("% ${linux ? "tcp_%_timer" : "xdr_put_%"}(...)") : before() { seen++; }
  advice set("${structure}::${linux ? "exit_state" : "state"}") : after() { seen++; }
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
