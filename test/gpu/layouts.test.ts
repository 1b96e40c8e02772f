/** Compares offset tables in TypeScript with the structs of the linked WGSL. */

import { describe, expect, it } from "vitest";
import { WgslReflect } from "wgsl_reflect/wgsl_reflect.module.js";
import { linkShader, listShaders } from "../../shaders/link/link-plugin.ts";
import { BEAM_ROW } from "../../src/map/placed/beams.ts";
import { EMITTER_ROW } from "../../src/map/placed/emitters.ts";
import { PARTICLE_ROW, PARTICLE_RUN } from "../../src/map/placed/particles.ts";
import { SPRITE_ROW } from "../../src/map/placed/sprites.ts";
import { LEVEL_BUMPED, LEVEL_FRAMED } from "../../src/map/texture-roles.ts";
import { WORLD_VERTEX } from "../../src/map/world.ts";
import { WORLD_LIGHT_ROW } from "../../src/map/world-lights.ts";
import { BATCH_ARGS, BATCH_ARGS_BYTES } from "../../src/render/chunks/batch-args.ts";
import { CHUNK_ROW } from "../../src/render/chunks/chunk-rows.ts";
import {
  GROUP_TEXTURES,
  SLOT_CUBES,
  TEXTURE_SLOTS,
} from "../../src/render/context/bind-layouts.ts";
import { PART, ROW_STATE } from "../../src/render/cull/cull-table.ts";
import { FRAME_LAYOUT, VIEW_BYTES } from "../../src/render/frame/frame-uniforms.ts";
import { LAMP_UNIFORM } from "../../src/render/lamps/lamp-uniforms.ts";
import { MATERIAL_BLOCK, MATERIAL_ROW } from "../../src/render/materials/material-rows.ts";
import { BRUSH_CHUNK, BRUSH_VERTEX } from "../../src/render/moment/brush-geometry.ts";
import {
  BRUSH_AT_REST,
  BRUSH_CHANGED,
  BRUSH_HIDDEN,
  BRUSH_STATE,
} from "../../src/render/moment/brush-states.ts";
import { MODEL_ROW } from "../../src/render/moment/model-moves.ts";
import { MODEL_CHANGED, MODEL_HIDDEN, MODEL_STATE } from "../../src/render/moment/model-states.ts";
import { BRUSH_ROW } from "../../src/render/moment/moved-view.ts";
import { PROP_ARGS_WORDS } from "../../src/render/props/gather-instances.ts";
import { INSTANCE_ROW } from "../../src/render/props/prop-instances.ts";
import { PROP_ROW } from "../../src/render/props/prop-rows.ts";
import { PULLED_ARGS } from "../../src/render/props/translucent-props.ts";
import { DETAIL_GLOBALS } from "../../src/render/sources/detail-source.ts";
import {
  DETAIL_VERTEX_BUFFERS,
  PROP_VERTEX_BUFFERS,
} from "../../src/render/surfaces/geometry-layouts.ts";
import { WORLD_VERTEX_BUFFERS } from "../../src/render/surfaces/vertex-layouts.ts";
import { TREE_NODE } from "../../src/render/translucent/translucent-list.ts";
import { SKY_LAYOUT, SKY_SIDE_LAYOUT } from "../../src/render/world/sky-draws.ts";

const world = new WgslReflect(await linkShader("surfaces/world.wgsl"));
const props = new WgslReflect(await linkShader("surfaces/props.wgsl"));
const bumpedProps = new WgslReflect(
  await linkShader("surfaces/props.wgsl", { level: LEVEL_BUMPED }),
);
const sky = new WgslReflect(await linkShader("surfaces/sky.wgsl"));
const testRows = await reflectStructs("cull/test-rows.wgsl");
const compactRows = await reflectStructs("cull/compact-rows.wgsl");

/**
 * Reflects only declarations, because the reflector does not support everything in compute shaders.
 */
async function reflectStructs(name: string): Promise<WgslReflect> {
  const code = await linkShader(name);
  return new WgslReflect((code.match(/^(struct [^}]*\}|const [^;]*;)/gm) ?? []).join("\n"));
}

function structOf(module: WgslReflect, name: string): Record<string, number> {
  const struct = module.structs.find((s) => s.name === name);
  if (!struct) throw new Error(`no struct ${name}`);
  return {
    ...Object.fromEntries(struct.members.map((m) => [m.name, m.offset])),
    byteLength: struct.size,
  };
}

describe("struct layouts match the shaders", () => {
  it("for the frame uniforms", () => {
    expect(structOf(world, "Frame")).toEqual(FRAME_LAYOUT);
    expect(structOf(props, "Frame")).toEqual(FRAME_LAYOUT);
  });
  it("for the material row", () => {
    const { strideBytes: blockBytes, ...parts } = MATERIAL_BLOCK;
    expect(structOf(world, "MaterialRow")).toEqual({ ...parts, byteLength: blockBytes });
    const { strideBytes, ...offsets } = MATERIAL_ROW;
    expect(structOf(world, "Material")).toEqual({ ...offsets, byteLength: strideBytes });
  });
  it("for the prop instance row", () => {
    const { strideBytes, ...offsets } = INSTANCE_ROW;
    expect(structOf(props, "Instance")).toEqual({ ...offsets, byteLength: strideBytes });
  });
  it("for the sprite row", async () => {
    const { strideBytes, ...offsets } = SPRITE_ROW;
    const sight = new WgslReflect(await linkShader("screen/glow-sight.wgsl"));
    expect(structOf(sight, "Sprite")).toEqual({ ...offsets, byteLength: strideBytes });
  });
  it("for the beam row", async () => {
    const { strideBytes, ...offsets } = BEAM_ROW;
    const beams = new WgslReflect(await linkShader("surfaces/beams.wgsl"));
    expect(structOf(beams, "Beam")).toEqual({ ...offsets, byteLength: strideBytes });
  });
  it("for the rows of emitters, particles and their runs", async () => {
    const emitters = new WgslReflect(await linkShader("surfaces/emitters.wgsl"));
    const { strideBytes: emitterBytes, ...emitter } = EMITTER_ROW;
    expect(structOf(emitters, "Emitter")).toEqual({ ...emitter, byteLength: emitterBytes });
    const particles = new WgslReflect(await linkShader("surfaces/particles.wgsl"));
    const { strideBytes: particleBytes, ...particle } = PARTICLE_ROW;
    expect(structOf(particles, "Particle")).toEqual({ ...particle, byteLength: particleBytes });
    const { strideBytes: runBytes, ...run } = PARTICLE_RUN;
    expect(structOf(particles, "ParticleRun")).toEqual({ ...run, byteLength: runBytes });
  });
  it("for the world light row", () => {
    const { strideBytes, ...offsets } = WORLD_LIGHT_ROW;
    expect(structOf(props, "WorldLight")).toEqual({ ...offsets, byteLength: strideBytes });
  });
  it("for the lamps", async () => {
    const lit = new WgslReflect(
      await linkShader("surfaces/world.wgsl", { family: "lit", lamp: true }),
    );
    const { strideWords, first, ...words } = LAMP_UNIFORM;
    const offsets = Object.entries(words).map(([name, word]) => [name, word * 4]);
    expect(structOf(lit, "Lamp")).toEqual({
      ...Object.fromEntries(offsets),
      byteLength: strideWords * 4,
    });
    expect(structOf(lit, "Lamps")).toMatchObject({ count: 0, lamps: first * 4 });
  });
  it("for the detail sprite globals and vertices", async () => {
    const details = new WgslReflect(await linkShader("surfaces/details.wgsl"));
    const { byteLength, ...offsets } = structOf(details, "DetailGlobals");
    expect(offsets).toEqual(DETAIL_GLOBALS);
    expect(byteLength).toBe(DETAIL_GLOBALS.lights);
    const inputs = details.entry.vertex[0].inputs.map(({ location }) => location);
    const [{ attributes }] = DETAIL_VERTEX_BUFFERS;
    expect([...attributes].map(({ shaderLocation }) => shaderLocation)).toEqual(inputs);
  });
  it("for bones of 12 floats", () => {
    expect(structOf(props, "Affine")).toEqual({ row0: 0, row1: 16, row2: 32, byteLength: 48 });
  });
  it("for texture slots and the cube bindings after them", async () => {
    const framed = new WgslReflect(
      await linkShader("surfaces/world.wgsl", { level: LEVEL_FRAMED }),
    );
    const cubes = [...framed.textures, ...framed.samplers]
      .filter(({ group, binding }) => group === GROUP_TEXTURES && binding >= SLOT_CUBES)
      .map((resource) => `${resource.binding} ${resource.name}`);
    expect(cubes).toEqual([`${SLOT_CUBES} cubes`, `${SLOT_CUBES + 1} cubeSampler`]);
    expect(framed.textures).toHaveLength(world.textures.length + 1);
    expect(framed.samplers).toHaveLength(world.samplers.length + 1);
    const bindings = [...world.textures, ...world.samplers]
      .filter((resource) => resource.group === GROUP_TEXTURES)
      .map((resource) => `${resource.binding} ${resource.name}`);
    const slots = Array.from({ length: TEXTURE_SLOTS }, (_, slot) => slot);
    expect(bindings.sort()).toEqual(
      [
        ...slots.map((slot) => `${slot} textures${slot}`),
        ...slots.map((slot) => `${TEXTURE_SLOTS + slot} sampler${slot}`),
      ].sort(),
    );
    // With the lightmap and cubemaps, two fewer of each than every device supports.
    expect(world.textures).toHaveLength(13);
    expect(world.samplers).toHaveLength(13);
  });
  it("for compute stages, which use fewer than eight storage buffers", async () => {
    const counts = new Map<string, number>();
    for (const name of listShaders()) {
      const code = await linkShader(name);
      if (!code.includes("@compute")) continue;
      counts.set(name, code.match(/var<storage/g)?.length ?? 0);
    }
    // Culling binds those of the views, too.
    expect(counts.get("cull/test-rows.wgsl")).toBe(7);
    for (const [name, count] of counts) expect(count, name).toBeLessThanOrEqual(7);
  });
  it("for the row states that culling reads and writes", () => {
    for (const module of [testRows, compactRows]) {
      const { strideBytes, ...offsets } = ROW_STATE;
      expect(structOf(module, "RowState")).toEqual({ ...offsets, byteLength: strideBytes });
    }
    for (const module of [testRows, compactRows]) {
      const { strideBytes, ...offsets } = CHUNK_ROW;
      expect(structOf(module, "ChunkRow")).toEqual({ ...offsets, byteLength: strideBytes });
    }
    for (const module of [testRows, compactRows]) {
      const { strideBytes, ...offsets } = PROP_ROW;
      expect(structOf(module, "PropRow")).toEqual({ ...offsets, byteLength: strideBytes });
    }
    expect(structOf(testRows, "Frame")).toEqual(FRAME_LAYOUT);
    expect(structOf(testRows, "ViewSlot").byteLength).toBe(VIEW_BYTES);
  });
  it("for the parts of a cull table", () => {
    const { strideWords, ...words } = PART;
    for (const module of [testRows, compactRows]) {
      const { byteLength, pad0, pad1, ...offsets } = structOf(module, "Part");
      expect(byteLength).toBe(strideWords * 4);
      expect(Object.keys(offsets)).toEqual(Object.keys(words));
      expect(Object.values(offsets)).toEqual(Object.values(words).map((word) => word * 4));
    }
  });
  it("for the brush models that move", async () => {
    const moveVertices = await reflectStructs("moment/move-vertices.wgsl");
    const moveRows = await reflectStructs("moment/move-rows.wgsl");
    const moveModels = await reflectStructs("moment/move-models.wgsl");
    const moveModelRows = await reflectStructs("moment/move-model-rows.wgsl");
    const tables = {
      ...{ BRUSH_STATE, BRUSH_VERTEX, BRUSH_CHUNK, BRUSH_ROW },
      ...{ MODEL_STATE, MODEL_ROW },
    };
    for (const [module, struct, table] of [
      [moveVertices, "BrushState", "BRUSH_STATE"],
      [moveRows, "BrushState", "BRUSH_STATE"],
      [moveVertices, "BrushVertex", "BRUSH_VERTEX"],
      [moveRows, "BrushChunk", "BRUSH_CHUNK"],
      [moveRows, "BrushRow", "BRUSH_ROW"],
      [moveModels, "ModelState", "MODEL_STATE"],
      [moveModelRows, "ModelState", "MODEL_STATE"],
      [moveModelRows, "ModelRow", "MODEL_ROW"],
    ] as const) {
      const { strideWords, ...words } = tables[table];
      const offsets = Object.entries(words).map(([name, word]) => [name, word * 4]);
      expect(structOf(module, struct), struct).toMatchObject({
        ...Object.fromEntries(offsets),
        byteLength: strideWords * 4,
      });
    }
    // The shader declares its flags next to the struct.
    const code = await linkShader("moment/move-rows.wgsl");
    expect(code).toContain(`const BRUSH_CHANGED = ${BRUSH_CHANGED}u;`);
    expect(code).toContain(`const BRUSH_HIDDEN = ${BRUSH_HIDDEN}u;`);
    expect(code).toContain(`const BRUSH_AT_REST = ${BRUSH_AT_REST}u;`);
    const models = await linkShader("moment/move-model-rows.wgsl");
    expect(models).toContain(`const MODEL_CHANGED = ${MODEL_CHANGED}u;`);
    expect(models).toContain(`const MODEL_HIDDEN = ${MODEL_HIDDEN}u;`);
  });
  it("for the draw arguments", async () => {
    const { strideWords, ...words } = BATCH_ARGS;
    const offsets = Object.entries(words).map(([name, word]) => [name, word * 4]);
    expect(structOf(compactRows, "BatchArgs")).toEqual({
      ...Object.fromEntries(offsets),
      byteLength: BATCH_ARGS_BYTES,
    });
    expect(strideWords * 4).toBe(BATCH_ARGS_BYTES);
    // The field order of WebGPU.
    expect(structOf(compactRows, "PropArgs")).toEqual({
      ...{ indexCount: 0, instanceCount: 4, firstIndex: 8, baseVertex: 12, firstInstance: 16 },
      byteLength: PROP_ARGS_WORDS * 4,
    });
    // The shader declares them as constants next to its atomic counters.
    const code = await linkShader("cull/compact-rows.wgsl");
    expect(code).toContain(`const PROP_ARGS_WORDS = ${PROP_ARGS_WORDS}u;`);
    expect(code).toContain(`const PULLED_ARGS_WORDS = ${PULLED_ARGS.strideWords}u;`);
  });
  it("for the leaf tree and the back-to-front list", () => {
    const { strideBytes, ...offsets } = TREE_NODE;
    expect(structOf(testRows, "TreeNode")).toEqual({ ...offsets, byteLength: strideBytes });
    const row = { rank: 0, distance: 4, row: 8, content: 12, byteLength: 16 };
    const mesh = { leafLink: 0, firstIndex: 4, indexCount: 8, batch: 12, byteLength: 16 };
    for (const module of [testRows, compactRows]) {
      expect(structOf(module, "TranslucentRow")).toEqual(row);
      expect(structOf(module, "ListHead")).toMatchObject({ count: 0, turns: 4, byteLength: 8 });
      expect(structOf(module, "TranslucentMesh")).toEqual(mesh);
    }
  });
  it("for the sky sides", () => {
    expect(structOf(sky, "SkySide")).toEqual(SKY_SIDE_LAYOUT);
    expect(structOf(sky, "Sky")).toEqual(SKY_LAYOUT);
  });
});

/** WGSL type of each vertex format. */
const WGSL_TYPES: Partial<Record<GPUVertexFormat, string>> = {
  float32x2: "vec2f",
  float32x3: "vec3f",
  snorm8x4: "vec4f",
  unorm8x4: "vec4f",
  unorm16x4: "vec4f",
  uint8x4: "vec4u",
  uint32: "u32",
  uint32x2: "vec2u",
};

describe("vertex layouts match the shaders", () => {
  for (const [name, module, buffers] of [
    ["world", world, WORLD_VERTEX_BUFFERS],
    ["props", bumpedProps, PROP_VERTEX_BUFFERS],
  ] as const) {
    it(`${name}: every input of the shader has an attribute of its type`, () => {
      const struct = module.structs.find((s) => s.name === "VertexIn")!;
      const inputs = struct.members.map((member) => {
        const location = member.attributes?.find((a) => a.name === "location");
        return [Number(location?.value), member.type.getTypeName()];
      });
      const attributes = buffers.flatMap((buffer) =>
        [...buffer.attributes].map((a) => [a.shaderLocation, WGSL_TYPES[a.format]]),
      );
      expect(attributes).toEqual(inputs);
    });
  }
  it("world positions are the first attribute, where the wireframe reads them", () => {
    expect(WORLD_VERTEX.position).toBe(0);
    expect(WORLD_VERTEX.strideBytes % 4).toBe(0);
  });
});
