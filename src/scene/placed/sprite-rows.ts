/**
 * Writes sprites as rows for shaders. Follows `c_sprite.cpp` and `sprite_dx9.cpp` of Valve's
 * `source-sdk-2013`. The camera-dependent part is in `shaders/common/geometry/sprite.wgsl`.
 */

import type { MaterialSet } from "../../map/material.ts";
import {
  NO_GLOW,
  SPRITE_ADDS,
  SPRITE_BEAM,
  SPRITE_DEPTH_TESTED,
  SPRITE_FIXED_SIZE,
  SPRITE_FULL,
  SPRITE_HALO,
  SPRITE_LIGHT_GLOW,
  SPRITE_LOOKED_AT,
  SPRITE_NO_FADE,
  SPRITE_ONE_SIDED,
  SPRITE_ORIENTED,
  SPRITE_PARALLEL,
  SPRITE_ROW,
  SPRITE_SOLID,
  SPRITE_STORED,
  SPRITE_SUN,
  SPRITE_UPRIGHT,
} from "../../map/placed/sprites.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import { RENDER_NORMAL } from "../brushes/render-properties.ts";
import { gammaToLinear } from "../materials/vmt-values.ts";
import {
  FX_NO_DISSIPATION,
  RENDER_GLOW,
  RENDER_TRANS_ADD,
  RENDER_TRANS_ADD_FRAME_BLEND,
  RENDER_TRANS_ALPHA_ADD,
  RENDER_WORLD_GLOW,
  type SpriteEntity,
  type SpriteShape,
} from "./sprite-entity.ts";
import {
  addsLight,
  coversAll,
  ORIENT_FACING_UPRIGHT,
  ORIENT_ORIENTED,
  ORIENT_PARALLEL,
  type SpriteMaterial,
} from "./sprite-materials.ts";

export const ROW_WORDS = SPRITE_ROW.strideBytes / 4;

/** Cosine of 1 degree. Upright sprites are not drawn if the view points straight down. */
const NEARLY_STRAIGHT = 0.999848;

export function isGlow({ mode }: SpriteEntity): boolean {
  return mode === RENDER_GLOW || mode === RENDER_WORLD_GLOW;
}

/** Whether a sprite is additive. */
export function isAdded({ mode }: SpriteEntity, material: SpriteMaterial): boolean {
  if (!material.isSprite) return addsLight(material);
  return (
    mode === RENDER_GLOW ||
    mode === RENDER_WORLD_GLOW ||
    mode === RENDER_TRANS_ADD ||
    mode === RENDER_TRANS_ADD_FRAME_BLEND
  );
}

/** Returns the `SPRITE_*` flags without orientation. */
export function blendFlags(sprite: SpriteEntity, material: SpriteMaterial): number {
  const { mode, fx } = sprite;
  let flags = 0;
  if (isAdded(sprite, material)) flags |= SPRITE_ADDS | (material.isStored ? SPRITE_STORED : 0);
  else if (material.isSprite ? mode === RENDER_NORMAL : coversAll(material)) flags |= SPRITE_SOLID;
  else if (material.isSprite && mode === RENDER_TRANS_ALPHA_ADD) flags |= SPRITE_FULL;
  if (!isGlow(sprite)) return flags;
  if (fx === FX_NO_DISSIPATION) flags |= SPRITE_NO_FADE;
  else if (mode === RENDER_GLOW) flags |= SPRITE_FIXED_SIZE;
  if (!material.isSprite && !material.ignoresDepth) flags |= SPRITE_DEPTH_TESTED;
  return flags;
}

interface Axes {
  /** `SPRITE_*` flags of orientation and shape. */
  readonly flags: number;
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
}

const matrix = new Float32Array(12);

/** Returns `null` if the engine cannot orient the sprite. */
function axesOf(
  { angles, origin, shape }: SpriteEntity,
  { orientation }: SpriteMaterial,
): Axes | null {
  if (shape !== undefined) return axesOfShape(shape);
  const [pitch, yaw, roll] = angles;
  if (orientation === ORIENT_PARALLEL) {
    const turn = (roll * Math.PI) / 180;
    const right = [Math.cos(turn), Math.sin(turn), 0] as const;
    return { flags: SPRITE_PARALLEL, right, up: [0, 0, 0] };
  }
  if (orientation === ORIENT_ORIENTED) {
    writeMatrix3x4(matrix, 0, pitch, yaw, roll, 0, 0, 0);
    return {
      flags: SPRITE_ORIENTED,
      right: [-matrix[1], -matrix[5], -matrix[9]],
      up: [matrix[2], matrix[6], matrix[10]],
    };
  }
  if (orientation === ORIENT_FACING_UPRIGHT) {
    // The engine turns these sprites towards the world's origin instead of the camera.
    const [x, y, z] = origin;
    const away = Math.hypot(x, y);
    if (Math.abs(z) > NEARLY_STRAIGHT * Math.hypot(away, z) || away === 0) return null;
    return { flags: SPRITE_ORIENTED, right: [-y / away, x / away, 0], up: [0, 0, 1] };
  }
  return { flags: SPRITE_UPRIGHT, right: [0, 0, 0], up: [0, 0, 1] };
}

function axesOfShape(shape: SpriteShape): Axes {
  switch (shape.type) {
    case "beam":
      return { flags: SPRITE_BEAM, right: [0, 0, 0], up: shape.delta };
    case "halo":
      return {
        flags: SPRITE_PARALLEL | SPRITE_HALO,
        right: [1, 0, shape.width],
        up: shape.direction,
      };
    case "lightglow":
      return {
        flags: SPRITE_LIGHT_GLOW | (shape.isOneSided ? SPRITE_ONE_SIDED : 0),
        right: shape.distances,
        up: shape.direction,
      };
    case "sun":
      return {
        flags: SPRITE_LIGHT_GLOW | SPRITE_SUN | (shape.isLookedAt ? SPRITE_LOOKED_AT : 0),
        right: [0, 0, 0],
        up: shape.direction,
      };
  }
}

/**
 * Returns the factor of the texture, linear RGB and alpha, for a fully visible sprite near the
 * camera.
 */
export function modulationOf(
  sprite: SpriteEntity,
  material: SpriteMaterial,
  { tint, alpha }: Pick<MaterialSet, "tint" | "alpha">,
): readonly [number, number, number, number] {
  const { mode, fx, color, amount, blend } = sprite;
  const { row, isSprite, takesColor, takesAlpha } = material;
  const own = tint.subarray(row * 3, row * 3 + 3);
  // The sprite shader uses the material's own colour only in additive modes.
  const hasOwn = !isSprite || mode === RENDER_TRANS_ADD || mode === RENDER_TRANS_ADD_FRAME_BLEND;
  const isBare = isSprite && mode === RENDER_NORMAL;
  const dimmed = !isGlow(sprite) ? 1 : fx === FX_NO_DISSIPATION ? blend * amount : blend;
  const channel = (i: number) =>
    (takesColor && !isBare ? gammaToLinear(color[i] * dimmed) : 1) * (hasOwn ? own[i] : 1);
  const through = (takesAlpha && !isBare ? amount : 1) * (hasOwn ? alpha[row] : 1);
  return [channel(0), channel(1), channel(2), through];
}

/** Rows of a set, as words and as floats. */
export interface RowViews {
  readonly words: Uint32Array;
  readonly floats: Float32Array;
}

export interface DrawnSprite {
  readonly sprite: SpriteEntity;
  readonly material: SpriteMaterial;
  /** Row of the sprite's visibility. */
  readonly glow: number;
}

/** Writes a row; returns `false` if the sprite is never drawn. */
export function writeSpriteRow(
  { words, floats }: RowViews,
  row: number,
  { sprite, material, glow }: DrawnSprite,
  materials: MaterialSet,
): boolean {
  const axes = axesOf(sprite, material);
  if (axes === null) return false;
  const at = row * ROW_WORDS;
  const { width, height } = material;
  const extents = extentsOf(sprite, material);
  const [red, green, blue, alpha] = modulationOf(sprite, material, materials);
  floats.set(sprite.origin, at + SPRITE_ROW.origin / 4);
  words[at + SPRITE_ROW.material / 4] = material.row;
  floats.set([red, green, blue], at + SPRITE_ROW.color / 4);
  floats[at + SPRITE_ROW.alpha / 4] = alpha;
  floats.set(extents, at + SPRITE_ROW.extents / 4);
  floats.set(axes.right, at + SPRITE_ROW.right / 4);
  words[at + SPRITE_ROW.flags / 4] = axes.flags | blendFlags(sprite, material);
  floats.set(axes.up, at + SPRITE_ROW.up / 4);
  floats[at + SPRITE_ROW.proxySize / 4] = sprite.proxySize;
  const isWhole = sprite.shape !== undefined;
  floats.set(isWhole ? [0, 0] : [0.5 / width, 0.5 / height], at + SPRITE_ROW.inset / 4);
  floats[at + SPRITE_ROW.proxyAspect / 4] = aspectOf(sprite, material);
  words[at + SPRITE_ROW.glow / 4] = isGlow(sprite) ? glow : NO_GLOW;
  return true;
}

/** Returns half of the width and height. */
function shapeSize(shape: SpriteShape): readonly [number, number] {
  switch (shape.type) {
    case "lightglow":
      return shape.size;
    case "beam":
      return [shape.width, shape.width];
    case "halo":
    case "sun":
      return [shape.size, shape.size];
  }
}

/** Returns width over height of a glow's visibility proxy. */
function aspectOf({ shape }: SpriteEntity, { width, height }: SpriteMaterial): number {
  if (shape === undefined) return width / height;
  if (shape.type !== "lightglow") return 1;
  const [across, up] = shape.size;
  return across > 0 && up > 0 ? across / up : 1;
}

/** Returns the extents of a sprite from its origin in inches: left, right, down, up. */
export function extentsOf(
  { scale, shape }: SpriteEntity,
  { origin, width, height }: SpriteMaterial,
): readonly [number, number, number, number] {
  if (shape !== undefined) {
    const [across, above] = shapeSize(shape);
    return [-across, across, -above, above];
  }
  const left = -width * origin[0];
  const up = height * origin[1];
  return [left * scale, (left + width) * scale, (up - height) * scale, up * scale];
}
