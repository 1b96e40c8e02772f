/** Builds the scene around a single model: a floor that fades into the backdrop. */

import { PASS_OPAQUE } from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import { PARAM_NUMBERS, paramsAtRest } from "../../map/material-params.ts";
import type { LinearColor, SkyGradient } from "../../map/sky-gradient.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import type { CameraPose, MapScene, MaterialSet } from "../../map/types.ts";
import {
  CHUNK_FACE,
  type Chunks,
  NO_STYLE,
  packSurface,
  WORLD_VERTEX,
  type WorldMesh,
} from "../../map/world.ts";

/** Linear colours. The floor's far colour equals the backdrop at the horizon. */
const FLOOR: LinearColor = [0.062, 0.066, 0.073];
const HORIZON: LinearColor = [0.105, 0.112, 0.124];

export const STUDIO_BACKDROP: SkyGradient = {
  zenith: [0.03, 0.034, 0.042],
  horizon: HORIZON,
  ground: HORIZON,
  glow: [0, 0, 0],
  toSun: [0, 0, 1],
};

/** The floor's radius, and where it fades, in radii of the model. */
const FLOOR_RADII = 60;
const FADE_START_RADII = 4;
const FADE_END_RADII = 26;
/** Smallest model radius in inches for the size of the floor. */
const MIN_RADIUS = 16;

export interface ModelPlace {
  /** Visible bounds of the present pose: 6 numbers, model space, mins and maxs. */
  readonly box: Float32Array;
  readonly hasFloor: boolean;
  readonly start: CameraPose;
  /** Exposure of the picture; floor and backdrop look the same at any exposure. */
  readonly exposure: number;
}

export function buildModelScene(
  name: string,
  { box, hasFloor, start, exposure }: ModelPlace,
): MapScene {
  const shown = (color: LinearColor) =>
    color.map((value) => value / exposure) as unknown as LinearColor;
  const [floor, horizon, zenith] = [FLOOR, HORIZON, STUDIO_BACKDROP.zenith].map(shown);
  const radius = Math.max(boxRadius(box), MIN_RADIUS);
  const middle = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2];
  const reach = radius * FLOOR_RADII;
  const [x0, y0, x1, y1] = [
    middle[0] - reach,
    middle[1] - reach,
    middle[0] + reach,
    middle[1] + reach,
  ];
  const floorBox = Float32Array.of(x0, y0, box[2], x1, y1, box[2]);
  return {
    name,
    version: 0,
    revision: 0,
    side: null,
    sides: [],
    bounds: floorBox.slice(),
    world: hasFloor ? floorMesh(floorBox) : { vertexCount: 0, vertices: NO_BYTES, indices: NONE },
    chunks: floorChunks(floorBox, hasFloor ? 1 : 0),
    brushes: null,
    lightmap: null,
    styles: new Float32Array(256).fill(1),
    // Two leaves on the two sides of a plane far below.
    tree: {
      nodeCount: 1,
      nodePlane: Float32Array.of(0, 0, 1, -(2 ** 17)),
      nodeChildren: Int32Array.of(-1, -2),
      leafCount: 2,
      leafCluster: Int32Array.of(0, -1),
      leafFlags: new Uint8Array(2),
      leafBox: new Float32Array(12),
    },
    pvs: null,
    materials: floorMaterial(floor),
    start,
    exposure,
    toneMapping: null,
    skyName: "",
    skyGradient: { ...STUDIO_BACKDROP, zenith, horizon, ground: horizon },
    skyCamera: null,
    fog: {
      isOn: true,
      color: Float32Array.from(horizon, linearToGamma),
      color2: Float32Array.from(horizon, linearToGamma),
      direction: new Float32Array(3),
      isBlended: false,
      start: radius * FADE_START_RADII,
      end: radius * FADE_END_RADII,
      maxDensity: 1,
      isRadial: true,
      farZ: 0,
    },
  };
}

/** Returns half of a box's diagonal in inches. */
export function boxRadius(box: ArrayLike<number>): number {
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) / 2;
}

const NO_BYTES = new Uint8Array(0);
const NONE = new Uint32Array(0);

/** Builds one quad, visible from above. */
function floorMesh(box: Float32Array): WorldMesh {
  const vertices = new Uint8Array(4 * WORLD_VERTEX.strideBytes);
  const view = new DataView(vertices.buffer);
  for (let corner = 0; corner < 4; corner++) {
    const at = corner * WORLD_VERTEX.strideBytes;
    const x = corner === 1 || corner === 2 ? box[3] : box[0];
    const y = corner >= 2 ? box[4] : box[1];
    view.setFloat32(at + WORLD_VERTEX.position, x, true);
    view.setFloat32(at + WORLD_VERTEX.position + 4, y, true);
    view.setFloat32(at + WORLD_VERTEX.position + 8, box[2], true);
    view.setInt8(at + WORLD_VERTEX.normal + 2, 127);
    view.setInt8(at + WORLD_VERTEX.tangent, 127);
    view.setInt8(at + WORLD_VERTEX.tangent + 3, 127);
    view.setUint32(at + WORLD_VERTEX.surface, packSurface(0, 0, 0, false, false), true);
    view.setUint32(at + WORLD_VERTEX.styles, NO_STYLE * 0x01010101, true);
  }
  return { vertexCount: 4, vertices, indices: Uint32Array.of(0, 1, 2, 0, 2, 3) };
}

function floorChunks(box: Float32Array, count: number): Chunks {
  return {
    count,
    material: new Uint16Array(count),
    kind: new Uint8Array(count).fill(CHUNK_FACE),
    firstIndex: new Uint32Array(count),
    indexCount: new Uint32Array(count).fill(6),
    box: box.slice(0, count * 6),
    firstCluster: new Uint32Array(count),
    clusterCount: new Uint32Array(count),
    clusters: new Uint32Array(0),
    leaf: new Uint32Array(count),
  };
}

function floorMaterial(color: LinearColor): MaterialSet {
  return {
    count: 1,
    name: ["visleaf/floor"],
    family: Uint8Array.of(FAMILY.flat),
    pass: Uint8Array.of(PASS_OPAQUE),
    flags: new Uint32Array(1),
    tint: new Float32Array(3).fill(1),
    alpha: Float32Array.of(1),
    alphaTestReference: new Float32Array(1),
    fallbackColor: Float32Array.from(color),
    standIn: new Uint32Array(1),
    params: paramsAtRest(1),
    paramRates: new Float32Array(PARAM_NUMBERS),
    motion: null,
    roleTexture: new Int32Array(ROLE_COUNT).fill(-1),
    textures: {
      count: 0,
      name: [],
      array: new Uint16Array(0),
      layer: new Uint16Array(0),
      frames: new Uint16Array(0),
      clamp: new Uint8Array(0),
      arrays: [],
    },
  };
}

/** Converts to gamma space, as fog colours are given. */
function linearToGamma(value: number): number {
  return value ** (1 / 2.2);
}
