/**
 * Simplifies a map so that it needs few pipelines: one material, no models, decals, details or HDR
 * light, and nothing that moves. Its rooms, places, visibility and names are the same. On a software adapter, pipelines
 * take three quarters of the time to open the demo.
 */

import { LUMP } from "../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../src/formats/bsp/parse-bsp-header.ts";
import { type LumpReplacement, replaceLumps } from "../../src/formats/bsp/write/replace-lumps.ts";
import { writeEntities } from "../../src/formats/bsp/write/write-entities.ts";

/** Size of a texture's record, and offset of its name index. */
const TEXDATA_BYTES = 32;
const NAME_AT = 12;

const LEFT_OUT = new RegExp(
  "^(prop_|env_|info_overlay|info_particle|keyframe_rope|move_rope|water_lod|logic_|ambient_|" +
    "func_(rotating|train|tracktrain|movelinear|dust|precipitation)|path_)",
);

/** @param material that surfaces get which no tool's texture is on: one of the map's */
export function makePlain(file: Uint8Array, material: string): Uint8Array {
  const { texDatas, entities } = parseBsp(file);
  const header = parseBspHeader(file);
  const start = header.offset[LUMP.LUMP_TEXDATA];
  const bytes = file.slice(start, start + header.length[LUMP.LUMP_TEXDATA]);
  const view = new DataView(bytes.buffer);
  const plain = texDatas.name.findIndex((name) => name.toLowerCase() === material);
  if (plain < 0) throw new Error(`the map has no ${material}`);
  const name = view.getInt32(plain * TEXDATA_BYTES + NAME_AT, true);
  texDatas.name.forEach((one, i) => {
    if (!/^tools\//i.test(one)) view.setInt32(i * TEXDATA_BYTES + NAME_AT, name, true);
  });
  const empty = { bytes: new Uint8Array() };
  const replacements: [number, LumpReplacement][] = [
    [LUMP.LUMP_TEXDATA, { bytes }],
    [
      LUMP.LUMP_ENTITIES,
      {
        bytes: writeEntities(
          entities.filter(({ pairs }) => {
            const name = pairs.find(([key]) => key === "classname")?.[1] ?? "";
            return !LEFT_OUT.test(name);
          }),
        ),
      },
    ],
  ];
  for (const slot of [
    LUMP.LUMP_GAME_LUMP,
    LUMP.LUMP_OVERLAYS,
    LUMP.LUMP_CUBEMAPS,
    LUMP.LUMP_LIGHTING_HDR,
    LUMP.LUMP_FACES_HDR,
    LUMP.LUMP_WORLDLIGHTS_HDR,
    LUMP.LUMP_LEAF_AMBIENT_LIGHTING_HDR,
    LUMP.LUMP_LEAF_AMBIENT_INDEX_HDR,
  ]) {
    replacements.push([slot, empty]);
  }
  return replaceLumps(file, new Map(replacements));
}
