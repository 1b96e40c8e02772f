/**
 * Pipelines of projected textures, each compiled when it is first needed: one that adds the light to
 * a kind of surface, and one that draws the depth that a lamp sees.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { FAMILY, hasTrait, isRareFamily, MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { LEVEL_BUMPED, LEVEL_PLAIN } from "../../map/texture-roles.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import type { Shading } from "../draws/shading.ts";
import {
  FORM_DECALS,
  FORM_PROPS,
  FORM_WORLD,
  KEY_ANY_FAMILY,
  KIND_CUTOUT,
  KIND_FADING,
  KIND_OPAQUE,
  keyPart,
  withKeyPart,
} from "../surfaces/pipeline-key.ts";
import { KINDS } from "../surfaces/surface-blends.ts";
import { fetchForm } from "../surfaces/surface-forms.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import { lampShader } from "./lamp-shaders.ts";

/** Pipelines in place of the surfaces' own, by their keys. */
export interface LampPipelines {
  readonly layout: GPUBindGroupLayout;
  readonly light: Shading;
  readonly depth: Shading;
}

/** Textures that a shader stage of every device can read, and those of lamps and lightmaps. */
const MOST_TEXTURES = 16;
const OTHER_TEXTURES = 3;

/**
 * Offset towards the eye, as that of decals: other shaders may round the same vertices differently.
 */
const LIGHT_BIAS = { depthBias: 512, depthBiasSlopeScale: 0.5 };
/** Offset away from the lamp. */
const DEPTH_BIAS = { depthBias: -64, depthBiasSlopeScale: -1.5 };

const KEEP: GPUBlendComponent = { srcFactor: "zero", dstFactor: "one" };
const ADDED: GPUBlendState = { color: { srcFactor: "one", dstFactor: "one" }, alpha: KEEP };

const SHADERS = { [FORM_WORLD]: "world", [FORM_PROPS]: "props", [FORM_DECALS]: "decals" } as const;

export const lampPipelinesOf = oncePerDevice((gpu): LampPipelines => {
  const layout = createLampLayout(gpu);
  const modules = new Map<string, Promise<GPUShaderModule>>();
  const moduleOf = (name: string, code: string) => {
    let module = modules.get(code);
    if (module === undefined) {
      module = createShader(gpu, `render/${name}`, code);
      modules.set(code, module);
    }
    return module;
  };
  const { lazy } = pipelineQueueOf(gpu);
  const cached = (
    describe: (key: number) => Promise<GPURenderPipelineDescriptor & { label: string }>,
    isDrawn: (key: number) => boolean,
    keyOf: (key: number) => number = (key) => key,
  ): Shading => {
    const made = new Map<number, LazyPipeline<GPURenderPipeline>>();
    return {
      isOnly: true,
      wrap: (encoder) => encoder,
      get(asked) {
        const key = keyOf(asked);
        let pipeline = made.get(key);
        if (pipeline === undefined) {
          pipeline = isDrawn(key)
            ? lazy(async () => createRenderPipeline(gpu, await describe(key)))
            : () => null;
          made.set(key, pipeline);
        }
        return pipeline();
      },
    };
  };
  return {
    layout,
    light: cached((key) => describeLight(gpu, layout, key, moduleOf), isLit),
    depth: cached((key) => describeDepth(gpu, key, moduleOf), isCaster, depthKey),
  };
});

function createLampLayout({ device }: Gpu): GPUBindGroupLayout {
  const visibility = GPUShaderStage.FRAGMENT;
  return device.createBindGroupLayout({
    label: "render/lamps",
    entries: [
      { binding: 0, visibility, buffer: { type: "uniform" } },
      { binding: 1, visibility, texture: { viewDimension: "2d-array" } },
      { binding: 2, visibility, sampler: {} },
      { binding: 3, visibility, texture: { sampleType: "depth", viewDimension: "2d-array" } },
      { binding: 4, visibility, sampler: { type: "comparison" } },
    ],
  });
}

/** Whether a kind of surface hides what is behind it. */
function isSolid(key: number): boolean {
  const kind = keyPart(key, "kind");
  return kind === KIND_OPAQUE || kind === KIND_CUTOUT || kind === KIND_FADING;
}

const levelOf = (key: number) => (keyPart(key, "roles") === 0 ? LEVEL_PLAIN : LEVEL_BUMPED);

function isLit(key: number): boolean {
  const form = keyPart(key, "form");
  const family = keyPart(key, "family");
  if (family === KEY_ANY_FAMILY || !(form in SHADERS)) return false;
  if (form !== FORM_DECALS && !isSolid(key)) return false;
  if (MATERIAL_FAMILIES[family].slots.length + OTHER_TEXTURES > MOST_TEXTURES) return false;
  return lampShader(SHADERS[form as keyof typeof SHADERS], family, levelOf(key)) !== null;
}

function isCaster(key: number): boolean {
  const form = keyPart(key, "form");
  return (form === FORM_WORLD || form === FORM_PROPS) && isSolid(key);
}

type ModuleOf = (name: string, code: string) => Promise<GPUShaderModule>;

async function describeLight(
  gpu: Gpu,
  layout: GPUBindGroupLayout,
  key: number,
  moduleOf: ModuleOf,
): Promise<GPURenderPipelineDescriptor & { label: string }> {
  const family = keyPart(key, "family");
  const form = await fetchForm(keyPart(key, "form"));
  const shader = SHADERS[keyPart(key, "form") as keyof typeof SHADERS];
  const level = levelOf(key);
  const code = await lampShader(shader, family, level)!();
  const name = `lamps-${form.name}-${MATERIAL_FAMILIES[family].name}`;
  const module = await moduleOf(name, code);
  const { frame, families, [form.set]: set } = bindLayoutsOf(gpu);
  const hasLevels = level === LEVEL_BUMPED && !isRareFamily(family);
  return {
    label: `render/${name}`,
    layout: gpu.device.createPipelineLayout({
      bindGroupLayouts: [frame, set, family === FAMILY.flat ? null : families[family], layout],
    }),
    vertex: { module, entryPoint: form.entryPoint, buffers: form.buffers },
    fragment: {
      module,
      entryPoint: "fragmentLamp",
      constants: {
        ...(hasLevels && { shownRoles: keyPart(key, "roles") }),
        ...(hasTrait(family, "patterned") && { isTuft: keyPart(key, "roles") }),
      },
      targets: [{ format: COLOR_FORMAT, blend: ADDED }],
    },
    primitive: { topology: "triangle-list", cullMode: kindOf(form, key).cullMode },
    multisample: { count: 2 ** keyPart(key, "samples") },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: false,
      depthCompare: "greater-equal",
      ...(form.depthBias ?? LIGHT_BIAS),
    },
  };
}

async function describeDepth(
  gpu: Gpu,
  key: number,
  moduleOf: ModuleOf,
): Promise<GPURenderPipelineDescriptor & { label: string }> {
  const family = keyPart(key, "family");
  const form = await fetchForm(keyPart(key, "form"));
  const kind = kindOf(form, key);
  const hasHoles = keyPart(key, "kind") === KIND_CUTOUT;
  // Vertices of most families are where the flat one has them.
  const isOwn = hasHoles || isRareFamily(family);
  const code = await form.code(isOwn ? family : FAMILY.flat, LEVEL_PLAIN);
  const name = `lamp-depth-${form.name}-${isOwn ? MATERIAL_FAMILIES[family].name : "flat"}`;
  const module = await moduleOf(name, code);
  const { frame, families, [form.set]: set } = bindLayoutsOf(gpu);
  return {
    label: `render/${name}`,
    layout: gpu.device.createPipelineLayout({
      bindGroupLayouts: [frame, set, ...(hasHoles ? [families[family]] : [])],
    }),
    vertex: { module, entryPoint: form.entryPoint, buffers: form.buffers },
    ...(hasHoles && { fragment: { module, entryPoint: kind.fragment, targets: [] } }),
    primitive: { topology: "triangle-list", cullMode: kind.cullMode },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: true,
      depthCompare: "greater",
      ...DEPTH_BIAS,
    },
  };
}

function kindOf(form: Awaited<ReturnType<typeof fetchForm>>, key: number) {
  const kind = keyPart(key, "kind");
  return form.kindOf?.(kind) ?? KINDS[kind];
}

/** Returns the key without what depth pipelines have in common: one sample, and no roles. */
function depthKey(key: number): number {
  return withKeyPart(withKeyPart(key, "samples", 0), "roles", 0);
}
