/**
 * Finds out why chunks and instances were not drawn in a frame, from the CPU reference of culling
 * and the occlusion state on the GPU.
 */

import { type Cullable, cullBoxes } from "../../visibility/cull.ts";
import { ROW_IN_VIEW, ROW_STATE, ROW_WAS_VISIBLE } from "../cull/row-buffers.ts";
import type { PropGeometry } from "../props/prop-geometry.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { FrozenView } from "./frozen-view.ts";
import { REASON_FRUSTUM, REASON_NONE, REASON_OCCLUSION, REASON_PVS } from "./view-constants.ts";

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

/** @param kept `null` if there was no occlusion, or while it is being read back */
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
