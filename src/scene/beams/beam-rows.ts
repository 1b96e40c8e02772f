/** Beams as rows that shaders read: as many points as `DrawSegs` and `DrawRing` of `beamdraw.cpp` give them. */

import type { MaterialSet } from "../../map/material.ts";
import { BEAM_RING, BEAM_ROW, BEAM_SHADE_IN, BEAM_SHADE_OUT } from "../../map/placed/beams.ts";
import {
  FX_NO_DISSIPATION,
  RENDER_TRANS_ADD,
  type SpriteEntity,
} from "../sprites/sprite-entity.ts";
import type { SpriteMaterial } from "../sprites/sprite-materials.ts";
import { blendFlags, modulationOf } from "../sprites/sprite-rows.ts";
import type { BeamLine } from "./beam-lines.ts";

export const ROW_WORDS = BEAM_ROW.strideBytes / 4;

/** `NOISE_DIVISIONS`. */
const MOST_POINTS = 128;
const MOST_RING_POINTS = MOST_POINTS * 8;
/** From this amplitude on there is a point each four inches. */
const ROUGH = 0.5;
/** Repeats of its texture an inch. */
const TEXTURE_SCALE = 0.01;
/** Of a ring, so that a small one has some of its texture. */
const LEAST_RING = 0.5;
/** Of noise, which is a sum of halves. */
const MOST_NOISE = 2;

export interface BeamShape {
  readonly points: number;
  /** Of its texture, from point to point. */
  readonly texStep: number;
  /** Inches that noise of 1 moves it aside. */
  readonly noise: number;
}

export function shapeOf({ delta, widths, noise, isRing }: BeamLine): BeamShape {
  const length = Math.hypot(...delta);
  let points = Math.floor(length * (noise >= ROUGH ? 0.25 : 0.075) + 3);
  if (isRing) {
    points = Math.min(Math.floor(points * Math.PI), MOST_RING_POINTS);
    const way = Math.max(length * TEXTURE_SCALE * Math.PI, LEAST_RING) / 8;
    return { points, texStep: way / (points - 1), noise: noise * way };
  }
  // So that they do not overlap in bends.
  const least = Math.max(...widths) * Math.SQRT1_2;
  if (length / (points - 1) < least) points = Math.max(Math.floor(length / least) + 1, 2);
  points = Math.min(points, MOST_POINTS);
  return {
    points,
    texStep: (length * TEXTURE_SCALE) / (points - 1),
    noise: noise * length * TEXTURE_SCALE,
  };
}

/** Where a point is without its noise. */
export function placeOf(beam: BeamLine, shape: BeamShape, point: number): [number, number, number] {
  const { start, delta, isRing } = beam;
  const part = (isRing ? point + 1 : point) / (shape.points - 1);
  if (!isRing) return [0, 1, 2].map((k) => start[k] + delta[k] * part) as [number, number, number];
  const half = delta.map((way) => way / 2);
  const level = Math.hypot(half[0], half[1]);
  const scale = level === 0 ? 0 : Math.hypot(...half) / level;
  const across = [half[1] * scale, -half[0] * scale, 0];
  const turn = part * 2 * Math.PI;
  return [0, 1, 2].map(
    (k) => start[k] + half[k] + half[k] * Math.sin(turn) + across[k] * Math.cos(turn),
  ) as [number, number, number];
}

/** Inches that anything of a beam may be off its points. */
export function reachOf({ widths, isRing }: BeamLine, { noise }: BeamShape): number {
  // A ring is moved along both axes of the picture.
  return Math.max(...widths) + noise * MOST_NOISE * (isRing ? Math.SQRT2 : 1);
}

export function writeBeamRow(
  words: Uint32Array,
  floats: Float32Array,
  row: number,
  beam: BeamLine,
  shape: BeamShape,
  material: SpriteMaterial,
  materials: MaterialSet,
): void {
  const at = row * ROW_WORDS;
  const { start, delta, color, widths, speed, life, pause, shade, isRing } = beam;
  // What it is multiplied by, and how it blends, is a sprite's affair that adds its light.
  const look: SpriteEntity = {
    ...{ material: beam.material, origin: start, angles: [0, 0, 0], scale: 1, proxySize: 0 },
    ...{ mode: RENDER_TRANS_ADD, fx: FX_NO_DISSIPATION, color, amount: 1, blend: 1 },
    ...{ hdrScale: beam.hdrScale, frameRate: 0 },
  };
  const [red, green, blue, alpha] = modulationOf(look, material, materials);
  const shading = shade === null ? 0 : shade === "in" ? BEAM_SHADE_IN : BEAM_SHADE_OUT;
  floats.set(start, at + BEAM_ROW.start / 4);
  words[at + BEAM_ROW.material / 4] = material.row;
  floats.set(delta, at + BEAM_ROW.delta / 4);
  words[at + BEAM_ROW.flags / 4] = blendFlags(look, material) | shading | (isRing ? BEAM_RING : 0);
  floats.set([red, green, blue, alpha], at + BEAM_ROW.color / 4);
  floats.set([...widths, shape.noise], at + BEAM_ROW.widths / 4);
  words[at + BEAM_ROW.points / 4] = shape.points;
  floats.set([shape.texStep, speed, life, pause], at + BEAM_ROW.texStep / 4);
}
