/** Rows of a tree of boxes (`MapCollision.boxes`) that lie near a point. */

/** As deep as a tree of 2^32 rows. */
const stack = new Uint32Array(64);

/**
 * Calls `visit` with each row whose box a sphere touches, until it has done so `most` times. Allocates nothing.
 * @param radius inches
 */
export function visitNear(
  boxes: Float32Array,
  boxLinks: Uint32Array,
  x: number,
  y: number,
  z: number,
  radius: number,
  most: number,
  visit: (row: number) => void,
): void {
  if (boxLinks.length === 0) return;
  let left = most;
  let depth = 0;
  stack[depth++] = 0;
  while (depth > 0) {
    const row = stack[--depth];
    const b = row * 6;
    const dx = Math.max(boxes[b] - x, 0, x - boxes[b + 3]);
    const dy = Math.max(boxes[b + 1] - y, 0, y - boxes[b + 4]);
    const dz = Math.max(boxes[b + 2] - z, 0, z - boxes[b + 5]);
    if (dx * dx + dy * dy + dz * dz > radius * radius) continue;
    const first = boxLinks[row * 2];
    const count = boxLinks[row * 2 + 1];
    for (let i = 0; i < count; i++) {
      if (left-- <= 0) return;
      visit(first + i);
    }
    if (count > 0) continue;
    stack[depth++] = first;
    stack[depth++] = row + 1;
  }
}
