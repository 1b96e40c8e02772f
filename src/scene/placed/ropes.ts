/** Builds a map's ropes: their points and the light at them. */

import type { Ledger } from "../../core/ledger.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import {
  MATERIAL_NO_CULL,
  type MaterialSet,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import {
  ROPE_BLENDED,
  ROPE_FIRST,
  ROPE_LAST,
  ROPE_POINT,
  type RopeSet,
} from "../../map/placed/ropes.ts";
import { ROLE_BASE, ROLE_COUNT } from "../../map/texture-roles.ts";
import type { LeafTree } from "../../map/tree.ts";
import { CHUNK_FACE, type Chunks, MAX_CHUNK_TRIANGLES } from "../../map/world.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import { AMBIENT_CUBE_FLOATS, buildAmbientCubes } from "../light/ambient.ts";
import { contentName } from "../materials/content-name.ts";
import { resolveMaterials } from "../materials/materials.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import { classOf } from "../start/entity-values.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { listBoxClusters } from "../world/box-clusters.ts";
import { type HungRope, hangRope, ropeLength } from "./hang-rope.ts";

// Rope entities: each `move_rope` or `keyframe_rope` runs to the one that it names (rope.cpp).

const CLASSES: ReadonlySet<string> = new Set(["move_rope", "keyframe_rope"]);
/** Number of points by `Type`; 5 without one. */
const TYPE_POINTS = [10, 4, 2];
const DEFAULT_POINTS = 5;
const DEFAULT_WIDTH = 2;
const MAX_WIDTH = 64;
const DEFAULT_TEXTURE_SCALE = 4;
const DEFAULT_SUBDIVISIONS = 2;
const MAX_SUBDIVISIONS = 7;
/** Materials by `RopeShader`, the older form of `RopeMaterial`. */
const SHADER_MATERIALS = ["cable/cable", "cable/rope", "cable/chain"];
/**
 * Places of added points between two points, as fractions. Those of barbed wire lie outside the
 * segment.
 */
const BARBED = [1.5, -0.5, 0.5];

export interface RopeEntity extends HungRope {
  readonly material: string;
  /** Width in inches. */
  readonly width: number;
  /** Texture scale: texels per inch, times 4. */
  readonly textureScale: number;
  readonly between: readonly number[];
}

/** Lists ropes that exist at the map's start. Ropes over the budget are left out. */
export function listRopes(
  entities: readonly Entity[],
  ledger: Ledger,
  onTooMany: () => void,
): RopeEntity[] {
  const found = entities.filter((entity) => CLASSES.has(classOf(entity)));
  if (found.length === 0) return [];
  const byName = new Map<string, Entity>();
  for (const entity of entities) {
    const name = entity.get("targetname")?.toLowerCase() ?? "";
    if (name !== "" && !byName.has(name)) byName.set(name, entity);
  }
  const ropes: RopeEntity[] = [];
  for (const entity of found) {
    const next = byName.get(entity.get("nextkey")?.toLowerCase() ?? "");
    const isDangling = parseInteger(entity.get("dangling")) === 1;
    if (next === undefined && !isDangling) continue;
    if (!ledger.tryTake("ropes", 1)) {
      onTooMany();
      break;
    }
    ropes.push(readRope(entity, next ?? entity, isDangling));
  }
  return ropes;
}

function readRope(entity: Entity, next: Entity, isDangling: boolean): RopeEntity {
  const type = entity.get("type");
  const scale = Number.parseFloat(entity.get("texturescale") ?? "");
  const width = Number.parseFloat(entity.get("width") ?? "");
  const isBarbed = parseInteger(entity.get("barbed")) === 1;
  return {
    from: parseVector(entity.get("origin") ?? ""),
    to: parseVector(next.get("origin") ?? ""),
    points:
      type === undefined ? DEFAULT_POINTS : TYPE_POINTS[Math.min(Math.abs(parseInteger(type)), 2)],
    slack: parseInteger(entity.get("slack")),
    isDangling,
    material: materialOf(entity),
    width: Math.min(Number.isFinite(width) ? Math.max(width, 0) : DEFAULT_WIDTH, MAX_WIDTH),
    textureScale: scale > 0 ? scale : DEFAULT_TEXTURE_SCALE,
    between: isBarbed
      ? BARBED
      : subdivide(parseInteger(entity.get("subdiv"), DEFAULT_SUBDIVISIONS)),
  };
}

function materialOf(entity: Entity): string {
  const material = contentName(entity.get("ropematerial") ?? "", ".vmt");
  if (material !== "") return material;
  const shader = Math.abs(parseInteger(entity.get("ropeshader")));
  return SHADER_MATERIALS[Math.min(shader, 2)];
}

function subdivide(wanted: number): number[] {
  // 255 leaves the number to the client.
  const asked = wanted === 255 ? DEFAULT_SUBDIVISIONS : wanted;
  const count = Math.min(Math.max(asked, 0), MAX_SUBDIVISIONS);
  return Array.from({ length: count }, (_, i) => (i + 1) / (count + 1));
}

// Drawn points of a rope: the simulated points, and Catmull-Rom points between them.

/** A subdivided rope: 3 numbers a point. */
export interface RopeLine {
  readonly count: number;
  readonly positions: Float64Array;
  /** Simulated point that each point follows, plus the fraction of the way to the next one. */
  readonly at: Float64Array;
}

/** @param between fractions of a segment at which points are added */
export function subdivideRope(hung: Float64Array, between: readonly number[]): RopeLine {
  const points = hung.length / 3;
  const count = points + (points - 1) * between.length;
  const positions = new Float64Array(count * 3);
  const at = new Float64Array(count);
  let row = 0;
  for (let point = 0; point < points; point++) {
    at[row] = point;
    positions.set(hung.subarray(point * 3, point * 3 + 3), row++ * 3);
    if (point === points - 1) break;
    const p0 = Math.max(point - 1, 0) * 3;
    const p1 = point * 3;
    const p2 = p1 + 3;
    const p3 = Math.min(point + 2, points - 1) * 3;
    for (const [k, t] of between.entries()) {
      for (let axis = 0; axis < 3; axis++) {
        const [a, b, c, d] = [hung[p0 + axis], hung[p1 + axis], hung[p2 + axis], hung[p3 + axis]];
        const cubic = -a + 3 * b - 3 * c + d;
        const square = 2 * a - 5 * b + 4 * c - d;
        positions[row * 3 + axis] = b + 0.5 * t * (c - a + t * (square + t * cubic));
      }
      // Light is interpolated in even steps, regardless of the points' positions.
      at[row++] = point + (k + 1) / (between.length + 1);
    }
  }
  return { count, positions, at };
}

const ENTITIES = "LUMP_ENTITIES";
const POINT_WORDS = ROPE_POINT.strideBytes / 4;
const MAX_CHUNK_SEGMENTS = MAX_CHUNK_TRIANGLES / 2;
/** Linear colour of ropes without a material: dark, like nearly all ropes. */
const UNKNOWN_ROPE = 0.03;
const AMBIENT_SIDES = 6;

export interface BuiltRopes {
  readonly ropes: RopeSet;
  /** Textures of `ropes.materials.textures`, not yet streamed. */
  readonly textures: TextureFiles;
}

/** Returns `null` if the map has no ropes, or, with a warning, if they exceed the budget. */
export async function buildRopes(
  bsp: BspWorld,
  tree: LeafTree,
  side: LightSideName | null,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltRopes | null> {
  const { ledger, diagnostics } = access;
  const found = listRopes(bsp.entities, ledger, () =>
    diagnostics.warn("over-budget", ENTITIES, "Ropes are left out: there are too many."),
  );
  if (found.length === 0) return null;
  return leaveOutTooLarge(access, "ropes", async () => {
    const names = [...new Set(found.map(({ material }) => material))];
    ledger.take("materials", names.length, ENTITIES);
    const unknown = new Float32Array(names.length * 3).fill(UNKNOWN_ROPE);
    const { materials, textures } = await resolveMaterials(names, unknown, access, options);
    const isBlended = drawAsRopes(materials);
    const heights = names.map((_, row) => {
      const texture = materials.roleTexture[row * ROLE_COUNT + ROLE_BASE];
      return textures.files[texture]?.vtf?.height ?? 1;
    });
    const drawn = found.filter(
      ({ material }) => materials.pass[names.indexOf(material)] !== PASS_NONE,
    );
    const hung = drawn.map(hangRope);
    const lines = drawn.map(({ between }, i) => subdivideRope(hung[i], between));
    const pointCount = lines.reduce((sum, { count }) => sum + count, 0);
    if (pointCount === 0) return null;
    ledger.take("vertices", pointCount * 2, ENTITIES);
    const points = new Uint32Array(pointCount * POINT_WORDS);
    const light = lightPoints(bsp, tree, side, hung, access);
    let first = 0;
    for (const [i, rope] of drawn.entries()) {
      const material = names.indexOf(rope.material);
      const texel = ropeStep(rope) / heights[material];
      const flags = isBlended[material] ? ROPE_BLENDED : 0;
      const look = { width: rope.width, material, flags, texel, light: light[i] };
      writePoints(points, first, lines[i], look);
      first += lines[i].count;
    }
    const built = buildChunks(points, { ropes: drawn, lines, names }, tree, ledger);
    const ropes: RopeSet = { count: drawn.length, points, ...built, materials };
    return { ropes, textures };
  });
}

/** Makes all rope materials use the same pipeline, in place. Returns which of them blend. */
function drawAsRopes({ count, pass, family, flags }: MaterialSet): boolean[] {
  const isBlended = Array.from(pass, (own) => own === PASS_TRANSLUCENT || own === PASS_ADDITIVE);
  for (let row = 0; row < count; row++) {
    if (pass[row] === PASS_NONE) continue;
    pass[row] = PASS_ALPHA_TEST;
    family[row] = FAMILY.unlit;
    flags[row] |= MATERIAL_NO_CULL;
  }
  return isBlended;
}

/** Returns texels from one drawn point to the next. */
function ropeStep(rope: RopeEntity): number {
  const texels = (4 / rope.textureScale) * ropeLength(rope);
  return texels / ((rope.points - 1) * rope.between.length + 1);
}

/**
 * Returns the linear light of each rope's simulated points, 3 numbers each: the mean of the ambient
 * cube, at most full.
 */
function lightPoints(
  bsp: BspWorld,
  tree: LeafTree,
  side: LightSideName | null,
  ropes: readonly Float64Array[],
  access: Pick<ContentAccess, "ledger" | "diagnostics">,
): Float32Array[] {
  return ropes.map((hung) => {
    const places = Float32Array.from(hung);
    const cubes = buildAmbientCubes(bsp, tree, side, places, access);
    return Float32Array.from(places, (_, i) => {
      const cube = Math.floor(i / 3) * AMBIENT_CUBE_FLOATS + (i % 3);
      let sum = 0;
      for (let face = 0; face < AMBIENT_SIDES; face++) sum += cubes[cube + face * 3];
      return Math.min(sum / AMBIENT_SIDES, 1);
    });
  });
}

/** Properties shared by the points of a rope. */
interface RopeLook {
  readonly width: number;
  readonly material: number;
  readonly flags: number;
  /** Texels from one point to the next. */
  readonly texel: number;
  /** Linear light of its simulated points, 3 numbers each. */
  readonly light: Float32Array;
}

function writePoints(
  words: Uint32Array,
  first: number,
  { count, positions, at }: RopeLine,
  { width, material, flags, texel, light }: RopeLook,
): void {
  const floats = new Float32Array(words.buffer);
  for (let i = 0; i < count; i++) {
    const row = (first + i) * POINT_WORDS;
    const hung = Math.floor(at[i]) * 3;
    const part = at[i] - Math.floor(at[i]);
    for (let axis = 0; axis < 3; axis++) {
      floats[row + ROPE_POINT.position / 4 + axis] = positions[i * 3 + axis];
      const from = light[hung + axis];
      const to = light[hung + 3 + axis] ?? from;
      floats[row + ROPE_POINT.light / 4 + axis] = from + (to - from) * part;
    }
    floats[row + ROPE_POINT.texCoord / 4] = i * texel;
    floats[row + ROPE_POINT.halfWidth / 4] = width / 2;
    words[row + ROPE_POINT.material / 4] = material;
    words[row + ROPE_POINT.flags / 4] =
      flags | (i === 0 ? ROPE_FIRST : 0) | (i === count - 1 ? ROPE_LAST : 0);
  }
}

interface HungRopes {
  readonly ropes: readonly RopeEntity[];
  readonly lines: readonly RopeLine[];
  /** Names of the materials, by row. */
  readonly names: readonly string[];
}

function buildChunks(
  points: Uint32Array,
  { ropes, lines, names }: HungRopes,
  tree: LeafTree,
  ledger: Ledger,
): { readonly indices: Uint32Array; readonly chunks: Chunks } {
  const places = new Float32Array(points.buffer);
  const indices: number[] = [];
  const firstIndex: number[] = [];
  const material: number[] = [];
  const box: number[] = [];
  let point = 0;
  for (const [i, { count }] of lines.entries()) {
    for (let segment = 0; segment < count - 1; segment++, point++) {
      if (segment % MAX_CHUNK_SEGMENTS === 0) {
        firstIndex.push(indices.length);
        material.push(names.indexOf(ropes[i].material));
        box.push(...new Array(3).fill(Number.POSITIVE_INFINITY));
        box.push(...new Array(3).fill(Number.NEGATIVE_INFINITY));
      }
      const corner = point * 2;
      indices.push(corner, corner + 1, corner + 3, corner, corner + 3, corner + 2);
      growBox(box, places, point, ropes[i].width / 2);
      growBox(box, places, point + 1, ropes[i].width / 2);
    }
    point++;
  }
  ledger.take("indices", indices.length, ENTITIES);
  const boxes = Float32Array.from(box);
  const count = firstIndex.length;
  const middle = (chunk: number, axis: number) =>
    (boxes[chunk * 6 + axis] + boxes[chunk * 6 + 3 + axis]) / 2;
  return {
    indices: Uint32Array.from(indices),
    chunks: {
      count,
      material: Uint16Array.from(material),
      kind: new Uint8Array(count).fill(CHUNK_FACE),
      firstIndex: Uint32Array.from(firstIndex),
      indexCount: Uint32Array.from(
        firstIndex,
        (first, chunk) => (firstIndex[chunk + 1] ?? indices.length) - first,
      ),
      box: boxes,
      ...listBoxClusters(tree, boxes, ledger, ENTITIES),
      leaf: Uint32Array.from(firstIndex, (_, chunk) =>
        findLeaf(tree, middle(chunk, 0), middle(chunk, 1), middle(chunk, 2)),
      ),
    },
  };
}

/** Grows the last box to include a point and a margin around it. */
function growBox(box: number[], places: Float32Array, point: number, around: number): void {
  const at = box.length - 6;
  for (let axis = 0; axis < 3; axis++) {
    const place = places[point * POINT_WORDS + axis];
    box[at + axis] = Math.min(box[at + axis], place - around);
    box[at + 3 + axis] = Math.max(box[at + 3 + axis], place + around);
  }
}
