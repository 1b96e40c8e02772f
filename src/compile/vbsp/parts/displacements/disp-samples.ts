/**
 * Where each luxel of a displacement lies: in which of its triangles, and where in it, for the
 * engine's light that moves. Triangles are numbered as Valve's public `disp_powerinfo.cpp` has them:
 * eight around the centre of each two by two cells, these in the order of a quadtree.
 */

import type { DispSamples } from "../../../../formats/bsp/write/write-disp-samples.ts";

/** x and y of a square's quarters, and of the eight places around a centre, in units of its half. */
const QUARTERS = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;
const AROUND = [
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [1, 0],
] as const;

/**
 * Samples of one displacement, row by row of its luxels.
 * @param size `m_LightmapTextureSizeInLuxels`: along the columns and the rows, one less than luxels
 */
export function locateLuxels(power: number, size: ArrayLike<number>): DispSamples {
  const cells = 1 << power;
  const centres = listCentres(power);
  const [width, height] = [size[0] + 1, size[1] + 1];
  const triangle = new Uint16Array(width * height);
  const barycentric = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      // Luxels span the grid from corner to corner; exact where a luxel lies on a vertex.
      const x = (column * cells) / size[0];
      const y = (row * cells) / size[1];
      const sample = row * width + column;
      const found = findTriangle(centres, x, y);
      triangle[sample] = found.triangle;
      for (let k = 0; k < 3; k++)
        barycentric[sample * 3 + k] = Math.trunc(found.weights[k] * 255.9);
    }
  }
  return { count: width * height, triangle, barycentric };
}

/** x, y of the centres of all squares of two by two cells. */
function listCentres(power: number): number[] {
  const centres: number[] = [];
  const visit = (x: number, y: number, half: number): void => {
    if (half === 1) {
      centres.push(x, y);
      return;
    }
    for (const [i, j] of QUARTERS) visit(x + (i * half) / 2, y + (j * half) / 2, half / 2);
  };
  visit(1 << (power - 1), 1 << (power - 1), 1 << (power - 1));
  return centres;
}

/** The first triangle that holds a place, and the weights of its corners, the centre's last. */
function findTriangle(
  centres: readonly number[],
  x: number,
  y: number,
): { triangle: number; weights: readonly [number, number, number] } {
  for (let i = 0; i < centres.length; i += 2) {
    const dx = x - centres[i];
    const dy = y - centres[i + 1];
    if (Math.abs(dx) > 1 || Math.abs(dy) > 1) continue;
    for (const [k, [ax, ay]] of AROUND.entries()) {
      const [bx, by] = AROUND[(k + 1) % 8];
      const area = ax * by - ay * bx;
      const a = (dx * by - dy * bx) / area;
      const b = (ax * dy - ay * dx) / area;
      if (a < 0 || b < 0) continue;
      // a + b, but never more than 1 by rounding: triangles end at the square's sides.
      const outwards = Math.max(Math.abs(dx), Math.abs(dy));
      return { triangle: i * 4 + k, weights: [a, b, 1 - outwards] };
    }
  }
  throw new Error(`visleaf bug: no triangle of a displacement at ${x}, ${y}`);
}
