/**
 * Bind group layouts. Group 0 is the frame's, 1 a set's (world or props: material rows and what its
 * geometry refers to), 2 a batch's textures. What differs from draw to draw comes by vertex buffer.
 */

export const GROUP_FRAME = 0;
export const GROUP_SET = 1;
export const GROUP_TEXTURES = 2;

export interface BindLayouts {
  readonly frame: GPUBindGroupLayout;
  readonly world: GPUBindGroupLayout;
  readonly props: GPUBindGroupLayout;
  readonly textures: GPUBindGroupLayout;
  readonly skySide: GPUBindGroupLayout;
  readonly wireframe: GPUBindGroupLayout;
  /** One texture that is read texel by texel. */
  readonly picture: GPUBindGroupLayout;
}

export function createBindLayouts(device: GPUDevice): BindLayouts {
  const { VERTEX, FRAGMENT } = GPUShaderStage;
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
  const textureArray = {
    visibility: FRAGMENT,
    texture: { viewDimension: "2d-array" as const },
  };
  const sampler = { visibility: FRAGMENT, sampler: {} };

  return {
    frame: layout("frame", [uniform(VERTEX | FRAGMENT), uniform(FRAGMENT)]),
    world: layout("world", [storage(FRAGMENT), textureArray, sampler]),
    props: layout("props", [
      storage(FRAGMENT),
      storage(VERTEX | FRAGMENT),
      storage(VERTEX),
      storage(VERTEX),
    ]),
    textures: layout("textures", [textureArray, textureArray, sampler]),
    skySide: layout("sky-side", [
      uniform(VERTEX | FRAGMENT),
      { visibility: FRAGMENT, texture: {} },
      sampler,
    ]),
    wireframe: layout("wireframe", [storage(VERTEX), storage(VERTEX)]),
    picture: layout("picture", [
      { visibility: FRAGMENT, texture: { sampleType: "unfilterable-float" } },
    ]),
  };
}
