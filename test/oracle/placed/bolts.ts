/**
 * Beams between two entities by the engine's sources: `view_beams.cpp` (`Noise`, `SetupBeam`,
 * `UpdateBeam`, `DrawBeam`), `beamdraw.cpp` (`DrawSegs`, `DrawRing`) and `EnvBeam.cpp`, segment by
 * segment.
 */

import type { Vector, ViewAxes } from "./sprites.ts";

const DIVISIONS = 128;

const plus = (a: Vector, s: number, b: Vector): Vector => [
  a[0] + s * b[0],
  a[1] + s * b[1],
  a[2] + s * b[2],
];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => plus([0, 0, 0], 1 / Math.hypot(...a), a);

export interface Bolt {
  readonly start: Vector;
  readonly end: Vector;
  readonly width: number;
  readonly endWidth?: number;
  readonly amplitude?: number;
  /** `TextureScroll`. */
  readonly scroll?: number;
  readonly shade?: "in" | "out";
}

/** A pair of corners with positions and vertex values. */
export interface Rung {
  /** Corners at u = 0 and u = 1. */
  readonly corners: readonly [Vector, Vector];
  readonly v: number;
  /** Factor of the stored color. */
  readonly brightness: number;
}

/** Returns the value of `RandomFloat(-1, 1)` for a middle of a wave. */
export type Random = (middle: number) => number;

/** `Noise`: computes each middle from its ends, in place. */
export function noiseWave(random: Random): Float64Array {
  const wave = new Float64Array(DIVISIONS + 1);
  const divide = (first: number, count: number, scale: number) => {
    if (count < 2) return;
    const middle = first + (count >> 1);
    wave[middle] = (wave[first] + wave[first + count]) * 0.5 + scale * random(middle);
    divide(middle, count >> 1, scale * 0.5);
    divide(first, count >> 1, scale * 0.5);
  };
  divide(0, DIVISIONS, 1);
  return wave;
}

const countOf = (length: number, amplitude: number) =>
  Math.trunc(length * (amplitude >= 0.5 ? 0.25 : 0.075) + 3);

/**
 * Returns the rungs of a permanent beam: `freq` is time times speed, and the texture scrolls by
 * both.
 */
export function lineRungs(bolt: Bolt, view: ViewAxes, time: number, random: Random): Rung[] {
  const { start, end, width, endWidth = width, amplitude = 0, scroll = 0, shade } = bolt;
  const delta = plus(end, -1, start);
  const inches = Math.hypot(...delta);
  const widest = Math.max(width, endWidth) * 0.5;
  let segments = countOf(inches, amplitude);
  if (inches / (segments - 1) < widest * Math.SQRT2) {
    segments = Math.max(Math.trunc(inches / (widest * Math.SQRT2)) + 1, 2);
  }
  segments = Math.min(segments, DIVISIONS);
  const div = 1 / (segments - 1);
  const length = inches * 0.01;
  const speed = scroll * 0.1;
  let v = (time * speed * speed) % 1;
  const wave = noiseWave(random);
  const step = Math.trunc((DIVISIONS - 1) * div * 65536);
  const aside = unit(cross(view.forward, unit(delta)));
  const places: Vector[] = [];
  const rungs: { v: number; brightness: number; width: number }[] = [];
  let index = 0;
  for (let i = 0; i < segments; i++) {
    const fraction = i * div;
    const along = plus(start, fraction, delta);
    places.push(
      amplitude === 0 ? along : plus(along, wave[index >> 16] * amplitude * length, aside),
    );
    const brightness = shade === undefined ? 1 : shade === "in" ? fraction : 1 - fraction;
    rungs.push({ v, brightness, width: width + fraction * (endWidth - width) });
    v += length * div;
    index += step;
  }
  const normal = (a: Vector, b: Vector) => unit(cross(plus(a, -1, b), plus(a, -1, view.eye)));
  return rungs.map(({ v, brightness, width: half }, i) => {
    const place = places[i];
    const sides: Vector[] = [];
    if (i > 0) sides.push(normal(places[i - 1], place));
    if (i + 1 < segments) sides.push(normal(place, places[i + 1]));
    const side = unit(sides.reduce((sum, one) => plus(sum, 1, one), [0, 0, 0] as Vector));
    return { v, brightness, corners: [plus(place, half, side), plus(place, -half, side)] };
  });
}

/**
 * Returns the rungs of a ring, an effect that first strikes a second after the map's start.
 * @param project returns picture coordinates, 1 at the right and top edge
 * @param random of each of its waves
 */
export function ringRungs(
  bolt: Bolt,
  view: ViewAxes,
  time: number,
  random: (wave: number) => Random,
  project: (place: Vector) => readonly [number, number],
): Rung[] {
  const { start, end, width, amplitude = 0, scroll = 0 } = bolt;
  const delta = plus(end, -1, start);
  const inches = Math.hypot(...delta);
  const segments = Math.min(Math.trunc(countOf(inches, amplitude) * Math.PI), DIVISIONS * 8);
  const length = Math.max(inches * 0.01 * Math.PI, 0.5);
  const div = 1 / (segments - 1);
  const speed = scroll * 0.1;
  const freq = 1 * speed + (time - 1);
  let v = (freq * speed) % 1;
  const scale = (amplitude * length) / 8;
  const step = Math.trunc((DIVISIONS - 1) * div * 65536) * 8;
  const x = plus([0, 0, 0], 0.5, delta);
  const center = plus(start, 1, x);
  const y = plus([0, 0, 0], Math.hypot(...x), unit([x[1], -x[0], 0]));
  let generation = 0;
  let left = segments >> 3;
  let wave = noiseWave(random(generation));
  let index = 0;
  let last: readonly [number, number] = [0, 0];
  const rungs: Rung[] = [];
  for (let i = 0; i <= segments; i++) {
    const turn = i * div * 2 * Math.PI;
    let place = plus(plus(center, Math.sin(turn), x), Math.cos(turn), y);
    if (scale !== 0) {
      const factor = wave[(index >> 16) & 127] * scale;
      place = plus(place, factor, view.up);
      place = plus(place, factor * Math.cos(i * div * Math.PI * 24 + freq), view.right);
    }
    const screen = project(place);
    if (i !== 0) {
      const way = [screen[0] - last[0], screen[1] - last[1]];
      const along = Math.hypot(...way);
      const side = plus(plus([0, 0, 0], way[0] / along, view.up), -way[1] / along, view.right);
      v += (length * div) / 8;
      rungs.push({
        v,
        brightness: 1,
        corners: [plus(place, width, side), plus(place, -width, side)],
      });
    }
    last = screen;
    index += step;
    left--;
    if (left === 0 && amplitude !== 0) {
      left = segments >> 3;
      wave = noiseWave(random(++generation));
    }
  }
  return rungs;
}

type Point = readonly [x: number, y: number];

/** Coverage of one picture position. */
export interface Cover {
  readonly u: number;
  readonly v: number;
  /** Interpolated vertex light. */
  readonly light: number;
}

interface Corner extends Cover {
  readonly at: Point;
}

interface Edge {
  readonly from: Point;
  readonly to: Point;
  readonly length: number;
  /** Whether both triangles of a segment cover it. */
  readonly isShared: boolean;
}

/** A triangle in the picture; each edge is opposite its corner. */
interface Triangle {
  readonly corners: readonly Corner[];
  readonly edges: readonly Edge[];
  readonly area: number;
}

const areaOf = (p: Point, q: Point, x: number, y: number) =>
  (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);

/**
 * Returns the triangles of strips in a plane across the view.
 * @param pixelOf projects a position
 */
export function trianglesOf(
  rungs: readonly Rung[],
  pixelOf: (place: Vector) => Point,
): readonly Triangle[] {
  const sides = rungs.map(({ corners, v, brightness }) =>
    ([0, 1] as const).map((u) => ({ at: pixelOf(corners[u]), u, v, light: brightness ** 2.2 })),
  );
  const all = sides.slice(1).flatMap(([b0, b1], i) => {
    const [a0, a1] = sides[i];
    return [triangleOf([a0, a1, b1], 1), triangleOf([a0, b1, b0], 2)];
  });
  // At a zero-width end one triangle is degenerate.
  return all.filter(({ area }) => area !== 0);
}

function triangleOf(corners: readonly Corner[], shared: number): Triangle {
  const edges = [1, 2, 0].map((k, opposite) => {
    const [from, to] = [corners[k].at, corners[(k + 1) % 3].at];
    const length = Math.max(Math.hypot(to[0] - from[0], to[1] - from[1]), 1e-9);
    return { from, to, length, isShared: opposite === shared };
  });
  const [a, b, c] = corners;
  return { corners, edges, area: areaOf(a.at, b.at, c.at[0], c.at[1]) };
}

/** Distance from an edge in pixels within which no prediction is made. */
const MARGIN = 0.4;

/** Returns everything that covers a pixel, or `null` too close to an edge. */
export function coversOf(triangles: readonly Triangle[], [x, y]: Point): Cover[] | null {
  const covers: Cover[] = [];
  for (const { corners, edges, area } of triangles) {
    const sign = Math.sign(area);
    const areas: number[] = [];
    let least = Number.POSITIVE_INFINITY;
    let nearest = edges[0];
    for (const edge of edges) {
      const one = areaOf(edge.from, edge.to, x, y);
      areas.push(one);
      // Distance inside the edge, in pixels.
      const away = (one * sign) / edge.length;
      if (away < least) [least, nearest] = [away, edge];
      // Most pixels are far from most triangles.
      if (least <= -MARGIN) break;
    }
    // A shared edge has a triangle on either side.
    if (!nearest.isShared && Math.abs(least) < MARGIN) return null;
    if (!(least > 0)) continue;
    const mix = (key: keyof Cover) =>
      corners.reduce((sum, one, k) => sum + (one[key] * areas[k]) / area, 0);
    covers.push({ u: mix("u"), v: mix("v"), light: mix("light") });
  }
  return covers;
}
