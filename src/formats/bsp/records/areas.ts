/** Areas, the portals between them, and water. Source: Valve's public `bspfile.h`; wide records of version 25. */

import { f32, i16, i32, u16, u32 } from "../../binary/struct.ts";
import type { LeafWaterData } from "../types.ts";
import { type Columns, column, type LumpRecord, record } from "./record.ts";

/** Area 0 is unused. */
export const AREAS = [
  record(
    "darea_t",
    [0],
    {
      numareaportals: column("areaPortalCount", Int32Array),
      firstareaportal: column("firstAreaPortal", Int32Array, {
        to: "LUMP_AREAPORTALS",
        count: "areaPortalCount",
        what: "areaportals",
      }),
    },
    { numareaportals: i32(), firstareaportal: i32() },
  ),
];
export const DAREA = AREAS[0];

const AREAPORTAL = {
  /** Value of the entity's key `portalnumber`. */
  portalKey: Uint32Array,
  otherarea: column("otherArea", Uint32Array, { to: "LUMP_AREAS" }),
  firstClipPortalVert: column("firstClipPortalVert", Uint32Array, {
    to: "LUMP_CLIPPORTALVERTS",
    count: "clipPortalVertCount",
  }),
  clipPortalVerts: column("clipPortalVertCount", Uint32Array),
  planenum: column("plane", Int32Array, { to: "LUMP_PLANES" }),
};

export const AREAPORTALS = [
  record("dareaportal_t", [0], AREAPORTAL, {
    portalKey: u16(),
    otherarea: u16(),
    firstClipPortalVert: u16(),
    clipPortalVerts: u16(),
    planenum: i32(),
  }),
  record("dareaportal_t", [1], AREAPORTAL, {
    portalKey: u32(),
    otherarea: u32(),
    firstClipPortalVert: u32(),
    clipPortalVerts: u32(),
    planenum: i32(),
  }),
];
export const DAREAPORTAL = AREAPORTALS[0];

const WATER = {
  /** Height in inches. */
  surfaceZ: Float32Array,
  minZ: Float32Array,
  surfaceTexInfoID: column("surfaceTexInfo", Int32Array, { to: "LUMP_TEXINFO" }),
};
const heights = { surfaceZ: f32(), minZ: f32() };

export const LEAFWATERDATA: readonly LumpRecord<Columns<LeafWaterData>>[] = [
  record("dleafwaterdata_t", [0], WATER, { ...heights, surfaceTexInfoID: i16(), pad: i16() }),
  record("dleafwaterdata_t", [1], WATER, { ...heights, surfaceTexInfoID: i32() }),
];
export const DLEAFWATERDATA = LEAFWATERDATA[0];
