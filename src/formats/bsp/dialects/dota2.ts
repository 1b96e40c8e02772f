/** Maps of Dota 2 before its engine was replaced, versions 22 and 23. Source: the public reader BSPSource. */

import { uint, ushort } from "../../binary/columns.ts";
import { DOVERLAY } from "../layouts/compile-layouts.ts";
import { type Columns, DISPINFO, type LumpLayout } from "../layouts/record-layouts.ts";
import type { DispInfos } from "../types.ts";
import { type Dialect, STANDARD } from "./dialect.ts";

type DispInfoLayout = LumpLayout<Columns<DispInfos>>;

/** One more word behind the offsets of its light. */
const DISPINFO_22: DispInfoLayout = {
  ...DISPINFO[0],
  bytes: 180,
  columns: { ...DISPINFO[0].columns, allowedVerts: uint(140, 10) },
};
/** And one behind its contents. */
const DISPINFO_23: DispInfoLayout = {
  ...DISPINFO[0],
  bytes: 184,
  columns: { ...DISPINFO[0].columns, mapFace: ushort(40), allowedVerts: uint(144, 10) },
};
/** One more word at its end. */
const OVERLAY = { ...DOVERLAY, bytes: DOVERLAY.bytes + 4, lumpVersions: [0] };

const overlays = [OVERLAY, { ...DOVERLAY, lumpVersions: [0] }];

export const DOTA2_22: Dialect = {
  ...STANDARD,
  name: "dota2-22",
  layouts: { LUMP_DISPINFO: [DISPINFO_22, DISPINFO[0]], LUMP_OVERLAYS: overlays },
};

export const DOTA2_23: Dialect = {
  ...STANDARD,
  name: "dota2-23",
  layouts: { LUMP_DISPINFO: [DISPINFO_23, DISPINFO[0]], LUMP_OVERLAYS: overlays },
};
