/**
 * Adds light to water. vrad gives a water surface no lightmap (its texinfo has SURF_NOLIGHT), so
 * water would be equally bright in a cave and at noon. It gets a single luxel: the mean of the
 * faces around it.
 */

import { SURF_WARP } from "../../formats/bsp/layouts/surface-flags.ts";
import type { BspWorld, Faces, LightSide } from "../../formats/bsp/types.ts";
import type { LeafTree } from "../../map/tree.ts";
import { NO_STYLE } from "../../map/world.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";

const BYTES_PER_SAMPLE = 4;
const BUMP_BLOCKS = 4;
/** Distance from a surface to the test points on its two sides, inches. */
const STEP_INCHES = 2;

/** Sums of light times area, and of area: r, g, b, area. */
type LightSum = Float64Array;

/**
 * Returns a side with light for its unlit water, or the side itself if it has none. A surface takes
 * the light of the faces in the leaf in front, else of those in the leaf behind, else of the whole
 * map.
 * @param drawn 1 for faces that are drawn
 */
export function lightWater(
  bsp: BspWorld,
  side: LightSide,
  tree: LeafTree,
  drawn: Uint8Array,
): LightSide {
  const { faces } = side;
  const water = listUnlitWater(bsp, faces, drawn);
  if (water.length === 0) return side;
  const ofFace = sumFaces(bsp, side, drawn);
  const whole = new Float64Array(4);
  for (let i = 0; i < ofFace.length; i++) whole[i & 3] += ofFace[i];
  const ofLeaf = new Map<number, LightSum>();
  const leafSum = (leaf: number) => {
    const sum = ofLeaf.get(leaf) ?? sumLeaf(bsp, leaf, ofFace);
    ofLeaf.set(leaf, sum);
    return sum;
  };

  const start = Math.ceil(side.lighting.length / BYTES_PER_SAMPLE) * BYTES_PER_SAMPLE;
  const blockBytes = BUMP_BLOCKS * BYTES_PER_SAMPLE;
  const lighting = new Uint8Array(start + water.length * blockBytes);
  lighting.set(side.lighting);
  const lit = {
    ...faces,
    styles: faces.styles.slice(),
    lightOffset: faces.lightOffset.slice(),
    lightmapMins: faces.lightmapMins.slice(),
    lightmapSize: faces.lightmapSize.slice(),
  };
  water.forEach((face, i) => {
    const [front, back] = [STEP_INCHES, -STEP_INCHES].map((step) =>
      leafSum(leafBeside(bsp, faces, face, tree, step)),
    );
    const sum = front[3] > 0 ? front : back[3] > 0 ? back : whole;
    const offset = start + i * blockBytes;
    for (let block = 0; block < BUMP_BLOCKS; block++) {
      writeSample(lighting, offset + block * BYTES_PER_SAMPLE, sum);
    }
    lit.styles.fill(NO_STYLE, face * 4, face * 4 + 4);
    lit.styles[face * 4] = 0;
    lit.lightOffset[face] = offset;
    lit.lightmapMins.fill(0, face * 2, face * 2 + 2);
    lit.lightmapSize.fill(0, face * 2, face * 2 + 2);
  });
  return { ...side, faces: lit, lighting };
}

function listUnlitWater({ texInfos }: BspWorld, faces: Faces, drawn: Uint8Array): number[] {
  const water: number[] = [];
  for (let face = 0; face < faces.count; face++) {
    if (drawn[face] === 0 || faces.dispInfo[face] >= 0) continue;
    if ((texInfos.flags[faces.texinfo[face]] & SURF_WARP) === 0) continue;
    const isLit = faces.lightOffset[face] >= 0 && faces.styles[face * 4] !== NO_STYLE;
    if (!isLit) water.push(face);
  }
  return water;
}

/**
 * Returns 4 numbers a face: its average light, which vrad stores before its luxels, times its area,
 * and the area. Zeros if the face is unlit.
 */
function sumFaces({ texInfos }: BspWorld, side: LightSide, drawn: Uint8Array): Float64Array {
  const { faces, lighting } = side;
  const sums = new Float64Array(faces.count * 4);
  for (let face = 0; face < faces.count; face++) {
    const offset = faces.lightOffset[face];
    const area = faces.area[face];
    // Switchable or flickering lights do not show how bright a place is.
    if (drawn[face] === 0 || offset < 0 || faces.styles[face * 4] !== 0) continue;
    if ((texInfos.flags[faces.texinfo[face]] & SURF_WARP) !== 0) continue;
    if (!(area > 0 && area < Number.POSITIVE_INFINITY)) continue;
    const scale = 2 ** ((lighting[offset - 1] << 24) >> 24) * area;
    for (let k = 0; k < 3; k++) sums[face * 4 + k] = lighting[offset - 4 + k] * scale;
    sums[face * 4 + 3] = area;
  }
  return sums;
}

function sumLeaf({ leafs, leafFaces }: BspWorld, leaf: number, ofFace: Float64Array): LightSum {
  const sum = new Float64Array(4);
  const first = leafs.firstLeafFace[leaf];
  for (let i = first; i < first + leafs.leafFaceCount[leaf]; i++) {
    for (let k = 0; k < 4; k++) sum[k] += ofFace[leafFaces[i] * 4 + k];
  }
  return sum;
}

/** Returns the leaf at a distance in front of a face's centre. */
function leafBeside(
  bsp: BspWorld,
  faces: Faces,
  face: number,
  tree: LeafTree,
  step: number,
): number {
  const { surfEdges, edges, vertexes, planes } = bsp;
  const point = [0, 0, 0];
  const count = faces.edgeCount[face];
  for (let i = 0; i < count; i++) {
    const surfEdge = surfEdges[faces.firstEdge[face] + i];
    const vertex = surfEdge >= 0 ? edges[surfEdge * 2] : edges[-surfEdge * 2 + 1];
    for (let k = 0; k < 3; k++) point[k] += vertexes.position[vertex * 3 + k] / count;
  }
  for (let k = 0; k < 3; k++) point[k] += planes.normal[faces.plane[face] * 3 + k] * step;
  return findLeaf(tree, point[0], point[1], point[2]);
}

/** Writes the mean as ColorRGBExp32; black if there is no light. */
function writeSample(out: Uint8Array, at: number, sum: LightSum): void {
  const mean = [0, 1, 2].map((k) => (sum[3] > 0 ? sum[k] / sum[3] : 0));
  const brightest = Math.max(...mean);
  if (!(brightest > 0 && brightest < Number.POSITIVE_INFINITY)) return;
  const exponent = Math.min(Math.max(Math.ceil(Math.log2(brightest / 255)), -128), 127);
  for (let k = 0; k < 3; k++) out[at + k] = Math.min(255, Math.round(mean[k] / 2 ** exponent));
  out[at + 3] = exponent;
}
