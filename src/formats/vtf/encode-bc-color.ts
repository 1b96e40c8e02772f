/**
 * Encodes the colours of a BC block: two 5:6:5 endpoints and two bits a texel. Range fit along the
 * principal axis, then least squares for the indices found, then single steps of each endpoint
 * channel. Errors are measured against the result of `decode-bc.ts`.
 */

/** Rounds of least squares; most blocks converge in two. */
const FIT_ROUNDS = 4;
const STEP_ROUNDS = 4;
const AXIS_ROUNDS = 6;
/** Squared error of a block, about one step a channel, below which single steps are not tried. */
const CLOSE_ENOUGH = 40;

/** Weight of endpoint 0 for each index, by the number of colours. */
const SHARE4 = [1, 0, 2 / 3, 1 / 3];
const SHARE3 = [1, 0, 1 / 2, 0];

/** Texels of the block that are encoded, and their number. */
const red = new Int32Array(16);
const green = new Int32Array(16);
const blue = new Int32Array(16);
const place = new Uint8Array(16);
let used = 0;

/**
 * Coordinate farther from every texel than any colour: placeholder for the fourth colour in
 * three-colour blocks.
 */
const NO_COLOR = 1 << 13;

const palette = new Int32Array(12);
const candidate = new Uint8Array(16);
const best = { error: 0, colors: 4 as 3 | 4, indices: new Uint8Array(16), end: new Int32Array(6) };
const endpoints = new Float64Array(6);
const trial = new Int32Array(6);

const TO_5 = quantizeTable(5);
const TO_6 = quantizeTable(6);
const FLAT_5 = flatTable(5);
const FLAT_6 = flatTable(6);

/**
 * Encodes 16 RGBA texels to 8 bytes at `at`. With `punchThrough`, texels with alpha below 128
 * become transparent black. Otherwise alpha is ignored and the mode with transparency is not used.
 */
export function encodeBcColor(
  texels: Uint8Array,
  punchThrough: boolean,
  out: Uint8Array,
  at: number,
): void {
  gather(texels, punchThrough);
  best.indices.fill(3);
  best.error = Number.POSITIVE_INFINITY;
  best.colors = used < 16 ? 3 : 4;
  best.end.fill(0);
  if (used > 0) {
    fitRange();
    if (best.error > 0 && best.colors === 4) fitFlat();
    if (best.error > CLOSE_ENOUGH) stepEndpoints();
  }
  writeBlock(out, at);
}

function gather(texels: Uint8Array, punchThrough: boolean): void {
  used = 0;
  for (let i = 0; i < 16; i++) {
    if (punchThrough && texels[i * 4 + 3] < 128) continue;
    red[used] = texels[i * 4];
    green[used] = texels[i * 4 + 1];
    blue[used] = texels[i * 4 + 2];
    place[used++] = i;
  }
}

/**
 * Fits the endpoints to the texels' range along their principal axis, then optimises them for the
 * resulting indices.
 */
function fitRange(): void {
  findRange();
  for (let round = 0; round < FIT_ROUNDS; round++) {
    for (let k = 0; k < 6; k++) {
      const value = Math.min(Math.max(Math.round(endpoints[k]), 0), 255);
      trial[k] = k % 3 === 1 ? TO_6[value] : TO_5[value];
    }
    const previous = best.error;
    if (!tryEndpoints() || previous - best.error < 1) return;
    if (best.error === 0 || !fitIndices()) return;
  }
}

function findRange(): void {
  let [r, g, b] = [0, 0, 0];
  for (let i = 0; i < used; i++) {
    r += red[i];
    g += green[i];
    b += blue[i];
  }
  r /= used;
  g /= used;
  b /= used;
  let [rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < used; i++) {
    const dr = red[i] - r;
    const dg = green[i] - g;
    const db = blue[i] - b;
    rr += dr * dr;
    rg += dr * dg;
    rb += dr * db;
    gg += dg * dg;
    gb += dg * db;
    bb += db * db;
  }
  // Start vector of the power iteration: the row of the widest channel is never perpendicular to
  // the axis.
  let [x, y, z] = rr >= gg && rr >= bb ? [rr, rg, rb] : gg >= bb ? [rg, gg, gb] : [rb, gb, bb];
  for (let round = 0; round < AXIS_ROUNDS; round++) {
    const length = Math.hypot(x, y, z) || 1;
    const [ux, uy, uz] = [x / length, y / length, z / length];
    x = rr * ux + rg * uy + rb * uz;
    y = rg * ux + gg * uy + gb * uz;
    z = rb * ux + gb * uy + bb * uz;
  }
  const length = Math.hypot(x, y, z) || 1;
  let low = 0;
  let high = 0;
  for (let i = 0; i < used; i++) {
    const along = ((red[i] - r) * x + (green[i] - g) * y + (blue[i] - b) * z) / length;
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  endpoints[0] = r + (x * high) / length;
  endpoints[1] = g + (y * high) / length;
  endpoints[2] = b + (z * high) / length;
  endpoints[3] = r + (x * low) / length;
  endpoints[4] = g + (y * low) / length;
  endpoints[5] = b + (z * low) / length;
}

/**
 * Fits the endpoints to the best indices by least squares. Returns false if the indices do not
 * determine them.
 */
function fitIndices(): boolean {
  const share = best.colors === 4 ? SHARE4 : SHARE3;
  let [aa, ab, bb] = [0, 0, 0];
  let [ar, ag, ablue, br, bg, bblue] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < used; i++) {
    const a = share[best.indices[place[i]]];
    const b = 1 - a;
    aa += a * a;
    ab += a * b;
    bb += b * b;
    ar += a * red[i];
    ag += a * green[i];
    ablue += a * blue[i];
    br += b * red[i];
    bg += b * green[i];
    bblue += b * blue[i];
  }
  const determinant = aa * bb - ab * ab;
  if (determinant < 1e-6) return false;
  endpoints[0] = (ar * bb - br * ab) / determinant;
  endpoints[1] = (ag * bb - bg * ab) / determinant;
  endpoints[2] = (ablue * bb - bblue * ab) / determinant;
  endpoints[3] = (br * aa - ar * ab) / determinant;
  endpoints[4] = (bg * aa - ag * ab) / determinant;
  endpoints[5] = (bblue * aa - ablue * ab) / determinant;
  return true;
}

/**
 * Tries the endpoints whose third is nearest to the mean colour: exact for most blocks of a single
 * colour.
 */
function fitFlat(): void {
  let [r, g, b] = [0, 0, 0];
  for (let i = 0; i < used; i++) {
    r += red[i];
    g += green[i];
    b += blue[i];
  }
  const pairs = [
    FLAT_5[Math.round(r / used)],
    FLAT_6[Math.round(g / used)],
    FLAT_5[Math.round(b / used)],
  ];
  for (let k = 0; k < 3; k++) {
    trial[k] = pairs[k] >> 8;
    trial[k + 3] = pairs[k] & 255;
  }
  tryEndpoints();
}

/** Moves one channel of one endpoint by one step at a time, as long as the error decreases. */
function stepEndpoints(): void {
  for (let k = 0; k < 6; k++) trial[k] = best.end[k];
  for (let round = 0; round < STEP_ROUNDS; round++) {
    const before = best.error;
    for (let k = 0; k < 6; k++) {
      const top = k % 3 === 1 ? 63 : 31;
      for (let step = -1; step <= 1; step += 2) {
        const moved = best.end[k] + step;
        if (moved < 0 || moved > top) continue;
        trial[k] = moved;
        if (!tryEndpoints()) trial[k] = best.end[k];
      }
    }
    if (best.error === before) return;
  }
}

/**
 * Makes `trial` the best endpoints if the nearest palette colours have a smaller error than before.
 */
function tryEndpoints(): boolean {
  fillPalette();
  // Copied to variables, because these twelve values are read for every texel and dominate the cost
  // of encoding.
  const r0 = palette[0];
  const g0 = palette[1];
  const b0 = palette[2];
  const r1 = palette[3];
  const g1 = palette[4];
  const b1 = palette[5];
  const r2 = palette[6];
  const g2 = palette[7];
  const b2 = palette[8];
  const r3 = palette[9];
  const g3 = palette[10];
  const b3 = palette[11];
  const most = best.error;
  let error = 0;
  for (let i = 0; i < used; i++) {
    const r = red[i];
    const g = green[i];
    const b = blue[i];
    let index = 0;
    let least = squared(r0 - r, g0 - g, b0 - b);
    const one = squared(r1 - r, g1 - g, b1 - b);
    if (one < least) {
      least = one;
      index = 1;
    }
    const two = squared(r2 - r, g2 - g, b2 - b);
    if (two < least) {
      least = two;
      index = 2;
    }
    const three = squared(r3 - r, g3 - g, b3 - b);
    if (three < least) {
      least = three;
      index = 3;
    }
    error += least;
    if (error >= most) return false;
    candidate[i] = index;
  }
  best.error = error;
  for (let k = 0; k < 6; k++) best.end[k] = trial[k];
  for (let i = 0; i < used; i++) best.indices[place[i]] = candidate[i];
  return true;
}

function squared(r: number, g: number, b: number): number {
  return r * r + g * g + b * b;
}

function fillPalette(): void {
  for (let k = 0; k < 3; k++) {
    const a = k === 1 ? widen6(trial[k]) : widen5(trial[k]);
    const b = k === 1 ? widen6(trial[k + 3]) : widen5(trial[k + 3]);
    palette[k] = a;
    palette[k + 3] = b;
    palette[k + 6] = best.colors === 4 ? third(a, b) : (a + b) >> 1;
    palette[k + 9] = best.colors === 4 ? third(b, a) : NO_COLOR;
  }
}

/**
 * Writes the block. The order of the two endpoints encodes the number of colours, so indices are
 * adapted to it.
 */
function writeBlock(out: Uint8Array, at: number): void {
  const { end, indices } = best;
  let c0 = (end[0] << 11) | (end[1] << 5) | end[2];
  let c1 = (end[3] << 11) | (end[4] << 5) | end[5];
  const isFlat = c0 === c1;
  const swaps = !isFlat && c0 < c1 === (best.colors === 4);
  if (swaps) [c0, c1] = [c1, c0];
  out[at] = c0 & 255;
  out[at + 1] = c0 >> 8;
  out[at + 2] = c1 & 255;
  out[at + 3] = c1 >> 8;
  for (let row = 0; row < 4; row++) {
    let bits = 0;
    for (let column = 0; column < 4; column++) {
      let index = indices[row * 4 + column];
      if (best.colors === 4) {
        // If both endpoints are equal, the decoder reads index 3 as transparent.
        if (isFlat) index = 0;
        else if (swaps) index ^= 1;
      } else if (swaps && index < 2) {
        index ^= 1;
      }
      bits |= index << (column * 2);
    }
    out[at + 4 + row] = bits;
  }
}

function widen5(value: number): number {
  return (value << 3) | (value >> 2);
}

function widen6(value: number): number {
  return (value << 2) | (value >> 4);
}

function third(a: number, b: number): number {
  return ((2 * a + b) / 3) | 0;
}

function widen(value: number, bits: 5 | 6): number {
  return bits === 5 ? widen5(value) : widen6(value);
}

/** Returns a table from 8 bits to the nearest endpoint value. */
function quantizeTable(bits: 5 | 6): Uint8Array {
  const top = (1 << bits) - 1;
  return Uint8Array.from({ length: 256 }, (_, value) => {
    const guess = Math.round((value * top) / 255);
    let nearest = guess;
    for (const other of [guess - 1, guess + 1]) {
      if (other < 0 || other > top) continue;
      const gain = Math.abs(widen(nearest, bits) - value) - Math.abs(widen(other, bits) - value);
      if (gain > 0) nearest = other;
    }
    return nearest;
  });
}

/**
 * Returns a table from 8 bits to endpoints `high << 8
 * low` whose nearer third is closest; of equally good pairs the closer one.
 */
function flatTable(bits: 5 | 6): Uint16Array {
  const top = (1 << bits) - 1;
  return Uint16Array.from({ length: 256 }, (_, value) => {
    let pair = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let a = 0; a <= top; a++) {
      for (let b = 0; b <= top; b++) {
        const miss = Math.abs(third(widen(a, bits), widen(b, bits)) - value);
        const cost = miss * 1024 + Math.abs(a - b);
        if (cost >= least) continue;
        least = cost;
        pair = (a << 8) | b;
      }
    }
    return pair;
  });
}
