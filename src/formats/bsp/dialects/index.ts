/** The dialects that are not `standard`; fetched only with a map that is written in one. */

import type { BspHeader } from "../parse-bsp-header.ts";
import type { DialectName } from "../types.ts";
import { DARK_MESSIAH } from "./dark-messiah.ts";
import { type Dialect, STANDARD } from "./dialect.ts";
import { DOTA2_22, DOTA2_23 } from "./dota2.ts";
import { HALF_LIFE_BETA_17, HALF_LIFE_BETA_18 } from "./half-life-beta.ts";
import { tellDialect } from "./tell-dialect.ts";
import { VAMPIRE } from "./vampire.ts";
import { VINDICTUS } from "./vindictus.ts";

/** A new one is a row here, a name in `DialectName`, and what tells it in `tellDialect`. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  standard: STANDARD,
  "hl2-beta-17": HALF_LIFE_BETA_17,
  "hl2-beta-18": HALF_LIFE_BETA_18,
  vampire: VAMPIRE,
  vindictus: VINDICTUS,
  "dark-messiah": DARK_MESSIAH,
  "dota2-22": DOTA2_22,
  "dota2-23": DOTA2_23,
};

/** The header with the dialect that it was written in. */
export function withDialect(header: BspHeader): BspHeader {
  return header.dialect === null ? { ...header, dialect: DIALECTS[tellDialect(header)] } : header;
}
