/** Builds a lit room with model entities, from a map's source to its bytes. */

import { compileVtex } from "../../../src/compile/compile-vtex.ts";
import type { VmfDispInfo } from "../../../src/formats/vmf/types.ts";
import { makeBox, makeEntity, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { compileAndRead, smdText } from "../../compile/studiomdl/make-sources.ts";
import { makeDispInfo } from "../../compile/vbsp-parts/make-displacement.ts";
import {
  type MadeStudioModel,
  type MadeVertex,
  makeStudioFiles,
  makeStudioModel,
} from "../../formats/studio/make-studio.ts";
import { buildMap } from "../../golden/maps/build-map.ts";

/** Size; the room starts at the origin. */
export const ROOM = [256, 256, 160] as const;

export const PLATE = "models/test/plate.mdl";
/** Corners of the plate: an asymmetric triangle in its xy plane. */
export const CORNERS = [
  [-4, -8],
  [20, -8],
  [-4, 24],
] as const;
/** Bounding box of the plate. */
export const PLATE_MINS = [-4, -8, -1] as const;
export const PLATE_MAXS = [20, 24, 1] as const;

function plate(): MadeStudioModel {
  const vertices = CORNERS.map(
    ([x, y]): MadeVertex => ({
      position: [x, y, 0],
      normal: [0, 0, 1],
      texCoord: [0, 0],
      tangent: [1, 0, 0, 1],
      bones: [[0, 1]],
      lod: 0,
    }),
  );
  const made = makeStudioModel();
  return {
    ...made,
    bones: made.bones.slice(0, 1),
    flags: 0,
    hull: [PLATE_MINS, PLATE_MAXS],
    textures: ["plate"],
    textureDirs: ["models/test/"],
    skins: [[0]],
    switchPoints: [0],
    bodyParts: [
      {
        name: "plate",
        models: [
          {
            name: "plate",
            meshes: [{ material: 0, vertices, lods: [[[{ type: "list", indices: [0, 2, 1] }]]] }],
          },
        ],
      },
    ],
  };
}

export const WING = "models/test/wing.mdl";
/** Largest distance that the wing reaches in any sequence. */
export const WING_REACH = 40;

const NODES = ['0 "root" -1', '1 "wing" 0'];
/** A triangle that rotates and slides in the plate's plane, and rises. */
const FLAP = [0, 1, 2, 3].map((frame) => [
  "0 0 0 0 0 0 0",
  `1 ${frame * 3} ${frame * -2} ${frame} 0 ${frame * 0.1} ${frame * 0.7}`,
]);

/** Plays `flap`, which loops, or `flap_once`; `rest` moves nothing. */
export const WING_MODEL = compileAndRead(
  `$modelname "test/wing.mdl"
   $cdmaterials "models/test"
   $bbox -${WING_REACH} -${WING_REACH} -${WING_REACH} ${WING_REACH} ${WING_REACH} ${WING_REACH}
   $body body "body"
   $sequence rest "rest" fps 10
   $sequence flap "flap" fps 10 loop
   $sequence flap_once "once" fps 10`,
  {
    body: smdText(
      [["plate", ...CORNERS.map(([x, y]) => ({ position: [x, y, 0], bone: 1 }))] as const],
      NODES,
      [FLAP[0]],
    ),
    rest: smdText([], NODES, [FLAP[0]]),
    flap: smdText([], NODES, [...FLAP, FLAP[0]]),
    once: smdText([], NODES, FLAP),
  },
);

function files(): Map<string, Uint8Array> {
  const text = (value: string) => new TextEncoder().encode(value);
  const white = new Uint8Array(64).fill(255);
  const made = makeStudioFiles(plate());
  return new Map<string, Uint8Array>([
    [
      "materials/test/white.vtf",
      compileVtex([white], { width: 4, height: 4, format: "BGRA8888", mips: false }),
    ],
    ["materials/test/white.vmt", text("LightmappedGeneric { $basetexture test/white }")],
    ["materials/models/test/plate.vmt", text("VertexLitGeneric { $basetexture test/white }")],
    [WING, WING_MODEL.files.mdl],
    [WING.replace(".mdl", ".vvd"), WING_MODEL.files.vvd],
    [WING.replace(".mdl", ".dx90.vtx"), WING_MODEL.files.vtx],
    [PLATE, made.mdl],
    [PLATE.replace(".mdl", ".vvd"), made.vvd],
    [PLATE.replace(".mdl", ".dx90.vtx"), made.vtx],
  ]);
}

/** Builds a floor that rises to the north. */
function slope(): VmfDispInfo {
  return makeDispInfo(2, [0, 0, 0], {
    normals: Float32Array.from({ length: 75 }, (_, i) => (i % 3 === 2 ? 1 : 0)),
    distances: Float32Array.from({ length: 25 }, (_, i) => Math.floor(i / 5) * SLOPE_STEP),
  });
}
/** Inches that the floor rises between displacement rows, 64 inches apart. */
export const SLOPE_STEP = 10;

export interface ShadowMap {
  /** Keys of `shadow_control`; omitted for a map without one. */
  readonly control?: Record<string, string>;
  /** Keys of each `prop_dynamic` except its class; the plate is its default model. */
  readonly plates: readonly Record<string, string>[];
  /** Keys of a brush entity: a box from (96, 96, 8) to (160, 160, 16). */
  readonly brush?: Record<string, string>;
  readonly hasSlope?: boolean;
}

export function buildShadowMap({ control, plates, brush, hasSlope }: ShadowMap) {
  const [x, y, z] = ROOM;
  const white = { material: "test/white", lightmapScale: 32 };
  const top = hasSlope === true ? { ...white, dispInfo: slope() } : white;
  const solids = [
    makeBox([0, 0, -16], [x, y, 0], { ...white, sides: { top } }),
    // Displacements do not seal a map.
    makeBox([0, 0, -32], [x, y, -16], white),
    makeBox([0, 0, z], [x, y, z + 16], white),
    makeBox([-16, 0, -16], [0, y, z], white),
    makeBox([x, 0, -16], [x + 16, y, z], white),
    makeBox([0, -16, -16], [x, 0, z], white),
    makeBox([0, y, -16], [x, y + 16, z], white),
  ];
  const vmf = makeVmf(solids, [
    pointEntity("info_player_start", [40, 40, 40]),
    pointEntity("light", [128, 128, 140], { _light: "255 240 220 150", _quadratic_attn: "1" }),
    ...(control ? [makeEntity({ classname: "shadow_control", ...control })] : []),
    ...plates.map((keys) => makeEntity({ classname: "prop_dynamic", model: PLATE, ...keys })),
    ...(brush
      ? [
          makeEntity(
            { classname: "func_brush", ...brush },
            { solids: [makeBox([96, 96, 8], [160, 160, 16], white)] },
          ),
        ]
      : []),
  ]);
  return buildMap(vmf, files);
}
