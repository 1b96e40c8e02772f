/** Draws the enabled lines of the shown model, updated with each pose. */

import type { StudioVertices } from "../../../formats/studio/types.ts";
import type { PropSet } from "../../../map/props.ts";
import type { StudioModel } from "../../../model/files/studio-model.ts";
import { createLineLayers, type LineLayer } from "../../../render/lines/line-layers.ts";
import { LineRows, lineColor } from "../../../render/lines/line-rows.ts";
import { changesOf, type MakeLines } from "../../../render/lines/lines.ts";
import { createMarkLayers } from "../../../render/lines/mark-layers.ts";
import type { SolidRows } from "../../../render/lines/solid-rows.ts";
import type { Renderer } from "../../../render/renderer-interface.ts";
import { boxRadius } from "../../../scene/model/model-scene.ts";
import { listSolidBones } from "../../../scene/stand-in/hull-corners.ts";
import { boneColor, heatColor } from "./bone-color.ts";
import { addHighlight, type ModelHighlight } from "./highlight.ts";
import { addAttachments, addBones, addHitBoxes, addHulls } from "./model-lines.ts";
import { SkinnedMesh } from "./skinned-mesh.ts";

// Fills the model with colours of the bones that move it, or with the weight of one bone.

/** Number of bones that a vertex can refer to. */
const BONES = 256;
/** 3 numbers a bone. */
const BONE_COLORS = Float64Array.from({ length: BONES * 3 }, (_, i) =>
  boneColor(Math.floor(i / 3), i % 3),
);

/**
 * Returns a packed colour for each vertex.
 * @param bone bone whose weights are shown; −1 shows all bones by their colours
 */
export function colorWeights(vertices: StudioVertices, bone: number): Uint32Array {
  const colors = new Uint32Array(vertices.count);
  if (bone < 0) writeBones(colors, vertices);
  else writeHeat(colors, vertices, bone);
  return colors;
}

function writeBones(colors: Uint32Array, { boneIndex, boneWeight }: StudioVertices): void {
  for (let vertex = 0; vertex < colors.length; vertex++) {
    let [red, green, blue] = [0, 0, 0];
    for (let k = vertex * 3; k < vertex * 3 + 3; k++) {
      const weight = boneWeight[k];
      const at = boneIndex[k] * 3;
      red += weight * BONE_COLORS[at];
      green += weight * BONE_COLORS[at + 1];
      blue += weight * BONE_COLORS[at + 2];
    }
    colors[vertex] = lineColor(red, green, blue);
  }
}

/**
 * Writes heat colours. Most vertices have weight 0 or 1, so these two colours are computed once.
 */
function writeHeat(
  colors: Uint32Array,
  { boneIndex, boneWeight }: StudioVertices,
  bone: number,
): void {
  const none = packHeat(0);
  const all = packHeat(1);
  for (let vertex = 0; vertex < colors.length; vertex++) {
    let weight = 0;
    for (let k = vertex * 3; k < vertex * 3 + 3; k++) {
      if (boneIndex[k] === bone) weight += boneWeight[k];
    }
    colors[vertex] = weight === 0 ? none : weight === 1 ? all : packHeat(weight);
  }
}

function packHeat(weight: number): number {
  return lineColor(heatColor(weight, 0), heatColor(weight, 1), heatColor(weight, 2));
}

/**
 * Adds the model's triangles. Allocates nothing unless rows grow.
 * @param position posed positions, 3 numbers a vertex
 * @param colors result of `colorWeights`
 */
export function addWeights(
  rows: SolidRows,
  { drawCount, drawFirstIndex, drawIndexCount, indices }: PropSet,
  position: Float32Array,
  colors: Uint32Array,
): void {
  for (let draw = 0; draw < drawCount; draw++) {
    const first = drawFirstIndex[draw];
    for (let i = 0; i < drawIndexCount[draw]; i++) {
      // Volumes have the opposite winding, so each triangle's corners are reversed.
      const corner = i % 3;
      const vertex = indices[first + i + 2 - 2 * corner];
      const at = vertex * 3;
      rows.add(position[at], position[at + 1], position[at + 2], colors[vertex]);
    }
  }
}

// Grid on the floor that moves past a walking model. The model, camera and light stay in place.

/** Squares from the model to where the grid has faded. */
const REACH = 10;
/** Approximate number of squares per radius of the model. */
const SQUARES = 2;
/** Height above the floor, which would hide the grid, relative to the radius. */
const LIFT = 1 / 400;
const STRENGTH = 0.5;

/** Returns the edge of a square in inches, a power of two. */
export function groundSquare(radius: number): number {
  return 2 ** Math.round(Math.log2(radius / SQUARES));
}

/**
 * Adds lines along the world's axes, relative to the model. Allocates nothing.
 * @param travel 4 numbers: the model's position in the world in inches, and its rotation about z
 *   in degrees
 * @param floor z, inches
 * @param radius radius of the model, inches
 */
export function addGround(
  rows: LineRows,
  travel: Float64Array,
  floor: number,
  radius: number,
): void {
  const square = groundSquare(radius);
  const reach = square * REACH;
  const z = floor + radius * LIFT;
  const turn = (-travel[3] * Math.PI) / 180;
  for (let axis = 0; axis < 2; axis++) {
    // Directions across the lines, and along them.
    const angle = turn + (axis * Math.PI) / 2;
    const ax = Math.cos(angle);
    const ay = Math.sin(angle);
    const nearest = Math.round(travel[axis] / square);
    for (let line = -REACH; line <= REACH; line++) {
      const off = (nearest + line) * square - travel[axis];
      const share = 1 - Math.abs(off) / reach;
      if (share <= 0) continue;
      const color = lineColor(0.75, 0.8, 0.9, STRENGTH * share);
      const gone = lineColor(0.75, 0.8, 0.9, 0);
      const x = ax * off;
      const y = ay * off;
      rows.add(x, y, z, x - ay * reach, y + ax * reach, z, color, gone);
      rows.add(x, y, z, x + ay * reach, y - ax * reach, z, color, gone);
    }
  }
}

/** Combines several kinds of lines, drawn in this order. */
function joinLines(makes: readonly MakeLines[]): MakeLines {
  return (context) => {
    const all = makes.map((make) => make(context));
    return {
      get isShown() {
        for (let i = 0; i < all.length; i++) if (all[i].isShown) return true;
        return false;
      },
      get changes() {
        return changesOf(all);
      },
      prepare() {
        for (const each of all) if (each.isShown) each.prepare();
      },
      draw(pass, camera) {
        for (let i = 0; i < all.length; i++) if (all[i].isShown) all[i].draw(pass, camera);
      },
      destroy() {
        for (const each of all) each.destroy();
      },
    };
  };
}

/** Kinds of lines, and whether they are drawn over what hides them. */
const KINDS = {
  wireframe: false,
  weights: false,
  normals: false,
  points: false,
  hulls: false,
  ground: false,
  hitBoxes: true,
  bones: true,
  attachments: true,
} as const;

export type LineKind = keyof typeof KINDS;
export const LINE_KINDS = Object.keys(KINDS) as readonly LineKind[];

/** Kinds that follow the drawn mesh. */
const MESH_KINDS = [
  "wireframe",
  "weights",
  "normals",
  "points",
] as const satisfies readonly LineKind[];

/** Lengths relative to the model's radius. */
const AXIS_SHARE = 1 / 24;
const ATTACHMENT_SHARE = 1 / 12;
const NORMAL_SHARE = 1 / 32;
const HIGHLIGHT_SHARE = 1 / 12;
/** Length of a cross's arm: the more vertices, the smaller. */
const pointShare = (count: number) => Math.min(1 / 40, 0.2 / Math.sqrt(count + 1));

export interface PosedBones {
  readonly palette: Float32Array;
  readonly modelFromBone: Float32Array;
  readonly travel: Float64Array;
}

interface Layer {
  readonly rows: LineRows;
  readonly layer: LineLayer;
}

export class ShownLines {
  /** Row of `hitBoxSets`. */
  hitBoxSet = 0;
  readonly #model: StudioModel;
  /** `null` if the model has none. */
  readonly #vertices: StudioVertices | null;
  readonly #radius: number;
  readonly #floor: number;
  readonly #layers = new Map<LineKind, Layer>();
  readonly #boneOf: Int32Array;
  #drawn: PropSet | null = null;
  #highlight: ModelHighlight | null = null;
  /** Bone matrices of the last pose. */
  #pose: Float32Array = new Float32Array(0);
  /** A colour per vertex, and the bone whose weights they show; `null` if hidden. */
  #colors: { readonly bone: number; readonly ofVertex: Uint32Array } | null = null;
  /** The drawn mesh; `null` until its edges or normals are shown. */
  #mesh: SkinnedMesh | null = null;
  readonly #filled = createMarkLayers((_, { solids }) => {
    if (this.#mesh === null || this.#drawn === null || this.#colors === null) return;
    addWeights(solids, this.#drawn, this.#mesh.posed, this.#colors.ofVertex);
  });
  readonly #marked = createMarkLayers((_, rows) => {
    if (this.#highlight === null) return;
    const size = this.#radius * HIGHLIGHT_SHARE;
    addHighlight(rows, this.#model, this.#pose, this.#highlight, size);
  });

  /**
   * @param box 6 numbers, inches: the model in its initial pose, on its floor
   * @param vertices vertices after flexes, read with each pose; the rest shape if omitted
   */
  constructor(
    renderer: Renderer,
    model: StudioModel,
    box: Float32Array,
    vertices: StudioVertices | null = model.vvd?.vertices ?? null,
  ) {
    this.#model = model;
    this.#vertices = vertices;
    this.#radius = boxRadius(box);
    this.#floor = box[2];
    this.#boneOf = model.phy === null ? new Int32Array(0) : bonesOfSolids(model);
    const layers = createLineLayers();
    this.#marked.isOver = true;
    for (const kind of LINE_KINDS) {
      const layer = layers.addLayer(KINDS[kind]);
      layer.isShown = false;
      this.#layers.set(kind, { rows: new LineRows(), layer });
    }
    renderer.setLines(joinLines([this.#filled.make, layers.make, this.#marked.make]));
  }

  /** Part that is highlighted over everything; `null` if none. */
  set highlight(highlight: ModelHighlight | null) {
    this.#highlight = highlight;
    this.#marked.isShown = highlight !== null;
  }

  show(kind: LineKind, isShown: boolean): void {
    this.#at(kind).layer.isShown = isShown;
    if (kind === "weights") this.#filled.isShown = isShown;
  }

  /** Sets the draws whose edges and normals are shown, in one level of detail. */
  setDrawn(set: PropSet): void {
    this.#drawn = set;
    this.#mesh = null;
  }

  /** Updates all enabled lines for a pose. */
  update({ palette, modelFromBone, travel }: PosedBones): void {
    const model = this.#model;
    const radius = this.#radius;
    let isMeshShown = false;
    for (let i = 0; i < MESH_KINDS.length; i++) isMeshShown ||= this.#isShown(MESH_KINDS[i]);
    if (isMeshShown) this.#mesh ??= this.#skin();
    const mesh = this.#mesh;
    if (isMeshShown) mesh?.pose(palette);
    for (let i = 0; i < LINE_KINDS.length; i++) {
      const kind = LINE_KINDS[i];
      const { rows, layer } = this.#at(kind);
      // Weights are drawn as surfaces.
      if (!layer.isShown || kind === "weights") continue;
      rows.clear();
      if (kind === "wireframe") mesh?.addEdges(rows);
      else if (kind === "normals") mesh?.addNormals(rows, radius * NORMAL_SHARE);
      else if (kind === "points" && model.vvd !== null) {
        const { vertices } = model.vvd;
        mesh?.addPoints(rows, vertices, radius * pointShare(vertices.count));
      } else if (kind === "bones") addBones(rows, model, modelFromBone, radius * AXIS_SHARE);
      else if (kind === "ground") addGround(rows, travel, this.#floor, radius);
      else if (kind === "hulls") addHulls(rows, model, modelFromBone, this.#boneOf);
      else if (kind === "hitBoxes") addHitBoxes(rows, model, modelFromBone, this.hitBoxSet);
      else addAttachments(rows, model, modelFromBone, radius * ATTACHMENT_SHARE);
      layer.write(rows);
    }
    if (this.#filled.isShown) this.#fillWeights();
    this.#pose = modelFromBone;
    if (this.#highlight !== null) this.#marked.change();
  }

  /** Shows the weights of all bones, or of the highlighted one. */
  #fillWeights(): void {
    const vertices = this.#vertices;
    if (vertices === null) return;
    const { kind, row } = this.#highlight ?? { kind: null, row: -1 };
    const bone = kind === "bone" ? row : -1;
    if (this.#colors?.bone !== bone) {
      this.#colors = { bone, ofVertex: colorWeights(vertices, bone) };
    }
    this.#filled.change();
  }

  #skin(): SkinnedMesh | null {
    const vertices = this.#vertices;
    const set = this.#drawn;
    return vertices === null || set === null ? null : new SkinnedMesh(vertices, set);
  }

  #isShown(kind: LineKind): boolean {
    return this.#at(kind).layer.isShown;
  }

  #at(kind: LineKind): Layer {
    return this.#layers.get(kind) as Layer;
  }
}

/**
 * Returns the bone that each solid is named for; −1 for a single solid, which is in the model's
 * space.
 */
function bonesOfSolids({ phy, mdl }: StudioModel): Int32Array {
  if (phy === null || phy.solidCount < 2) return new Int32Array(1).fill(-1);
  return listSolidBones(phy, mdl);
}
