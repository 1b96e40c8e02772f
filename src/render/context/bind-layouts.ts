/**
 * Bind group layouts. Group 0 is the frame's, 1 a set's (world or props: material rows and what its
 * geometry refers to), 2 a batch's textures, 3 what was drawn behind it. What differs from draw to draw comes by vertex buffer.
 */

import type { TextureDimension } from "../../core/image.ts";
import { SKY_SIDES } from "../../map/material.ts";
import { MATERIAL_FAMILIES } from "../../map/material-families.ts";

export const GROUP_FRAME = 0;
export const GROUP_SET = 1;
export const GROUP_TEXTURES = 2;
/** What was drawn before, for what refracts. */
export const GROUP_BEHIND = 3;

/**
 * Array textures of a bind group of `slots`, each with a sampler: as many as `shaders/common/
 * material/slots.wgsl` has. With the cubes and the lightmap that leaves two of the sixteen of each that every
 * device has.
 */
export const TEXTURE_SLOTS = 12;
/** Binding of the one array of cubes of such a group, and after it its sampler. */
export const SLOT_CUBES = TEXTURE_SLOTS * 2;

export interface BindLayouts {
  readonly frame: GPUBindGroupLayout;
  readonly world: GPUBindGroupLayout;
  readonly props: GPUBindGroupLayout;
  /** Props whose vertices the shader pulls itself. */
  readonly pulledProps: GPUBindGroupLayout;
  readonly details: GPUBindGroupLayout;
  readonly ropes: GPUBindGroupLayout;
  readonly sprites: GPUBindGroupLayout;
  /** Of each row of `MATERIAL_FAMILIES`: a texture and a sampler a role. */
  readonly families: readonly GPUBindGroupLayout[];
  readonly slots: GPUBindGroupLayout;
  /** Light, its sampler and depth of what was drawn behind a surface, and what it mirrors: `shaders/common/view/behind.wgsl`. */
  readonly behind: GPUBindGroupLayout;
  readonly sky: GPUBindGroupLayout;
  /** The levels of the depth pyramid, as they are made. */
  readonly depthPyramid: GPUBindGroupLayout;
  /** The picture before a pass over all of it, and a sampler that is linear inside of its edges. */
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
    // Where a vertex is, of what sways.
    storage(VERTEX | FRAGMENT),
    storage(VERTEX | FRAGMENT),
    // Eyes lie where their bones are, fragment by fragment.
    storage(VERTEX | FRAGMENT),
    storage(VERTEX | FRAGMENT),
    // Of what is bumped, each fragment is lit.
    storage(VERTEX | FRAGMENT),
  ];

  return {
    frame: layout("frame", [uniform(VERTEX | FRAGMENT | COMPUTE), uniform(VERTEX | FRAGMENT)]),
    world: layout("world", [storage(FRAGMENT), textureArray, sampler]),
    props: layout("props", props),
    pulledProps: layout("pulled-props", [...props, ...new Array(3).fill(storage(VERTEX))]),
    details: layout("details", [storage(FRAGMENT), storage(VERTEX)]),
    ropes: layout("ropes", [storage(FRAGMENT), storage(VERTEX)]),
    sprites: layout("sprites", [storage(FRAGMENT), storage(VERTEX), storage(VERTEX)]),
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
