/** Bounced light: finds the patches that each patch sees, and computes the bounces. */

import { writeBumpNormals } from "./faces/bump-basis.ts";
import type { LightScene, SideTable } from "./light-scene.ts";
import { writeAcross } from "./rays/directions.ts";
import { MAX_TRACE_LENGTH } from "./rays/sky-visibility.ts";
import { findClosest, hit } from "./rays/trace-bvh.ts";

/** Ray result without light: the ray met nothing, or an unlit surface. */
export const NO_PATCH = -1;
/** Ray result without light from a patch, because the ray met the sky. */
export const SKY_PATCH = -2;

/**
 * Returns the patch that a ray meets.
 * @param mostBacks number of back faces to pass through, for rays that start behind a grate or
 * slightly inside a wall's corner
 */
export function findPatch(
  scene: LightScene,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  mostBacks: number,
): number {
  const { rays, faces } = scene;
  let x = ox;
  let y = oy;
  let z = oz;
  for (let backs = 0; backs <= mostBacks; backs++) {
    if (!findClosest(rays.surfaces, x, y, z, dx, dy, dz, MAX_TRACE_LENGTH, rays.surfaceCount)) {
      return NO_PATCH;
    }
    if (hit.id >= rays.firstSky) return SKY_PATCH;
    if (hit.id >= rays.surfaceCount) return NO_PATCH;
    const face = rays.surfaceFace[hit.id];
    // Points in space may lie slightly below terrain. They must not see through it.
    const stops = mostBacks > 0 && faces.isDisplaced[face] === 1;
    if (stops || meetsFront(scene, face, dx, dy, dz)) {
      return findPatchAt(scene, face, rays.surfaceLuxels);
    }
    const past = hit.distance + PAST_INCHES;
    x += dx * past;
    y += dy * past;
    z += dz * past;
  }
  return NO_PATCH;
}

/**
 * Whether the ray hit the front of the triangle's face at `hit`. Terrain triangles may tilt away
 * from the face's plane.
 */
function meetsFront(
  { faces }: LightScene,
  face: number,
  dx: number,
  dy: number,
  dz: number,
): boolean {
  if (faces.isDisplaced[face] === 1) return !hit.isBack;
  const n = face * 3;
  return faces.normal[n] * dx + faces.normal[n + 1] * dy + faces.normal[n + 2] * dz < 0;
}

/** Distance behind a back face at which a ray continues, in inches. */
const PAST_INCHES = 0.03125;

/** Returns the patch of a face at `hit`. `luxels` belongs to the triangles that were searched. */
function findPatchAt({ faces, patches }: LightScene, face: number, luxels: Float32Array): number {
  const at = hit.id * 6;
  const w = 1 - hit.u - hit.v;
  const s = luxels[at] * w + luxels[at + 2] * hit.u + luxels[at + 4] * hit.v;
  const t = luxels[at + 1] * w + luxels[at + 3] * hit.u + luxels[at + 5] * hit.v;
  const step = patches.step[face];
  const a = Math.floor(Math.min(faces.cells[face * 2] - 1, Math.max(0, s)) / step);
  const b = Math.floor(Math.min(faces.cells[face * 2 + 1] - 1, Math.max(0, t)) / step);
  return patches.alias[patches.firstPatch[face] + b * patches.across[face] + a];
}

const across = new Float64Array(6);
const direction = new Float64Array(3);

/** Rotates a direction around +z to one around a cell's normal. */
function turn(scene: LightScene, cell: number, ray: number): void {
  const { bounceDirections, cells } = scene;
  const x = bounceDirections[ray * 3];
  const y = bounceDirections[ray * 3 + 1];
  const z = bounceDirections[ray * 3 + 2];
  for (let axis = 0; axis < 3; axis++) {
    direction[axis] = across[axis] * x + across[3 + axis] * y + cells.normal[cell * 3 + axis] * z;
  }
}

/** Finds the patches that a patch's rays meet. */
export function traceTransfers(scene: LightScene, patch: number): void {
  const { patches, cells } = scene;
  const cell = patches.cell[patch];
  if (cell < 0) return;
  const { normal, position } = cells;
  writeAcross(across, normal[cell * 3], normal[cell * 3 + 1], normal[cell * 3 + 2]);
  const x = position[cell * 3];
  const y = position[cell * 3 + 1];
  const z = position[cell * 3 + 2];
  for (let ray = 0; ray < patches.rays; ray++) {
    turn(scene, cell, ray);
    let met = findPatch(scene, x, y, z, direction[0], direction[1], direction[2], 0);
    // Water and glass cover the surface behind them. Each gets half of the rays that meet both.
    if (met < 0 || ray % 2 === 0) {
      const sheet = findSheet(scene, x, y, z, hit.distance);
      if (sheet >= 0) met = sheet;
    }
    patches.hits[patch * patches.rays + ray] = met;
  }
}

/**
 * Returns the patch of the first sheet whose front `direction` meets within a distance, or
 * `NO_PATCH`.
 */
function findSheet(scene: LightScene, x: number, y: number, z: number, most: number): number {
  const { sheets } = scene.rays;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  let start = 0;
  while (start < most) {
    const ox = x + dx * start;
    const oy = y + dy * start;
    const oz = z + dz * start;
    if (!findClosest(sheets.bvh, ox, oy, oz, dx, dy, dz, most - start)) return NO_PATCH;
    const face = sheets.face[hit.id];
    if (meetsFront(scene, face, dx, dy, dz)) return findPatchAt(scene, face, sheets.luxels);
    start += hit.distance + PAST_INCHES;
  }
  return NO_PATCH;
}

/** Sums the light that arrives at a patch in one bounce, weighted by the cosine to its normal. */
export function gatherBounce(scene: LightScene, patch: number): void {
  const { patches, bounceDirections, faces, cells } = scene;
  const cell = patches.cell[patch];
  if (cell < 0) return;
  const { hits, emit, gathered, bounced, rays } = patches;
  const isBumped = patches.isBumped[patch] === 1;
  if (isBumped) {
    const { normal } = cells;
    const face = patches.face[patch];
    const nx = normal[cell * 3];
    const ny = normal[cell * 3 + 1];
    const nz = normal[cell * 3 + 2];
    writeAcross(across, nx, ny, nz);
    writeBumpNormals(bumps, faces.textureAxes, face * 6, faces.normal, face * 3, nx, ny, nz);
  }
  sums.fill(0);
  let weights = 0;
  for (let ray = 0; ray < rays; ray++) {
    const weight = bounceDirections[ray * 3 + 2];
    weights += weight;
    const from = hits[patch * rays + ray];
    if (from < 0) continue;
    const r = emit[from * 3];
    const g = emit[from * 3 + 1];
    const b = emit[from * 3 + 2];
    sums[0] += r * weight;
    sums[1] += g * weight;
    sums[2] += b * weight;
    if (!isBumped) continue;
    turn(scene, cell, ray);
    for (let n = 1; n < 4; n++) {
      const dot =
        bumps[n * 3] * direction[0] +
        bumps[n * 3 + 1] * direction[1] +
        bumps[n * 3 + 2] * direction[2];
      if (dot <= 0) continue;
      sums[n * 3] += r * dot;
      sums[n * 3 + 1] += g * dot;
      sums[n * 3 + 2] += b * dot;
    }
  }
  for (let i = 0; i < (isBumped ? 12 : 3); i++) bounced[patch * 12 + i] += sums[i] / weights;
  for (let i = 0; i < 3; i++) gathered[patch * 3 + i] = sums[i] / weights;
}

const bumps = new Float64Array(12);
const sums = new Float64Array(12);

/**
 * Sets each patch's direct light of style 0 from its cells. The reflected part is the first bounce.
 */
export function startBounces(scene: LightScene, side: SideTable): void {
  const { patches, faces, cells, slots } = scene;
  patches.bounced.fill(0);
  patches.direct.fill(0);
  for (let face = 0; face < faces.count; face++) {
    const slot = slots.firstSlot[face];
    if (faces.isLit[face] === 0 || slot === slots.firstSlot[face + 1] || slots.style[slot] !== 0) {
      continue;
    }
    const cellsAcross = faces.cells[face * 2];
    const step = patches.step[face];
    const first = faces.firstCell[face];
    const weight = new Float64Array(patches.firstPatch[face + 1] - patches.firstPatch[face]);
    for (let i = 0; i < faces.firstCell[face + 1] - first; i++) {
      const area = cells.area[first + i];
      if (area === 0) continue;
      const column = Math.floor((i % cellsAcross) / step);
      const row = Math.floor(Math.floor(i / cellsAcross) / step);
      const local = row * patches.across[face] + column;
      const patch = patches.firstPatch[face] + local;
      weight[local] += area;
      for (let channel = 0; channel < 3; channel++) {
        patches.direct[patch * 3 + channel] +=
          side.cells[slots.firstValue[slot] + i * 3 + channel] * area;
      }
    }
    for (let local = 0; local < weight.length; local++) {
      if (weight[local] === 0) continue;
      const patch = patches.firstPatch[face] + local;
      for (let channel = 0; channel < 3; channel++) {
        patches.direct[patch * 3 + channel] /= weight[local];
      }
    }
  }
  reflect(scene, patches.direct, patches.emit);
}

/** Reflects the gathered light. Returns the largest value that any patch sends. */
export function nextBounce(scene: LightScene): number {
  reflect(scene, scene.patches.gathered, scene.patches.emit);
  let most = 0;
  for (const value of scene.patches.emit) if (value > most) most = value;
  return most;
}

/** Computes each patch's total light after the last bounce. */
export function finishBounces(scene: LightScene, side: SideTable): void {
  const { patches } = scene;
  for (let patch = 0; patch < patches.count; patch++) {
    for (let channel = 0; channel < 3; channel++) {
      patches.gathered[patch * 3 + channel] =
        patches.direct[patch * 3 + channel] + patches.bounced[patch * 12 + channel];
    }
  }
  reflect(scene, patches.gathered, side.radiosity);
}

function reflect({ patches, faces }: LightScene, from: Float32Array, to: Float32Array): void {
  for (let patch = 0; patch < patches.count; patch++) {
    const face = patches.face[patch] * 3;
    for (let channel = 0; channel < 3; channel++) {
      to[patch * 3 + channel] = from[patch * 3 + channel] * faces.reflectivity[face + channel];
    }
  }
}
