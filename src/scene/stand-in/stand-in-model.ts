/**
 * What stands for a model of which only the .mdl is there, as servers have them: a plain box of the
 * size that its header states. Of 95 static models of real content the header's box is off by 4 % of
 * the model's size (median, the worst side).
 */

import type { Mdl, StudioMesh } from "../../formats/studio/types.ts";
import { FAMILY_FLAT } from "../../map/material-families.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import { DEFAULT_ALPHA_TEST_REFERENCE } from "../materials/material-state.ts";
import type { PropModel } from "../props/prop-model.ts";

/** No file's name: its material is `STAND_IN_STATE`. */
export const STAND_IN_MATERIAL = "visleaf/stand-in";

/** Linear: a middle grey, as of a material that nobody knows anything of. */
const GREY = 0.214;

/** Lit as other props are, and without a texture. */
export const STAND_IN_STATE: MaterialState = {
  family: FAMILY_FLAT,
  isUnseen: false,
  opacity: "opaque",
  flags: 0,
  tint: [GREY, GREY, GREY],
  alpha: 1,
  alphaTestReference: DEFAULT_ALPHA_TEST_REFERENCE,
  params: [],
  paramRates: [],
  stores: [],
  graph: null,
  ignoredProxies: [],
  textures: [],
  spaces: [],
  decalScale: 1,
  sway: null,
  untextured: true,
  unsupported: false,
};

/** A box larger than the world is no model's. */
const MAX_SIZE = 65536;

const FACES = 6;
const CORNERS = 4;

/** null: the header states no size. */
export function buildStandInModel(name: string, mdl: Mdl): PropModel | null {
  const box = Float32Array.of(...mdl.hullMins, ...mdl.hullMaxs);
  for (let axis = 0; axis < 3; axis++) {
    const size = box[3 + axis] - box[axis];
    if (!(size >= 0 && size <= MAX_SIZE)) return null;
  }
  // A flat one is a panel; a line or a point is nothing to see.
  const flat = [0, 1, 2].filter((axis) => box[3 + axis] === box[axis]).length;
  if (flat > 1) return null;
  return {
    name,
    mdl,
    mesh: buildBox(box),
    lodCount: 1,
    stripGroups: [],
    palette: null,
    box,
    isStandIn: true,
  };
}

/** Four vertices a face, for each has a normal; triangles run as those of models do. */
function buildBox(box: Float32Array): StudioMesh {
  const count = FACES * CORNERS;
  const position = new Float32Array(count * 3);
  const normal = new Float32Array(count * 3);
  const tangent = new Float32Array(count * 4);
  const boneWeight = new Float32Array(count * 3);
  const indices = new Uint32Array(FACES * 6);
  for (let face = 0; face < FACES; face++) {
    const axis = face >> 1;
    const isUpper = face & 1;
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (let corner = 0; corner < CORNERS; corner++) {
      const vertex = face * CORNERS + corner;
      position[vertex * 3 + axis] = box[isUpper * 3 + axis];
      position[vertex * 3 + u] = box[(corner === 1 || corner === 2 ? 3 : 0) + u];
      position[vertex * 3 + v] = box[(corner >= 2 ? 3 : 0) + v];
      normal[vertex * 3 + axis] = isUpper ? 1 : -1;
      tangent[vertex * 4 + u] = tangent[vertex * 4 + 3] = 1;
      boneWeight[vertex * 3] = 1;
    }
    const order = isUpper ? [0, 1, 2, 0, 2, 3] : [0, 2, 1, 0, 3, 2];
    indices.set(
      order.map((corner) => face * CORNERS + corner),
      face * 6,
    );
  }
  return {
    vertices: {
      count,
      position,
      normal,
      tangent,
      texCoord: new Float32Array(count * 2),
      boneWeight,
      boneIndex: new Uint8Array(count * 3),
      boneCount: new Uint8Array(count).fill(1),
    },
    indices,
    lodCount: 1,
    switchPoint: new Float32Array(1),
    drawCount: 1,
    drawLod: new Uint8Array(1),
    drawMesh: new Uint32Array(1),
    drawMaterial: new Uint16Array(1),
    drawFirstIndex: new Uint32Array(1),
    drawIndexCount: Uint32Array.of(indices.length),
  };
}
