/** Builds a map's sprites: quads that are culled separately. */

import type { Ledger } from "../../core/ledger.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { SpriteSet } from "../../map/placed/sprites.ts";
import type { LeafTree } from "../../map/tree.ts";
import { CHUNK_FACE, type Chunks } from "../../map/world.ts";
import { clamp } from "../../math/vec3.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { Trace } from "../../visibility/trace.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { parseInteger, readModulation } from "../brushes/render-properties.ts";
import { listUnspawned } from "../brushes/unspawned-names.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import { classOf } from "../start/entity-values.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { listBoxClusters } from "../world/box-clusters.ts";
import type { FindEntity } from "./beam-entities.ts";
import { readBeamSpotlight, readLaserEnd, readLightGlow, readSpotlight } from "./beam-entities.ts";
import { firstByName } from "./first-by-name.ts";
import {
  type CastBeam,
  numberOf,
  readColor,
  readHdrScale,
  readProxySize,
  type SpriteEntity,
  spriteMaterial,
} from "./sprite-entity.ts";
import { readSpriteMaterials, type SpriteMaterials } from "./sprite-materials.ts";
import { extentsOf, isAdded, isGlow, ROW_WORDS, writeSpriteRow } from "./sprite-rows.ts";
import { readSun } from "./sun-entities.ts";

// Length of light beams: rays through the map's solids, within a budget.

/**
 * @param openTrace called for the first ray; returns `null` if nothing blocks rays
 * @param onTooMany called once when the budget is exhausted; later rays hit nothing
 */
export function castBeams(
  ledger: Ledger,
  openTrace: () => Trace | null,
  onTooMany: () => void,
): CastBeam {
  let trace: Trace | null | undefined;
  return ([x, y, z], [directionX, directionY, directionZ], length) => {
    if (trace === undefined) trace = openTrace();
    if (trace === null) return length;
    const before = trace.tests;
    const isHit = trace.cast(x, y, z, directionX, directionY, directionZ, length);
    if (!ledger.tryTake("rayTests", trace.tests - before)) {
      trace = null;
      onTooMany();
      return length;
    }
    return isHit ? trace.hit.distance : length;
  };
}

// Sprite entities that are visible at the map's start. `env_sprite`, `env_sprite_oriented` and
// `env_glow` are read here, as spawned by `Sprite.cpp` of Valve's `source-sdk-2013`
// (`src/game/shared`).

const ORIENTED_CLASS = "env_sprite_oriented";
const SF_SPRITE_STARTON = 1;
const MAX_SPRITE_SCALE = 64;
/** Highest frame rate: faster is not visible, and floats stay precise for days. */
const MAX_FRAME_RATE = 1000;

type ReadEntity = (entity: Entity, cast: CastBeam, find: FindEntity) => readonly SpriteEntity[];

const READERS: Readonly<Record<string, ReadEntity>> = {
  env_sprite: readSprite,
  env_glow: readSprite,
  [ORIENTED_CLASS]: readSprite,
  env_lightglow: readLightGlow,
  point_spotlight: readSpotlight,
  beam_spotlight: readBeamSpotlight,
  env_laser: readLaserEnd,
  env_sun: (entity, _cast, find) => readSun(entity, find),
};

/** Lists visible sprites in map order. Sprites over the budget are left out. */
export function listSprites(
  entities: readonly Entity[],
  ledger: Ledger,
  onTooMany: () => void,
  cast: CastBeam = (_origin, _direction, length) => length,
): SpriteEntity[] {
  const found = entities.filter((entity) => Object.hasOwn(READERS, classOf(entity)));
  if (found.length === 0) return [];
  const unspawned = listUnspawned(entities);
  let byName: Map<string, Entity> | null = null;
  const find = (name = "") => {
    byName ??= firstByName(entities);
    return byName.get(name.toLowerCase());
  };
  const sprites: SpriteEntity[] = [];
  for (const entity of found) {
    const name = entity.get("targetname") ?? "";
    if (name !== "" && unspawned.has(name)) continue;
    const read = READERS[classOf(entity)](entity, cast, find);
    if (!ledger.tryTake("sprites", read.length)) {
      onTooMany();
      break;
    }
    sprites.push(...read);
  }
  return sprites;
}

function readSprite(entity: Entity): SpriteEntity[] {
  const modulation = readModulation(entity);
  const material = spriteMaterial(entity.get("model") ?? "");
  const startsOn = (parseInteger(entity.get("spawnflags")) & SF_SPRITE_STARTON) !== 0;
  if ((entity.get("targetname") ?? "") !== "" && !startsOn) return [];
  if (modulation === null || material === "") return [];
  const scale = clamp(numberOf(entity.get("scale"), 0), 0, MAX_SPRITE_SCALE);
  const sprite = {
    material,
    origin: parseVector(entity.get("origin") ?? ""),
    angles: drawnAngles(parseVector(entity.get("angles") ?? ""), classOf(entity)),
    // A scale of 0 means the size of the texture.
    scale: scale > 0 ? scale : 1,
    mode: parseInteger(entity.get("rendermode")) & 255,
    fx: parseInteger(entity.get("renderfx")) & 255,
    color: readColor(entity),
    amount: (parseInteger(entity.get("renderamt"), 255) & 255) / 255,
    blend: modulation.alpha,
    proxySize: readProxySize(entity),
    hdrScale: readHdrScale(entity),
    frameRate: clamp(numberOf(entity.get("framerate"), 0), 0, MAX_FRAME_RATE),
  };
  return [sprite];
}

/**
 * Returns angles as drawn. Old editors stored a sprite's rotation in its plane as yaw, so yaw
 * becomes roll if roll is 0. Oriented sprites face the opposite direction.
 */
function drawnAngles(
  [pitch, yaw, roll]: readonly [number, number, number],
  className: string,
): [number, number, number] {
  if (className === ORIENTED_CLASS) return [pitch, yaw + 180, roll];
  return yaw !== 0 && roll === 0 ? [pitch, 0, yaw] : [pitch, yaw, roll];
}

const ENTITIES = "LUMP_ENTITIES";

/**
 * Margin in inches around a glow's origin that must be in view. Its visibility proxy covers a few
 * pixels at any distance.
 */
const GLOW_MARGIN = 16;

/** Larger than any map, inches. */
const WORLD_SIZE = 2 ** 20;

const isSun = ({ shape }: SpriteEntity): boolean => shape?.type === "sun";

export interface BuiltSprites {
  readonly sprites: SpriteSet;
  /** Textures of `sprites.materials.textures`, not yet streamed. */
  readonly textures: TextureFiles;
}

export interface TracedOptions extends TextureOptions {
  /**
   * Opens a trace through everything that stops beams and lasers; called at most once, and only for
   * maps with any.
   */
  readonly openTrace?: () => Trace | null;
}

/**
 * Returns `null` if the map has no sprites, or, with a warning, if they exceed the budget.
 * @param isHdr whether the map is lit by HDR light
 */
export async function buildSprites(
  bsp: Pick<BspWorld, "entities">,
  tree: LeafTree,
  isHdr: boolean,
  access: ContentAccess,
  { openTrace = () => null, ...options }: TracedOptions,
): Promise<BuiltSprites | null> {
  const warnOf = (what: string) => access.diagnostics.warn("over-budget", ENTITIES, what);
  const found = listSprites(
    bsp.entities,
    access.ledger,
    () => warnOf("Sprites are left out: there are too many."),
    castBeams(access.ledger, openTrace, () =>
      warnOf("Light beams pass through walls: tracing them costs too much."),
    ),
  );
  if (found.length === 0) return null;
  return leaveOutTooLarge(access, "sprites", async () => {
    const { materials, textures, of } = await readSpriteMaterials(found, access, options);
    const drawn = found.filter((sprite) => of(sprite) !== undefined);
    // Additive sprites come last, so that they also brighten sprites that cover.
    const addedOf = (sprite: SpriteEntity) => +isAdded(sprite, of(sprite)!);
    drawn.sort((a, b) => addedOf(a) - addedOf(b));
    const words = new Uint32Array(drawn.length * ROW_WORDS);
    const views = { words, floats: new Float32Array(words.buffer) };
    const rows: SpriteEntity[] = [];
    const glows: number[] = [];
    for (const sprite of drawn) {
      const material = of(sprite)!;
      const row = { sprite, material, glow: glows.length };
      if (!writeSpriteRow(views, rows.length, row, materials)) continue;
      if (isGlow(sprite)) glows.push(rows.length);
      rows.push(sprite);
    }
    if (rows.length === 0) return null;
    const chunks = buildChunks(rows, of, tree, access.ledger);
    const sprites: SpriteSet = {
      count: rows.length,
      rows: words.slice(0, rows.length * ROW_WORDS),
      hdrScale: Float32Array.from(rows, (sprite) =>
        of(sprite)!.isSprite ? sprite.hdrScale ** 2.2 : 1,
      ),
      isHdr,
      glows: Uint32Array.from(glows),
      indices: listIndices(rows.length),
      chunks,
      materials,
    };
    return { sprites, textures };
  });
}

function listIndices(count: number): Uint32Array {
  const indices = new Uint32Array(count * 6);
  for (let row = 0; row < count; row++) {
    const first = row * 4;
    indices.set([first, first + 1, first + 2, first, first + 2, first + 3], row * 6);
  }
  return indices;
}

/** Builds a chunk for each sprite, in all clusters that its quad overlaps. */
function buildChunks(
  rows: readonly SpriteEntity[],
  of: SpriteMaterials["of"],
  tree: LeafTree,
  ledger: Ledger,
): Chunks {
  const count = rows.length;
  const box = new Float32Array(count * 6);
  /** Box that determines the clusters from which a sprite is visible. */
  const reached = new Float32Array(count * 6);
  const leaf = new Uint32Array(count);
  for (const [row, sprite] of rows.entries()) {
    const [x, y, z] = sprite.origin;
    const extents = extentsOf(sprite, of(sprite)!);
    const across = Math.hypot(Math.max(-extents[0], extents[1]), Math.max(-extents[2], extents[3]));
    // Shapes with constant size on screen are visible wherever their origin is.
    const isLightGlow = sprite.shape?.type === "lightglow" || isSun(sprite);
    const reach = isLightGlow ? 0 : across;
    leaf[row] = findLeaf(tree, x, y, z);
    writeCube(reached, row * 6, sprite.origin, reach);
    // A glow's origin must be visible, whatever its size.
    const margin = isSun(sprite) ? WORLD_SIZE : sprite.proxySize + GLOW_MARGIN;
    writeCube(box, row * 6, sprite.origin, isGlow(sprite) ? margin : reach);
    if (sprite.shape?.type !== "beam") continue;
    extendBox(reached, row * 6, sprite.shape.delta);
    extendBox(box, row * 6, sprite.shape.delta);
  }
  const clusters = listBoxClusters(tree, reached, ledger, ENTITIES);
  // Sprites without clusters are visible from everywhere.
  for (const [row, sprite] of rows.entries()) if (isSun(sprite)) clusters.clusterCount[row] = 0;
  return {
    count,
    material: Uint16Array.from(rows, (sprite) => of(sprite)!.row),
    kind: new Uint8Array(count).fill(CHUNK_FACE),
    firstIndex: Uint32Array.from(rows, (_, row) => row * 6),
    indexCount: new Uint32Array(count).fill(6),
    box,
    ...clusters,
    leaf,
  };
}

function writeCube(
  out: Float32Array,
  offset: number,
  [x, y, z]: readonly [number, number, number],
  reach: number,
): void {
  out.set([x - reach, y - reach, z - reach, x + reach, y + reach, z + reach], offset);
}

/** Extends a box by the same box moved along a vector. */
function extendBox(box: Float32Array, offset: number, delta: readonly number[]): void {
  for (const [axis, way] of delta.entries()) box[offset + axis + (way < 0 ? 0 : 3)] += way;
}
