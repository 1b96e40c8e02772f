/** Builds a flight through a map from the map itself. It is deterministic. */

import type { LeafTree, MapScene } from "../../map/types.ts";
import { lerp } from "../../math/vec3.ts";
import { wrapYaw } from "../camera/camera.ts";
import type { Flight } from "../camera/flight.ts";
import {
  buildLeafGraph,
  findShortestWays,
  isLineOpen,
  type LeafGraph,
  type LinePoint,
  listLargestPart,
  type ShortestWays,
} from "./leaf-graph.ts";

// Route of a tour: the places that it visits, their order, and the points between them.

/** Most stops: enough to pass every part of a map. Each is as far from the others as possible. */
const MAX_STOPS = 24;
/** Half width and half height in inches of the space that a shortcut requires. */
const CLEARANCE = 16;
/** Distance in inches by which corners are rounded before and after, if there is room. */
const CORNER = 96;

const squared = (a: LinePoint, b: LinePoint) =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

/**
 * Returns places spread over a part of the map, each the farthest from all previous; the first is
 * nearest to `start`.
 */
function chooseStops({ places, isRoom }: LeafGraph, part: readonly number[], start: LinePoint) {
  const rooms = part.filter((place) => isRoom[place]);
  const all = rooms.length > 0 ? rooms : part;
  const nearest = new Float64Array(all.length).fill(Number.POSITIVE_INFINITY);
  let next = 0;
  for (let i = 1; i < all.length; i++) {
    if (squared(places[all[i]], start) < squared(places[all[next]], start)) next = i;
  }
  const stops: number[] = [];
  while (stops.length < Math.min(MAX_STOPS, all.length)) {
    stops.push(all[next]);
    const stop = places[all[next]];
    next = 0;
    for (let i = 0; i < all.length; i++) {
      nearest[i] = Math.min(nearest[i], squared(places[all[i]], stop));
      if (nearest[i] > nearest[next]) next = i;
    }
  }
  return stops;
}

/**
 * Orders the stops of a short tour from the first: nearest unvisited next, then reversing segments
 * while that shortens it (2-opt). `far[a][b]` is the distance from stop a to stop b.
 */
function orderStops(far: readonly (readonly number[])[]): number[] {
  const order = [0];
  const left = far.map((_, i) => i).slice(1);
  while (left.length > 0) {
    const row = far[order[order.length - 1]];
    let best = 0;
    for (let i = 1; i < left.length; i++) if (row[left[i]] < row[left[best]]) best = i;
    order.push(...left.splice(best, 1));
  }
  const step = (i: number, j: number) => (j < order.length ? far[order[i]][order[j]] : 0);
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (let i = 0; i + 2 < order.length; i++) {
      for (let j = i + 2; j < order.length; j++) {
        const now = step(i, i + 1) + step(j, j + 1);
        const turned = step(i, j) + step(i + 1, j + 1);
        if (turned >= now - 1e-6) continue;
        order.splice(i + 1, j - i, ...order.slice(i + 1, j + 1).reverse());
        isShorter = true;
      }
    }
  }
  return order;
}

/**
 * Returns the points from one place to another: centres of leaves, and the openings between them.
 */
function listPoints(graph: LeafGraph, ways: ShortestWays, to: number): LinePoint[] {
  const points: LinePoint[] = [];
  for (let place = to; ways.edge[place] >= 0; place = ways.before[place]) {
    points.push(graph.places[place], graph.doors[ways.edge[place]]);
  }
  return points.reverse();
}

/** Whether an object of the size of `CLEARANCE` can move straight along. */
function isPassable(tree: LeafTree, from: LinePoint, to: LinePoint): boolean {
  if (!isLineOpen(tree, from, to)) return false;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  // Test lines to the left and right; for a vertical line any side will do.
  const x = length > 1 ? (-(to[1] - from[1]) / length) * CLEARANCE : CLEARANCE;
  const y = length > 1 ? ((to[0] - from[0]) / length) * CLEARANCE : 0;
  const moved = ([px, py, pz]: LinePoint, dx: number, dy: number, dz: number): LinePoint => {
    return [px + dx, py + dy, pz + dz];
  };
  const sides: LinePoint[] = [
    [x, y, 0],
    [-x, -y, 0],
    [0, 0, CLEARANCE],
    [0, 0, -CLEARANCE],
  ];
  return sides.every((side) => isLineOpen(tree, moved(from, ...side), moved(to, ...side)));
}

/** Removes points that can be bypassed, looking ahead as far as a straight line is passable. */
function straighten(
  tree: LeafTree,
  points: readonly LinePoint[],
  isKept: ReadonlySet<LinePoint>,
): LinePoint[] {
  const way = [points[0]];
  for (let at = 0; at < points.length - 1; ) {
    let next = at + 1;
    while (
      next + 1 < points.length &&
      !isKept.has(points[next]) &&
      isPassable(tree, points[at], points[next + 1])
    ) {
      next++;
    }
    way.push(points[next]);
    at = next;
  }
  return way;
}

/** Turns corners into curves, as wide as the room allows, up to `CORNER`. */
function roundCorners(tree: LeafTree, points: readonly LinePoint[]): LinePoint[] {
  const way = [points[0]];
  for (let i = 1; i + 1 < points.length; i++) {
    const [before, corner, after] = [points[i - 1], points[i], points[i + 1]];
    const lengthIn = Math.sqrt(squared(before, corner));
    const lengthOut = Math.sqrt(squared(corner, after));
    const curve = (radius: number): LinePoint[] => {
      const from = lerp(corner, before, radius / lengthIn);
      const to = lerp(corner, after, radius / lengthOut);
      const steps = [0, 0.25, 0.5, 0.75, 1];
      return steps.map((t) => lerp(lerp(from, corner, t), lerp(corner, to, t), t));
    };
    const isOpen = (part: LinePoint[]) =>
      part.every((point, j) => j === 0 || isLineOpen(tree, part[j - 1], point));
    let rounded: LinePoint[] = [corner];
    for (let radius = Math.min(CORNER, lengthIn / 2, lengthOut / 2); radius > 2; radius /= 2) {
      const part = curve(radius);
      if (!isOpen(part)) continue;
      rounded = part;
      break;
    }
    way.push(...rounded);
  }
  if (points.length > 1) way.push(points[points.length - 1]);
  return way;
}

/**
 * Returns the points of a tour that starts near `start`, through the largest connected part of the
 * map. Straight lines between them stay in open space. Empty if there is no place to stand.
 * Deterministic for a tree and start.
 */
function buildTourWay(tree: LeafTree, start: LinePoint): LinePoint[] {
  const graph = buildLeafGraph(tree);
  const part = listLargestPart(graph);
  if (part.length === 0) return [];
  const stops = chooseStops(graph, part, start);
  const ways = stops.map((stop) => findShortestWays(graph, stop));
  const far = ways.map(({ distance }) => stops.map((stop) => distance[stop]));
  const order = orderStops(far);
  const points: LinePoint[] = [graph.places[stops[order[0]]]];
  for (let i = 1; i < order.length; i++) {
    points.push(...listPoints(graph, ways[order[i - 1]], stops[order[i]]));
  }
  const isStop = new Set(stops.map((stop) => graph.places[stop]));
  const distinct = points.filter((point, i) => i === 0 || squared(point, points[i - 1]) > 1);
  return roundCorners(tree, straighten(tree, distinct, isStop));
}

/** Inches per second: running speed. */
const SPEED = 320;
/** Inches between entries of the flight's table. */
const STEP = 16;
/** Distance in inches of the point ahead that the camera looks at. `SWING` adds a slow sway. */
const LOOK_AHEAD = 192;
const SWING = { yaw: 30, yawLength: 1400, pitch: 8, pitchLength: 1900 } as const;
const MAX_PITCH = 35;
/** Number of entries before and after over which view angles are averaged. */
const BLUR = 12;
/** Seconds of a turn on the spot if there is nowhere to go. */
const TURN_SECONDS = 8;

const DEGREES = 180 / Math.PI;

/** Returns points every `STEP` inches along a path, and its end. */
function walk(way: readonly LinePoint[]): LinePoint[] {
  const points: LinePoint[] = [way[0]];
  let toNext = STEP;
  for (let i = 1; i < way.length; i++) {
    const [ax, ay, az] = way[i - 1];
    const [bx, by, bz] = way[i];
    const length = Math.hypot(bx - ax, by - ay, bz - az);
    for (; toNext <= length; toNext += STEP) {
      const t = toNext / length;
      points.push([ax + (bx - ax) * t, ay + (by - ay) * t, az + (bz - az) * t]);
    }
    toNext -= length;
  }
  return points;
}

/** Returns moving averages; windows are shorter near the ends. */
function blur(values: Float64Array): Float64Array {
  return values.map((_, i) => {
    const from = Math.max(0, i - BLUR);
    const to = Math.min(values.length, i + BLUR + 1);
    let sum = 0;
    for (let j = from; j < to; j++) sum += values[j];
    return sum / (to - from);
  });
}

/** Returns yaw (unwrapped) and pitch at each point, towards a later point. */
function lookAhead(points: readonly LinePoint[]): { yaw: Float64Array; pitch: Float64Array } {
  const yaw = new Float64Array(points.length);
  const pitch = new Float64Array(points.length);
  const ahead = Math.round(LOOK_AHEAD / STEP);
  for (let i = 0; i < points.length; i++) {
    const [x, y, z] = points[i];
    const [tx, ty, tz] = points[Math.min(points.length - 1, i + ahead)];
    const flat = Math.hypot(tx - x, ty - y);
    const last = i > 0 ? yaw[i - 1] : 0;
    // A vertical direction has no yaw.
    yaw[i] = flat < 1 ? last : last + wrapYaw(Math.atan2(ty - y, tx - x) * DEGREES - last);
    const down = -Math.atan2(tz - z, Math.max(flat, LOOK_AHEAD / 2)) * DEGREES;
    pitch[i] = Math.min(MAX_PITCH, Math.max(-MAX_PITCH, down));
  }
  return { yaw: blur(yaw), pitch: blur(pitch) };
}

function createTurn([x, y, z]: LinePoint): Flight {
  return {
    duration: TURN_SECONDS,
    isLoop: true,
    fov: null,
    map: null,
    setPose(camera, seconds) {
      Object.assign(camera, { x, y, z, pitch: 0, yaw: wrapYaw((seconds / TURN_SECONDS) * 360) });
    },
  };
}

/**
 * Builds a flight at constant speed past places all over the map, from leaf to neighbouring leaf.
 * If there is nowhere to go, it turns on the spot.
 */
export function buildTour({ tree, start }: Pick<MapScene, "tree" | "start">): Flight {
  const from: LinePoint = [start.x, start.y, start.z];
  const way = buildTourWay(tree, from);
  const points = walk(way.length > 0 ? way : [from]);
  if (points.length < 2) return createTurn(points[0]);
  const { yaw, pitch } = lookAhead(points);
  const last = points.length - 1;
  // At least one swing on a short path.
  const swing = (at: number, size: number, length: number) =>
    size * Math.sin((at * STEP * 2 * Math.PI) / Math.min(length, last * STEP));
  return {
    duration: (last * STEP) / SPEED,
    isLoop: false,
    fov: null,
    map: null,
    setPose(camera, seconds) {
      const at = Math.min(last, Math.max(0, (seconds * SPEED) / STEP));
      const i = Math.min(last - 1, Math.floor(at));
      const t = at - i;
      const [ax, ay, az] = points[i];
      const [bx, by, bz] = points[i + 1];
      camera.x = ax + (bx - ax) * t;
      camera.y = ay + (by - ay) * t;
      camera.z = az + (bz - az) * t;
      const ahead = yaw[i] + (yaw[i + 1] - yaw[i]) * t;
      camera.yaw = wrapYaw(ahead + swing(at, SWING.yaw, SWING.yawLength));
      camera.pitch =
        pitch[i] + (pitch[i + 1] - pitch[i]) * t + swing(at, SWING.pitch, SWING.pitchLength);
    },
  };
}
