/**
 * Decodes BC1, BC2 and BC3 (DXT1, DXT3, DXT5) to RGBA8, for devices without
 * `texture-compression-bc` and for image sizes that WebGPU does not accept in blocks. Follows the
 * Direct3D 11 description of the formats: endpoint colours are widened to 8 bits, then interpolated
 * and rounded down, as in srctools; a GPU may differ by one.
 */

/** Colours 0 to 3 of a block as RGBA bytes in a little-endian word. */
const palette = new Uint32Array(4);
const alphas = new Uint8Array(8);
const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/**
 * Decodes one image of `width` x `height` texels. `kind` is the BC number. `blocks` holds at least
 * ceil(width / 4) * ceil(height / 4) blocks, by row.
 */
export function decodeBc(
  kind: 1 | 2 | 3,
  blocks: Uint8Array,
  width: number,
  height: number,
): Uint8Array {
  const texels = new Uint32Array(width * height);
  const blockBytes = kind === 1 ? 8 : 16;
  const colourStart = blockBytes - 8;
  let at = 0;
  for (let y = 0; y < height; y += 4) {
    const rows = Math.min(4, height - y);
    for (let x = 0; x < width; x += 4, at += blockBytes) {
      const columns = Math.min(4, width - x);
      readPalette(blocks, at + colourStart, kind === 1);
      const indices = at + colourStart + 4;
      for (let row = 0; row < rows; row++) {
        let bits = blocks[indices + row];
        let to = (y + row) * width + x;
        for (let column = 0; column < columns; column++, bits >>= 2) {
          texels[to++] = palette[bits & 3];
        }
      }
      if (kind === 2) writeExplicitAlpha(blocks, at, texels, y * width + x, width, columns, rows);
      else if (kind === 3) writeAlphaRamp(blocks, at, texels, y * width + x, width, columns, rows);
    }
  }
  const bytes = new Uint8Array(texels.buffer);
  if (!littleEndian) swapWords(bytes);
  return bytes;
}

/** Fills `palette` from the two 5:6:5 endpoints. Only BC1 has the mode with transparent black. */
function readPalette(blocks: Uint8Array, at: number, punchThrough: boolean): void {
  const c0 = blocks[at] | (blocks[at + 1] << 8);
  const c1 = blocks[at + 2] | (blocks[at + 3] << 8);
  const r0 = widen5(c0 >> 11);
  const g0 = widen6((c0 >> 5) & 63);
  const b0 = widen5(c0 & 31);
  const r1 = widen5(c1 >> 11);
  const g1 = widen6((c1 >> 5) & 63);
  const b1 = widen5(c1 & 31);
  palette[0] = 0xff000000 | (b0 << 16) | (g0 << 8) | r0;
  palette[1] = 0xff000000 | (b1 << 16) | (g1 << 8) | r1;
  if (c0 > c1 || !punchThrough) {
    palette[2] = 0xff000000 | (third(b0, b1) << 16) | (third(g0, g1) << 8) | third(r0, r1);
    palette[3] = 0xff000000 | (third(b1, b0) << 16) | (third(g1, g0) << 8) | third(r1, r0);
  } else {
    palette[2] = 0xff000000 | (((b0 + b1) >> 1) << 16) | (((g0 + g1) >> 1) << 8) | ((r0 + r1) >> 1);
    palette[3] = 0;
  }
}

/** Widens five bits to eight by repeating the high bits. */
function widen5(value: number): number {
  return (value << 3) | (value >> 2);
}

function widen6(value: number): number {
  return (value << 2) | (value >> 4);
}

/** Returns (2 a + b) / 3, rounded down. */
function third(a: number, b: number): number {
  return ((2 * a + b) / 3) | 0;
}

/** Decodes BC2 alpha: four bits a texel. */
function writeExplicitAlpha(
  blocks: Uint8Array,
  at: number,
  texels: Uint32Array,
  first: number,
  width: number,
  columns: number,
  rows: number,
): void {
  for (let row = 0; row < rows; row++) {
    let bits = blocks[at + row * 2] | (blocks[at + row * 2 + 1] << 8);
    for (let column = 0; column < columns; column++, bits >>= 4) {
      const to = first + row * width + column;
      texels[to] = (texels[to] & 0x00ffffff) | (((bits & 15) * 17) << 24);
    }
  }
}

/**
 * Decodes BC3 alpha: two endpoints, and three bits a texel that select one of eight values (or six,
 * with 0 and 255).
 */
function writeAlphaRamp(
  blocks: Uint8Array,
  at: number,
  texels: Uint32Array,
  first: number,
  width: number,
  columns: number,
  rows: number,
): void {
  const a0 = blocks[at];
  const a1 = blocks[at + 1];
  alphas[0] = a0;
  alphas[1] = a1;
  if (a0 > a1) {
    for (let i = 1; i < 7; i++) alphas[i + 1] = ((7 - i) * a0 + i * a1) / 7;
  } else {
    for (let i = 1; i < 5; i++) alphas[i + 1] = ((5 - i) * a0 + i * a1) / 5;
    alphas[6] = 0;
    alphas[7] = 255;
  }
  for (let row = 0; row < rows; row++) {
    // 48 bits of indices: 12 a row, so two rows in three bytes.
    const pair = at + 2 + (row >> 1) * 3;
    const three = blocks[pair] | (blocks[pair + 1] << 8) | (blocks[pair + 2] << 16);
    let bits = three >> ((row & 1) * 12);
    for (let column = 0; column < columns; column++, bits >>= 3) {
      const to = first + row * width + column;
      texels[to] = (texels[to] & 0x00ffffff) | (alphas[bits & 7] << 24);
    }
  }
}

function swapWords(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 4) view.setUint32(at, view.getUint32(at, true));
}
