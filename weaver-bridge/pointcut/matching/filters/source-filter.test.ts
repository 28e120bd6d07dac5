import { expect, test } from "vitest";
import { parseAspectFile } from "../../parse-aspect-file.js";
import { filterOf } from "./filter.js";
import { sourcesMayMeet } from "./source-filter.js";

/** Files, their words separated by blanks; `##` in one says that it pastes. */
function mayMeet(pointcut: string, ...files: readonly string[]): boolean {
  const aspect = `aspect A { advice ${pointcut} : before() {} };`;
  const sources = files.map((text) => ({ words: new Set(text.match(/\w+/g)), pastes: text.includes("##") }));
  return sourcesMayMeet(sources, filterOf([parseAspectFile("/a.ah", aspect)]));
}

test.each<[string, ...string[]]>([
  ['execution("% sys_open(...)")', "int", "sys_open"],
  ['execution("% sys_%(...)")', "int sys_read"],
  ['call("% a(...)") || call("% b(...)")', "b"],
  ['call("% a(...)") && within("% b(...)")', "a b"],
  ['execution("% %(...)")', "x"],
  ['set("% inode::%")', "int", "struct inode"],
  ['set("% inode::i_%")', "struct inode", "i_uid"],
  ['set("% inode::i_%") || set("% file::%")', "struct file"],
  ['set("% ...::i_uid")', "i_uid"],
])("%s is looked for in %s", (pointcut, ...files) => expect(mayMeet(pointcut, ...files)).toBe(true));

test.each<[string, ...string[]]>([
  ['execution("% sys_open(...)")', "int sys_opened", "sys open"],
  ['execution("% sys_%(...)")', "int asys_read", "sys"],
  ['call("% a(...)") && within("% b(...)")', "c d"],
  ['set("% inode::%")', "struct inodes", "i_uid"],
  ['set("% inode::i_%")', "struct inode", "j_uid"],
  ['set("% inode::i_%")', "struct file", "i_uid"],
  ['set("% inode::i_%") || set("% file::f_%")', "inode f_pos"],
])("%s is not in %s", (pointcut, ...files) => expect(mayMeet(pointcut, ...files)).toBe(false));

test.each<[string, ...string[]]>([
  ['execution("% sys_open(...)")', "sys_ ##", "open"],
  ['execution("% sys_open(...)")', "sys ##", "_ open"],
  ['execution("% irq_vector_32(...)")', "irq ##", "_vector", "_32"],
  ['execution("% sys_%(...)")', "sys ##", "_open"],
  ['execution("% %_handler(...)")', "my_hand ##", "ler"],
  ['execution("% do_%_do_(...)")', "d ## o_x_do_"],
  ['set("% inode::i_%")', "struct ##", "ino de", "i_uid"],
  ['set("% inode::%")', "struct ##", "ino de"],
])("%s may be pasted of %s", (pointcut, ...files) => expect(mayMeet(pointcut, ...files)).toBe(true));

test.each<[string, ...string[]]>([
  ['execution("% sys_open(...)")', "sys_ ##", "ope", "pen"],
  ['execution("% sys_%(...)")', "sys ##", "open_"],
  ['execution("% nobody_calls_it(...)")', "## a b c d e f g h i j k l m n o p q r s t u v w x y z _"],
])("%s can't be pasted of %s", (pointcut, ...files) => expect(mayMeet(pointcut, ...files)).toBe(false));
