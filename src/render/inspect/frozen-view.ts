/**
 * A frozen view (camera, frustum planes, visible clusters), its frustum as lines, and why chunks and
 * instances were not drawn in it.
 */

import { cross, dot, normalize } from "../../math/vec3.ts";
import { type Cullable, cullBoxes } from "../../visibility/cull.ts";
import { ROW_IN_VIEW, ROW_STATE, ROW_WAS_VISIBLE } from "../cull/cull-table.ts";
import { type LineRows, lineColor } from "../lines/line-rows.ts";
import type { PropGeometry } from "../props/prop-geometry.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { View } from "../views/view.ts";
import { REASON_FRUSTUM, REASON_NONE, REASON_OCCLUSION, REASON_PVS } from "./view-constants.ts";

export interface FrozenView {
  readonly eye: readonly [x: number, y: number, z: number];
  /** Planes as written by `writeFrustum`. */
  readonly frustum: Float32Array;
  /** Bit set of clusters, or `null` if all are visible. */
  readonly visible: Uint32Array | null;
}

export function freezeView({ x, y, z, frustum, visible }: View): FrozenView {
  return { eye: [x, y, z], frustum: frustum.slice(), visible: visible?.slice() ?? null };
}

/** Length in inches at which the frustum's lines end. */
const SHOWN_LENGTH = 1024;

const YELLOW = lineColor(1, 0.82, 0.29);

/**
 * Rows of the left, right, bottom and top planes, and the pairs that meet in an edge, in circular
 * order.
 */
const SIDES = [0, 1, 2, 3] as const;
const EDGES = [
  [0, 2],
  [2, 1],
  [1, 3],
  [3, 0],
] as const;

/** Adds the four edges of a frustum from the eye, and the rectangle at their ends. */
export function addFrustum(rows: LineRows, { eye, frustum }: FrozenView): void {
  const normals = SIDES.map((side) => normalize(frustum.subarray(side * 4, side * 4 + 3)));
  // Planes face inwards, so the sum of their normals points forward.
  const ahead = [0, 1, 2].map((axis) => normals.reduce((sum, normal) => sum + normal[axis], 0));
  const corners = EDGES.map(([a, b]) => {
    const along = normalize(cross(normals[a], normals[b]));
    const isAhead = dot(along, ahead) > 0;
    const length = isAhead ? SHOWN_LENGTH : -SHOWN_LENGTH;
    return along.map((value, axis) => eye[axis] + value * length);
  });
  corners.forEach((corner, i) => {
    const [x, y, z] = corner;
    const [nextX, nextY, nextZ] = corners[(i + 1) % corners.length];
    rows.add(eye[0], eye[1], eye[2], x, y, z, YELLOW);
    rows.add(x, y, z, nextX, nextY, nextZ, YELLOW);
  });
}

export interface CullReasons {
  /** `REASON_*` of each chunk and each instance. */
  readonly chunk: Uint8Array;
  readonly instance: Uint8Array;
}

/** GPU state of a set's rows: `ROW_STATE` of each, and the chunk or instance it belongs to. */
export interface KeptRows {
  readonly states: Uint8Array;
  readonly of: Uint32Array;
}

/**
 * Finds the reasons from the CPU reference of culling and the occlusion state on the GPU.
 * @param kept `null` if there was no occlusion, or while it is being read back
 */
export function findCullReasons(
  map: MapDraws,
  frozen: FrozenView,
  kept: { readonly world: KeptRows; readonly props: KeptRows | null } | null,
): CullReasons {
  const { chunks } = map.scene;
  const source = map.sources.find(({ name }) => name === "props");
  const props = source === undefined ? null : (source.parts[0] as PropGeometry).cullable;
  const chunk = reasonsOf({ ...chunks }, frozen);
  const instance = props === null ? new Uint8Array(0) : reasonsOf(props, frozen);
  if (kept !== null) {
    markHidden(chunk, kept.world);
    if (kept.props !== null) markHidden(instance, kept.props);
  }
  return { chunk, instance };
}

function reasonsOf(set: Cullable, { visible, frustum }: FrozenView): Uint8Array {
  const reasons = new Uint8Array(set.count).fill(REASON_PVS);
  const rows = new Uint32Array(set.count);
  const inPvs = cullBoxes(set, visible, null, rows);
  for (let i = 0; i < inPvs; i++) reasons[rows[i]] = REASON_FRUSTUM;
  const drawn = cullBoxes(set, visible, frustum, rows);
  for (let i = 0; i < drawn; i++) reasons[rows[i]] = REASON_NONE;
  return reasons;
}

/** Marks rows that were in view but not visible, in any of their levels of detail. */
function markHidden(reasons: Uint8Array, { states, of }: KeptRows): void {
  const words = new Uint32Array(states.buffer, states.byteOffset, states.byteLength >> 2);
  const rowWords = ROW_STATE.strideBytes / 4;
  for (let row = 0; row < of.length; row++) {
    const flags = words[row * rowWords + ROW_STATE.flags / 4];
    const isHidden = (flags & ROW_IN_VIEW) !== 0 && (flags & ROW_WAS_VISIBLE) === 0;
    if (isHidden && reasons[of[row]] === REASON_NONE) reasons[of[row]] = REASON_OCCLUSION;
  }
}
