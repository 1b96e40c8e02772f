/** The dialects that are not `standard`; fetched only with a map that is written in one. */

import type { BspHeader } from "../parse-bsp-header.ts";
import { tellDialect } from "./tell-dialect.ts";

/** The header with the dialect that it was written in. */
export function withDialect(header: BspHeader): BspHeader {
  return header.dialect === null ? { ...header, dialect: tellDialect(header) } : header;
}
