import { isQuickExpression, isRegularExpression } from "../../model/index.js";

/** String formats that the schema of `weft.json` uses. */
export const projectFormats = { regex: isRegularExpression, "quick-regex": isQuickExpression };
