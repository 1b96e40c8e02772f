/** Assembles lumps into a file, in the order of Valve's compilers. */

import { concatBytes, encodeInt32 } from "../../binary/encode-bytes.ts";
import { LUMP, type LumpName } from "../lumps.ts";
import { BSP_HEADER_BYTES } from "../parse-bsp-header.ts";

export interface Lump {
  readonly version: number;
  readonly bytes: Uint8Array;
}

const LUMP_ALIGNMENT = 4;
const LUMP_ENTRY_BYTES = 16;
const GAME_LUMP_ENTRY_BYTES = 16;

/** Order of the lumps in real files. Others follow by number, the pakfile last. */
const FILE_ORDER: readonly LumpName[] = [
  "LUMP_PLANES",
  "LUMP_LEAFS",
  "LUMP_LEAF_AMBIENT_LIGHTING",
  "LUMP_LEAF_AMBIENT_INDEX",
  "LUMP_LEAF_AMBIENT_INDEX_HDR",
  "LUMP_LEAF_AMBIENT_LIGHTING_HDR",
  "LUMP_VERTEXES",
  "LUMP_NODES",
  "LUMP_TEXINFO",
  "LUMP_TEXDATA",
  "LUMP_DISPINFO",
  "LUMP_DISP_VERTS",
  "LUMP_DISP_TRIS",
  "LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS",
  "LUMP_FACE_MACRO_TEXTURE_INFO",
  "LUMP_PRIMITIVES",
  "LUMP_PRIMVERTS",
  "LUMP_PRIMINDICES",
  "LUMP_FACES",
  "LUMP_FACES_HDR",
  "LUMP_FACEIDS",
  "LUMP_ORIGINALFACES",
  "LUMP_BRUSHES",
  "LUMP_BRUSHSIDES",
  "LUMP_LEAFFACES",
  "LUMP_LEAFBRUSHES",
  "LUMP_SURFEDGES",
  "LUMP_EDGES",
  "LUMP_MODELS",
  "LUMP_AREAS",
  "LUMP_AREAPORTALS",
  "LUMP_LIGHTING",
  "LUMP_LIGHTING_HDR",
  "LUMP_VISIBILITY",
  "LUMP_ENTITIES",
  "LUMP_WORLDLIGHTS",
  "LUMP_WORLDLIGHTS_HDR",
  "LUMP_LEAFWATERDATA",
  "LUMP_OCCLUSION",
  "LUMP_MAP_FLAGS",
  "LUMP_CLIPPORTALVERTS",
  "LUMP_CUBEMAPS",
  "LUMP_TEXDATA_STRING_DATA",
  "LUMP_TEXDATA_STRING_TABLE",
  "LUMP_OVERLAYS",
  "LUMP_WATEROVERLAYS",
  "LUMP_OVERLAY_FADES",
  "LUMP_PHYSCOLLIDE",
  "LUMP_PHYSDISP",
  "LUMP_VERTNORMALS",
  "LUMP_VERTNORMALINDICES",
  "LUMP_LEAFMINDISTTOWATER",
];
const LAST: readonly LumpName[] = ["LUMP_GAME_LUMP", "LUMP_PAKFILE"];

/**
 * Assembles a little-endian file with the standard header order. Lumps begin at multiples of four.
 * Game lumps (which must not be in `lumps`) follow their directory, with offsets from the file's
 * start. An empty lump keeps its version in the directory. Throws RangeError for a file of 2 GB and
 * more.
 *
 * @param gameLumps game lumps by their four letters, such as `sprp`
 */
export function assembleLumps(
  version: number,
  revision: number,
  lumps: ReadonlyMap<LumpName, Lump>,
  gameLumps: ReadonlyMap<string, Lump>,
): Uint8Array {
  const header = new Uint8Array(BSP_HEADER_BYTES);
  const data = new DataView(header.buffer);
  header.set([0x56, 0x42, 0x53, 0x50]);
  data.setInt32(4, version, true);
  data.setInt32(BSP_HEADER_BYTES - 4, revision, true);

  const parts: Uint8Array[] = [header];
  let end = BSP_HEADER_BYTES;
  for (const name of listInOrder(lumps)) {
    const padding = -end & (LUMP_ALIGNMENT - 1);
    const offset = end + padding;
    const { version, bytes } =
      name === "LUMP_GAME_LUMP"
        ? { version: 0, bytes: writeGameLumps(gameLumps, offset) }
        : lumps.get(name)!;
    const entry = 8 + LUMP[name] * LUMP_ENTRY_BYTES;
    data.setInt32(entry + 8, version, true);
    if (bytes.length === 0) continue;
    data.setInt32(entry, offset, true);
    data.setInt32(entry + 4, bytes.length, true);
    parts.push(new Uint8Array(padding), bytes);
    end = offset + bytes.length;
    if (end > 0x7fffffff) throw new RangeError(`${name} ends behind 2 GB`);
  }
  return concatBytes(parts);
}

function listInOrder(lumps: ReadonlyMap<LumpName, Lump>): LumpName[] {
  if (lumps.has("LUMP_GAME_LUMP")) throw new RangeError("LUMP_GAME_LUMP is made of game lumps");
  const placed = new Set([...FILE_ORDER, ...LAST]);
  const others = [...lumps.keys()].filter((name) => !placed.has(name));
  others.sort((a, b) => LUMP[a] - LUMP[b]);
  return [...FILE_ORDER, ...others, ...LAST].filter(
    (name) => name === "LUMP_GAME_LUMP" || lumps.has(name),
  );
}

/** Writes `dgamelumpheader_t`, a `dgamelump_t` each, then their bytes without gaps. */
function writeGameLumps(gameLumps: ReadonlyMap<string, Lump>, offset: number): Uint8Array {
  const directory = new Uint8Array(gameLumps.size * GAME_LUMP_ENTRY_BYTES);
  const data = new DataView(directory.buffer);
  let at = offset + 4 + directory.length;
  let entry = 0;
  for (const [id, { version, bytes }] of gameLumps) {
    // The id is four letters, the first in the highest byte. Flags stay 0.
    for (let i = 0; i < 4; i++) directory[entry + i] = id.charCodeAt(3 - i);
    data.setUint16(entry + 6, version, true);
    data.setInt32(entry + 8, at, true);
    data.setInt32(entry + 12, bytes.length, true);
    at += bytes.length;
    entry += GAME_LUMP_ENTRY_BYTES;
  }
  const contents = [...gameLumps.values()].map((lump) => lump.bytes);
  return concatBytes([encodeInt32(gameLumps.size), directory, ...contents]);
}
