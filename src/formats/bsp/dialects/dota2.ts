/** Maps of Dota 2 before its engine was replaced, versions 22 and 23. Source: the public reader BSPSource. */

import { i32, u32 } from "../../binary/struct.ts";
import { DISPINFO, DISPINFO_COLUMNS, DISPINFO_FIELDS } from "../records/displacements.ts";
import { OVERLAY_COLUMNS, OVERLAY_FACES, OVERLAYS, overlayFields } from "../records/overlays.ts";
import { insertFields, record } from "../records/record.ts";
import { type Dialect, STANDARD } from "./dialect.ts";

/** One more word behind the offsets of its light. */
const DISPINFO_22 = record(
  "ddispinfo_t",
  [0],
  DISPINFO_COLUMNS,
  insertFields(DISPINFO_FIELDS, "lightmapSamplePositionStart", { unknown: i32() }),
);
/** And one behind its contents. */
const DISPINFO_23 = record(
  "ddispinfo_t",
  [0],
  DISPINFO_COLUMNS,
  insertFields(
    insertFields(DISPINFO_FIELDS, "contents", { unknown: i32() }),
    "lightmapSamplePositionStart",
    { unknown2: i32() },
  ),
);
/** One more word at its end. */
const OVERLAY = record("doverlay_t", [0], OVERLAY_COLUMNS, {
  ...overlayFields(OVERLAY_FACES),
  unknown: u32(),
});
const OVERLAYS_HERE = [OVERLAY, OVERLAYS[0]];

export const DOTA2_22: Dialect = {
  ...STANDARD,
  name: "dota2-22",
  layouts: { LUMP_DISPINFO: [DISPINFO_22, DISPINFO[0]], LUMP_OVERLAYS: OVERLAYS_HERE },
};

export const DOTA2_23: Dialect = {
  ...STANDARD,
  name: "dota2-23",
  layouts: { LUMP_DISPINFO: [DISPINFO_23, DISPINFO[0]], LUMP_OVERLAYS: OVERLAYS_HERE },
};
