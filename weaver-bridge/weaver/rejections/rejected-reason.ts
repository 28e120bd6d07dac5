/** Why a compiler rejects a join point with advice, in words about the program: what it says is about generated code. */

export interface RejectedReason {
  readonly message: string;
  readonly hint: string;
}

/** `kind` and `signature` of the join point, what the compiler said first; `cplusplus` is the value of `__cplusplus`. */
export function rejectedReason(kind: string, signature: string, said: string, cplusplus = 0): RejectedReason {
  const what = `${kind} of '${signature}'`;
  const leaveOut = `&& !${kind}("${signature}")`;
  const fixed = copied(said);
  if (fixed !== undefined)
    return {
      message: `'${fixed}' can be neither copied nor moved (${said}), so after and around advice at ${what} can't hand it on`,
      hint: `Use before advice, leave it out (${leaveOut}), or give '${fixed}' a move constructor.`,
    };
  const reason = /^function '__weft_proceed_\d+' can never be inlined because (.*)/.exec(said)?.[1];
  if (reason !== undefined)
    return {
      message: `the body of '${signature}' can't stand inside around advice, as the compiler never inlines it: ${reason}`,
      hint: `Use before or after advice, or leave it out: ${leaveOut}.`,
    };
  const local = cplusplus < 201103 ? LOCAL_ARGUMENT.exec(said)?.[1] : undefined;
  if (local !== undefined)
    return {
      message: `'${local}' is a class inside a function, which is no argument of a template before C++11, and what stands between ${what} and its advice is a template`,
      hint: `Compile with -std=gnu++11 or later, define the class outside the function, or leave it out: ${leaveOut}.`,
    };
  const packed = /^cannot bind packed field '[^']*?(?<![\w:])([\w:]+)(?:\[[^']*\])?' to/.exec(said)?.[1];
  if (packed !== undefined)
    return {
      message: `'${packed}' is a member of a packed class, to which generated code can't refer at ${what}`,
      hint: `Advise reads and writes of it (get, set), or leave it out: ${leaveOut}.`,
    };
  if (/target specific option mismatch$/.test(said))
    return {
      message: `${what} calls, or stands in, a function that is compiled for another target (its attribute 'target'), into which generated code can't be inlined or the other way around`,
      hint: `Give the compiler that target for the whole unit (-mavx2), or leave it out: ${leaveOut}.`,
    };
  return {
    message: `the compiler rejects ${what} with it (${said})`,
    hint: `Write ${leaveOut} in the pointcut to say so yourself, and please report it as a fault of Weft.`,
  };
}

/** The class whose copy or move constructor is deleted, as GCC or Clang says it. */
const copied = (said: string): string | undefined =>
  (
    /^use of deleted function '(?:.*[\s:])?(?<name>[\w:]+?)(?:<.*>)?::\w+\((?:const )?\k<name>(?:<.*>)?&&?\)(?: \[with .*\])?'/.exec(
      said,
    ) ??
    /^call to (?:implicitly-)?deleted (?:copy |move )?constructor of '(?:const )?(?<name>[^']+)'/.exec(said)
  )?.groups?.name;

/** `no matching function for call to '{anonymous}::__weft::__weft_shadow_5<int, f(int)::Local>(f(int)::Local*)'` */
const LOCAL_ARGUMENT = /^no matching function for call to '.*__weft.*\)(?: const)?::([\w:]+)/;
