/** Maps of Dota 2 before its engine was replaced, versions 22 and 23. Source: the public reader BSPSource. */

import { int, uint } from "../../binary/columns.ts";
import { DOVERLAY } from "../layouts/compile-layouts.ts";
import { DISPINFO } from "../layouts/record-layouts.ts";
import { type Dialect, STANDARD } from "./dialect.ts";
import { dispFields } from "./disp-fields.ts";
import { insertBytes } from "./insert-bytes.ts";

/** One more word behind the offsets of its light. */
const DISPINFO_22 = {
  ...insertBytes(DISPINFO[0], 48, 4),
  own: { ...dispFields(40, 52), unknown: int(48) },
};
/** And one behind its contents. */
const DISPINFO_23 = {
  ...insertBytes(DISPINFO_22, 36, 4),
  own: { ...dispFields(44, 56), unknown: int(36), unknown2: int(52) },
};
/** One more word at its end. */
const OVERLAY = { ...DOVERLAY, lumpVersions: [0] };
const OVERLAYS = [{ ...insertBytes(OVERLAY, 352, 4), own: { unknown: uint(352) } }, OVERLAY];

export const DOTA2_22: Dialect = {
  ...STANDARD,
  name: "dota2-22",
  layouts: { LUMP_DISPINFO: [DISPINFO_22, DISPINFO[0]], LUMP_OVERLAYS: OVERLAYS },
};

export const DOTA2_23: Dialect = {
  ...STANDARD,
  name: "dota2-23",
  layouts: { LUMP_DISPINFO: [DISPINFO_23, DISPINFO[0]], LUMP_OVERLAYS: OVERLAYS },
};
