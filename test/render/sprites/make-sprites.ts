/** Builds sprites of generated entities in front of a wall, in the form of a load. */

import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { spriteSource } from "../../../src/render/sources/sprite-source.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { buildSprites } from "../../../src/scene/placed/sprites.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { makeMap, type Quad, type SceneParts, twoClusterTree } from "../make-world.ts";
import type { TestRenderer } from "../open-test-renderer.ts";

const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };

export type Texel = readonly [number, number, number, number];

/** Builds a texture of four quarters: upper left, upper right, lower left, lower right. */
export function quarters(texels: readonly Texel[], size = 8): Uint8Array {
  return writeVtf({
    ...{ width: size, height: size, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags: 0x2000 | 4 | 8, format: 0, reflectivity: [0, 0, 0], bumpScale: 1 },
    lowRes: null,
    image: () =>
      Uint8Array.from({ length: size * size * 4 }, (_, i) => {
        const [x, y] = [(i >> 2) % size, Math.floor((i >> 2) / size)];
        return texels[(x >= size / 2 ? 1 : 0) + (y >= size / 2 ? 2 : 0)][i & 3];
      }),
  });
}

/** Builds a texture of one colour per frame. */
export function frames(texels: readonly Texel[], size = 8): Uint8Array {
  return writeVtf({
    ...{ width: size, height: size, depth: 1, frameCount: texels.length, firstFrame: 0 },
    ...{ faceCount: 1, mipCount: 1, flags: 0x2000 | 4 | 8, format: 0, reflectivity: [0, 0, 0] },
    ...{ bumpScale: 1, lowRes: null },
    image: (_mip, frame = 0) =>
      Uint8Array.from({ length: size * size * 4 }, (_, i) => texels[frame][i & 3]),
  });
}

export const solid = (texel: Texel) => quarters([texel, texel, texel, texel]);

/** Parses entities from key lists. */
export function entitiesOf(list: readonly Readonly<Record<string, string | number>>[]) {
  const text = list.map(
    (keys) =>
      `{\n${Object.entries(keys)
        .map(([key, value]) => `"${key}" "${value}"\n`)
        .join("")}}\n`,
  );
  return parseEntities(`{\n"classname" "worldspawn"\n}\n${text.join("")}`);
}

export interface MadeSprites {
  readonly entities: readonly Readonly<Record<string, string | number>>[];
  /** VMT of `sprites/s`, whose texture is `own`. */
  readonly vmt: string;
  readonly files: Readonly<Record<string, Uint8Array | string>>;
  readonly walls: readonly Quad[];
  /** Colours of the walls by number. */
  readonly colors: readonly Texel[];
  readonly isHdr?: boolean;
  readonly parts?: SceneParts;
}

/** Shows sprites and returns the warnings. */
export async function showSprites({ renderer }: TestRenderer, made: MadeSprites) {
  const walls = Object.fromEntries(
    made.colors.flatMap((color, i) => [
      [`materials/wall${i}.vmt`, `UnlitGeneric { $basetexture wall${i} $nocull 1 }`],
      [`materials/wall${i}.vtf`, solid(color)],
    ]),
  );
  const access = accessTo(
    madeContent({ ...walls, ...made.files, "materials/sprites/s.vmt": made.vmt }),
  );
  const names = made.colors.map((_, i) => `wall${i}`);
  const world = await resolveMaterials(names, null, access, OPTIONS);
  renderer.setScene(makeMap(made.walls, world.materials, made.parts));
  for (const { texture, image } of streamTextures(
    world.textures,
    world.textures.files.keys(),
    access,
    OPTIONS,
  )) {
    renderer.setTexture("world", texture, image);
  }
  const tree = made.parts?.tree ?? twoClusterTree();
  const bsp = { entities: entitiesOf(made.entities) };
  const built = await buildSprites(bsp, tree, made.isHdr ?? false, access, OPTIONS);
  if (built === null) return access.diagnostics.warnings;
  renderer.setSource(spriteSource(built.sprites));
  const rows = built.textures.files.keys();
  for (const { texture, image } of streamTextures(built.textures, rows, access, OPTIONS)) {
    renderer.setTexture("sprites", texture, image);
  }
  return access.diagnostics.warnings;
}
