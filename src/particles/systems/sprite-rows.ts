/** Writes the particles of a system as rows of `PARTICLE_ROW`. */

import {
  PARTICLE_FACING,
  PARTICLE_FLAT,
  PARTICLE_ROPE,
  PARTICLE_ROW,
  PARTICLE_TRAIL,
  PARTICLE_UPRIGHT,
  type ParticleEye,
} from "../../map/placed/particles.ts";
import type { ParticleColumns } from "./columns.ts";
import { lengthOf } from "./curves.ts";
import type { RendererPlan } from "./renderers.ts";
import { type RunningSystem, STEP_SECONDS } from "./running-system.ts";
import type { ParticleSheet, ShownFrame } from "./sheet.ts";
import type { SystemPlan } from "./system-plan.ts";

const WORDS = PARTICLE_ROW.strideBytes / 4;
const wordOf = (byteOffset: number): number => byteOffset / 4;
const AT = {
  position: wordOf(PARTICLE_ROW.position),
  size: wordOf(PARTICLE_ROW.size),
  axis: wordOf(PARTICLE_ROW.axis),
  turn: wordOf(PARTICLE_ROW.turn),
  color: wordOf(PARTICLE_ROW.color),
  alpha: wordOf(PARTICLE_ROW.alpha),
  frames: wordOf(PARTICLE_ROW.frames),
  frameBlend: wordOf(PARTICLE_ROW.frameBlend),
  texCoord: wordOf(PARTICLE_ROW.texCoord),
} as const;

/** Exponent of colours of vertices, as the engine's shader has it (`GammaToLinear`). */
const GAMMA = 2.2;
/** Linear light by colour, with exact entries for bytes: three powers a particle cost too much. */
const LAST_SHADE = 255 * 16;
const LINEAR = Float32Array.from({ length: LAST_SHADE + 1 }, (_, i) => (i / LAST_SHADE) ** GAMMA);
const linearOf = (shade: number): number =>
  LINEAR[Math.min(Math.max(Math.round(shade * LAST_SHADE), 0), LAST_SHADE)];
/** Rows of a rope at most. */
const MAX_ROPE_ROWS = 8192;
/** Distances are sorted in steps of their range's part; the rest of a key is the row. */
const ROW_KEYS = 8192;
const DISTANCE_KEYS = 2 ** 30;
const MIRRORED_ROW = 1;

/** Parameters of a material that change the colour and frames of its particles. */
export interface CardLook {
  /** `$overbrightfactor`. */
  readonly overbright: number;
  /** `$addself`. */
  readonly addSelf: number;
  /** `$blendframes`: whether frames are blended. */
  readonly blendsFrames: boolean;
  /** Height of the texture in texels, by which ropes are textured. */
  readonly textureHeight: number;
}

export const PLAIN_LOOK: CardLook = {
  ...{ overbright: 1, addSelf: 0, blendsFrames: true, textureHeight: 256 },
};

/** Returns the rows that a system needs. */
export function rowsOf({ capacity, renderer }: SystemPlan): number {
  if (renderer === null) return 0;
  if (renderer.kind !== "rope") return capacity;
  return Math.min(capacity * renderer.subdivisions, MAX_ROPE_ROWS);
}

/** Returns the orientation flag of a system's run. */
export function orientationOf(renderer: RendererPlan): number {
  if (renderer.kind === "rope") return PARTICLE_ROPE;
  if (renderer.kind === "trail") return PARTICLE_TRAIL;
  return [PARTICLE_FACING, PARTICLE_UPRIGHT, PARTICLE_FLAT][renderer.orientation];
}

/** Rows of one system in the buffer of all. */
export class RowWriter {
  readonly #system: RunningSystem;
  readonly #sheet: ParticleSheet | null;
  readonly #look: CardLook;
  readonly #first: number;
  readonly #rows: number;
  readonly #keys: Float64Array;
  readonly #shown: ShownFrame = { first: 0, next: 0, blend: 0 };
  #used = 0;

  /**
   * @param first row of the buffer that the system begins at
   * @param rows its rows; particles beyond them are not drawn
   */
  constructor(
    system: RunningSystem,
    first: number,
    sheet: ParticleSheet | null = null,
    look = PLAIN_LOOK,
    rows = rowsOf(system.plan),
  ) {
    this.#system = system;
    this.#first = first;
    this.#sheet = sheet;
    this.#look = look;
    this.#rows = rows;
    this.#keys = new Float64Array(system.plan.isSorted ? system.plan.capacity : 0);
  }

  /**
   * Writes all rows.
   * @param fraction where the shown time lies between the last two steps, 0 to 1
   */
  write(words: Uint32Array, floats: Float32Array, fraction: number, eye: ParticleEye): void {
    const { columns, plan } = this.#system;
    const { renderer } = plan;
    if (renderer === null) return;
    const [px, py, pz] = this.#system.points.position;
    const away = lengthOf(px - eye.x, py - eye.y, pz - eye.z);
    const isNear = away <= plan.drawDistance;
    const isRope = renderer.kind === "rope";
    const count = isNear ? (isRope ? columns.count : Math.min(columns.count, this.#rows)) : 0;
    let used: number;
    if (renderer.kind === "rope") used = this.#writeRope(renderer, words, floats, fraction, count);
    else {
      const isSorted = plan.isSorted && this.#sort(count, eye);
      for (let i = 0; i < count; i++) {
        const row = isSorted ? ROW_KEYS - 1 - (this.#keys[i] % ROW_KEYS) : i;
        this.#writeSprite(this.#first + i, row, renderer, { words, floats, fraction });
      }
      used = count;
    }
    for (let i = used; i < this.#used; i++) floats[(this.#first + i) * WORDS + AT.size] = 0;
    this.#used = used;
  }

  /** Sorts rows by their distance, the farthest first. Equal ones keep their order. */
  #sort(count: number, eye: ParticleEye): boolean {
    const { x, y, z } = this.#system.columns;
    const keys = this.#keys.subarray(0, count);
    let most = 0;
    for (let i = 0; i < count; i++) {
      const distance = (x[i] - eye.x) ** 2 + (y[i] - eye.y) ** 2 + (z[i] - eye.z) ** 2;
      keys[i] = distance;
      if (distance > most) most = distance;
    }
    if (!Number.isFinite(most) || most === 0) return false;
    const scale = DISTANCE_KEYS / most;
    for (let i = 0; i < count; i++) {
      keys[i] = -(Math.floor(keys[i] * scale) * ROW_KEYS + (ROW_KEYS - 1 - i));
    }
    keys.sort();
    for (let i = 0; i < count; i++) keys[i] = -keys[i];
    return true;
  }

  #writeSprite(
    at: number,
    row: number,
    renderer: Exclude<RendererPlan, { kind: "rope" }>,
    { words, floats, fraction }: { words: Uint32Array; floats: Float32Array; fraction: number },
  ): void {
    const { columns, now } = this.#system;
    const base = at * WORDS;
    const age = now - STEP_SECONDS * (1 - fraction) - columns.born[row];
    this.#writePlace(base, row, floats, fraction);
    this.#writeColor(base, row, floats);
    floats[base + AT.turn] = columns.rotation[row];
    if (age < 0) floats[base + AT.size] = 0;
    if (renderer.kind === "trail") writeTrail(base, row, renderer, { columns, floats, age });
    else {
      floats[base + AT.axis] = floats[base + AT.axis + 1] = 0;
      floats[base + AT.axis + 2] = 1;
    }
    const shown = this.#shown;
    if (this.#sheet === null) shown.first = shown.next = shown.blend = 0;
    else {
      const { animation } = renderer;
      const lifetime = columns.lifetime[row];
      this.#sheet.show(shown, columns.sequence[row], animation, Math.max(age, 0), lifetime);
    }
    const mirrored = Math.cos(columns.yaw[row]) < 0 ? MIRRORED_ROW : 0;
    words[base + AT.frames] = ((shown.first + mirrored) | ((shown.next + mirrored) << 16)) >>> 0;
    floats[base + AT.frameBlend] = this.#look.blendsFrames ? shown.blend : 0;
    floats[base + AT.texCoord] = 0;
  }

  /** Writes position and size. Places that are no numbers hide the row. */
  #writePlace(base: number, row: number, floats: Float32Array, fraction: number): void {
    const { x, y, z, previousX, previousY, previousZ, radius } = this.#system.columns;
    const px = previousX[row] + (x[row] - previousX[row]) * fraction;
    const py = previousY[row] + (y[row] - previousY[row]) * fraction;
    const pz = previousZ[row] + (z[row] - previousZ[row]) * fraction;
    const isPlace = Number.isFinite(px + py + pz + radius[row]);
    floats[base + AT.position] = isPlace ? px : 0;
    floats[base + AT.position + 1] = isPlace ? py : 0;
    floats[base + AT.position + 2] = isPlace ? pz : 0;
    floats[base + AT.size] = isPlace ? Math.max(radius[row], 0) : 0;
  }

  #writeColor(base: number, row: number, floats: Float32Array): void {
    const { red, green, blue, alpha } = this.#system.columns;
    const { overbright, addSelf } = this.#look;
    const cover = Math.min(Math.max(alpha[row], 0), 1);
    const gain = overbright * (1 + overbright * addSelf * cover);
    floats[base + AT.color] = linearOf(red[row]) * gain;
    floats[base + AT.color + 1] = linearOf(green[row]) * gain;
    floats[base + AT.color + 2] = linearOf(blue[row]) * gain;
    floats[base + AT.alpha] = cover;
  }

  /** Writes a smooth strip through all particles. Returns its rows. */
  #writeRope(
    { subdivisions, texelSize, scrollRate }: Extract<RendererPlan, { kind: "rope" }>,
    words: Uint32Array,
    floats: Float32Array,
    fraction: number,
    count: number,
  ): number {
    if (count < 2) return 0;
    const { columns, time } = this.#system;
    const { textureHeight } = this.#look;
    const scroll = (time * scrollRate) / textureHeight;
    let distance = 0;
    const fitting = Math.min(count, Math.floor((this.#rows - 1) / subdivisions) + 1);
    let used = 0;
    for (let i = 0; i < fitting; i++) {
      const isLast = i + 1 >= fitting;
      const parts = isLast ? 1 : subdivisions;
      const length = isLast ? 0 : distanceBetween(columns, i, i + 1);
      for (let part = 0; part < parts; part++, used++) {
        const base = (this.#first + used) * WORDS;
        this.#writePlace(base, i, floats, fraction);
        this.#writeColor(base, i, floats);
        if (part > 0) this.#bend(base, i, part / parts, floats, fitting);
        floats[base + AT.turn] = 0;
        words[base + AT.frames] = 0;
        floats[base + AT.frameBlend] = 0;
        const texels = (distance + (length * part) / parts) / texelSize;
        floats[base + AT.texCoord] = texels / textureHeight + scroll;
      }
      distance += length;
    }
    return used;
  }

  /** Moves a rope's row onto the curve through its neighbours (Catmull-Rom). */
  #bend(base: number, row: number, t: number, floats: Float32Array, count: number): void {
    const { columns } = this.#system;
    const before = Math.max(row - 1, 0);
    const next = row + 1;
    const after = Math.min(row + 2, count - 1);
    for (let axis = 0; axis < 3; axis++) {
      const column = axis === 0 ? columns.x : axis === 1 ? columns.y : columns.z;
      const [a, b, c, d] = [column[before], column[row], column[next], column[after]];
      const value =
        b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
      floats[base + AT.position + axis] = Number.isFinite(value) ? value : 0;
    }
    const { radius } = columns;
    const size = radius[row] + (radius[next] - radius[row]) * t;
    floats[base + AT.size] = Number.isFinite(size) ? Math.max(size, 0) : 0;
  }
}

function distanceBetween({ x, y, z }: ParticleColumns, one: number, two: number): number {
  const distance = lengthOf(x[two] - x[one], y[two] - y[one], z[two] - z[one]);
  return Number.isFinite(distance) ? distance : 0;
}

/** Writes the vector from a trail's head to its tail. */
function writeTrail(
  base: number,
  row: number,
  { minLength, maxLength, growTime }: Extract<RendererPlan, { kind: "trail" }>,
  { columns, floats, age }: { columns: ParticleColumns; floats: Float32Array; age: number },
): void {
  const dx = columns.previousX[row] - columns.x[row];
  const dy = columns.previousY[row] - columns.y[row];
  const dz = columns.previousZ[row] - columns.z[row];
  const moved = lengthOf(dx, dy, dz);
  const speed = moved / STEP_SECONDS;
  const grown = growTime > 0 ? Math.min(Math.max(age / growTime, 0), 1) : 1;
  const wanted = speed * columns.trailLength[row] * grown;
  const length = Math.min(Math.max(wanted, minLength), maxLength);
  const share = moved > 0 ? length / moved : 0;
  floats[base + AT.axis] = dx * share;
  floats[base + AT.axis + 1] = dy * share;
  floats[base + AT.axis + 2] = dz * share;
  // A strip is no wider than it is long.
  const size = floats[base + AT.size];
  floats[base + AT.size] = length > 0 ? Math.min(size, length) : 0;
}
