/** What stands for a model of which nothing is there, not even its size: a small cube around its origin. */

import type { Mdl } from "../../formats/studio/types.ts";
import type { PropModel } from "../props/prop-model.ts";
import { buildFlatMesh } from "./stand-in-mesh.ts";
import { boxCorners } from "./stand-in-model.ts";

/** Inches: to be seen across a room, and to hide little of it. */
const HALF_EDGE = 12;
const BOX = Float32Array.of(-HALF_EDGE, -HALF_EDGE, -HALF_EDGE, HALF_EDGE, HALF_EDGE, HALF_EDGE);

/** Each name has a draw of its own: those past so many share one. Real maps have some 200 models. */
export const MOST_NAMED = 1024;
const UNNAMED = "models that are not there";

const UNKNOWN_MDL: Mdl = {
  ...{ version: 0, checksum: 0, name: "", flags: 0, surfaceProp: "", contents: 0, mass: 0 },
  ...{ hullMins: [0, 0, 0], hullMaxs: [0, 0, 0], viewMins: [0, 0, 0], viewMaxs: [0, 0, 0] },
  illumPosition: [0, 0, 0],
  bones: {
    ...{ count: 0, name: [], parent: new Int32Array(0), position: new Float32Array(0) },
    ...{ quaternion: new Float32Array(0), poseToBone: new Float32Array(0) },
    flags: new Uint32Array(0),
  },
  ...{ textures: [], textureDirs: [], skinFamilyCount: 0, skinReferenceCount: 0 },
  ...{ skins: new Uint16Array(0), bodyParts: [] },
  meshes: {
    ...{ count: 0, bodyPart: new Uint16Array(0), model: new Uint16Array(0) },
    ...{ material: new Uint16Array(0), vertexCount: new Uint32Array(0) },
    firstVertex: new Uint32Array(0),
  },
  ...{ sequenceCount: 0, animationCount: 0, attachmentCount: 0 },
};

/** Gives the models of one map. All have the same mesh, which so is stored once. */
export function createUnknownModels(): (path: string) => PropModel {
  const mesh = buildFlatMesh(boxCorners(BOX));
  const make = (name: string): PropModel => ({
    ...{ name, mdl: UNKNOWN_MDL, mesh, lodCount: 1, stripGroups: [], palette: null, box: BOX },
    ...{ track: null, lightPoint: [0, 0, 0], isStandIn: true },
  });
  let named = 0;
  let unnamed: PropModel | null = null;
  return (path) => {
    if (named++ < MOST_NAMED) return make(path);
    unnamed ??= make(UNNAMED);
    return unnamed;
  };
}
