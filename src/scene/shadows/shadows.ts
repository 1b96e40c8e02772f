/**
 * The shadows of models that are entities: silhouettes that are laid on what lies behind them. Here they are as the
 * models stand when the map starts; those that play a sequence are drawn anew as they move. Static props cast theirs when
 * the map is compiled. Facts: Valve's public `clientshadowmgr.cpp`.
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
import { createPolygon, POINT_NUMBERS, type Polygon } from "../decals/polygon.ts";
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

// The materials of all shadows of a map: pictures that the load makes, as if content had them.

/** No content has them: their names are none that a path may have. */
const NAME = "visleaf/../shadows";
const IMAGE_FORMAT_I8 = 5;

/** What a material shows. */
export interface MaterialPictures extends Pick<ShadowPictures, "width" | "height" | "texels"> {
  /** Whether it changes: it has no smaller sizes then, which would have to change, too. The engine's has none. */
  readonly isMoving: boolean;
}

/**
 * @param pictures of a material each
 * @param color of what is in a shadow, gamma-encoded, 0 to 1
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
    // Nobody reads it again.
    const bytes = written.find(({ path }) => path === file.path)?.bytes;
    if (!file.isHeld && bytes !== undefined) file.vtf = parseVtf(bytes);
    file.isHeld = true;
  }
  return opened;
}

/** With mips, each the mean of four. */
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
/** Rows of the materials: of pictures that stay, and of those that change. */
const MATERIAL_STILL = 0;
const MATERIAL_MOVING = 1;
/** 4 corners: which side of the picture they are at, in s and t. */
const CORNER_SIDES = [-1, -1, -1, 1, 1, 1, 1, -1];

export interface BuiltShadows {
  readonly shadows: DecalSet;
  /** The textures that `shadows.materials.textures` lists, still to be streamed. */
  readonly textures: TextureFiles;
}

/** null: nothing casts any, or, with a warning, they would cost more than they may. */
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
    const receive = prepareReceivers(world, ledger);
    const squares: number[] = [];
    writeShadows(still, pictures[0], MATERIAL_STILL, receive, writer, squares);
    const written =
      moving.length > 0
        ? writeShadows(moving, pictures[1], MATERIAL_MOVING, receive, writer, squares)
        : [];
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
      const message = `${stillCount} of them stand still: there are too many that move.`;
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

/**
 * Returns the silhouettes that are seen on something.
 * @param squares of all chunks so far: see `DecalSet.squares`
 */
function writeShadows(
  cast: readonly CastShadow[],
  { corners, blobCorners, behind, cell }: ShadowPictures,
  material: number,
  receivers: ShadowReceivers,
  writer: DecalWriter,
  squares: number[],
): WrittenShadow[] {
  const written: WrittenShadow[] = [];
  const quad = createPolygon(4);
  for (const [i, shadow] of cast.entries()) {
    const { frame, alpha } = shadow;
    const [s0, t0, s1, t1] = corners.subarray(i * 4, i * 4 + 4);
    writeQuad(quad, frame, s0, t0, s1, t1);
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
      squares.push(s0, t0, s1, t1, ...blobCorners);
    }
    if (!isSeen || behind[i] === 0) continue;
    written.push({ shadow, cell: cell.subarray(i * 3, i * 3 + 3), chunk });
  }
  return written;
}

/** The picture where its depth is 0. */
function writeQuad(
  out: Polygon,
  { origin, x, y, width, height }: ShadowFrame,
  s0: number,
  t0: number,
  s1: number,
  t1: number,
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
 * Up to where it falls off and from there on, as blends of vertices run straight between them. A silhouette is not
 * seen on what is before the model, either.
 */
function partsOf(frame: ShadowFrame, alpha: number, isBehind: boolean): DecalPart[] {
  const { origin, direction, falloffStart, behind } = frame;
  const begin = origin.reduce((sum, value, axis) => sum + value * direction[axis], 0);
  // What is seen through casts so much less of a shadow.
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
