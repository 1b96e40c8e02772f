/** The tables of a map, and the columns by which their records name ranges of other tables. */

import type { RecordLayout } from "../../../src/formats/binary/record-layout.ts";
import type { LumpName } from "../../../src/formats/bsp/lumps.ts";
import { DBRUSH, DBRUSHSIDE } from "../../../src/formats/bsp/records/brushes.ts";
import { DISPINFO } from "../../../src/formats/bsp/records/displacements.ts";
import { DFACE } from "../../../src/formats/bsp/records/faces.ts";
import { EDGES, SURFEDGES } from "../../../src/formats/bsp/records/geometry.ts";
import { LEAF_AMBIENT_INDEX } from "../../../src/formats/bsp/records/lights.ts";
import { INDEX16 } from "../../../src/formats/bsp/records/other-lumps.ts";
import { DOVERLAY } from "../../../src/formats/bsp/records/overlays.ts";
import { PRIMITIVES } from "../../../src/formats/bsp/records/primitives.ts";
import { TEXDATA, TEXINFO } from "../../../src/formats/bsp/records/textures.ts";
import { DLEAF_V1, DNODE, MODELS } from "../../../src/formats/bsp/records/tree.ts";

/** Columns are looked up by name; what they hold is of no concern here. */
// biome-ignore lint/suspicious/noExplicitAny: a list of layouts of different columns
type AnyLayout = RecordLayout<any>;

export interface RecordTable {
  readonly lump: LumpName;
  readonly layout: AnyLayout;
  /** A first row and a count, and the lump that they are of. */
  readonly ranges: readonly (readonly [first: string, count: string, of: LumpName])[];
  /** One row of a lump, or an amount. */
  readonly values: readonly string[];
}

const table = (
  lump: LumpName,
  layout: AnyLayout,
  ranges: RecordTable["ranges"],
  ...values: string[]
): RecordTable => ({ lump, layout, ranges, values });

export const RECORD_TABLES: readonly RecordTable[] = [
  table(
    "LUMP_FACES",
    DFACE,
    [
      ["firstEdge", "edgeCount", "LUMP_SURFEDGES"],
      ["firstPrimitive", "primitiveCount", "LUMP_PRIMITIVES"],
    ],
    ...["plane", "texinfo", "dispInfo", "styles", "lightOffset", "lightmapMins", "lightmapSize"],
  ),
  table(
    "LUMP_LEAFS",
    DLEAF_V1,
    [
      ["firstLeafFace", "leafFaceCount", "LUMP_LEAFFACES"],
      ["firstLeafBrush", "leafBrushCount", "LUMP_LEAFBRUSHES"],
    ],
    ...["contents", "cluster", "areaFlags", "mins", "maxs"],
  ),
  table(
    "LUMP_NODES",
    DNODE,
    [["firstFace", "faceCount", "LUMP_FACES"]],
    ...["plane", "children", "mins", "maxs"],
  ),
  table(
    "LUMP_MODELS",
    MODELS[0],
    [["firstFace", "faceCount", "LUMP_FACES"]],
    ...["mins", "maxs", "headNode"],
  ),
  table(
    "LUMP_PRIMITIVES",
    PRIMITIVES[0],
    [
      ["firstIndex", "indexCount", "LUMP_PRIMINDICES"],
      ["firstVert", "vertCount", "LUMP_PRIMVERTS"],
    ],
    "type",
  ),
  table("LUMP_BRUSHES", DBRUSH, [["firstSide", "sideCount", "LUMP_BRUSHSIDES"]], "contents"),
  table("LUMP_BRUSHSIDES", DBRUSHSIDE, [], "plane", "texinfo", "bevel"),
  table(
    "LUMP_DISPINFO",
    DISPINFO[0],
    [],
    ...["firstVert", "firstTri", "power", "mapFace", "startPosition"],
  ),
  table("LUMP_LEAF_AMBIENT_INDEX", LEAF_AMBIENT_INDEX[0], [
    ["firstSample", "sampleCount", "LUMP_LEAF_AMBIENT_LIGHTING"],
  ]),
  table("LUMP_TEXDATA", TEXDATA[0], [], "nameStringTableId", "width", "height"),
  table("LUMP_TEXINFO", TEXINFO[0], [], "texdata", "flags", "lightmapVecs"),
  table("LUMP_EDGES", EDGES[0], [], "value"),
  table("LUMP_SURFEDGES", SURFEDGES[0], [], "value"),
  table("LUMP_LEAFFACES", INDEX16, [], "value"),
  table("LUMP_LEAFBRUSHES", INDEX16, [], "value"),
  table("LUMP_OVERLAYS", DOVERLAY, [], "texinfo", "faceCountAndRenderOrder", "faces"),
];
