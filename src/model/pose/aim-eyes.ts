import { multiply3x4 } from "../../math/matrix3x4.ts";
import type { StudioModel } from "../files/studio-model.ts";

/** Nearest distance in front of the face that eyes look at, inches. */
const NEAREST = 6;

/**
 * Positions and directions of eyeballs in model space, one row for each eyeball of `MdlEyeballs`.
 */
export interface AimedEyes {
  /** 3 numbers a row, inches. */
  readonly origin: Float32Array;
  /** 3 numbers a row, unit length. */
  readonly up: Float32Array;
  readonly forward: Float32Array;
  /**
   * Texture axes of the iris, 3 numbers a row, in repeats per inch. Texture coordinates are 0.5 + s
   * . (p - origin), and likewise for t.
   */
  readonly s: Float32Array;
  readonly t: Float32Array;
  /** Degrees by which all eyes look past their target; positive is down and left. */
  upDown: number;
  rightLeft: number;
  /**
   * Updates all fields. Eyes turn at most `MdlRig.maxEyeDeflection` away from the face's direction.
   * @param modelFromBone 12 numbers a bone
   * @param target point in model space, or null to look straight ahead
   */
  aim(modelFromBone: Float32Array, target: Float32Array | null): void;
}

type EyedModel = Pick<StudioModel, "eyeballs" | "rig" | "motions">;

/**
 * Follows `C_BaseFlex::SetViewTarget`, which clamps the target. The rows, and how the iris planes
 * follow the eye, match `eyeballRows` of `scene/props`. Allocates only at creation.
 */
export function createAimedEyes({ eyeballs, rig, motions }: EyedModel): AimedEyes {
  const { count } = eyeballs;
  const { attachments } = motions;
  const face = attachments.name.findIndex((name) => name.toLowerCase() === "eyes");
  const column = () => new Float32Array(count * 3);
  const eyes = { origin: column(), up: column(), forward: column(), s: column(), t: column() };
  const seen = new Float32Array(3);
  const frame = new Float32Array(12);
  const aimed: AimedEyes = {
    ...eyes,
    upDown: 0,
    rightLeft: 0,
    aim(modelFromBone, target) {
      if (target !== null) {
        for (let k = 0; k < 3; k++) seen[k] = target[k];
        if (face >= 0) {
          const bone = attachments.bone[face] * 12;
          multiply3x4(frame, 0, modelFromBone, bone, attachments.local, face * 12);
          clampTarget(seen, frame, rig.maxEyeDeflection, aimed.upDown, aimed.rightLeft);
        }
      }
      for (let eye = 0; eye < count; eye++) {
        aimEye(eyes, eyeballs, modelFromBone, target === null ? null : seen, eye);
      }
    },
  };
  return aimed;
}

const local = new Float32Array(3);

/** Moves a target into the range that eyes can reach, at the same distance. */
function clampTarget(
  target: Float32Array,
  m: Float32Array,
  least: number,
  upDown: number,
  rightLeft: number,
): void {
  for (let k = 0; k < 3; k++) {
    local[k] = 0;
    for (let row = 0; row < 3; row++) local[k] += m[row * 4 + k] * (target[row] - m[row * 4 + 3]);
  }
  local[0] = Math.max(NEAREST, local[0]);
  const distance = Math.hypot(local[0], local[1], local[2]);
  makeUnit(local, 0);
  const down = (upDown * Math.PI) / 180;
  const left = (rightLeft * Math.PI) / 180;
  const ahead = local[0] * local[0];
  local[1] += Math.cos(down) * Math.sin(left) * ahead;
  local[2] -= Math.sin(down) * ahead;
  makeUnit(local, 0);
  if (local[0] < least) {
    const aside = Math.hypot(local[1], local[2]);
    const scale = aside > 0 ? Math.sqrt(1 - least * least) / aside : 0;
    local[0] = aside > 0 ? least : 1;
    local[1] *= scale;
    local[2] *= scale;
  }
  for (let row = 0; row < 3; row++) {
    target[row] = m[row * 4 + 3];
    for (let k = 0; k < 3; k++) target[row] += m[row * 4 + k] * local[k] * distance;
  }
}

function aimEye(
  { origin, up, forward, s, t }: Pick<AimedEyes, "origin" | "up" | "forward" | "s" | "t">,
  eyeballs: StudioModel["eyeballs"],
  m: Float32Array,
  target: Float32Array | null,
  eye: number,
): void {
  const at = eye * 3;
  const bone = eyeballs.bone[eye] * 12;
  for (let row = 0; row < 3; row++) {
    origin[at + row] = m[bone + row * 4 + 3];
    up[at + row] = 0;
    forward[at + row] = 0;
    for (let k = 0; k < 3; k++) {
      const turned = m[bone + row * 4 + k];
      origin[at + row] += turned * eyeballs.origin[at + k];
      up[at + row] += turned * eyeballs.up[at + k];
      forward[at + row] += turned * eyeballs.forward[at + k];
    }
  }
  if (target !== null) for (let k = 0; k < 3; k++) forward[at + k] = target[k] - origin[at + k];
  makeUnit(forward, at);
  makeUnit(up, at);
  // Eyes turn outwards by an angle with this sine.
  cross(s, at, forward, at, up, at);
  makeUnit(s, at);
  const outwards = 2 * eyeballs.zOffset[eye];
  for (let k = 0; k < 3; k++) forward[at + k] += outwards * s[at + k];
  makeUnit(forward, at);
  cross(s, at, forward, at, up, at);
  makeUnit(s, at);
  cross(t, at, s, at, forward, at);
  makeUnit(t, at);
  for (let k = at; k < at + 3; k++) {
    s[k] *= -eyeballs.irisScale[eye];
    t[k] *= -eyeballs.irisScale[eye];
  }
}

function cross(
  out: Float32Array,
  to: number,
  a: Float32Array,
  i: number,
  b: Float32Array,
  j: number,
): void {
  out[to] = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  out[to + 1] = a[i + 2] * b[j] - a[i] * b[j + 2];
  out[to + 2] = a[i] * b[j + 1] - a[i + 1] * b[j];
}

/** Normalizes a vector, except a zero vector from a damaged record. */
function makeUnit(v: Float32Array, at: number): void {
  const length = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
  if (!(length > 0)) return;
  for (let k = at; k < at + 3; k++) v[k] /= length;
}
