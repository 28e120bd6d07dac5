/** Where C text, read in pieces, defines functions: told by brackets, without a parse. */

const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_$][\w$]*|[(){}[\];=]/g;
/** What is in brackets behind these is no list of parameters. */
const OTHER =
  /^(__attribute(__)?|__asm(__)?|asm|__typeof(__)?|typeof(_unqual)?|_Alignas|alignas|__declspec|_Atomic)$/;

/** Feed it text in order; each answer says whether a function's body ended in the piece. */
export function functionReader(): (piece: string) => boolean {
  let [braces, round] = [0, 0];
  let before = "";
  let isBody = false;
  let head = newHead();
  const open = () => {
    if (braces++ === 0 && round === 0) isBody = head.isEmpty || (head.hasParameters && !head.isValue);
  };
  const close = () => {
    braces = Math.max(0, braces - 1);
    const isEnd = braces === 0 && isBody;
    if (isEnd) [head, isBody] = [newHead(), false];
    return isEnd;
  };
  const outside = (token: string) => {
    if (token === "(" && round++ === 0 && !OTHER.test(before)) head.hasParameters = true;
    else if (token === ")") round = Math.max(0, round - 1);
    else if (token === ";" && round === 0) head = newHead();
    else if (token === "=" && round === 0) head.isValue = true;
    if (token !== ";") head.isEmpty = false;
  };
  return (piece) => {
    let isDefined = false;
    for (const [token] of piece.matchAll(TOKEN)) {
      if (token === "{") open();
      else if (token === "}") isDefined = close() || isDefined;
      else if (braces === 0) outside(token);
      before = token;
    }
    return isDefined;
  };
}

/** `isEmpty` at a brace: it follows the parameters' declarations of old C. */
const newHead = () => ({ isEmpty: true, hasParameters: false, isValue: false });
