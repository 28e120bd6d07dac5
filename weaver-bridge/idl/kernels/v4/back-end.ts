/** How C calls V4. */
import type { BackEnd } from "../../emit/back-end.js";
import { v4Body } from "./client-body.js";
import { V4_HEADER } from "./header.js";
import { v4Server } from "./server.js";

export const v4BackEnd: BackEnd = {
  header: V4_HEADER,
  client: { register: (word) => `_mr${word + 1}`, body: v4Body },
  server: v4Server,
};
