/**
 * Lists the surfaces to draw, grouped by visibility.
 *
 * A group is a set of leaves: those that list a face, or those that a displacement or a brush
 * entity's model overlaps. Surfaces of one material and group form a chunk.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import { SURF_TRANS } from "../../formats/bsp/layouts/surface-flags.ts";
import type { BspWorld, Faces } from "../../formats/bsp/types.ts";
import type { LeafTree } from "../../map/types.ts";
import {
  CHUNK_BRUSH_MODEL,
  CHUNK_DISPLACEMENT,
  CHUNK_FACE,
  CHUNK_HIDDEN,
} from "../../map/world.ts";
import { writeTransformedBox } from "../../math/transformed-box.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import type { ModelPlacement } from "../brushes/brush-models.ts";
import { isFaceDrawn, type WorldMaterials } from "../materials/material-names.ts";
import type { DisplacementGrid } from "./displacement.ts";
import { type LeafGroups, LeafGroupTable } from "./leaf-groups.ts";

/** Surfaces in draw order: by material, then first cluster, then group; hidden ones last. */
export interface Surfaces {
  readonly count: number;
  readonly face: Uint32Array;
  /** Block of the displacement's grid; 0 for other faces. */
  readonly block: Uint8Array;
  readonly placement: Uint32Array;
  readonly material: Uint16Array;
  readonly kind: Uint8Array;
  readonly group: Uint32Array;
  /**
   * 1 for translucent surfaces and displacements, which need separate chunks: translucent chunks
   * are sorted.
   */
  readonly alone: Uint8Array;
  readonly groups: LeafGroups;
}

/**
 * Returns the leaves that list each face: rows of `leafs` from `first[face]` to `first[face + 1]`.
 */
function invertLeafFaces(
  bsp: BspWorld,
  faceCount: number,
): { first: Uint32Array; leafs: Uint32Array } {
  const { leafs, leafFaces } = bsp;
  const first = new Uint32Array(faceCount + 1);
  const forEach = (visit: (face: number, leaf: number) => void) => {
    for (let leaf = 0; leaf < leafs.count; leaf++) {
      const end = leafs.firstLeafFace[leaf] + leafs.leafFaceCount[leaf];
      for (let i = leafs.firstLeafFace[leaf]; i < end; i++) {
        if (leafFaces[i] < faceCount) visit(leafFaces[i], leaf);
      }
    }
  };
  forEach((face) => {
    first[face + 1]++;
  });
  for (let face = 0; face < faceCount; face++) first[face + 1] += first[face];
  const next = first.slice();
  const list = new Uint32Array(first[faceCount]);
  forEach((face, leaf) => {
    list[next[face]++] = leaf;
  });
  return { first, leafs: list };
}

/** Writes the box of one block of a displacement. */
function writeBlockBox(grid: DisplacementGrid, block: number, out: Float32Array): void {
  out.fill(Number.POSITIVE_INFINITY, 0, 3);
  out.fill(Number.NEGATIVE_INFINITY, 3, 6);
  const end = grid.blockFirstIndex[block + 1];
  for (let i = grid.blockFirstIndex[block]; i < end; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = grid.position[grid.indices[i] * 3 + axis];
      out[axis] = Math.min(out[axis], value);
      out[3 + axis] = Math.max(out[3 + axis], value);
    }
  }
}

/** Writes the world box of a placed model. */
function writeModelBox(
  bsp: BspWorld,
  model: number,
  matrix: Float32Array | null,
  out: Float32Array,
): void {
  const mins = bsp.models.mins.subarray(model * 3, model * 3 + 3);
  const maxs = bsp.models.maxs.subarray(model * 3, model * 3 + 3);
  if (matrix) {
    writeTransformedBox(out, 0, matrix, 0, mins, maxs);
  } else {
    out.set(mins);
    out.set(maxs, 3);
  }
}

/** Sorts rows by a key of each row, and keeps the order of rows with equal keys. */
function sortByKey(rows: Uint32Array, key: ArrayLike<number>): Uint32Array {
  let most = 0;
  for (let i = 0; i < key.length; i++) if (key[i] > most) most = key[i];
  const next = new Uint32Array(most + 2);
  for (let i = 0; i < key.length; i++) next[key[i] + 1]++;
  for (let k = 0; k <= most; k++) next[k + 1] += next[k];
  const sorted = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) sorted[next[key[rows[i]]]++] = rows[i];
  return sorted;
}

export interface SurfaceInput {
  readonly bsp: BspWorld;
  readonly faces: Faces;
  readonly tree: LeafTree;
  readonly materials: WorldMaterials;
  readonly placements: readonly ModelPlacement[];
  /** Grid of each face that is a displacement. */
  readonly grids: ReadonlyMap<number, DisplacementGrid>;
  readonly ledger: Ledger;
  /** Receives reports of skipped faces; optional. */
  readonly diagnostics?: Diagnostics;
}

/**
 * Lists the surfaces of the placed models. Faces of one placement and group that share edges and
 * texture would cover the same pixels: the first is drawn, the others are counted in one warning.
 * Throws FormatError (too-large).
 */
export function listSurfaces({
  bsp,
  faces,
  tree,
  materials,
  placements,
  grids,
  ledger,
  diagnostics,
}: SurfaceInput): Surfaces {
  const { models, texInfos, dispInfos } = bsp;
  const table = new LeafGroupTable(tree, ledger);
  const inverted = invertLeafFaces(bsp, faces.count);
  const boxLeafs = makeBoxLeafs(tree);
  const box = new Float32Array(6);
  const addBox = () => table.add(boxLeafs, 0, writeBoxLeafs(tree, box, 0, boxLeafs));

  const face: number[] = [];
  const block: number[] = [];
  const placement: number[] = [];
  const kind: number[] = [];
  const group: number[] = [];
  const add = (f: number, b: number, p: number, k: number, g: number): void => {
    face.push(f);
    block.push(b);
    placement.push(p);
    kind.push(k);
    group.push(g);
  };
  let repeated = 0;
  const shapes = new Set<string>();
  const shapeOf = (f: number, leafs: number): string => {
    const disp = faces.dispInfo[f];
    const vertices = disp < 0 ? "" : `${dispInfos.firstVert[disp]} ${dispInfos.power[disp]}`;
    const edges = `${faces.firstEdge[f]} ${faces.edgeCount[f]} ${faces.side[f]}`;
    return `${edges} ${faces.texinfo[f]} ${leafs} ${vertices}`;
  };
  // No compiler shares edges between faces, so only faces with the same first edge are compared.
  const faceAtEdge = new Map<number, number>();
  const leafsOf = new Int32Array(faces.count);
  const placementOf = new Int32Array(faces.count).fill(-1);
  const isRepeated = (f: number, leafs: number, placement: number): boolean => {
    const edge = faces.firstEdge[f];
    const other = faceAtEdge.get(edge);
    if (other === undefined || placementOf[other] !== placement) {
      faceAtEdge.set(edge, f);
      leafsOf[f] = leafs;
      placementOf[f] = placement;
      return false;
    }
    shapes.add(shapeOf(other, leafsOf[other]));
    const shape = shapeOf(f, leafs);
    if (shapes.has(shape)) {
      repeated++;
      return true;
    }
    shapes.add(shape);
    return false;
  };
  for (let p = 0; p < placements.length; p++) {
    const { model, matrix, isHidden } = placements[p];
    let modelGroup = -1;
    shapes.clear();
    const end = models.firstFace[model] + models.faceCount[model];
    for (let f = models.firstFace[model]; f < end; f++) {
      if (!isFaceDrawn(bsp, faces, f)) continue;
      const grid = grids.get(f);
      if (model > 0 && modelGroup < 0) {
        writeModelBox(bsp, model, matrix, box);
        modelGroup = addBox();
      }
      const leafs =
        model === 0 && !grid
          ? table.intern(inverted.leafs, inverted.first[f], inverted.first[f + 1])
          : modelGroup;
      if (isRepeated(f, leafs, p)) continue;
      const blocks = grid ? grid.blockFirstIndex.length - 1 : 1;
      // The first block was charged when the model was placed.
      if (blocks > 1) ledger.take("surfaces", blocks - 1, "LUMP_DISPINFO");
      for (let b = 0; b < blocks; b++) {
        if (model > 0) {
          add(f, b, p, isHidden ? CHUNK_HIDDEN : CHUNK_BRUSH_MODEL, modelGroup);
        } else if (grid) {
          if (grid.blockFirstIndex[b] === grid.blockFirstIndex[b + 1]) continue;
          writeBlockBox(grid, b, box);
          add(f, b, p, CHUNK_DISPLACEMENT, addBox());
        } else {
          add(f, b, p, CHUNK_FACE, leafs);
        }
      }
    }
  }

  if (repeated > 0) {
    diagnostics?.warn(
      "over-budget",
      "LUMP_FACES",
      `${repeated} faces are left out: others have the same edges and texture at the same places.`,
    );
  }
  const groups = table.finish();
  const { variants } = materials;
  const material = face.map((f, row) => {
    const plain = materials.materialOfTexData[texInfos.texdata[faces.texinfo[f]]];
    return variants.find(plain, placements[placement[row]].modulation);
  });
  const count = face.length;
  const cluster = new Uint32Array(count);
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const g = group[row];
    cluster[row] = groups.clusterCount[g] === 0 ? 0 : groups.clusters[groups.firstCluster[g]];
    rows[row] = row;
  }
  // Counting is many times faster than a comparing function. The last key is the first in order.
  const hidden = kind.map((own) => (own === CHUNK_HIDDEN ? 1 : 0));
  const keys = [group, kind, cluster, material, hidden];
  const order = keys.reduce(sortByKey, rows);
  const sorted = {
    count,
    face: new Uint32Array(count),
    block: new Uint8Array(count),
    placement: new Uint32Array(count),
    material: new Uint16Array(count),
    kind: new Uint8Array(count),
    group: new Uint32Array(count),
    alone: new Uint8Array(count),
    groups,
  };
  for (let i = 0; i < count; i++) {
    const row = order[i];
    const f = face[row];
    sorted.face[i] = f;
    sorted.block[i] = block[row];
    sorted.placement[i] = placement[row];
    sorted.material[i] = material[row];
    sorted.kind[i] = kind[row];
    sorted.group[i] = group[row];
    const isTranslucent =
      (texInfos.flags[faces.texinfo[f]] & SURF_TRANS) !== 0 || variants.isSeeThrough(material[row]);
    sorted.alone[i] = isTranslucent || grids.has(f) ? 1 : 0;
  }
  return sorted;
}
