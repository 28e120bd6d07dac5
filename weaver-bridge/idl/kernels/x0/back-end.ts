/** How C calls X0. */
import type { BackEnd } from "../../emit/back-end.js";
import { classicClient } from "../classic/client-body.js";
import { classicServer } from "../classic/server.js";
import { X0_HEADER } from "./header.js";

export const x0BackEnd: BackEnd = { header: X0_HEADER, client: classicClient, server: classicServer };
