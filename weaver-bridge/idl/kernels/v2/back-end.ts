/** How C calls V2. */
import type { BackEnd } from "../../emit/back-end.js";
import { classicClient } from "../classic/client-body.js";
import { classicServer } from "../classic/server.js";
import { V2_HEADER } from "./header.js";

export const v2BackEnd: BackEnd = { header: V2_HEADER, client: classicClient, server: classicServer };
