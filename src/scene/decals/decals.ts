/** Builds a map's overlays, the decals of its entities, and their materials. */

import type { BspDetails, Overlays } from "../../formats/bsp/types.ts";
import type { DecalSet } from "../../map/decals.ts";
import {
  MATERIAL_ALPHA_MASK,
  MATERIAL_MISSING,
  type MaterialSet,
  PASS_NONE,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import { ROLE_BASE, ROLE_COUNT } from "../../map/texture-roles.ts";
import { contentName } from "../materials/content-name.ts";
import { type ResolvedMaterials, resolveMaterials } from "../materials/materials.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import {
  createFacet,
  type DecalSurfaces,
  type DecalWorld,
  listDecalSurfaces,
} from "./decal-surfaces.ts";
import { type AddPiece, type DecalStyle, DecalWriter } from "./decal-writer.ts";
import { addGrid } from "./grid-pieces.ts";
import { type InfoDecal, listInfoDecals, writeInfoDecals } from "./infodecals.ts";
import { createPolygon, POINT_NUMBERS, type Polygon } from "./polygon.ts";

// Overlays: quads from the map compiler, each applied to the faces that it lists. The record is
// described in Valve's public `bspfile.h` and in `overlay.cpp` of vbsp. On a displacement, an
// overlay is laid out on the flat face, as in `builddisp.cpp`, and then follows the displaced
// vertices.

/** Texture coordinates of the quad's corners, as 0 or 1: s, t. */
const CORNER_EDGES = [0, 0, 0, 1, 1, 1, 1, 0];

/** Returns the rows of overlays in draw order: by render order, then by row. */
function sortOverlays({ count, renderOrder }: Overlays): number[] {
  return Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => renderOrder[a] - renderOrder[b] || a - b,
  );
}

/**
 * Writes the quad of an overlay in its plane, and the plane's axes U, V and normal, 3 numbers each.
 */
function writeOverlayQuad(overlays: Overlays, row: number, out: Polygon, axes: Float64Array): void {
  const { uvPoints, origin, basisNormal, u, v } = overlays;
  const points = row * 12;
  const [ux, uy, uz] = [uvPoints[points + 2], uvPoints[points + 5], uvPoints[points + 8]];
  const [nx, ny, nz] = basisNormal.subarray(row * 3, row * 3 + 3);
  const side = uvPoints[points + 11] === 1 ? -1 : 1;
  axes.set([ux, uy, uz]);
  axes.set(
    [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux].map((c) => c * side),
    3,
  );
  axes.set([nx, ny, nz], 6);
  out.count = 4;
  for (let corner = 0; corner < 4; corner++) {
    const x = uvPoints[points + corner * 3];
    const y = uvPoints[points + corner * 3 + 1];
    const at = corner * POINT_NUMBERS;
    for (let axis = 0; axis < 3; axis++) {
      out.values[at + axis] = origin[row * 3 + axis] + axes[axis] * x + axes[3 + axis] * y;
    }
    out.values[at + 3] = u[row * 2 + CORNER_EDGES[corner * 2]];
    out.values[at + 4] = v[row * 2 + CORNER_EDGES[corner * 2 + 1]];
  }
}

/**
 * Writes the overlays that have a material. Throws FormatError (too-large).
 * @param materialOf row of the decals' materials; −1 if not drawn
 * @returns the number of overlays that touch no drawn surface
 */
function writeOverlays(
  overlays: Overlays,
  materialOf: (row: number) => number,
  surfaces: DecalSurfaces,
  writer: DecalWriter,
): number {
  const quad = createPolygon(4);
  const axes = new Float64Array(9);
  const plane = new Float64Array(4);
  const facet = createFacet();
  let unplaced = 0;
  for (const row of sortOverlays(overlays)) {
    const material = materialOf(row);
    if (material < 0) continue;
    writeOverlayQuad(overlays, row, quad, axes);
    const direction = axes.subarray(6);
    const length = Math.hypot(direction[0], direction[1], direction[2]) || 1;
    for (let axis = 0; axis < 3; axis++) direction[axis] /= length;
    const style: DecalStyle = {
      material,
      order: overlays.renderOrder[row],
      tangent: axes.subarray(0, 3),
      fadeOrigin: overlays.origin.subarray(row * 3, row * 3 + 3),
      fadeRange: [
        Math.max(0, overlays.fadeDistance[row * 2]),
        Math.max(0, overlays.fadeDistance[row * 2 + 1]),
      ],
    };
    const addPieces = (add: AddPiece) => {
      for (let i = 0; i < overlays.faceCount[row]; i++) {
        const face = overlays.faces[overlays.firstFace[row] + i];
        const placement = surfaces.placementOf(face);
        if (placement < 0) continue;
        surfaces.writePlane(placement, face, plane);
        const grid = surfaces.grids.get(face);
        if (grid) addGrid(add, surfaces, { placement, face, grid }, quad, { direction, plane });
        else if (surfaces.readFace(placement, face, facet)) add(quad, facet, direction, plane);
      }
    };
    if (!writer.writeDecal(style, addPieces)) unplaced++;
  }
  return unplaced;
}

const OVERLAYS = "LUMP_OVERLAYS";
const INFODECALS = "infodecal";
const DECALS = "decals";

export interface BuiltDecals {
  readonly decals: DecalSet;
  /** Textures of `decals.materials.textures`, not yet streamed. */
  readonly textures: TextureFiles;
}

/**
 * Builds the overlays and decals. Returns `null` if the map has none, or, with a warning, if they
 * exceed the budget. One warning per kind gives the number left out and the reason.
 */
export async function buildDecals(
  world: DecalWorld & { readonly bsp: Pick<BspDetails, "overlays"> },
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltDecals | null> {
  const { bsp, tree } = world;
  const { overlays } = bsp;
  const decals = listInfoDecals(bsp.entities);
  if (overlays.count + decals.length === 0) return null;
  return leaveOutTooLarge(access, DECALS, async () => {
    const names = new Map<string, number>();
    const addName = (name: string): number => {
      const known = names.get(name) ?? names.size;
      names.set(name, known);
      return known;
    };
    const materialOfOverlay = Uint32Array.from(overlays.texinfo, (texinfo) => {
      const texData = bsp.texInfos.texdata[texinfo];
      return addName(texData < 0 ? "" : contentName(bsp.texDatas.name[texData], ".vmt"));
    });
    const materialOfDecal = decals.map(({ name }) => addName(name));
    access.ledger.take("materials", names.size, DECALS);
    const resolved = await resolveMaterials([...names.keys()], null, access, options);
    const { materials, textures } = resolved;
    const state = prepareMaterials(materials);
    const writer = new DecalWriter(tree, access.ledger, DECALS);
    const surfaces = listDecalSurfaces(world, access.ledger, DECALS);
    const shownOverlay = (row: number) => shown(state, materialOfOverlay[row]);
    const rowOf = new Map(decals.map((decal, i) => [decal, materialOfDecal[i]]));
    const shownDecal = (decal: InfoDecal) => shown(state, rowOf.get(decal) ?? 0);
    const bareOverlays = writeOverlays(overlays, shownOverlay, surfaces, writer);
    const bareDecals = writeInfoDecals(
      { decals, materialOf: shownDecal, sizeOf: sizesOf(resolved) },
      world,
      surfaces,
      writer,
    );
    warnOfLeftOut(
      access,
      OVERLAYS,
      "overlays",
      countStates(state, materialOfOverlay),
      bareOverlays,
    );
    warnOfLeftOut(access, INFODECALS, "decals", countStates(state, materialOfDecal), bareDecals);
    if (writer.decalCount === 0) return null;
    return { decals: { ...writer.finish(), materials }, textures };
  });
}

const SHOWN = 0;
const MISSING = 1;
/** State of a material that is never drawn. */
const UNSEEN = 2;

function shown(state: Uint8Array, material: number): number {
  return state[material] === SHOWN ? material : -1;
}

/**
 * Returns whether each material is shown, and prepares the shown ones: materials without alpha test
 * become translucent, so that few pipelines draw all decals. A decal without its texture is not
 * drawn, because a grey rectangle on the wall is worse. Changes the set in place.
 */
function prepareMaterials({ count, pass, flags, roleTexture }: MaterialSet): Uint8Array {
  const state = new Uint8Array(count);
  for (let material = 0; material < count; material++) {
    if (pass[material] === PASS_NONE) state[material] = UNSEEN;
    const isMissing = (flags[material] & MATERIAL_MISSING) !== 0;
    if (isMissing) state[material] = MISSING;
    else if (roleTexture[material * ROLE_COUNT + ROLE_BASE] < 0) state[material] = UNSEEN;
    if (state[material] !== SHOWN) pass[material] = PASS_NONE;
    if (pass[material] !== PASS_OPAQUE) continue;
    pass[material] = PASS_TRANSLUCENT;
    flags[material] |= MATERIAL_ALPHA_MASK;
  }
  return state;
}

/** Returns a lookup for the size of a material's texture in inches. */
function sizesOf({ materials, textures, decalScale, subRect }: ResolvedMaterials) {
  return (material: number): readonly [number, number] => {
    const texture = materials.roleTexture[material * ROLE_COUNT + ROLE_BASE];
    const vtf = texture < 0 ? null : textures.files[texture].vtf;
    const scale = decalScale[material];
    const part = subRect[material]?.size;
    if (vtf !== null && part !== undefined) return [part[0] * scale, part[1] * scale];
    return [(vtf?.width ?? 0) * scale, (vtf?.height ?? 0) * scale];
  };
}

/** Counts a list of materials by state. */
function countStates(state: Uint8Array, materials: ArrayLike<number>): number[] {
  const counts = [0, 0, 0];
  for (let i = 0; i < materials.length; i++) counts[state[materials[i]]]++;
  return counts;
}

function warnOfLeftOut(
  { diagnostics }: ContentAccess,
  subject: string,
  what: string,
  [shownCount, missing, unseen]: readonly number[],
  bare: number,
): void {
  const reasons = [
    ...(missing > 0 ? [`${missing} without a material`] : []),
    ...(unseen > 0 ? [`${unseen} of a material that is not drawn`] : []),
    ...(bare > 0 ? [`${bare} on no surface that is drawn`] : []),
  ];
  if (reasons.length === 0) return;
  const total = shownCount + missing + unseen;
  const message = `${missing + unseen + bare} of ${total} ${what} are not drawn: ${reasons.join(", ")}.`;
  diagnostics.warn("not-drawn", subject, message);
}
