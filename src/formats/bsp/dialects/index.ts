/** Detects dialects other than `standard`; loaded only for maps that may have one. */

import type { BspHeader } from "../parse-bsp-header.ts";
import { tellDialect } from "./tell-dialect.ts";

/** Returns the header with its dialect filled in. */
export function withDialect(header: BspHeader): BspHeader {
  return header.dialect === null ? { ...header, dialect: tellDialect(header) } : header;
}
