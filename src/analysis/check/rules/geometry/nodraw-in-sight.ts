import { createBitSet, hasBit } from "../../../../core/bit-set.ts";
import { CONTENTS_SOLID } from "../../../../formats/bsp/layouts/contents-flags.ts";
import { chopWinding, makeHugeWinding, type Winding } from "../../../../math/winding.ts";
import { decodePvsRow } from "../../../../visibility/pvs.ts";
import type { MapFacts } from "../../facts/map-facts.ts";
import { countOf } from "../../facts/words.ts";
import type { Fault, Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

// Grid of places for the test whether any place is near a point. A map has thousands of places and
// tests.

/**
 * Odd hash factors that spread cells over rows. A collision costs time but does not change the
 * result.
 */
const SPREAD = [73_856_093, 19_349_663, 83_492_791];
const AROUND = [-1, 0, 1];

export class PlaceGrid {
  readonly #reach: number;
  readonly #draw: (tests: number) => void;
  readonly #rows = new Map<number, Vec3[]>();

  /**
   * @param reach distance in inches below which a place counts as near
   * @param draw called with the number of places before they are tested
   */
  constructor(places: Iterable<Vec3>, reach: number, draw: (tests: number) => void) {
    this.#reach = reach;
    this.#draw = draw;
    const known = new Set<string>();
    for (const place of places) {
      // Several models at the same place count once.
      const name = place.join();
      if (known.has(name)) continue;
      known.add(name);
      const row = rowOf(this.#cellOf(place));
      const list = this.#rows.get(row);
      if (list === undefined) this.#rows.set(row, [place]);
      else list.push(place);
    }
  }

  isNear(at: Vec3): boolean {
    const [x, y, z] = this.#cellOf(at);
    const reach = this.#reach ** 2;
    for (const dx of AROUND) {
      for (const dy of AROUND) {
        for (const dz of AROUND) {
          const list = this.#rows.get(rowOf([x + dx, y + dy, z + dz]));
          if (list === undefined) continue;
          this.#draw(list.length);
          if (list.some((place) => squareOf(place, at) < reach)) return true;
        }
      }
    }
    return false;
  }

  #cellOf([x, y, z]: Vec3): Vec3 {
    const size = this.#reach;
    return [Math.floor(x / size), Math.floor(y / size), Math.floor(z / size)];
  }
}

const rowOf = ([x, y, z]: Vec3): number =>
  Math.imul(x, SPREAD[0]) ^ Math.imul(y, SPREAD[1]) ^ Math.imul(z, SPREAD[2]);

const squareOf = ([ax, ay, az]: Vec3, [bx, by, bz]: Vec3): number =>
  (ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2;

/** Smallest side in square inches. Smaller ones are hard to notice. */
const LEAST_AREA = 256;

/**
 * Returns the polygon of a brush's side, or `null` if the other sides leave too little of it.
 * Throws FormatError (too-large).
 */
function windingOf(
  { bsp, brushes, ledger }: MapFacts,
  brush: number,
  side: number,
): Winding | null {
  const { normal, dist } = bsp.planes;
  const own = brushes.sidePlane[side];
  const at = own * 3;
  let winding: Winding | null = makeHugeWinding(
    normal[at],
    normal[at + 1],
    normal[at + 2],
    dist[own],
  );
  const end = brushes.firstSide[brush] + brushes.sideCount[brush];
  for (let other = brushes.firstSide[brush]; other < end && winding !== null; other++) {
    const plane = brushes.sidePlane[other];
    if (other === side || plane === own || brushes.sideIsBevel[other] === 1) continue;
    ledger.take("rayTests", winding.length, "LUMP_BRUSHSIDES");
    const n = plane * 3;
    winding = chopWinding(winding, -normal[n], -normal[n + 1], -normal[n + 2], -dist[plane]);
  }
  return winding !== null && areaOf(winding) >= LEAST_AREA ? winding : null;
}

function areaOf(winding: Winding): number {
  let area = 0;
  for (let i = 3; i + 3 < winding.length; i += 3) {
    const side = (to: number) => [0, 1, 2].map((axis) => winding[to + axis] - winding[axis]);
    const [u, v] = [side(i), side(i + 3)];
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    area += Math.hypot(...cross) / 2;
  }
  return area;
}

// Selection of the nearest eyes, without sorting all of them.

/**
 * @param isTaken whether an eye counts
 * @param most number of eyes wanted
 * @returns the nearest eyes, sorted by distance; of two at equal distance the first in `eyes`
 */
export function nearestEyes(
  eyes: Iterable<readonly Vec3[]>,
  at: Vec3,
  most: number,
  isTaken: (eye: Vec3) => boolean,
): Vec3[] {
  const [x, y, z] = at;
  const found: Vec3[] = [];
  /** Squared distances of the eyes in `found`, ascending, in square inches. */
  const away: number[] = [];
  for (const some of eyes) {
    for (const eye of some) {
      const [dx, dy, dz] = [eye[0] - x, eye[1] - y, eye[2] - z];
      const square = dx * dx + dy * dy + dz * dz;
      if (found.length === most && !(square < away[most - 1])) continue;
      if (!isTaken(eye)) continue;
      let row = Math.min(found.length, most - 1);
      for (; row > 0 && away[row - 1] > square; row--) {
        found[row] = found[row - 1];
        away[row] = away[row - 1];
      }
      found[row] = eye;
      away[row] = square;
    }
  }
  return found;
}

/**
 * Distance of the sample points in front of the side, in inches: less than the thickness of a
 * carpet.
 */
const BEFORE = 0.25;
/** Minimum distance of the eye from the side's plane, in inches. */
const LEAST_HEIGHT = 2;
/** Most eyes tested per side, the nearest of those that may see it. */
const MOST_EYES_A_SIDE = 48;
/** Depth in inches behind the side within which a drawn surface covers it. */
const COVER = 64;
/**
 * Distance in inches within which a prop may cover the side, such as a lamp or door in its hole.
 */
const NEAR_PROP = 128;

/**
 * A point of a nodraw brush side of more than 256 square inches is visible, and nothing drawn
 * covers it within 64 inches behind. Eyes are the spawns and four places of each reachable cluster.
 * Sides with a model within 128 inches are skipped; lifts and swimming are not known. The camera is
 * at the eye. (note)
 * Mend: Give the side a material.
 */
export const nodrawInSight: Rule = {
  name: "nodraw-in-sight",
  why: "Where a surface is not drawn, players see earlier frames or out of the map.",
  async check(facts) {
    const { bsp, space, pvs, sight, brushes } = facts;
    const { byCluster, areWalked } = await facts.eyes;
    if (byCluster.size === 0) return [];
    const row = createBitSet(pvs?.clusterCount ?? 0);
    /** Eyes that may see a cluster. Sight is symmetric. */
    const eyesOf = (cluster: number): (readonly Vec3[])[] => {
      if (pvs === null) return [...byCluster.values()];
      decodePvsRow(pvs, cluster, row);
      return [...byCluster].flatMap(([own, eyes]) => (hasBit(row, own) ? [eyes] : []));
    };
    const props = new PlaceGrid(listProps(facts), NEAR_PROP, (tests) =>
      facts.ledger.take("rayTests", tests, "sprp"),
    );
    let count = 0;
    let first: Pick<Fault, "origin" | "eye"> | null = null;
    for (const { brush, side } of listNodraw(facts)) {
      const plane = brushes.sidePlane[side];
      const normal = [...bsp.planes.normal.subarray(plane * 3, plane * 3 + 3)] as unknown as Vec3;
      const dist = bsp.planes.dist[plane];
      const winding = windingOf(facts, brush, side);
      if (winding === null) continue;
      const eyes = new Map<number, readonly Vec3[]>();
      let by: Vec3 | undefined;
      const seen = samplesOf(winding, normal).find((at) => {
        const cluster = space.clusterOf(...at);
        if (cluster < 0 || space.isSolid(...at)) return false;
        if (props.isNear(at)) return false;
        if (!eyes.has(cluster)) {
          const isBefore = (eye: Vec3) => heightOf(normal, dist, eye) >= LEAST_HEIGHT;
          eyes.set(cluster, nearestEyes(eyesOf(cluster), at, MOST_EYES_A_SIDE, isBefore));
        }
        by = eyes.get(cluster)!.find((eye) => sight.isClear(eye, at));
        return by !== undefined && !isCovered(facts, by, at);
      });
      if (seen === undefined || by === undefined) continue;
      first ??= { origin: seen, eye: by };
      count++;
    }
    if (first === null) return [];
    const are = count === 1 ? "is" : "are";
    const where = areWalked ? "of where players walk" : "of where players begin";
    const message = `${countOf(count, "nodraw side")} ${are} in sight ${where}.`;
    return [{ severity: "note", message, ...first }];
  },
};

/**
 * Whether a surface drawn just behind the side is visible instead, such as stairs below a ramp or a
 * wall behind a smooth clip.
 */
function isCovered(facts: MapFacts, eye: Vec3, at: Vec3): boolean {
  const away = distanceOf(eye, at);
  const way = at.map((value, axis) => (value - eye[axis]) / away) as unknown as Vec3;
  return facts.drawnSurfaces.firstBeyond(eye, way, away - 2 * BEFORE) < away + COVER;
}

const heightOf = (normal: Vec3, dist: number, [x, y, z]: Vec3): number =>
  normal[0] * x + normal[1] * y + normal[2] * z - dist;

const distanceOf = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Lists origins of models, which the rays do not test. */
function listProps({ staticProps, entities }: MapFacts): Vec3[] {
  const places: Vec3[] = [];
  for (let prop = 0; prop < (staticProps?.count ?? 0); prop++) {
    places.push([...staticProps!.origin.subarray(prop * 3, prop * 3 + 3)] as unknown as Vec3);
  }
  for (const { origin, get } of entities) {
    if (origin !== null && /\.mdl$/i.test(get("model") ?? "")) places.push(origin);
  }
  return places;
}

/** Lists sides of the world's solid brushes that have the nodraw material. */
function listNodraw({ bsp, brushes }: MapFacts): { brush: number; side: number }[] {
  const { texInfos, texDatas } = bsp;
  const isNodraw = texDatas.name.map((name) => /(^|\/)toolsnodraw/i.test(name));
  const found: { brush: number; side: number }[] = [];
  for (const brush of listWorldBrushes(bsp, brushes.leafBrushes)) {
    if ((brushes.contents[brush] & CONTENTS_SOLID) === 0) continue;
    const end = brushes.firstSide[brush] + brushes.sideCount[brush];
    for (let side = brushes.firstSide[brush]; side < end; side++) {
      const texInfo = brushes.sideTexInfo[side];
      if (brushes.sideIsBevel[side] === 1 || texInfo < 0) continue;
      if (isNodraw[texInfos.texdata[texInfo]]) found.push({ brush, side });
    }
  }
  return found;
}

/** Finds the brushes in the leafs of the world's tree, which excludes those of brush entities. */
function listWorldBrushes({ nodes, leafs, models }: MapFacts["bsp"], leafBrushes: Uint32Array) {
  const found = new Set<number>();
  const open = [models.headNode[0] ?? 0];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node >= 0) {
      if (node < nodes.count) open.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
      continue;
    }
    const leaf = -1 - node;
    const first = leafs.firstLeafBrush[leaf];
    for (let i = 0; i < leafs.leafBrushCount[leaf]; i++) found.add(leafBrushes[first + i]);
  }
  return [...found].sort((a, b) => a - b);
}

/** Returns the middle and the points halfway to each corner, slightly in front of the side. */
function samplesOf(winding: Winding, normal: Vec3): Vec3[] {
  const count = winding.length / 3;
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += winding[i * 3 + axis];
    return sum / count;
  });
  const lift = (point: readonly number[]): Vec3 =>
    point.map((value, axis) => value + normal[axis] * BEFORE) as unknown as Vec3;
  const corners = Array.from({ length: Math.min(count, 8) }, (_, i) =>
    lift(middle.map((value, axis) => (value + winding[i * 3 + axis]) / 2)),
  );
  return [lift(middle), ...corners];
}
