/** Where the eyeballs of a model are in its present pose, and how their irises are projected. */

import type { Mdl, MdlEyeballs } from "../../formats/studio/types.ts";
import { cross, normalize } from "../../math/vec3.ts";

type Vector = [x: number, y: number, z: number];

/** Of one eyeball, in its model's space, inches. */
export interface EyeballRows {
  readonly origin: Vector;
  readonly up: Vector;
  /** Repeats of the iris an inch along the world: 0.5 + s . (p - origin) is where it is read, and t likewise. */
  readonly s: Vector;
  readonly t: Vector;
}

/**
 * It looks ahead, as nobody is there to be looked at. The record is `mstudioeyeball_t` in Valve's public `studio.h`,
 * whose iris scale is 1 / the inches that the iris's texture is wide and high (`dmeeyeball.h` there); how planes follow
 * from it no SDK has: it is as a public description of an early game's renderer (the project Elysium, of
 * `R_StudioEyeballPosition`) says, and what `eye_refract_vs20.fxc` relies on.
 * @param palette 12 numbers a bone, see `buildBonePalette`; null: nothing moves
 */
export function eyeballRows(
  { bones }: Pick<Mdl, "bones">,
  palette: Float32Array | null,
  eyes: MdlEyeballs,
  eye: number,
): EyeballRows {
  const bone = eyes.bone[eye];
  const pose = bones.poseToBone.subarray(bone * 12, bone * 12 + 12);
  const turned = palette?.subarray(bone * 12, bone * 12 + 12);
  /** From the bone's space to that of vertices as they are stored, then where their bone takes them. */
  const toModel = (column: Float32Array, isPoint: number): Vector => {
    const v = [0, 1, 2].map((k) => column[eye * 3 + k] - isPoint * pose[k * 4 + 3]);
    const stored = [0, 1, 2].map((k) => v[0] * pose[k] + v[1] * pose[4 + k] + v[2] * pose[8 + k]);
    if (turned === undefined) return stored as Vector;
    return [0, 4, 8].map(
      (row) =>
        turned[row] * stored[0] +
        turned[row + 1] * stored[1] +
        turned[row + 2] * stored[2] +
        isPoint * turned[row + 3],
    ) as Vector;
  };
  const own = toModel(eyes.up, 0);
  let forward = normalize(toModel(eyes.forward, 0));
  const aside = normalize(cross(forward, own));
  // An eye turns outwards by the sine of that.
  const turn = 2 * eyes.zOffset[eye];
  forward = normalize(forward.map((c, k) => c + turn * aside[k]) as Vector);
  const right = normalize(cross(forward, own));
  const up = normalize(cross(right, forward));
  const scale = eyes.irisScale[eye];
  return {
    origin: toModel(eyes.origin, 1),
    up: normalize(own),
    s: right.map((c) => -scale * c) as Vector,
    t: up.map((c) => -scale * c) as Vector,
  };
}
