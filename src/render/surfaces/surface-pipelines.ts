/**
 * Surface pipelines, each compiled when it is first needed. Until one is ready, the flat family's
 * pipeline for the same vertices replaces it where that is faster, so surfaces have their mean
 * colours. All renderers of a device share them.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { FAMILY, hasTrait, isRareFamily } from "../../map/material-families.ts";
import { LEVEL_BUMPED, levelOfRoles } from "../../map/texture-roles.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import {
  type LazyPipeline,
  type PipelineQueue,
  pipelineQueueOf,
} from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import {
  FORM_DECALS,
  FORM_DETAILS,
  FORM_EMITTERS,
  FORM_PARTICLES,
  FORM_PULLED_PROPS,
  FORM_WORLD,
  familyName,
  isSoftKey,
  KEY_ANY_FAMILY,
  KIND_CUTOUT,
  KIND_OPAQUE,
  KIND_REFRACTING,
  keyPart,
  pipelineKey,
  withKeyPart,
} from "./pipeline-key.ts";
import { KINDS } from "./surface-blends.ts";
import { fetchForm } from "./surface-forms.ts";

/** Vertex forms whose translucent surfaces can read the depth behind them. */
const SOFT_FORMS: readonly number[] = [
  FORM_WORLD,
  FORM_PULLED_PROPS,
  FORM_EMITTERS,
  FORM_PARTICLES,
];

/** Parts of shader names, by level. */
const LEVEL_NAMES = ["", "framed-", "bumped-"];

export interface SurfacePipelines {
  /**
   * Increases with every pipeline that is ready: bundles recorded before may use a replacement for
   * it.
   */
  readonly version: number;
  readonly isPictureReady: boolean;
  /** Returns a key's pipeline or its replacement; `null` if neither is ready. */
  get(key: number): GPURenderPipeline | null;
  /**
   * Compiles all pipelines requested so far for another number of samples per pixel. Resolves when
   * they are ready.
   */
  prepareSamples(samples: number): Promise<void>;
  /** Keys requested so far. */
  keys(): Iterable<number>;
  /** See `PipelineQueue`. */
  readonly ready: PipelineQueue["ready"];
}

/**
 * Returns the key of a pipeline's replacement. Returns `null` for translucent surfaces, decals, and
 * details (which are mostly holes): they are hidden until their pipeline is ready.
 */
function standInKey(key: number): number | null {
  const form = keyPart(key, "form");
  if (KINDS[keyPart(key, "kind")].blend !== null || form === FORM_DETAILS) return null;
  if (form === FORM_DECALS) return null;
  const samples = keyPart(key, "samples");
  return pipelineKey({ form, samples, kind: KIND_OPAQUE, family: FAMILY.flat });
}

export const surfacePipelinesOf = oncePerDevice(createSurfacePipelines);

function createSurfacePipelines(gpu: Gpu): SurfacePipelines {
  const queue = pipelineQueueOf(gpu);
  const pipelines = new Map<number, LazyPipeline<GPURenderPipeline>>();
  const moduleOf = shaderModules(gpu);

  function ask(key: number): GPURenderPipeline | null {
    let pipeline = pipelines.get(key);
    if (pipeline === undefined) {
      pipeline = queue.lazy(async () =>
        createRenderPipeline(gpu, await describePipeline(gpu, key, moduleOf)),
      );
      pipelines.set(key, pipeline);
    }
    return pipeline();
  }

  return {
    get version() {
      return queue.version;
    },
    get isPictureReady() {
      return queue.isPictureReady;
    },
    get(key) {
      const own = ask(key);
      if (own !== null) return own;
      const standIn = standInKey(key);
      if (standIn === null) return null;
      // Shaders of rare families are fetched; others are ready as soon as a replacement, which only
      // the world always needs, because it is drawn before its materials.
      const isFaster = keyPart(key, "form") === FORM_WORLD || isRareFamily(keyPart(key, "family"));
      return isFaster || pipelines.has(standIn) ? ask(standIn) : null;
    },
    async prepareSamples(samples) {
      for (const key of [...pipelines.keys()]) {
        ask(withKeyPart(key, "samples", Math.log2(samples)));
      }
      await queue.ready();
    },
    keys: () => pipelines.keys(),
    ready: queue.ready,
  };
}

type ModuleOf = (name: string, code: string) => Promise<GPUShaderModule>;

/** Returns a cache of shader modules by their code. */
function shaderModules(gpu: Gpu): ModuleOf {
  const modules = new Map<string, Promise<GPUShaderModule>>();
  return (name, code) => {
    let module = modules.get(code);
    if (module === undefined) {
      module = createShader(gpu, `render/${name}`, code);
      modules.set(code, module);
    }
    return module;
  };
}

async function describePipeline(
  gpu: Gpu,
  key: number,
  moduleOf: ModuleOf,
): Promise<GPURenderPipelineDescriptor & { label: string }> {
  const family = keyPart(key, "family");
  const form = await fetchForm(keyPart(key, "form"));
  const kind = form.kindOf?.(keyPart(key, "kind")) ?? KINDS[keyPart(key, "kind")];
  const slotCount = keyPart(key, "slots");
  // Rare families have one level each.
  const roles = form.hasLevels && !isRareFamily(family) ? keyPart(key, "roles") : 0;
  const level = levelOfRoles(roles);
  const code = await form.code(family, level);
  const shading = `${LEVEL_NAMES[level]}${familyName(family)}`;
  const name = `${form.name}-${shading}-${kind.name}${slotCount > 0 ? `-${slotCount}` : ""}`;
  const module = await moduleOf(`${form.shader}-${shading}`, code);
  const { frame, families, slots, behind, [form.set]: set } = bindLayoutsOf(gpu);
  const isRefracting = keyPart(key, "kind") === KIND_REFRACTING;
  const isSoft = isSoftKey(key) && SOFT_FORMS.includes(keyPart(key, "form"));
  const samples = 2 ** keyPart(key, "samples");
  // Alpha to coverage: cut-out surfaces cover samples of a pixel by their alpha.
  const hasCoverage = samples > 1 && kind === KINDS[KIND_CUTOUT];
  const textures = family === KEY_ANY_FAMILY ? slots : families[family];
  return {
    label: `render/${name}`,
    layout: gpu.device.createPipelineLayout({
      // The flat family binds no textures, so the textures of the replaced pipeline may stay bound.
      bindGroupLayouts: [
        ...[frame, set],
        ...(family === FAMILY.flat ? [] : [textures]),
        ...(isRefracting || isSoft ? [behind] : []),
      ],
    }),
    vertex: { module, entryPoint: form.entryPoint, buffers: form.buffers },
    fragment: {
      module,
      entryPoint: kind.fragment,
      constants: {
        ...(slotCount > 0 && { slotCount }),
        ...(hasCoverage && { alphaToCoverage: 1 }),
        ...(level === LEVEL_BUMPED && { shownRoles: roles }),
        ...(hasTrait(family, "patterned") && { isTuft: keyPart(key, "roles") }),
      },
      targets: [{ format: COLOR_FORMAT, ...(kind.blend && { blend: kind.blend }) }],
    },
    primitive: { topology: "triangle-list", cullMode: kind.cullMode },
    multisample: { count: samples, alphaToCoverageEnabled: hasCoverage },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: !kind.leavesDepth,
      depthCompare: "greater",
      ...form.depthBias,
    },
  };
}
