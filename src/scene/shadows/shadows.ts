/**
 * Builds shadows of models that are entities: silhouettes projected onto surfaces behind them. They
 * are drawn in the pose at the map's start; shadows of animated models are redrawn as they move.
 * Shadows of static props are baked by the compiler. Source: Valve's public `clientshadowmgr.cpp`.
 */

import type { Ledger } from "../../core/ledger.ts";
import { parseVtf } from "../../formats/vtf/parse-vtf.ts";
import { writeVtf } from "../../formats/vtf/write-vtf.ts";
import type { DecalSet } from "../../map/decals.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import { MATERIAL_UNLIT } from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import { ROLE_BASE, ROLE_COUNT } from "../../map/texture-roles.ts";
import { type DecalWorld, listDecalSurfaces } from "../decals/decal-surfaces.ts";
import { type DecalPart, type DecalStyle, DecalWriter } from "../decals/decal-writer.ts";
import { CORNER_SIDES, createPolygon, POINT_NUMBERS, type Polygon } from "../decals/polygon.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import { openMaterials, type ResolvedMaterials } from "../materials/materials.ts";
import { linearColor } from "../materials/vmt-values.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import { STAND_IN_STATE } from "../stand-in/stand-in-model.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { packMovingShadows, splitMoving, type WrittenShadow } from "./moving-casters.ts";
import { createShadowReceivers, type ShadowReceivers } from "./receive-shadow.ts";
import {
  type CastShadow,
  listCastShadows,
  readShadowControl,
  type ShadowCasters,
} from "./shadow-casters.ts";
import { depthOfFalloff, falloffAt, type ShadowFrame } from "./shadow-frame.ts";
import { drawShadowPictures, type ShadowPictures } from "./shadow-pictures.ts";

// Shadow materials: generated textures, served as if content contained them.

/** Path that cannot exist in content. */
const NAME = "visleaf/../shadows";
const IMAGE_FORMAT_I8 = 5;

/** Texture of a shadow material. */
export interface MaterialPictures extends Pick<ShadowPictures, "width" | "height" | "texels"> {
  /**
   * True if it changes. It then has no mips, which would have to change as well; the engine's has
   * none.
   */
  readonly isMoving: boolean;
}

/**
 * @param pictures texture of each material
 * @param color factor of shadowed surfaces, gamma-encoded, 0 to 1
 */
async function openShadowMaterials(
  pictures: readonly MaterialPictures[],
  color: readonly [number, number, number],
  access: ContentAccess,
  options: TextureOptions,
): Promise<ResolvedMaterials> {
  const written = pictures.map((picture, i) => ({
    name: `${NAME}${i}`,
    path: `materials/${NAME}${i}.vtf`,
    bytes: writePictures(picture),
  }));
  const content: ContentAccess["content"] = {
    read: async (wanted) => written.find(({ path }) => path === wanted)?.bytes ?? null,
  };
  const spaces: MaterialState["spaces"] = [];
  spaces[ROLE_BASE] = "linear";
  const state = {
    ...STAND_IN_STATE,
    family: FAMILY.shadow,
    flags: MATERIAL_UNLIT,
    opacity: "modulating",
    tint: linearColor(color),
    untextured: false,
    spaces,
  } as const satisfies Partial<MaterialState>;
  const found = written.map(({ name }) => {
    const textures: (string | undefined)[] = [];
    textures[ROLE_BASE] = name;
    return { name, state: { ...state, textures }, invisible: false };
  });
  const opened = await openMaterials(found, null, { ...access, content }, options);
  for (const file of opened.textures.files) {
    // Held in memory, because these files are never read again.
    const bytes = written.find(({ path }) => path === file.path)?.bytes;
    if (!file.isHeld && bytes !== undefined) file.vtf = parseVtf(bytes);
    file.isHeld = true;
  }
  return opened;
}

/** Writes a VTF with mips, each the mean of four texels. */
function writePictures({ width, height, texels, isMoving }: MaterialPictures) {
  const mips = [texels];
  for (let [w, h] = [width, height]; !isMoving && (w > 1 || h > 1); ) {
    const last = mips[mips.length - 1];
    const [nextW, nextH] = [Math.max(1, w >> 1), Math.max(1, h >> 1)];
    const mip = new Uint8Array(nextW * nextH);
    for (let i = 0; i < mip.length; i++) {
      const [x, y] = [(i % nextW) * 2, Math.floor(i / nextW) * 2];
      let sum = 0;
      for (let k = 0; k < 4; k++) {
        sum += last[Math.min(h - 1, y + (k >> 1)) * w + Math.min(w - 1, x + (k & 1))];
      }
      mip[i] = Math.round(sum / 4);
    }
    mips.push(mip);
    [w, h] = [nextW, nextH];
  }
  return writeVtf({
    ...{ width, height, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, flags: 0 },
    mipCount: mips.length,
    format: IMAGE_FORMAT_I8,
    reflectivity: [0, 0, 0],
    bumpScale: 1,
    lowRes: null,
    image: (mip) => mips[mip],
  });
}

const SHADOWS = "shadows of models";
/** Rows of the materials: still shadows, moving shadows. */
const MATERIAL_STILL = 0;
const MATERIAL_MOVING = 1;

export interface BuiltShadows {
  readonly shadows: DecalSet;
  /** Textures of `shadows.materials.textures`, not yet streamed. */
  readonly textures: TextureFiles;
}

/** Returns `null` if nothing casts a shadow, or, with a warning, if shadows exceed the budget. */
export async function buildShadows(
  world: DecalWorld,
  casters: ShadowCasters,
  side: LightSideName | null,
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltShadows | null> {
  const control = readShadowControl(world.bsp, side);
  if (control.isOff || control.color.every((channel) => channel >= 1)) return null;
  const cast = listCastShadows(casters, control);
  if (cast.length === 0) return null;
  return leaveOutTooLarge(access, SHADOWS, async () => {
    const { ledger } = access;
    const { still, moving, leftOut } = splitMoving(cast);
    const pictures = [{ ...drawShadowPictures(still, ledger), isMoving: false }];
    if (moving.length > 0) {
      pictures.push({ ...drawShadowPictures(moving, ledger, false), isMoving: true });
    }
    const writer = new DecalWriter(world.tree, ledger, SHADOWS);
    const squares: number[] = [];
    const target = { receivers: prepareReceivers(world, ledger), writer, squares };
    writeShadows(still, pictures[0], MATERIAL_STILL, target);
    const written =
      moving.length > 0 ? writeShadows(moving, pictures[1], MATERIAL_MOVING, target) : [];
    if (writer.decalCount === 0) return null;
    const { materials, textures } = await openShadowMaterials(
      pictures,
      control.color,
      access,
      options,
    );
    const texture = materials.roleTexture[MATERIAL_MOVING * ROLE_COUNT + ROLE_BASE] ?? -1;
    const packed = packMovingShadows(texture < 0 ? [] : written, texture, ledger);
    const stillCount = leftOut + packed.leftOut;
    if (stillCount > 0) {
      const message = `${stillCount} shadows of models are not animated: too many of them move.`;
      access.diagnostics.warn("over-budget", SHADOWS, message);
    }
    const shadows: DecalSet = {
      ...writer.finish(),
      materials,
      squares: Float32Array.from(squares),
      moving: packed.moving,
    };
    return { shadows, textures };
  });
}

function prepareReceivers(world: DecalWorld, ledger: Ledger): ShadowReceivers {
  return createShadowReceivers(world, listDecalSurfaces(world, ledger, SHADOWS));
}

interface ShadowTarget {
  readonly receivers: ShadowReceivers;
  readonly writer: DecalWriter;
  /** Squares of all chunks so far: see `DecalSet.squares`. */
  readonly squares: number[];
}

/** Writes shadows, and returns the silhouettes that fall on a surface. */
function writeShadows(
  cast: readonly CastShadow[],
  { corners, blobCorners, behind, cell }: ShadowPictures,
  material: number,
  { receivers, writer, squares }: ShadowTarget,
): WrittenShadow[] {
  const written: WrittenShadow[] = [];
  const quad = createPolygon(4);
  for (const [i, shadow] of cast.entries()) {
    const { frame, alpha } = shadow;
    const square = corners.subarray(i * 4, i * 4 + 4);
    writeQuad(quad, frame, square);
    const style: DecalStyle = {
      material,
      order: 0,
      tangent: frame.x,
      fadeOrigin: frame.origin,
      fadeRange: [0, 0],
      parts: partsOf(frame, alpha, behind[i] !== 0),
    };
    const chunk = writer.chunkCount;
    const isSeen = writer.writeDecal(style, (add) =>
      receivers.addPieces(add, quad, frame.direction, frame.depth),
    );
    for (let own = chunk; own < writer.chunkCount; own++) {
      squares.push(...square, ...blobCorners);
    }
    if (!isSeen || behind[i] === 0) continue;
    written.push({ shadow, cell: cell.subarray(i * 3, i * 3 + 3), chunk });
  }
  return written;
}

/**
 * Writes the shadow's quad at depth 0.
 * @param square smallest s and t, largest s and t
 */
function writeQuad(
  out: Polygon,
  { origin, x, y, width, height }: ShadowFrame,
  [s0, t0, s1, t1]: Float32Array,
): void {
  out.count = 4;
  for (let corner = 0; corner < 4; corner++) {
    const right = CORNER_SIDES[corner * 2];
    const down = CORNER_SIDES[corner * 2 + 1];
    const at = corner * POINT_NUMBERS;
    for (let axis = 0; axis < 3; axis++) {
      out.values[at + axis] =
        origin[axis] + (right * width * x[axis] + down * height * y[axis]) / 2;
    }
    out.values[at + 3] = right < 0 ? s0 : s1;
    out.values[at + 4] = down < 0 ? t0 : t1;
  }
}

function depthOf({ origin, direction }: ShadowFrame, points: Float64Array, at: number): number {
  let depth = 0;
  for (let axis = 0; axis < 3; axis++)
    depth += (points[at + axis] - origin[axis]) * direction[axis];
  return depth;
}

/**
 * Splits a shadow where it starts to fade, because vertex blends are interpolated linearly. A
 * silhouette is also cut off in front of the model.
 */
function partsOf(frame: ShadowFrame, alpha: number, isBehind: boolean): DecalPart[] {
  const { origin, direction, falloffStart, behind } = frame;
  const begin = origin.reduce((sum, value, axis) => sum + value * direction[axis], 0);
  // Translucent models cast weaker shadows.
  const blendAt = (points: Float64Array, at: number) =>
    Math.min(1, falloffAt(frame, depthOf(frame, points, at)) + 1 - alpha);
  const between = (from: number, to: number): DecalPart => ({
    within: Float64Array.of(
      ...[...direction, begin + from],
      ...[...direction.map((value) => -value), -(begin + to)],
      ...(isBehind ? behind : []),
    ),
    blendAt,
  });
  return [between(0, falloffStart), between(falloffStart, depthOfFalloff(frame, alpha))];
}
