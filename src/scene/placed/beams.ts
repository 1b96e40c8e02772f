/** Builds a map's beams: strips, in chunks that are culled separately. */

import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { MaterialSet } from "../../map/material.ts";
import {
  BEAM_POINT_SHIFT,
  BEAM_RING,
  BEAM_ROW,
  BEAM_ROW_SHIFT,
  BEAM_SHADE_IN,
  BEAM_SHADE_OUT,
  type BeamSet,
} from "../../map/placed/beams.ts";
import type { LeafTree } from "../../map/tree.ts";
import { CHUNK_FACE, type Chunks, MAX_CHUNK_TRIANGLES } from "../../map/world.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { listUnspawned } from "../brushes/unspawned-names.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import { classOf } from "../start/entity-values.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { listBoxClusters } from "../world/box-clusters.ts";
import {
  type BeamLine,
  type FindEntity,
  readEnvBeam,
  readEnvLaser,
  strikesAnywhere,
} from "./beam-entities.ts";
import { firstByName } from "./first-by-name.ts";
import {
  type CastBeam,
  FX_NO_DISSIPATION,
  RENDER_TRANS_ADD,
  type SpriteEntity,
} from "./sprite-entity.ts";
import { readSpriteMaterials, type SpriteMaterial } from "./sprite-materials.ts";
import { blendFlags, modulationOf, type RowViews } from "./sprite-rows.ts";
import { castBeams, type TracedOptions } from "./sprites.ts";

// Beam rows that shaders read, with the point counts of `DrawSegs` and `DrawRing` in
// `beamdraw.cpp`.

const ROW_WORDS = BEAM_ROW.strideBytes / 4;

/** `NOISE_DIVISIONS`. */
const MOST_POINTS = 128;
const MOST_RING_POINTS = MOST_POINTS * 8;
/** Noise amplitude from which a beam has a point every four inches. */
const ROUGH = 0.5;
/** Texture repeats per inch. */
const TEXTURE_SCALE = 0.01;
/** Fewest texture repeats of a ring, so that small rings show some of their texture. */
const LEAST_RING = 0.5;
/** Largest noise value: the sum of a series of halves. */
const MOST_NOISE = 2;

export interface BeamShape {
  readonly points: number;
  /** Texture repeats from one point to the next. */
  readonly texStep: number;
  /** Offset in inches where the noise is 1. */
  readonly noise: number;
}

function shapeOf({ delta, widths, noise, isRing }: BeamLine): BeamShape {
  const length = Math.hypot(...delta);
  let points = Math.floor(length * (noise >= ROUGH ? 0.25 : 0.075) + 3);
  if (isRing) {
    points = Math.min(Math.floor(points * Math.PI), MOST_RING_POINTS);
    const way = Math.max(length * TEXTURE_SCALE * Math.PI, LEAST_RING) / 8;
    return { points, texStep: way / (points - 1), noise: noise * way };
  }
  // Keeps neighbouring points so far apart that the strip does not overlap itself in bends.
  const least = Math.max(...widths) * Math.SQRT1_2;
  if (length / (points - 1) < least) points = Math.max(Math.floor(length / least) + 1, 2);
  points = Math.min(points, MOST_POINTS);
  return {
    points,
    texStep: (length * TEXTURE_SCALE) / (points - 1),
    noise: noise * length * TEXTURE_SCALE,
  };
}

/** Returns a point's position without noise. */
function placeOf(beam: BeamLine, shape: BeamShape, point: number): [number, number, number] {
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

/** Returns how far the beam reaches from its points, inches. */
function reachOf({ widths, isRing }: BeamLine, { noise }: BeamShape): number {
  // Noise moves a ring along both axes of the screen.
  return Math.max(...widths) + noise * MOST_NOISE * (isRing ? Math.SQRT2 : 1);
}

function writeBeamRow(
  { words, floats }: RowViews,
  row: number,
  beam: BeamLine,
  material: SpriteMaterial,
  materials: MaterialSet,
): void {
  const at = row * ROW_WORDS;
  const shape = shapeOf(beam);
  const { start, delta, color, widths, speed, life, pause, shade, isRing } = beam;
  // Tint and blending are those of an additive sprite.
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

const ENTITIES = "LUMP_ENTITIES";
const MAX_CHUNK_SEGMENTS = MAX_CHUNK_TRIANGLES / 2;

type ReadBeam = (entity: Entity, find: FindEntity, cast: CastBeam) => BeamLine | null;

const READERS: Readonly<Record<string, ReadBeam>> = {
  env_beam: readEnvBeam,
  env_laser: readEnvLaser,
};

export interface BuiltBeams {
  readonly beams: BeamSet;
  /** The textures that `beams.materials.textures` lists, still to be streamed. */
  readonly textures: TextureFiles;
}

/**
 * Lists beams that are visible at the map's start, in map order. Beams over the budget are left
 * out.
 */
export function listBeams(
  entities: readonly Entity[],
  { ledger, diagnostics }: Pick<ContentAccess, "ledger" | "diagnostics">,
  cast: CastBeam,
): BeamLine[] {
  const found = entities.filter((entity) => Object.hasOwn(READERS, classOf(entity)));
  if (found.length === 0) return [];
  const unspawned = listUnspawned(entities);
  const byName = firstByName(entities);
  const isThere = (name: string) => name === "" || !unspawned.has(name);
  const find = (name = "") => (isThere(name) ? byName.get(name.toLowerCase()) : undefined);
  const beams: BeamLine[] = [];
  let strikes = 0;
  for (const entity of found) {
    if (!isThere(entity.get("targetname") ?? "")) continue;
    if (strikesAnywhere(entity)) strikes++;
    const beam = READERS[classOf(entity)](entity, find, cast);
    if (beam === null) continue;
    if (!ledger.tryTake("sprites", 1)) {
      diagnostics.warn("over-budget", ENTITIES, "Beams are left out: there are too many.");
      break;
    }
    beams.push(beam);
  }
  if (strikes > 0) {
    const what = `${strikes} beams without a named end are not drawn: they strike at random.`;
    diagnostics.warn("not-drawn", ENTITIES, what);
  }
  return beams;
}

/**
 * Returns `null` if the map has no beams, or, with a warning, if they exceed the budget.
 * @param isHdr whether the map is lit by HDR light
 */
export async function buildBeams(
  bsp: Pick<BspWorld, "entities">,
  tree: LeafTree,
  isHdr: boolean,
  access: ContentAccess,
  { openTrace = () => null, ...options }: TracedOptions,
): Promise<BuiltBeams | null> {
  const { ledger, diagnostics } = access;
  const cast = castBeams(ledger, openTrace, () =>
    diagnostics.warn(
      "over-budget",
      ENTITIES,
      "Lasers pass through walls: tracing them costs too much.",
    ),
  );
  const found = listBeams(bsp.entities, access, cast);
  if (found.length === 0) return null;
  return leaveOutTooLarge(access, "beams", async () => {
    const pictures = found.map(({ material }) => ({ material, frameRate: 0 }));
    const { materials, textures, of } = await readSpriteMaterials(pictures, access, options);
    const drawn: [BeamLine, SpriteMaterial][] = [];
    for (const [i, beam] of found.entries()) {
      const material = of(pictures[i]);
      if (material !== undefined) drawn.push([beam, material]);
    }
    if (drawn.length === 0) return null;
    const words = new Uint32Array(drawn.length * ROW_WORDS);
    const views = { words, floats: new Float32Array(words.buffer) };
    for (const [row, [beam, material]] of drawn.entries()) {
      writeBeamRow(views, row, beam, material, materials);
    }
    const beams: BeamSet = {
      ...{ count: drawn.length, rows: words, isHdr, materials },
      hdrScale: Float32Array.from(drawn, ([beam, { isSprite }]) =>
        isSprite ? beam.hdrScale ** 2.2 : 1,
      ),
      ...buildChunks(drawn, tree, access),
    };
    return { beams, textures };
  });
}

function buildChunks(
  drawn: readonly (readonly [BeamLine, SpriteMaterial])[],
  tree: LeafTree,
  { ledger }: ContentAccess,
): Pick<BeamSet, "indices" | "chunks"> {
  const shapes = drawn.map(([beam]) => shapeOf(beam));
  const segments = shapes.reduce((sum, { points }) => sum + points - 1, 0);
  ledger.take("indices", segments * 6, ENTITIES);
  const indices = new Uint32Array(segments * 6);
  const firstIndex: number[] = [];
  const material: number[] = [];
  const box: number[] = [];
  let written = 0;
  for (const [row, [beam, { row: materialRow }]] of drawn.entries()) {
    const shape = shapes[row];
    const reach = reachOf(beam, shape);
    for (let point = 0; point < shape.points - 1; point++) {
      if (point % MAX_CHUNK_SEGMENTS === 0) {
        firstIndex.push(written);
        material.push(materialRow);
        box.push(...new Array(3).fill(Number.POSITIVE_INFINITY));
        box.push(...new Array(3).fill(Number.NEGATIVE_INFINITY));
      }
      const from = row * 2 ** BEAM_ROW_SHIFT + point * 2 ** BEAM_POINT_SHIFT;
      indices.set([from, from + 1, from + 3, from, from + 3, from + 2], written);
      written += 6;
      growBox(box, placeOf(beam, shape, point), reach);
      growBox(box, placeOf(beam, shape, point + 1), reach);
    }
  }
  const boxes = Float32Array.from(box);
  const count = firstIndex.length;
  const middle = (chunk: number, axis: number) =>
    (boxes[chunk * 6 + axis] + boxes[chunk * 6 + 3 + axis]) / 2;
  const chunks: Chunks = {
    count,
    material: Uint16Array.from(material),
    kind: new Uint8Array(count).fill(CHUNK_FACE),
    firstIndex: Uint32Array.from(firstIndex),
    indexCount: Uint32Array.from(firstIndex, (first, i) => (firstIndex[i + 1] ?? written) - first),
    box: boxes,
    ...listBoxClusters(tree, boxes, ledger, ENTITIES),
    leaf: Uint32Array.from(firstIndex, (_, chunk) =>
      findLeaf(tree, middle(chunk, 0), middle(chunk, 1), middle(chunk, 2)),
    ),
  };
  return { indices, chunks };
}

/** Grows the last box to include a place and a margin around it. */
function growBox(box: number[], place: readonly number[], around: number): void {
  const at = box.length - 6;
  for (let axis = 0; axis < 3; axis++) {
    box[at + axis] = Math.min(box[at + axis], place[axis] - around);
    box[at + 3 + axis] = Math.max(box[at + 3 + axis], place[axis] + around);
  }
}
