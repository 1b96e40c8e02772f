/** What of a map's sprites is drawn: each a quad that is culled by itself. */

import type { Ledger } from "../../core/ledger.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { SpriteSet } from "../../map/placed/sprites.ts";
import type { LeafTree } from "../../map/tree.ts";
import { CHUNK_FACE, type Chunks } from "../../map/world.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { Trace } from "../../visibility/trace.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { listBoxClusters } from "../world/box-clusters.ts";
import { castBeams } from "./cast-beams.ts";
import { listSprites } from "./sprite-entities.ts";
import type { SpriteEntity } from "./sprite-entity.ts";
import { readSpriteMaterials, type SpriteMaterials } from "./sprite-materials.ts";
import { extentsOf, isAdded, isGlow, ROW_WORDS, writeSpriteRow } from "./sprite-rows.ts";

const ENTITIES = "LUMP_ENTITIES";

/**
 * Inches about a glow's place that have to be in view for it to be drawn: what has to be seen of it is some
 * pixels wide, however far it is.
 */
const GLOW_MARGIN = 16;

/** Inches: about any place, more than any map is wide. */
const WORLD_SIZE = 2 ** 20;

const isSun = ({ shape }: SpriteEntity): boolean => shape?.type === "sun";

export interface BuiltSprites {
  readonly sprites: SpriteSet;
  /** The textures that `sprites.materials.textures` lists, still to be streamed. */
  readonly textures: TextureFiles;
}

/**
 * null where there is nothing to show, or, with a warning, where it would cost more than it may.
 * @param isHdr whether the map is lit by HDR light
 * @param openTrace through what stands in the way of beams; asked once, of a map that has some
 */
export async function buildSprites(
  bsp: Pick<BspWorld, "entities">,
  tree: LeafTree,
  isHdr: boolean,
  access: ContentAccess,
  options: TextureOptions,
  openTrace: () => Trace | null = () => null,
): Promise<BuiltSprites | null> {
  const warnOf = (what: string) => access.diagnostics.warn("over-budget", ENTITIES, what);
  const found = listSprites(
    bsp.entities,
    access.ledger,
    () => warnOf("Sprites are left out: there are too many."),
    castBeams(access.ledger, openTrace, () =>
      warnOf("Beams of light shine through walls: there is too much in their way."),
    ),
  );
  if (found.length === 0) return null;
  return leaveOutTooLarge(access, "sprites", async () => {
    const { materials, textures, of } = await readSpriteMaterials(found, access, options);
    const drawn = found.filter((sprite) => of(sprite) !== undefined);
    // What adds its light adds it to what covers, too.
    const addedOf = (sprite: SpriteEntity) => +isAdded(sprite, of(sprite)!);
    drawn.sort((a, b) => addedOf(a) - addedOf(b));
    const words = new Uint32Array(drawn.length * ROW_WORDS);
    const floats = new Float32Array(words.buffer);
    const rows: SpriteEntity[] = [];
    const glows: number[] = [];
    for (const sprite of drawn) {
      const material = of(sprite)!;
      const glow = glows.length;
      if (!writeSpriteRow(words, floats, rows.length, sprite, material, materials, glow)) continue;
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

/** A chunk a sprite, in all clusters that its picture reaches into. */
function buildChunks(
  rows: readonly SpriteEntity[],
  of: SpriteMaterials["of"],
  tree: LeafTree,
  ledger: Ledger,
): Chunks {
  const count = rows.length;
  const box = new Float32Array(count * 6);
  /** What its picture reaches, and so from where it may be seen. */
  const reached = new Float32Array(count * 6);
  const leaf = new Uint32Array(count);
  for (const [row, sprite] of rows.entries()) {
    const [x, y, z] = sprite.origin;
    const extents = extentsOf(sprite, of(sprite)!);
    const across = Math.hypot(Math.max(-extents[0], extents[1]), Math.max(-extents[2], extents[3]));
    // What is as large however far it is may be seen from where its place is.
    const isLightGlow = sprite.shape?.type === "lightglow" || isSun(sprite);
    const reach = isLightGlow ? 0 : across;
    leaf[row] = findLeaf(tree, x, y, z);
    writeCube(reached, row * 6, x, y, z, reach);
    // Of a glow its place must be seen, whatever its size.
    const margin = isSun(sprite) ? WORLD_SIZE : sprite.proxySize + GLOW_MARGIN;
    writeCube(box, row * 6, x, y, z, isGlow(sprite) ? margin : reach);
    if (sprite.shape?.type !== "beam") continue;
    extendBox(reached, row * 6, sprite.shape.delta);
    extendBox(box, row * 6, sprite.shape.delta);
  }
  const clusters = listBoxClusters(tree, reached, ledger, ENTITIES);
  // What is in no cluster is in view from all.
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
  x: number,
  y: number,
  z: number,
  reach: number,
): void {
  out.set([x - reach, y - reach, z - reach, x + reach, y + reach, z + reach], offset);
}

/** By a box of the same size at the other end of a way. */
function extendBox(box: Float32Array, offset: number, delta: readonly number[]): void {
  for (const [axis, way] of delta.entries()) box[offset + axis + (way < 0 ? 0 : 3)] += way;
}
