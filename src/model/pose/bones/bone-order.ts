import type { ProceduralBones } from "../../../formats/studio/rig/procedural-types.ts";
import type { Attachments } from "../../../formats/studio/rig/rig-types.ts";
import type { Bones } from "../../../formats/studio/types.ts";

/** `BONE_ALWAYS_PROCEDURAL` */
const ALWAYS_PROCEDURAL = 0x04;

/** How a bone comes to its place; 0: by its pose. */
export const BY_AXIS = 1;
export const BY_TURN = 2;
export const BY_AIM = 3;
export const BY_SPRING = 4;

export interface BoneOrder {
  /** Bones, each behind those that its place follows from. */
  readonly bones: Int32Array;
  /** 1 a bone: `BY_AXIS` and its like. */
  readonly kind: Uint8Array;
  /** 1 a bone: its row in the table of its kind. */
  readonly row: Int32Array;
}

/**
 * In which order places of bones are worked out. The engine goes by their numbers, which compilers give so; where one
 * follows a bone behind it, it is put behind that. Bones that follow each other are placed by their numbers.
 */
export function orderBones(
  { count, parent, flags }: Bones,
  { axisInterpolations, quaternionInterpolations, aims, jiggles }: ProceduralBones,
  attachments: Attachments,
): BoneOrder {
  const kind = new Uint8Array(count);
  const row = new Int32Array(count);
  const follows = new Int32Array(count).fill(-1);
  const mark = (
    table: { readonly count: number; readonly bone: Int32Array },
    how: number,
    followed: (row: number) => number,
  ): void => {
    for (let i = 0; i < table.count; i++) {
      const bone = table.bone[i];
      if ((flags[bone] & ALWAYS_PROCEDURAL) === 0) continue;
      kind[bone] = how;
      row[bone] = i;
      follows[bone] = followed(i);
    }
  };
  mark(axisInterpolations, BY_AXIS, (i) => axisInterpolations.control[i]);
  mark(quaternionInterpolations, BY_TURN, (i) => quaternionInterpolations.control[i]);
  mark(aims, BY_AIM, (i) => (aims.isAtAttachment[i] ? attachments.bone[aims.aim[i]] : aims.aim[i]));
  mark(jiggles, BY_SPRING, () => -1);

  const bones = new Int32Array(count);
  const state = new Uint8Array(count);
  const stack = new Int32Array(count + 1);
  let placed = 0;
  for (let first = 0; first < count; first++) {
    let depth = 0;
    if (state[first] === 0) stack[depth++] = first;
    while (depth > 0) {
      const bone = stack[depth - 1];
      state[bone] = OPEN;
      const next = state[parent[bone]] === 0 ? parent[bone] : follows[bone];
      if (next >= 0 && state[next] === 0) {
        stack[depth++] = next;
      } else {
        depth--;
        state[bone] = PLACED;
        bones[placed++] = bone;
      }
    }
  }
  return { bones, kind, row };
}

const OPEN = 1;
const PLACED = 2;
