/**
 * Makes a ribbon that bends between two bones, with two skins and a shape that pulls one of its
 * corners.
 */

import { compileModelSource } from "../../../src/compile/studiomdl/read-model-source.ts";
import { type SmdVertexText, smdText } from "../../compile/studiomdl/make-sources.ts";
import { makeVtf } from "../../formats/vtf/make-vtf.ts";
import { madeContent } from "../../scene/content-sources.ts";
import type { AskedModel } from "./draw-model.ts";

type Corner = readonly [y: number, z: number];

/** Vertices between the bones have half of each. */
function ribbonVertex([y, z]: Corner): SmdVertexText {
  const weights = z === 0 ? "1 0 1" : z === 16 ? "2 0 0.5 1 0.5" : "1 1 1";
  return { position: [0, y, z], uv: [(y + 8) / 16, z / 32], links: weights };
}

/** Two quads, one above the other. */
const CORNERS: readonly (readonly [Corner, Corner, Corner])[] = [0, 16].flatMap((z) => [
  [
    [-8, z],
    [8, z],
    [8, z + 16],
  ],
  [
    [-8, z],
    [8, z + 16],
    [-8, z + 16],
  ],
]);
const PULLED: Corner = [8, 32];
const RIBBON = CORNERS.map(
  (corners) => ["front", ...corners.map((corner) => ribbonVertex(corner))] as const,
);
/** A static triangle to one side, in a colour without a texture. */
const PLATE = [
  ["plate", { position: [-6, 10, 2] }, { position: [6, 10, 2] }, { position: [6, 14, 2] }] as const,
];

const NODES = ['0 "base" -1', '1 "tip" 0'];
const BIND = ["0 0 0 0 0 0 0", "1 0 0 16 0 0 0"];
/** The tip leans over and turns; below, further. */
const BENT = [BIND[0], "1 0 0 16 0.4 0.2 0.1"];
const OVER = [BIND[0], "1 0 0 16 0.9 0.4 0.5"];

function shapes(): string {
  const all = CORNERS.flat().map(([y, z], i) => ({ i, y, z }));
  const base = all.map(({ i, y, z }) => `${i} 0 ${y} ${z} 0 0 1`);
  const pulled = all
    .filter(({ y, z }) => y === PULLED[0] && z === PULLED[1])
    .map(({ i, y, z }) => `${i} 2 ${y + 6} ${z + 3} 0 0 1`);
  return [
    ...["version 1", "nodes", ...NODES, "end", "skeleton", "time 0", "end"],
    ...["vertexanimation", "time 0", ...base, "time 1", ...pulled, "end"],
  ].join("\n");
}

const QC = `$modelname "ribbon.mdl"
$cdmaterials models/ribbon
$model ribbon "ribbon.smd" {
  flexfile "ribbon.vta" {
    defaultflex frame 0
    flex "pull" frame 1
  }
  flexcontroller edge range 0 1 "hand"
  %pull = hand
}
$texturegroup skins { { "front" } { "back" } }
$sequence rest "rest.smd"
$sequence bend "bend.smd" fps 10
`;

/** Returns a texture with a colour per quarter, 16 texels a side, smooth between them. */
function quarters(colors: readonly (readonly [number, number, number])[]): Uint8Array {
  const texels = new Uint8Array(16 * 16 * 4);
  for (let i = 0; i < 256; i++) {
    const [column, row] = [i % 16, i >> 4];
    texels.set([...colors[(row >> 3) * 2 + (column >> 3)], 255], i * 4);
  }
  return makeVtf({ width: 16, height: 16, texels: () => texels });
}

const vmt = (texture: string) =>
  `VertexLitGeneric { $basetexture models/ribbon/${texture} $nocull 1 }`;

const PLATE_VMT = 'UnlitGeneric { $color "[0.2 0.5 1]" $nocull 1 }';

/**
 * Returns the ribbon in the middle frame of its bend, in its second skin, with its corner pulled by
 * three quarters.
 */
export async function makeRibbon(): Promise<AskedModel> {
  const encoder = new TextEncoder();
  const sources: Record<string, string> = {
    "ribbon.qc": QC,
    "ribbon.smd": smdText([...RIBBON, ...PLATE], NODES, [BIND]),
    "rest.smd": smdText([], NODES, [BIND]),
    "bend.smd": smdText([], NODES, [BIND, BENT, OVER]),
    "ribbon.vta": shapes(),
  };
  const read = async (name: string) => (name in sources ? encoder.encode(sources[name]) : null);
  const { path, files } = (await compileModelSource("ribbon.qc", { read }))!;
  const source = madeContent({
    ...Object.fromEntries(files),
    "materials/models/ribbon/front.vmt": vmt("front"),
    "materials/models/ribbon/back.vmt": vmt("back"),
    "materials/models/ribbon/plate.vmt": PLATE_VMT,
    "materials/models/ribbon/front.vtf": quarters([
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 0],
    ]),
    "materials/models/ribbon/back.vtf": quarters([
      [120, 40, 40],
      [40, 160, 60],
      [60, 40, 200],
      [220, 200, 90],
    ]),
  });
  return {
    ...{ path, source, skin: 1, sequence: "bend", cycle: 0.5 },
    face: { controllers: { hand: 0.75 }, morphs: { pull: 0.75 } },
  };
}
