import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { momentAtStart } from "../../../src/map/motion/brush-models.ts";
import { CHUNK_HIDDEN } from "../../../src/map/world.ts";
import { packBrushGeometry } from "../../../src/render/moment/brush-geometry.ts";
import { BrushStates } from "../../../src/render/moment/brush-states.ts";
import { placeBrushModels } from "../../../src/scene/brushes/brush-models.ts";
import { placeHiddenModels } from "../../../src/scene/brushes/hidden-models.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";
import { makeEntity } from "./make-entity.ts";

const room = parseBsp(makeBsp());
const world = makeEntity({ classname: "worldspawn" });
const brush = { classname: "func_brush", model: "*1", targetname: "wall", StartDisabled: "1" };

function place(ledger: Ledger, diagnostics: Diagnostics, ...listed: Record<string, string>[]) {
  const bsp = { ...room, entities: [world, ...listed.map(makeEntity)] };
  return placeHiddenModels(bsp, placeBrushModels(bsp), diagnostics, ledger);
}
const entitiesOf = (...listed: Record<string, string>[]) =>
  place(new Ledger(), new Diagnostics(), ...listed).map(({ entity }) => entity);

describe("placeHiddenModels", () => {
  it("lists named brush entities that are hidden at the start", () => {
    expect(entitiesOf(brush)).toEqual([1]);
    expect(entitiesOf({ ...brush, StartDisabled: "0", effects: "32" })).toEqual([1]);
    const wall = { ...brush, classname: "func_wall_toggle", StartDisabled: "0" };
    expect(entitiesOf({ ...wall, spawnflags: "1" })).toEqual([1]);
    expect(entitiesOf({ ...wall, spawnflags: "0" })).toEqual([]);
    const template = { classname: "point_template", Template01: "wall" };
    expect(entitiesOf({ ...brush, StartDisabled: "0" }, template)).toEqual([1]);
  });

  it("leaves out entities that nothing can show, and models that are placed", () => {
    expect(entitiesOf({ ...brush, targetname: "" })).toEqual([]);
    expect(entitiesOf({ ...brush, classname: "trigger_multiple" })).toEqual([]);
    expect(entitiesOf({ ...brush, rendermode: "10" })).toEqual([]);
    expect(entitiesOf(brush, { ...brush, targetname: "other" })).toEqual([1]);
    expect(entitiesOf(brush, { ...brush, StartDisabled: "0" })).toEqual([]);
  });

  it("leaves out models over the budget with a warning", () => {
    const diagnostics = new Diagnostics();
    expect(place(new Ledger({ surfaces: 1 }), diagnostics, brush)).toEqual([]);
    expect(diagnostics.warnings.map(({ message }) => message).join()).toMatch(/^1 hidden brush/);
  });
});

describe("a scene with a hidden brush model", () => {
  const path = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");
  const demo = parseBsp(new Uint8Array(readFileSync(path)));
  const build = (...listed: Record<string, string>[]) => {
    const rest = demo.entities.filter((entity) => !entity.get("model")?.startsWith("*"));
    const bsp = { ...demo, entities: [...rest, ...listed.map(makeEntity)] };
    const diagnostics = new Diagnostics();
    return buildMapScene(makeMapParts("demo", bsp, diagnostics), "hdr", diagnostics);
  };
  const without = build();
  const scene = build(brush);

  it("draws what a scene without the entity draws", () => {
    const { count, box, material, indexCount } = scene.chunks;
    expect(count).toBe(without.chunks.count);
    expect(box.subarray(0, count * 6)).toEqual(without.chunks.box);
    expect(material.subarray(0, count)).toEqual(without.chunks.material);
    expect(indexCount.subarray(0, count)).toEqual(without.chunks.indexCount);
    expect(scene.bounds).toEqual(without.bounds);
    const { vertices } = without.world;
    expect(scene.world.vertices.subarray(0, vertices.length)).toEqual(vertices);
  });

  it("has the model after everything that is drawn", () => {
    const { count, kind } = scene.chunks;
    const brushes = scene.brushes!;
    expect([...brushes.isHidden]).toEqual([1]);
    expect([...brushes.chunks]).toEqual(
      Array.from({ length: kind.length - count }, (_, i) => count + i),
    );
    expect(brushes.chunks.length).toBeGreaterThan(0);
    for (const chunk of brushes.chunks) expect(kind[chunk]).toBe(CHUNK_HIDDEN);
  });

  it("draws the model when a moment shows it", () => {
    const states = new BrushStates(scene, packBrushGeometry(scene), new Uint32Array(99));
    const moment = momentAtStart(scene.brushes!);
    expect(states.follow(moment)).toBe(false);
    moment.isHidden[0] = 0;
    expect(states.follow(moment)).toBe(true);
    states.settle();
    const { count, kind } = states.scene.chunks;
    expect(count).toBe(kind.length);
    expect(kind).not.toContain(CHUNK_HIDDEN);
  });
});
