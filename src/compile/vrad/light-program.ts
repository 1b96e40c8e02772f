/** Stages of lighting that run in threads. Each writes only the rows it is given. */

import { EMIT_SKYAMBIENT, EMIT_SKYLIGHT } from "../../formats/bsp/records/lights.ts";
import type { Program } from "../job-pool.ts";
import { writeBumpNormals } from "./faces/bump-basis.ts";
import { LIFT_INCHES } from "./faces/cell-table.ts";
import type { LightScene } from "./light-scene.ts";
import { LIGHT_FLOATS } from "./lights.ts";
import { gatherLight, mayReach, share, spot } from "./points/gather-light.ts";
import { lightAmbientPoint, lightPropPoint } from "./points/light-point.ts";
import { findPlace } from "./rays/sky-visibility.ts";
import { gatherBounce, traceTransfers } from "./transfers.ts";

// Direct light of one face: all lights at all its cells, supersampled where light changes fast.

/** Perceived difference between adjacent cells from which a cell is supersampled. */
const GRADIENT = 0.0625;
const PASSES = 4;

/** Lights that may shine on a face's front, by a quick test. */
const candidates: number[] = [];

function lightFace(scene: LightScene, face: number): void {
  const { faces, cells, slots, sides } = scene;
  if (faces.isLit[face] === 0) return;
  findCandidates(scene, face);
  if (candidates.length === 0) return;
  const normals = faces.isBumped[face] === 1 ? 4 : 1;
  const first = faces.firstCell[face];
  const count = faces.firstCell[face + 1] - first;
  for (let slot = slots.firstSlot[face]; slot < slots.firstSlot[face + 1]; slot++) {
    const firstValue = slots.firstValue[slot];
    const target = { which: ALL, outs: sides.map((side) => side.cells), stride: count * 3 };
    for (let i = 0; i < count; i++) {
      const cell = first + i;
      if (cells.area[cell] === 0) continue;
      placeSpot(scene, face, cell, cells.position, cell * 3, normals);
      addLights(scene, slots.style[slot], target, firstValue + i * 3);
    }
    if (!scene.fast && faces.isDisplaced[face] === 0) refine(scene, face, slot, normals);
  }
}

function findCandidates(scene: LightScene, face: number): void {
  const { faces, lights, cells } = scene;
  candidates.length = 0;
  const first = faces.firstCell[face];
  const nx = faces.normal[face * 3];
  const ny = faces.normal[face * 3 + 1];
  const nz = faces.normal[face * 3 + 2];
  let px = 0;
  let py = 0;
  let pz = 0;
  for (let cell = first; cell < faces.firstCell[face + 1]; cell++) {
    if (cells.area[cell] === 0) continue;
    px = cells.position[cell * 3];
    py = cells.position[cell * 3 + 1];
    pz = cells.position[cell * 3 + 2];
    break;
  }
  const { values } = lights;
  for (let light = 0; light < lights.count; light++) {
    const at = light * LIGHT_FLOATS;
    const type = lights.type[light];
    if (scene.faceIsFlat[face] === 1 && type !== EMIT_SKYAMBIENT) {
      const facing =
        type === EMIT_SKYLIGHT
          ? -(nx * values[at + 3] + ny * values[at + 4] + nz * values[at + 5])
          : nx * (values[at] - px) + ny * (values[at + 1] - py) + nz * (values[at + 2] - pz);
      if (facing <= 0) continue;
    }
    candidates.push(light);
  }
}

function placeSpot(
  scene: LightScene,
  face: number,
  cell: number,
  position: ArrayLike<number>,
  offset: number,
  normalCount: number,
): void {
  const { faces, cells, tree } = scene;
  spot.x = position[offset];
  spot.y = position[offset + 1];
  spot.z = position[offset + 2];
  spot.leaf = findPlace(tree, spot.x, spot.y, spot.z);
  spot.cluster = tree.leafCluster[spot.leaf];
  spot.normalCount = normalCount;
  const { normal } = cells;
  if (normalCount === 1) {
    spot.normals[0] = normal[cell * 3];
    spot.normals[1] = normal[cell * 3 + 1];
    spot.normals[2] = normal[cell * 3 + 2];
    return;
  }
  writeBumpNormals(
    spot.normals,
    faces.textureAxes,
    face * 6,
    faces.normal,
    face * 3,
    normal[cell * 3],
    normal[cell * 3 + 1],
    normal[cell * 3 + 2],
  );
}

const ALL = 0;
const ONLY_AMBIENT = 1;
const NO_AMBIENT = 2;

/** Where light is added. */
interface LightTarget {
  readonly which: number;
  /** For LDR and HDR. */
  readonly outs: readonly (Float32Array | Float64Array)[];
  /** Distance in `outs` between the values of two normals. */
  readonly stride: number;
}

/** Adds the light of one style at `spot` to the values at `offset`. */
function addLights(
  scene: LightScene,
  style: number,
  { which, outs, stride }: LightTarget,
  offset: number,
): void {
  const { lights, sides } = scene;
  for (const light of candidates) {
    if (lights.style[light] !== style) continue;
    if (which !== ALL && (lights.type[light] === EMIT_SKYAMBIENT) !== (which === ONLY_AMBIENT)) {
      continue;
    }
    if (!mayReach(scene, light) || !gatherLight(scene, light)) continue;
    for (let side = 0; side < sides.length; side++) {
      const { intensity } = sides[side];
      const out = outs[side];
      for (let n = 0; n < spot.normalCount; n++) {
        const at = offset + n * stride;
        out[at] += share[n] * intensity[light * 3];
        out[at + 1] += share[n] * intensity[light * 3 + 1];
        out[at + 2] += share[n] * intensity[light * 3 + 2];
      }
    }
  }
}

/** Refinement of one side of a slot. */
interface Refinement {
  /** The slot's values in the side's cells, by normal and cell. */
  readonly values: Float32Array;
  /** Values of supersampled cells, which may not be in `values` yet. */
  readonly fine: Float32Array;
  /** Perceived brightness by normal and cell. */
  readonly seen: Float32Array;
  /** 1 for cells that were found rough. */
  readonly isDone: Uint8Array;
}

const NOT_SAMPLED = 0;
const SAMPLED = 1;
/** No sample point is on the face. */
const NO_POINTS = 2;

/**
 * Supersamples the cells whose brightness differs much from a neighbor's. LDR and HDR decide on
 * their own, but share the samples.
 */
function refine(scene: LightScene, face: number, slot: number, normals: number): void {
  const { faces, cells, slots } = scene;
  const first = faces.firstCell[face];
  const count = faces.cells[face * 2] * faces.cells[face * 2 + 1];
  const sides = scene.sides.map((side): Refinement => {
    const start = slots.firstValue[slot];
    const values = side.cells.subarray(start, start + count * normals * 3);
    return {
      values,
      fine: new Float32Array(values.length),
      seen: new Float32Array(count * normals),
      isDone: new Uint8Array(count),
    };
  });
  for (const side of sides) {
    for (let i = 0; i < count; i++) measure(side, i, count, normals);
  }
  const sampled = new Uint8Array(count);
  for (let pass = 0; pass < PASSES; pass++) {
    let found = false;
    for (const side of sides) {
      const rough: number[] = [];
      for (let i = 0; i < count; i++) {
        if (side.isDone[i] === 1 || cells.area[first + i] === 0) continue;
        if (gradientOf(scene, face, side.seen, i, normals) >= GRADIENT) rough.push(i);
      }
      for (const i of rough) {
        found = true;
        side.isDone[i] = 1;
        if (sampled[i] === NOT_SAMPLED) {
          const isOnFace = supersample(scene, face, slot, i, normals);
          if (isOnFace)
            for (const [s, { fine }] of sides.entries()) writeSamples(fine, s, i, count, normals);
          sampled[i] = isOnFace ? SAMPLED : NO_POINTS;
        }
        if (sampled[i] === NO_POINTS) continue;
        for (let n = 0; n < normals; n++) {
          const at = (n * count + i) * 3;
          for (let c = 0; c < 3; c++) side.values[at + c] = side.fine[at + c];
        }
        measure(side, i, count, normals);
      }
    }
    if (!found) break;
  }
}

function measure({ values, seen }: Refinement, i: number, count: number, normals: number): void {
  for (let n = 0; n < normals; n++) {
    const at = (n * count + i) * 3;
    seen[n * count + i] = ((values[at] + values[at + 1] + values[at + 2]) / 256) ** (1 / 2.2);
  }
}

function gradientOf(
  scene: LightScene,
  face: number,
  seen: Float32Array,
  cell: number,
  normals: number,
): number {
  const across = scene.faces.cells[face * 2];
  const down = scene.faces.cells[face * 2 + 1];
  const first = scene.faces.firstCell[face];
  const s = cell % across;
  const t = (cell - s) / across;
  let most = 0;
  for (let dt = -1; dt <= 1; dt++) {
    if (t + dt < 0 || t + dt >= down) continue;
    for (let ds = -1; ds <= 1; ds++) {
      if (s + ds < 0 || s + ds >= across) continue;
      const other = cell + dt * across + ds;
      if (scene.cells.area[first + other] === 0) continue;
      for (let n = 0; n < normals; n++) {
        const base = n * across * down;
        most = Math.max(most, Math.abs(seen[base + cell] - seen[base + other]));
      }
    }
  }
  return most;
}

/** Target of the light at several points of a cell. */
interface SampleSum extends LightTarget {
  /** Points along each edge of the cell. */
  readonly edge: number;
  /** Number of points on the face. */
  count: number;
}

const makeSum = (which: number, edge: number): SampleSum => {
  return { which, edge, count: 0, outs: [0, 1].map(() => new Float64Array(12)), stride: 3 };
};
const LAMPS = makeSum(NO_AMBIENT, 4);
const SKY = makeSum(ONLY_AMBIENT, 2);
const point = new Float64Array(3);

/**
 * Samples 4 x 4 points for lamps and sun, 2 x 2 for the sky. Returns false if no point is on the
 * face.
 */
function supersample(
  scene: LightScene,
  face: number,
  slot: number,
  i: number,
  normals: number,
): boolean {
  const style = scene.slots.style[slot];
  sampleGrid(scene, face, i, normals, style, LAMPS);
  sampleGrid(scene, face, i, normals, style, SKY);
  return LAMPS.count > 0 && SKY.count > 0;
}

/** Writes a side's means of the samples of a cell. */
function writeSamples(
  out: Float32Array,
  side: number,
  i: number,
  count: number,
  normals: number,
): void {
  for (let n = 0; n < normals; n++) {
    const at = (n * count + i) * 3;
    for (let channel = 0; channel < 3; channel++) {
      const of = n * 3 + channel;
      out[at + channel] = LAMPS.outs[side][of] / LAMPS.count + SKY.outs[side][of] / SKY.count;
    }
  }
}

function sampleGrid(
  scene: LightScene,
  face: number,
  i: number,
  normals: number,
  style: number,
  target: SampleSum,
): void {
  const { edge, outs } = target;
  const { faces, cells } = scene;
  const across = faces.cells[face * 2];
  const cell = faces.firstCell[face] + i;
  const isWhole = cells.area[cell] > 0.9999;
  const m = face * 9;
  for (const out of outs) out.fill(0);
  target.count = 0;
  for (let b = 0; b < edge; b++) {
    for (let a = 0; a < edge; a++) {
      const s = (i % across) + (a + 0.5) / edge;
      const t = Math.floor(i / across) + (b + 0.5) / edge;
      if (!isWhole && !isInside(scene, face, s, t)) continue;
      for (let axis = 0; axis < 3; axis++) {
        point[axis] =
          faces.worldFromLuxel[m + axis] +
          faces.worldFromLuxel[m + 3 + axis] * s +
          faces.worldFromLuxel[m + 6 + axis] * t +
          faces.origin[face * 3 + axis] +
          faces.normal[face * 3 + axis] * LIFT_INCHES;
      }
      placeSpot(scene, face, cell, point, 0, normals);
      addLights(scene, style, target, 0);
      target.count++;
    }
  }
}

function isInside({ outlines }: LightScene, face: number, s: number, t: number): boolean {
  const first = outlines.firstCorner[face];
  const end = outlines.firstCorner[face + 1];
  const { corners } = outlines;
  let sign = 0;
  for (let i = first; i < end; i++) {
    const j = i + 1 < end ? i + 1 : first;
    const cross =
      (corners[j * 2] - corners[i * 2]) * (t - corners[i * 2 + 1]) -
      (corners[j * 2 + 1] - corners[i * 2 + 1]) * (s - corners[i * 2]);
    if (cross === 0) continue;
    if (sign === 0) sign = cross > 0 ? 1 : -1;
    else if (cross > 0 !== sign > 0) return false;
  }
  return true;
}

const STAGES: Readonly<Record<string, (scene: LightScene, row: number) => void>> = {
  /** Rows are faces. */
  direct: lightFace,
  /** Rows are patches. */
  transfers: traceTransfers,
  bounce: gatherBounce,
  /** Rows are points. */
  ambient: lightAmbientPoint,
  props: lightPropPoint,
};

export const lightProgram: Program<LightScene> = {
  name: "vrad",
  run(scene, stage, first, end) {
    const light = STAGES[stage];
    for (let row = first; row < end; row++) light(scene, row);
  },
};
