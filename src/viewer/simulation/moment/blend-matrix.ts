/**
 * Blends two matrices that rotate and translate. The axes keep their length: a fan that turns by a
 * large angle in a tick would shrink otherwise.
 */
export function blendMatrix(
  out: Float32Array,
  at: number,
  before: Float32Array,
  now: Float32Array,
  part: number,
): void {
  for (let i = at; i < at + 12; i++) out[i] = before[i] + (now[i] - before[i]) * part;
  for (let i = at; i < at + 3; i++) {
    // `Math.hypot` is several times slower.
    const length = Math.sqrt(out[i] ** 2 + out[i + 4] ** 2 + out[i + 8] ** 2);
    if (length === 0) continue;
    out[i] /= length;
    out[i + 4] /= length;
    out[i + 8] /= length;
  }
}
