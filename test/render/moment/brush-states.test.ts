import { describe, expect, it } from "vitest";
import { type MapMoment, momentAtStart } from "../../../src/map/motion/brush-models.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_HIDDEN, WORLD_VERTEX } from "../../../src/map/world.ts";
import { BRUSH_VERTEX, packBrushGeometry } from "../../../src/render/moment/brush-geometry.ts";
import {
  BRUSH_AT_REST,
  BRUSH_CHANGED,
  BRUSH_HIDDEN,
  BRUSH_STATE,
  BrushStates,
} from "../../../src/render/moment/brush-states.ts";
import { makeMaterials } from "../make-materials.ts";
import { oneWayPvs, type Quad } from "../make-world.ts";
import { angleMatrix } from "../matrices.ts";
import { boxQuads, makeBrushMap } from "./make-brushes.ts";

const wall: Quad = { origin: [0, 0, 0], u: [64, 0, 0], v: [0, 0, 64], material: 0, clusters: [0] };
const SIZE = [20, 40, 60] as const;
const box = boxQuads(SIZE, { material: 0, clusters: [0], leaf: 0 });
const BUILT = [angleMatrix(0, 90, 0, [-200, 30, 0]), angleMatrix(0, 0, 0, [-300, 0, 0])];
const WORDS = WORLD_VERTEX.strideBytes / 4;
const LINKS = Uint32Array.of(10, 11, 12);

function open() {
  const models = BUILT.map((matrix) => ({ matrix, quads: box }));
  const scene = makeBrushMap([wall], models, makeMaterials([{ name: "stone" }]), {
    pvs: oneWayPvs(),
  });
  const packed = packBrushGeometry(scene);
  const states = new BrushStates(scene, packed, LINKS);
  const moment = momentAtStart(scene.brushes!);
  const move = (row: number, matrix: number[]) => moment.worldFromModel.set(matrix, row * 12);
  return { scene, packed, states, moment, move };
}

const flagsOf = ({ words }: BrushStates, row: number) =>
  words[row * BRUSH_STATE.strideWords + BRUSH_STATE.flags];

/** Returns the clusters of a chunk. */
function clustersOf({ scene: { chunks } }: BrushStates, chunk: number): number[] {
  const first = chunks.firstCluster[chunk];
  return [...chunks.clusters.subarray(first, first + chunks.clusterCount[chunk])];
}

const follow = (states: BrushStates, moment: MapMoment | null): boolean => {
  const hasChanged = states.follow(moment);
  states.settle();
  return hasChanged;
};

describe("BrushStates", () => {
  it("changes nothing at the start", () => {
    const { scene, states, moment } = open();
    expect(follow(states, moment)).toBe(false);
    expect(states.scene.chunks.box).toEqual(scene.chunks.box);
    expect(flagsOf(states, 0)).toBe(BRUSH_AT_REST);
  });

  it("puts boxes around the vertices of turned models, an inch wider at most", () => {
    const { scene, packed, states, moment, move } = open();
    const matrix = angleMatrix(20, 50, 10, [90, -20, 5]);
    move(0, matrix);
    expect(follow(states, moment)).toBe(true);
    const floats = new Float32Array(packed.vertices.buffer);
    for (let row = 0; row * BRUSH_VERTEX.strideWords < packed.vertices.length; row++) {
      const at = row * BRUSH_VERTEX.strideWords;
      if (packed.vertices[at + BRUSH_VERTEX.model] !== 0) continue;
      const chunk = Math.floor(packed.vertices[at + BRUSH_VERTEX.word] / WORDS / 4);
      for (let axis = 0; axis < 3; axis++) {
        const [a, b, c, d] = matrix.slice(axis * 4);
        const p = floats.subarray(at + BRUSH_VERTEX.position);
        const placed = a * p[0] + b * p[1] + c * p[2] + d;
        expect(placed).toBeGreaterThan(states.scene.chunks.box[chunk * 6 + axis]);
        expect(placed).toBeLessThan(states.scene.chunks.box[chunk * 6 + 3 + axis]);
      }
    }
    const reach = (axis: number) =>
      [0, 1, 2].reduce((sum, k) => sum + (Math.abs(matrix[axis * 4 + k]) * SIZE[k]) / 2, 0);
    const own = [...scene.brushes!.chunks.subarray(0, 6)];
    for (let axis = 0; axis < 3; axis++) {
      const most = Math.max(...own.map((c) => states.scene.chunks.box[c * 6 + 3 + axis]));
      expect(most).toBeCloseTo(matrix[axis * 4 + 3] + reach(axis), 0);
    }
    expect(scene.chunks.box).not.toEqual(states.scene.chunks.box);
    expect(states.scene.chunks.box.subarray(0, 6)).toEqual(scene.chunks.box.subarray(0, 6));
  });

  it("packs vertices in the space of their model, with their normals", () => {
    const { scene, packed } = open();
    const floats = new Float32Array(packed.vertices.buffer);
    const snorm = (word: number) => [(word << 16) >> 16, word >> 16].map((n) => n / 32767);
    for (let row = 0; row < 24; row++) {
      const at = row * BRUSH_VERTEX.strideWords;
      // Sides follow each other along x, y and z, the front one first.
      const axis = Math.floor(row / 8);
      const side = row % 8 < 4 ? 1 : -1;
      expect(floats[at + BRUSH_VERTEX.position + axis]).toBeCloseTo((SIZE[axis] / 2) * side, 4);
      const [x, y] = snorm(packed.vertices[at + BRUSH_VERTEX.normal]);
      const [z, w] = snorm(packed.vertices[at + BRUSH_VERTEX.normal + 1]);
      expect([x, y, z][axis]).toBeCloseTo(side, 3);
      expect(w).toBe(0);
      expect(snorm(packed.vertices[at + BRUSH_VERTEX.tangent + 1])[1]).toBeCloseTo(-1, 3);
      const word = packed.vertices[at + BRUSH_VERTEX.word];
      const built = new Float32Array(scene.world.vertices.buffer, word * 4);
      expect(floats[at + BRUSH_VERTEX.builtPosition]).toBe(built[0]);
    }
  });

  it("lists the clusters and the leaf where a model is", () => {
    const { scene, states, moment, move } = open();
    const chunk = scene.brushes!.chunks[0];
    move(0, angleMatrix(0, 0, 0, [300, 0, 0]));
    follow(states, moment);
    expect(clustersOf(states, chunk)).toEqual([1]);
    expect(states.changedClusters.end).toBeGreaterThan(states.changedClusters.first);
    expect(states.scene.chunks.leaf[chunk]).toBe(1);
    expect(states.words[BRUSH_STATE.leafLink]).toBe(LINKS[1]);
    // The other model stays.
    expect(clustersOf(states, scene.brushes!.chunks[6])).toEqual([0]);
    move(0, angleMatrix(0, 0, 0, [0, 0, 0]));
    follow(states, moment);
    expect(clustersOf(states, chunk).sort()).toEqual([0, 1]);
    // Half of the box is 10 inches, its margin 41.
    move(0, angleMatrix(0, 0, 0, [300, 0, 0]));
    follow(states, moment);
    move(0, angleMatrix(0, 0, 0, [48, 0, 0]));
    follow(states, moment);
    expect(clustersOf(states, chunk).sort()).toEqual([0, 1]);
  });

  it("looks the clusters up again before a model can leave them", () => {
    const { states, moment, move } = open();
    let lookups = 0;
    for (let x = -400; x <= 400; x++) {
      move(0, angleMatrix(0, x, 0, [x, 0, 0]));
      follow(states, moment);
      if (states.changedClusters.end > 0) lookups++;
      const clusters = clustersOf(states, 1);
      // The box reaches 37.4 inches at most.
      if (x > -10) expect(clusters, `${x}`).toContain(1);
      if (x < 10) expect(clusters, `${x}`).toContain(0);
    }
    expect(lookups).toBeGreaterThan(8);
    expect(lookups).toBeLessThan(80);
  });

  it("hides models, and shows them where they are then", () => {
    const { scene, states, moment, move } = open();
    const chunk = scene.brushes!.chunks[0];
    moment.isHidden[0] = 1;
    follow(states, moment);
    expect(flagsOf(states, 0)).toBe(BRUSH_CHANGED | BRUSH_HIDDEN | BRUSH_AT_REST);
    expect(states.scene.chunks.kind[chunk]).toBe(CHUNK_HIDDEN);
    move(0, angleMatrix(0, 0, 0, [300, 0, 0]));
    follow(states, moment);
    moment.isHidden[0] = 0;
    follow(states, moment);
    expect(states.scene.chunks.kind[chunk]).toBe(CHUNK_BRUSH_MODEL);
    expect(clustersOf(states, chunk)).toEqual([1]);
  });

  it("uploads rows once more without the flag after they changed", () => {
    const { states, moment, move } = open();
    move(1, angleMatrix(0, 0, 0, [-310, 0, 0]));
    follow(states, moment);
    expect(states.changed).toEqual({ first: 1, end: 2 });
    expect(follow(states, moment)).toBe(false);
    move(0, angleMatrix(0, 0, 0, [-210, 0, 0]));
    follow(states, moment);
    expect(states.changed).toEqual({ first: 0, end: 2 });
    expect([flagsOf(states, 0), flagsOf(states, 1)]).toEqual([BRUSH_CHANGED, 0]);
  });

  it("restores the columns bit for bit when all models are back", () => {
    const { scene, states, moment, move } = open();
    const { kind, box: boxes, leaf, clusterCount, firstCluster } = scene.chunks;
    move(0, angleMatrix(20, 50, 10, [90, -20, 5]));
    moment.isHidden[1] = 1;
    follow(states, moment);
    follow(states, null);
    expect(states.scene.chunks).toMatchObject({
      ...{ kind, box: boxes, leaf, clusterCount, firstCluster },
    });
  });
});
