/** Animated characters for comparing engines: skeletons with a box per bone and one sequence. */

import type { Matrix, OraclePose, OracleTrack } from "../../oracle/pose/pose.ts";
import type { TestPropVertex } from "../../render/make-props.ts";

export interface Crowd {
  /** Number of characters, in rows of a square. */
  readonly count: number;
  /** Number of different models among them. */
  readonly models: number;
  readonly bones: number;
}

/** Inches between characters, and of a bone's box. */
const SPACING = 64;
const SIZE = 6;
const FRAMES = 31;
export const CROWD_FPS = 30;

/** Builds three limbs of chained bones; each rotates about its own axis and returns. */
export function makeCrowdTrack(boneCount: number): OracleTrack {
  const parentOf = (bone: number) => (bone === 0 ? -1 : Math.max(0, bone - 3));
  /** Returns a bone's bind position: 5 inches above its parent, offset by its limb. */
  const offsetOf = (bone: number): [number, number, number] =>
    bone === 0 ? [0, 0, 0] : [0, bone < 4 ? ((bone % 3) - 1) * 12 : 0, 5];
  const placeOf = (bone: number): [number, number, number] => {
    const [x, y, z] = offsetOf(bone);
    if (bone === 0) return [x, y, z];
    const [px, py, pz] = placeOf(parentOf(bone));
    return [px + x, py + y, pz + z];
  };
  const bones = Array.from({ length: boneCount }, (_, bone) => {
    const [x, y, z] = placeOf(bone);
    const poseToBone: Matrix = [
      [1, 0, 0, -x],
      [0, 1, 0, -y],
      [0, 0, 1, -z],
    ];
    return { parent: parentOf(bone), poseToBone };
  });
  const frames = Array.from({ length: FRAMES }, (_, frame) =>
    Array.from({ length: boneCount }, (_, bone): OraclePose => {
      const half = 0.2 * Math.sin((2 * Math.PI * frame) / (FRAMES - 1) + bone);
      const quaternion: [number, number, number, number] = [0, 0, 0, Math.cos(half)];
      quaternion[bone % 3] = Math.sin(half);
      return { position: offsetOf(bone), quaternion };
    }),
  );
  return { bones, frames, fps: CROWD_FPS, isLooping: true };
}

/** Builds a box per bone in bind pose: corners and triangles. */
export function makeCrowdMesh({ bones }: OracleTrack): {
  readonly vertices: TestPropVertex[];
  readonly indices: number[];
} {
  const vertices: TestPropVertex[] = [];
  const indices: number[] = [];
  for (const [bone, { parent, poseToBone }] of bones.entries()) {
    const first = vertices.length;
    for (let corner = 0; corner < 8; corner++) {
      const at = [1, 2, 4].map((bit, axis) => {
        const offset = (corner & bit) === 0 ? -SIZE / 2 : SIZE / 2;
        return offset - poseToBone[axis][3];
      });
      vertices.push({
        position: at as unknown as TestPropVertex["position"],
        normal: [0, 0, 1],
        bones: [bone, Math.max(0, parent), 0],
        weights: [0.75, 0.25, 0],
      });
    }
    for (const [a, b, c, d] of FACES) {
      indices.push(first + a, first + b, first + c, first + c, first + b, first + d);
    }
  }
  return { vertices, indices };
}

const FACES = [
  ...[
    [0, 1, 2, 3],
    [5, 4, 7, 6],
    [1, 0, 5, 4],
  ],
  ...[
    [2, 3, 6, 7],
    [0, 2, 4, 6],
    [3, 1, 7, 5],
  ],
] as const;

/** Returns each position, in front of the camera, which looks along x. */
export function placeCrowd({ count }: Crowd): readonly [x: number, y: number][] {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, i) => [
    SPACING * (4 + Math.floor(i / side)),
    SPACING * ((i % side) - side / 2),
  ]);
}
