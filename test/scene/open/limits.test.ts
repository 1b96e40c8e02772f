/**
 * Tests that every stage charges the budget before it builds: with exactly a map's costs, and with
 * one less.
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import type { LedgerRow } from "../../../src/core/ledger.ts";
import type { LimitName, Limits } from "../../../src/core/limits.ts";
import { CAST_VERTEX } from "../../../src/map/motion/moving-shadows.ts";
import type { LoadEvent } from "../../../src/scene/open/events.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";

const DEMO = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");

/** Outcome of a limit that is too low: an error, or a warning about a dropped part. */
const OUTCOME: Partial<Record<LimitName, "error" | string>> = {
  materials: "error",
  faceEdges: "error",
  leafFaces: "error",
  surfaces: "error",
  vertices: "error",
  indices: "error",
  displacementVertices: "error",
  luxels: "error",
  clusters: "error",
  entities: "LUMP_ENTITIES",
  entityPairs: "LUMP_ENTITIES",
  visibilityBytes: "LUMP_VISIBILITY",
  primitiveIndices: "LUMP_PRIMITIVES",
  leafBrushes: "LUMP_BRUSHES",
  brushSides: "LUMP_BRUSHES",
  propLeafs: "game lump sprp",
  ambientSamples: "LUMP_LEAF_AMBIENT_LIGHTING",
  lightTests: "LUMP_WORLDLIGHTS",
  rayTests: "LUMP_WORLDLIGHTS",
  unpackedBytes: "error",
};

interface Opened {
  readonly error: FormatError | null;
  readonly leftOut: readonly string[];
  readonly costs: readonly LedgerRow[];
  readonly scene: (LoadEvent & { type: "scene" })["scene"] | null;
  readonly details: (LoadEvent & { type: "detailprops" })["details"] | null;
  readonly decals: (LoadEvent & { type: "decals" })["decals"] | null;
  readonly shadows: (LoadEvent & { type: "shadows" })["shadows"] | null;
}

/** Opens a map up to its props; its textures take long and cost nothing here. */
async function open(map: Uint8Array, limits: Limits = {}): Promise<Opened> {
  const session = openMap(map, [], {
    name: "map",
    side: "hdr",
    textureCompressionBc: true,
    maxTextureDimension: 4096,
    limits,
  });
  let error: FormatError | null = null;
  let scene: Opened["scene"] = null;
  let details: Opened["details"] = null;
  let decals: Opened["decals"] = null;
  let shadows: Opened["shadows"] = null;
  try {
    for await (const event of session.load()) {
      if (event.type === "scene") scene = event.scene;
      if (event.type === "detailprops") details = event.details;
      if (event.type === "decals") decals = event.decals;
      if (event.type === "shadows") shadows = event.shadows;
      if (event.type === "progress" && event.stage === "textures") break;
    }
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown;
    error = thrown;
  }
  const leftOut = session.diagnostics.subjects("over-budget");
  return { error, leftOut, costs: session.costs, scene, details, decals, shadows };
}

/** Indices of the statue's mesh, and its bone. */
const SECOND_POSE = 2496 + 1;

describe("a map opened with limits", () => {
  let map: Uint8Array;
  let whole: Opened;
  let used: Map<LimitName, number>;

  beforeAll(async () => {
    map = new Uint8Array(readFileSync(DEMO));
    whole = await open(map);
    used = new Map(whole.costs.map((row) => [row.name, row.used]));
  });

  it("opens completely without limits and reports its costs", () => {
    expect(whole.error).toBe(null);
    expect(whole.leftOut).toEqual([]);
    const { world, lightmap } = whole.scene!;
    const { quadCount } = whole.details!;
    expect(quadCount).toBeGreaterThan(0);
    const laid = [whole.decals!, whole.shadows!];
    for (const { vertexCount } of laid) expect(vertexCount).toBeGreaterThan(0);
    const moving = whole.shadows!.moving!;
    const cast = moving.vertices.length / CAST_VERTEX.strideBytes;
    expect(cast).toBeGreaterThan(0);
    const vertices = laid.reduce((sum, { vertexCount }) => sum + vertexCount, cast);
    const indices = laid.reduce((sum, set) => sum + set.indices.length, moving.indices.length);
    expect(used.get("vertices")).toBe(world.vertexCount + quadCount * 4 + vertices);
    // The statue has two poses: a static one, and an entity's. The second costs its own.
    const known = world.indices.length + quadCount * 6 + indices + SECOND_POSE;
    expect(used.get("indices")).toBe(known);
    const { width, height, pageCount } = lightmap!;
    expect(used.get("luxels")).toBe(width * height * pageCount);
  });

  const cases = (Object.keys(OUTCOME) as LimitName[]).filter((name) => name !== "unpackedBytes");

  it("opens completely with exactly its own costs as limits", async () => {
    const { error, leftOut } = await open(
      map,
      Object.fromEntries(cases.map((name) => [name, used.get(name)])),
    );
    expect(error).toBe(null);
    expect(leftOut).toEqual([]);
  });

  it.each(cases)("reports that its %s is one too low", async (name) => {
    const count = used.get(name)!;
    expect(count).toBeGreaterThan(0);
    const { error, leftOut } = await open(map, { [name]: count - 1 });
    if (OUTCOME[name] !== "error") {
      expect(error).toBe(null);
      expect(leftOut).toEqual([OUTCOME[name]]);
    } else if (error === null) {
      // The last part to be laid may be the shadows or the props, which can be dropped.
      const isLaid = ["vertices", "indices", "clusters"].includes(name);
      expect(leftOut).toEqual([isLaid ? "shadows of models" : "game lump sprp"]);
    } else {
      expect(error).toMatchObject({ code: "too-large", found: String(count) });
      expect(error.message).toContain(`at most ${count - 1} `);
    }
  });

  it("also enforces limits of 0", async () => {
    const room = makeBsp({ detailProps: true });
    const { costs } = await open(room);
    const names = costs.filter(({ name, used }) => cases.some((one) => one === name) && used > 0);
    expect(names.length).toBeGreaterThan(12);
    for (const { name } of names) {
      const { error, leftOut } = await open(room, { [name]: 0 });
      expect(error !== null || leftOut.length > 0, name).toBe(true);
    }
  });

  it("does not open completely with half its memory", async () => {
    const { error, leftOut } = await open(map, { memoryBytes: used.get("memoryBytes")! / 2 });
    expect(error !== null || leftOut.length > 0).toBe(true);
  });

  it("reports the costs of a generated room as computed by hand", async () => {
    const { costs } = await open(makeBsp());
    const of = (name: LimitName) => costs.find((row) => row.name === name)!.used;
    // Eleven faces of four edges, one of them a displacement of 5 x 5; two leafs of five faces
    // each.
    expect(of("faceEdges")).toBe(44);
    expect(of("displacementVertices")).toBe(25);
    expect(of("leafFaces")).toBe(10);
    // The world's and the brush entity's faces, and the other three blocks of the displacement.
    expect(of("surfaces")).toBe(11 + 1 + 3);
    expect(of("entities")).toBe(3);
    // The world's two, and the placeholder box of its prop.
    expect(of("materials")).toBe(3);
  });

  it("can be relit within the same limits", async () => {
    const both = makeBsp({ light: "both" });
    const { costs } = await open(both);
    const limits = Object.fromEntries(costs.map(({ name, used }) => [name, used]));
    const session = openMap(both, [], {
      name: "map",
      side: "hdr",
      textureCompressionBc: true,
      maxTextureDimension: 4096,
      limits: { luxels: limits.luxels, vertices: limits.vertices, clusters: limits.clusters },
    });
    for await (const event of session.load()) void event;
    for (const side of ["ldr", "hdr", "ldr"] as const) {
      expect((await session.relight(side)).scene.side).toBe(side);
    }
  });

  it("is not unpacked with less than its lumps' unpacked size", async () => {
    const packed = makeBsp({ lzma: ["LUMP_VERTEXES", "LUMP_PLANES"] });
    const { costs } = await open(packed);
    const bytes = costs.find(({ name }) => name === "unpackedBytes")!.used;
    expect(bytes).toBeGreaterThan(0);
    expect((await open(packed, { unpackedBytes: bytes })).error).toBe(null);
    const { error } = await open(packed, { unpackedBytes: bytes - 1 });
    expect(error).toMatchObject({ code: "too-large", where: "LUMP_VERTEXES" });
  });
});
