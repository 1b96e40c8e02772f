/**
 * Bind group layouts. Group 0 is the view's frame block. Group 1 is a set's (material rows and what
 * its geometry refers to). Group 2 is a batch's textures. Group 3 is the picture behind refracting
 * surfaces. Per-draw values come in vertex buffers.
 */

import type { TextureDimension } from "../../core/image.ts";
import { SKY_SIDES } from "../../map/material.ts";
import { MATERIAL_FAMILIES } from "../../map/material-families.ts";

export const GROUP_FRAME = 0;
export const GROUP_SET = 1;
export const GROUP_TEXTURES = 2;
/** The picture so far, for refracting surfaces. */
export const GROUP_BEHIND = 3;

/**
 * Array textures in a bind group of slots, each with a sampler: as many as
 * `shaders/common/material/slots.wgsl` has. With the cubes and the lightmap, this leaves two of the
 * sixteen textures and samplers that every device has.
 */
export const TEXTURE_SLOTS = 12;
/** Binding of the cube array in a group of slots; its sampler follows. */
export const SLOT_CUBES = TEXTURE_SLOTS * 2;

export interface BindLayouts {
  readonly frame: GPUBindGroupLayout;
  /** Uniforms and visible clusters of all views: `shaders/common/cull/views.wgsl`. */
  readonly views: GPUBindGroupLayout;
  readonly world: GPUBindGroupLayout;
  readonly props: GPUBindGroupLayout;
  /** Props whose vertices are pulled by the shader. */
  readonly pulledProps: GPUBindGroupLayout;
  readonly details: GPUBindGroupLayout;
  readonly ropes: GPUBindGroupLayout;
  readonly sprites: GPUBindGroupLayout;
  readonly particles: GPUBindGroupLayout;
  /** One layout per row of `MATERIAL_FAMILIES`: a texture and a sampler per role. */
  readonly families: readonly GPUBindGroupLayout[];
  readonly slots: GPUBindGroupLayout;
  /**
   * Light behind a surface, its sampler, depth behind it, and the mirrored picture:
   * `shaders/common/view/behind.wgsl`.
   */
  readonly behind: GPUBindGroupLayout;
  readonly sky: GPUBindGroupLayout;
  /** Levels of the depth pyramid, for writing. */
  readonly depthPyramid: GPUBindGroupLayout;
  /** Input of a full-screen pass, and a sampler that is linear and clamps. */
  readonly picture: GPUBindGroupLayout;
}

export function createBindLayouts(device: GPUDevice): BindLayouts {
  const { VERTEX, FRAGMENT, COMPUTE } = GPUShaderStage;
  const layout = (name: string, entries: Omit<GPUBindGroupLayoutEntry, "binding">[]) =>
    device.createBindGroupLayout({
      label: `render/${name}`,
      entries: entries.map((entry, binding) => ({ binding, ...entry })),
    });
  const uniform = (visibility: number) => ({ visibility, buffer: { type: "uniform" as const } });
  const storage = (visibility: number) => ({
    visibility,
    buffer: { type: "read-only-storage" as const },
  });
  const arrayOf = (dimension: TextureDimension) => ({
    visibility: FRAGMENT,
    texture: { viewDimension: `${dimension}-array` as const },
  });
  const textureArray = arrayOf("2d");
  const sampler = { visibility: FRAGMENT, sampler: {} };
  const props = [
    // The vertex shader reads material parameters of swaying models.
    storage(VERTEX | FRAGMENT),
    storage(VERTEX | FRAGMENT),
    // Fragments of eyeballs read bones.
    storage(VERTEX | FRAGMENT),
    storage(VERTEX | FRAGMENT),
    // Fragments of bumped materials read lamps.
    storage(VERTEX | FRAGMENT),
  ];

  return {
    frame: layout("frame", [uniform(VERTEX | FRAGMENT | COMPUTE), uniform(VERTEX | FRAGMENT)]),
    views: layout("views", [uniform(COMPUTE), storage(COMPUTE)]),
    world: layout("world", [storage(FRAGMENT), textureArray, sampler]),
    props: layout("props", props),
    pulledProps: layout("pulled-props", [...props, ...new Array(3).fill(storage(VERTEX))]),
    details: layout("details", [storage(FRAGMENT), storage(VERTEX)]),
    ropes: layout("ropes", [storage(FRAGMENT), storage(VERTEX)]),
    sprites: layout("sprites", [storage(FRAGMENT), storage(VERTEX), storage(VERTEX)]),
    particles: layout("particles", [storage(FRAGMENT), ...new Array(4).fill(storage(VERTEX))]),
    families: MATERIAL_FAMILIES.map(({ name, slots, slotRoles }) =>
      device.createBindGroupLayout({
        label: `render/family-${name}`,
        entries: slots.flatMap((slot, i) => [
          { binding: slot * 2, ...arrayOf(slotRoles[i].dimension) },
          { binding: slot * 2 + 1, ...sampler },
        ]),
      }),
    ),
    slots: layout("slots", [
      ...new Array(TEXTURE_SLOTS).fill(textureArray),
      ...new Array(TEXTURE_SLOTS).fill(sampler),
      arrayOf("cube"),
      sampler,
    ]),
    behind: layout("behind", [
      { visibility: FRAGMENT, texture: {} },
      sampler,
      { visibility: FRAGMENT, texture: { sampleType: "unfilterable-float" } },
      { visibility: FRAGMENT, texture: {} },
    ]),
    sky: layout("sky", [
      uniform(VERTEX | FRAGMENT),
      sampler,
      ...SKY_SIDES.map(() => ({ visibility: FRAGMENT, texture: {} })),
    ]),
    depthPyramid: layout("depth-pyramid", [{ visibility: COMPUTE, buffer: { type: "storage" } }]),
    picture: layout("picture", [{ visibility: FRAGMENT, texture: {} }, sampler]),
  };
}
