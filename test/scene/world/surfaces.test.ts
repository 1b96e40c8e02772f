import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { DFACE } from "../../../src/formats/bsp/records/faces.ts";
import { MODELS } from "../../../src/formats/bsp/records/tree.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { CHUNK_BRUSH_MODEL } from "../../../src/map/world.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { foldEntities } from "../../support/hostile/entities.ts";
import { HostileMap } from "../../support/hostile/hostile-map.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";

function build(bytes: Uint8Array): { scene: MapScene; warnings: string[] } {
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(bytes, diagnostics);
  const scene = buildMapScene(makeMapParts("room", bsp, diagnostics), "ldr", diagnostics);
  const over = diagnostics.warnings.filter(({ code }) => code === "over-budget");
  return { scene, warnings: over.map(({ message }) => message) };
}

function countModelTriangles({ chunks }: MapScene): number {
  let indices = 0;
  for (let row = 0; row < chunks.count; row++) {
    if (chunks.kind[row] === CHUNK_BRUSH_MODEL) indices += chunks.indexCount[row];
  }
  return indices / 3;
}

/** Builds a brush entity with the room's first face 40 times, changed in every row by `edit`. */
function foldFaces(edit: { [column in "texinfo" | "edgeCount"]?: (row: number) => number }) {
  const map = new HostileMap();
  const roomFaces = map.rows("LUMP_FACES", DFACE).count;
  map.fold("LUMP_FACES", DFACE, 40, edit, { isAppended: true });
  map.edit("LUMP_MODELS", MODELS[0], {
    firstFace: (model) => (model === 0 ? 0 : roomFaces),
    faceCount: (model) => (model === 0 ? roomFaces : 40),
  });
  map.putText('{\n"classname" "worldspawn"\n}\n{\n"classname" "func_brush"\n"model" "*1"\n}\n');
  return map.done();
}

describe("listSurfaces", () => {
  it("draws model faces that share edges and texture once, with one warning", () => {
    const { scene, warnings } = build(foldFaces({}));
    expect(countModelTriangles(scene)).toBe(2);
    expect(warnings).toEqual([expect.stringMatching(/^39 faces are left out/)]);
  });

  it("draws faces with other edges or another texture", () => {
    const edges = build(foldFaces({ edgeCount: (row) => 3 + (row % 2) }));
    expect(countModelTriangles(edges.scene)).toBe(1 + 2);
    expect(edges.warnings).toEqual([expect.stringMatching(/^38 faces are left out/)]);
    const textures = build(foldFaces({ texinfo: (row) => row % 2 }));
    expect(countModelTriangles(textures.scene)).toBe(2 + 2);
  });

  it("draws brush entities at one place once, whatever their number", () => {
    const { scene, warnings } = build(foldEntities(1000, 3000));
    expect(countModelTriangles(scene)).toBe(2);
    expect(warnings).toEqual([
      expect.stringMatching(/^999 brush entities are left out/),
      expect.stringMatching(/^2999 faces are left out/),
    ]);
  });

  it("leaves a map of separate faces unchanged", () => {
    expect(build(new HostileMap().done()).warnings).toEqual([]);
  });
});
