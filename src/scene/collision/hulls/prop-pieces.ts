/** Convex pieces of solid props: what their models collide as, or the boxes of their models. */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import { parsePhy } from "../../../formats/phy/parse-phy.ts";
import type { Phy } from "../../../formats/phy/types.ts";
import { parseMdl } from "../../../formats/studio/read/parse-mdl.ts";
import { writeMatrix3x4 } from "../../../math/angles.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../../open/read-content.ts";
import { boxPlanes, type PieceList, placePlanes } from "./piece-list.ts";
import type { SolidProps } from "./solid-props.ts";

/** One convex piece of a model, in its space. */
interface ModelPiece {
  /** 4 a plane. */
  readonly planes: readonly number[];
  /** 3 a corner. */
  readonly corners: ArrayLike<number>;
}

interface SolidModel {
  readonly pieces: readonly ModelPiece[];
  readonly isBox: boolean;
}

export interface PropCounts {
  propsByHulls: number;
  propsByBoxes: number;
  propsWithout: number;
}

/** Planes of a hull: more are so fine that nobody notices. */
const MOST_PLANES = 64;

/** Adds to what was counted. */
export async function addPropPieces(
  props: SolidProps,
  counts: PropCounts,
  list: PieceList,
  access: ContentAccess,
): Promise<void> {
  const models = new Map<number, SolidModel | null>();
  for (let prop = 0; prop < props.count; prop++) {
    const model = props.model[prop];
    if (props.solid[prop] === 0) continue;
    if (!models.has(model)) models.set(model, await readSolidModel(props.modelName[model], access));
    const solid = models.get(model) ?? null;
    if (solid === null) counts.propsWithout++;
    else {
      if (solid.isBox) counts.propsByBoxes++;
      else counts.propsByHulls++;
      for (const piece of solid.pieces) addPlaced(piece, props, prop, list);
    }
  }
}

/** null where there is no such model, or it cannot be read. */
async function readSolidModel(name: string, access: ContentAccess): Promise<SolidModel | null> {
  const path = name.toLowerCase().replaceAll("\\", "/");
  const phyBytes = await readOrWarn(access, path.replace(/\.mdl$/, ".phy"), "unreadable-model");
  const phy = phyBytes && parseOrWarn(access, path, "unreadable-model", () => parsePhy(phyBytes));
  // Solids of several bones lie where those are; a box does for them.
  if (phy && phy.solidCount === 1) return { pieces: listHulls(phy), isBox: false };
  const bytes = await readOrWarn(access, path, "unreadable-model");
  if (!bytes) return null;
  const box = parseOrWarn(access, path, "unreadable-model", () => {
    const { hullMins, hullMaxs } = parseMdl(bytes);
    return [...hullMins, ...hullMaxs];
  });
  if (box === undefined || !box.every((value, i) => i > 2 || value < box[i + 3])) return null;
  const corners = Array.from({ length: 24 }, (_, i) => {
    const corner = Math.floor(i / 3);
    return box[(i % 3) + ((corner >> (i % 3)) & 1) * 3];
  });
  return { pieces: [{ planes: boxPlanes(box), corners }], isBox: true };
}

function listHulls({ hullCount, hullFirstTriangle, corners }: Phy): ModelPiece[] {
  const pieces: ModelPiece[] = [];
  for (let hull = 0; hull < hullCount; hull++) {
    const part = corners.subarray(hullFirstTriangle[hull] * 9, hullFirstTriangle[hull + 1] * 9);
    const planes = listPlanes(part);
    if (planes.length >= 16) pieces.push({ planes, corners: part });
  }
  return pieces;
}

/** Of a convex hull's triangles; those that lie in one plane have one. */
function listPlanes(c: Float32Array): number[] {
  const planes: number[] = [];
  for (let t = 0; t < c.length && planes.length < MOST_PLANES * 4; t += 9) {
    const [ax, ay, az] = [c[t + 3] - c[t], c[t + 4] - c[t + 1], c[t + 5] - c[t + 2]];
    const [bx, by, bz] = [c[t + 6] - c[t], c[t + 7] - c[t + 1], c[t + 8] - c[t + 2]];
    const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const length = Math.hypot(...normal);
    if (!(length > 0)) continue;
    const [x, y, z] = normal.map((value) => value / length);
    let distance = Number.NEGATIVE_INFINITY;
    // Of what is meant to be convex, none of it stands out.
    for (let k = 0; k < c.length; k += 3) {
      distance = Math.max(distance, x * c[k] + y * c[k + 1] + z * c[k + 2]);
    }
    let isKnown = false;
    for (let p = 0; p < planes.length && !isKnown; p += 4) {
      isKnown = x * planes[p] + y * planes[p + 1] + z * planes[p + 2] > 0.9999;
    }
    if (!isKnown) planes.push(x, y, z, distance);
  }
  return planes;
}

const matrix = new Float32Array(12);

function addPlaced(piece: ModelPiece, props: SolidProps, prop: number, list: PieceList): void {
  const scale = props.uniformScale[prop];
  if (!(scale > 0)) return;
  const [pitch, yaw, roll] = props.angles.subarray(prop * 3, prop * 3 + 3);
  const [x, y, z] = props.origin.subarray(prop * 3, prop * 3 + 3);
  writeMatrix3x4(matrix, 0, pitch, yaw, roll, x, y, z, scale);
  const box = [...new Array(3).fill(Infinity), ...new Array(3).fill(-Infinity)];
  for (let k = 0; k < piece.corners.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const m = axis * 4;
      const value =
        matrix[m] * piece.corners[k] +
        matrix[m + 1] * piece.corners[k + 1] +
        matrix[m + 2] * piece.corners[k + 2] +
        matrix[m + 3];
      box[axis] = Math.min(box[axis], value);
      box[axis + 3] = Math.max(box[axis + 3], value);
    }
  }
  if (!box.every(Number.isFinite)) return;
  const planes = [...placePlanes(piece.planes, matrix, scale), ...boxPlanes(box)];
  list.add(planes, CONTENTS_SOLID, box);
}
