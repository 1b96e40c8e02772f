/** Three directions from which bumped lightmaps are lit. Facts from Valve's `bumpvects.h`. */

export const NUM_BUMP_VECTS = 3;

const SQRT_1_3 = Math.sqrt(1 / 3);
const SQRT_2_3 = Math.sqrt(2 / 3);
const SQRT_1_6 = Math.sqrt(1 / 6);
const SQRT_1_2 = Math.sqrt(1 / 2);

const LOCAL_BASIS = [
  [SQRT_2_3, 0, SQRT_1_3],
  [-SQRT_1_6, SQRT_1_2, SQRT_1_3],
  [-SQRT_1_6, -SQRT_1_2, SQRT_1_3],
] as const;

/**
 * Writes normals (3 each): the point's own, then the three basis vectors around it, rotated so that
 * the first follows the texture's s axis.
 * @param axes s and t of the texture (3 each), of any length
 */
export function writeBumpNormals(
  out: Float64Array,
  axes: Float32Array,
  axesOffset: number,
  faceNormal: ArrayLike<number>,
  faceNormalOffset: number,
  nx: number,
  ny: number,
  nz: number,
): void {
  const sx = axes[axesOffset];
  const sy = axes[axesOffset + 1];
  const sz = axes[axesOffset + 2];
  const tx = axes[axesOffset + 3];
  const ty = axes[axesOffset + 4];
  const tz = axes[axesOffset + 5];
  const facing =
    faceNormal[faceNormalOffset] * (sy * tz - sz * ty) +
    faceNormal[faceNormalOffset + 1] * (sz * tx - sx * tz) +
    faceNormal[faceNormalOffset + 2] * (sx * ty - sy * tx);
  let bx = ny * sz - nz * sy;
  let by = nz * sx - nx * sz;
  let bz = nx * sy - ny * sx;
  const bLength = Math.hypot(bx, by, bz) || 1;
  bx /= bLength;
  by /= bLength;
  bz /= bLength;
  const ax = by * nz - bz * ny;
  const ay = bz * nx - bx * nz;
  const az = bx * ny - by * nx;
  const hand = facing < 0 ? -1 : 1;
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
  for (let i = 0; i < NUM_BUMP_VECTS; i++) {
    const [a, b, n] = LOCAL_BASIS[i];
    out[3 + i * 3] = ax * a + bx * b * hand + nx * n;
    out[4 + i * 3] = ay * a + by * b * hand + ny * n;
    out[5 + i * 3] = az * a + bz * b * hand + nz * n;
  }
}
