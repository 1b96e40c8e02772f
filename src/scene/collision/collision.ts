/** Builds the surfaces that rays can hit, from a map's brushes, displacements and brush models. */

import { CONTENTS_STOPS_RAYS } from "../../formats/bsp/layouts/contents-flags.ts";
import { SURF_INVISIBLE, SURF_SKY, SURF_SKY2D } from "../../formats/bsp/layouts/surface-flags.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import { type MapCollision, SIDE_PASSES, SIDE_SKY, SIDE_STOPS } from "../../map/collision.ts";
import { writeTransformedBox } from "../../math/transformed-box.ts";
import { type ModelPlacement, placeBrushModels } from "../brushes/brush-models.ts";
import { contentName } from "../materials/content-name.ts";
import { isFaceDrawn } from "../materials/material-names.ts";
import { isInvisibleTool, isSkyTool } from "../materials/tool-materials.ts";
import { buildDisplacementGrid, type DisplacementGrid } from "../world/displacement.ts";
import { buildTriangleTree } from "./collision-tree.ts";

/** Flag in `DispInfos.minTess` if its sign bit is set, from `builddisp.h`: rays pass through. */
const SURF_NORAY_COLL = 0x8;

export function buildCollision(
  bsp: BspWorld,
  brushes: Brushes,
  placements: readonly ModelPlacement[] = placeBrushModels(bsp),
): MapCollision {
  const materials = listMaterials(bsp);
  return {
    ...buildBrushes(bsp, brushes, materials),
    leafArea: Uint16Array.from(bsp.leafs.area),
    ...buildModels(bsp, placements),
    ...buildTriangles(bsp, materials),
    materialName: materials.names,
  };
}

interface Materials {
  readonly names: string[];
  readonly ofTexInfo: (texInfo: number) => number;
  /** `SIDE_*` of a texinfo. −1 (a side without a texinfo) is not drawn. */
  readonly kindOfTexInfo: (texInfo: number) => number;
}

function listMaterials({ texDatas, texInfos }: BspWorld): Materials {
  const names: string[] = [];
  const rows = new Map<string, number>();
  const ofTexData = texDatas.name.map((stored) => {
    const name = contentName(stored, ".vmt");
    const row = rows.get(name) ?? names.length;
    if (row === names.length) {
      rows.set(name, row);
      names.push(name);
    }
    return row;
  });
  const ofTexInfo = (texInfo: number) =>
    texInfo < 0 ? -1 : (ofTexData[texInfos.texdata[texInfo]] ?? -1);
  const kindOfTexInfo = (texInfo: number) => {
    const material = ofTexInfo(texInfo);
    if (material < 0) return SIDE_PASSES;
    const flags = texInfos.flags[texInfo];
    if ((flags & (SURF_SKY | SURF_SKY2D)) !== 0 || isSkyTool(names[material])) return SIDE_SKY;
    const isSeen = (flags & SURF_INVISIBLE) === 0 && !isInvisibleTool(names[material]);
    return isSeen ? SIDE_STOPS : SIDE_PASSES;
  };
  return { names, ofTexInfo, kindOfTexInfo };
}

/** Builds the brushes that stop rays, without bevels, and the leaves that hold them. */
function buildBrushes(bsp: BspWorld, brushes: Brushes, { ofTexInfo, kindOfTexInfo }: Materials) {
  const { planes, leafs } = bsp;
  const kept = new Int32Array(brushes.count).fill(-1);
  const firstSide: number[] = [];
  const sideCount: number[] = [];
  const sides: number[] = [];
  for (let brush = 0; brush < brushes.count; brush++) {
    if ((brushes.contents[brush] & CONTENTS_STOPS_RAYS) === 0) continue;
    const start = sides.length;
    let isSeen = false;
    for (let i = 0; i < brushes.sideCount[brush]; i++) {
      const side = brushes.firstSide[brush] + i;
      if (brushes.sideIsBevel[side] !== 0) continue;
      sides.push(side);
      isSeen ||= kindOfTexInfo(brushes.sideTexInfo[side]) !== SIDE_PASSES;
    }
    // Skips triggers, clips and the like. A brush without planes would fill all space.
    if (!isSeen) {
      sides.length = start;
      continue;
    }
    kept[brush] = firstSide.length;
    firstSide.push(start);
    sideCount.push(sides.length - start);
  }
  const sidePlane = new Float32Array(sides.length * 4);
  const sideMaterial = new Int32Array(sides.length);
  const sideKind = new Uint8Array(sides.length);
  for (let i = 0; i < sides.length; i++) {
    const side = sides[i];
    const plane = brushes.sidePlane[side];
    for (let k = 0; k < 3; k++) sidePlane[i * 4 + k] = planes.normal[plane * 3 + k];
    sidePlane[i * 4 + 3] = planes.dist[plane];
    sideMaterial[i] = ofTexInfo(brushes.sideTexInfo[side]);
    sideKind[i] = kindOfTexInfo(brushes.sideTexInfo[side]);
  }

  const leafFirstBrush = new Uint32Array(leafs.count);
  const leafBrushCount = new Uint32Array(leafs.count);
  const leafBrushes: number[] = [];
  // Leaves refer to brushes even if the brush lump could not be read.
  const hasBrushes = brushes.leafBrushes.length > 0;
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    leafFirstBrush[leaf] = leafBrushes.length;
    for (let i = 0; hasBrushes && i < leafs.leafBrushCount[leaf]; i++) {
      const brush = kept[brushes.leafBrushes[leafs.firstLeafBrush[leaf] + i]];
      if (brush >= 0) leafBrushes.push(brush);
    }
    leafBrushCount[leaf] = leafBrushes.length - leafFirstBrush[leaf];
  }
  return {
    sidePlane,
    sideMaterial,
    sideKind,
    brushCount: firstSide.length,
    brushFirstSide: Uint32Array.from(firstSide),
    brushSideCount: Uint32Array.from(sideCount),
    leafCount: leafs.count,
    leafFirstBrush,
    leafBrushCount,
    leafBrushes: Uint32Array.from(leafBrushes),
  };
}

const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

function buildModels({ models }: BspWorld, placed: readonly ModelPlacement[]) {
  // Windows of area portals are drawn, but never solid.
  const placements = placed.filter(({ modulation }) => !modulation?.fade);
  const count = placements.length;
  const modelHeadNode = new Int32Array(count);
  const modelFromWorld = new Float32Array(count * 12);
  const modelBox = new Float32Array(count * 6);
  const modelEntity = new Int32Array(count);
  for (const [i, { model, matrix, entity }] of placements.entries()) {
    const worldFromModel = matrix ?? IDENTITY;
    modelHeadNode[i] = models.headNode[model];
    writeRigidInverse(modelFromWorld, i * 12, worldFromModel);
    const mins = models.mins.subarray(model * 3, model * 3 + 3);
    const maxs = models.maxs.subarray(model * 3, model * 3 + 3);
    writeTransformedBox(modelBox, i * 6, worldFromModel, 0, mins, maxs);
    modelEntity[i] = model === 0 ? -1 : entity;
  }
  const modelIsHidden = Uint8Array.from(placements, ({ isHidden }) => (isHidden ? 1 : 0));
  return { modelCount: count, modelHeadNode, modelFromWorld, modelBox, modelEntity, modelIsHidden };
}

/** Writes the inverse of a rotation and translation. */
function writeRigidInverse(out: Float32Array, offset: number, matrix: Float32Array): void {
  for (let row = 0; row < 3; row++) {
    let moved = 0;
    for (let column = 0; column < 3; column++) {
      out[offset + row * 4 + column] = matrix[column * 4 + row];
      moved -= matrix[column * 4 + row] * matrix[column * 4 + 3];
    }
    out[offset + row * 4 + 3] = moved;
  }
}

/** Builds the triangles of displacements as drawn, sorted into a tree of boxes. */
function buildTriangles(bsp: BspWorld, materials: Materials) {
  const found = listTriangles(bsp, materials);
  const { order, boxes, boxLinks } = buildTriangleTree(found.corners);
  const triangles = new Float32Array(found.corners.length);
  const triangleMaterial = new Int32Array(order.length);
  for (let to = 0; to < order.length; to++) {
    const from = order[to];
    for (let i = 0; i < 9; i++) triangles[to * 9 + i] = found.corners[from * 9 + i];
    triangleMaterial[to] = found.material[from];
  }
  return { triangleCount: order.length, triangles, triangleMaterial, boxes, boxLinks };
}

/** Lists 9 numbers and a material for each triangle. */
function listTriangles(bsp: BspWorld, { ofTexInfo, kindOfTexInfo }: Materials) {
  const { faces, dispInfos } = bsp;
  const grids: { readonly grid: DisplacementGrid; readonly material: number }[] = [];
  let indexCount = 0;
  for (let face = 0; face < faces.count; face++) {
    const info = faces.dispInfo[face];
    if (info < 0 || faces.edgeCount[face] !== 4 || !isFaceDrawn(bsp, faces, face)) continue;
    if (kindOfTexInfo(faces.texinfo[face]) !== SIDE_STOPS) continue;
    const tess = dispInfos.minTess[info];
    if (tess < 0 && (tess & SURF_NORAY_COLL) !== 0) continue;
    const grid = buildDisplacementGrid(bsp, faces, face);
    grids.push({ grid, material: ofTexInfo(faces.texinfo[face]) });
    indexCount += grid.indices.length;
  }
  const corners = new Float32Array(indexCount * 3);
  const material = new Int32Array(indexCount / 3);
  let at = 0;
  for (const { grid, material: ofGrid } of grids) {
    const { position, indices } = grid;
    material.fill(ofGrid, at / 9, at / 9 + indices.length / 3);
    for (let i = 0; i < indices.length; i++) {
      for (let axis = 0; axis < 3; axis++) corners[at++] = position[indices[i] * 3 + axis];
    }
  }
  return { corners, material };
}
