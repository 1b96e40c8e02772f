/** Tables of offsets in TypeScript against the structs that WGSL makes of the shaders' sources. */

import { describe, expect, it } from "vitest";
import { WgslReflect } from "wgsl_reflect/wgsl_reflect.module.js";
import { linkShader } from "../../shaders/link-plugin.ts";
import { WORLD_VERTEX } from "../../src/map/world.ts";
import { FRAME_LAYOUT } from "../../src/render/frame-uniforms.ts";
import { MATERIAL_ROW } from "../../src/render/material-rows.ts";
import { INSTANCE_ROW } from "../../src/render/prop-instances.ts";
import { SKY_SIDE_LAYOUT } from "../../src/render/sky-pass.ts";
import { PROP_VERTEX_BUFFERS, WORLD_VERTEX_BUFFERS } from "../../src/render/vertex-layouts.ts";

const world = new WgslReflect(await linkShader("world.wgsl"));
const props = new WgslReflect(await linkShader("props.wgsl"));
const sky = new WgslReflect(await linkShader("sky.wgsl"));

function structOf(module: WgslReflect, name: string): Record<string, number> {
  const struct = module.structs.find((s) => s.name === name);
  if (!struct) throw new Error(`no struct ${name}`);
  return {
    ...Object.fromEntries(struct.members.map((m) => [m.name, m.offset])),
    byteLength: struct.size,
  };
}

describe("struct layouts", () => {
  it("frame", () => {
    expect(structOf(world, "Frame")).toEqual(FRAME_LAYOUT);
    expect(structOf(props, "Frame")).toEqual(FRAME_LAYOUT);
  });
  it("material row", () => {
    const { strideBytes, ...offsets } = MATERIAL_ROW;
    expect(structOf(world, "Material")).toEqual({ ...offsets, byteLength: strideBytes });
  });
  it("prop instance row", () => {
    const { strideBytes, ...offsets } = INSTANCE_ROW;
    expect(structOf(props, "Instance")).toEqual({ ...offsets, byteLength: strideBytes });
  });
  it("bones are 12 floats", () => {
    expect(structOf(props, "Affine")).toEqual({ row0: 0, row1: 16, row2: 32, byteLength: 48 });
  });
  it("sky side", () => {
    expect(structOf(sky, "SkySide")).toEqual(SKY_SIDE_LAYOUT);
  });
});

/** What a vertex format becomes in WGSL. */
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

describe("vertex layouts", () => {
  for (const [name, module, buffers] of [
    ["world", world, WORLD_VERTEX_BUFFERS],
    ["props", props, PROP_VERTEX_BUFFERS],
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
  it("positions are where the wireframe reads them: first", () => {
    expect(WORLD_VERTEX.position).toBe(0);
    expect(WORLD_VERTEX.strideBytes % 4).toBe(0);
  });
});
