/** Collects the motion programs of all animated materials of a set. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import {
  type MaterialMotion,
  MOTION_FRAME,
  MOTION_OP_WORDS,
} from "../../map/motion/material-motion.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import type { MaterialState } from "./families/family-reader.ts";

export interface MovingState {
  /** Row of the material in the set. */
  readonly material: number;
  readonly name: string;
  readonly state: MaterialState;
}

/** Whether all frames of a role's texture are needed. */
export function hasFrames({ stores }: MaterialState, role: number): boolean {
  return stores.some(([target]) => target === MOTION_FRAME + role);
}

/**
 * Returns `null` if no material is animated.
 * @param framesOf number of frames read of a material's texture of a role
 */
export function buildMotion(
  states: readonly MovingState[],
  framesOf: (material: number, role: number) => number,
  diagnostics: Diagnostics,
): MaterialMotion | null {
  const material: number[] = [];
  const firstOp: number[] = [];
  const opCount: number[] = [];
  const ops: number[] = [];
  for (const { material: row, name, state } of states) {
    const { graph } = state;
    // A texture with a single frame needs no program.
    const stores = state.stores.filter(([target]) => {
      const role = target - MOTION_FRAME;
      return role < 0 || role >= ROLE_COUNT || framesOf(row, role) > 1;
    });
    if (graph === null || stores.length === 0) continue;
    const words = graph.emit(stores, (role) => framesOf(row, role));
    if (words === null) {
      const message = `materials/${name}.vmt has too many proxies: it is not animated.`;
      diagnostics.warn("over-budget", `materials/${name}.vmt`, message);
      continue;
    }
    material.push(row);
    firstOp.push(ops.length / MOTION_OP_WORDS);
    opCount.push(words.length / MOTION_OP_WORDS);
    for (const word of words) ops.push(word);
  }
  if (material.length === 0) return null;
  return {
    count: material.length,
    material: Uint32Array.from(material),
    firstOp: Uint32Array.from(firstOp),
    opCount: Uint32Array.from(opCount),
    scale: new Float32Array(material.length * 4).fill(1),
    ops: Uint32Array.from(ops),
  };
}
