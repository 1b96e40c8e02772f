/**
 * The pipelines of surfaces, each made when something is drawn with it for the first time. That takes
 * long, so until one is ready the flat family's stands in, of the same vertices: surfaces are in their
 * mean colours. Pipelines are the device's, whatever renders with them.
 */

import flatWorld from "../../../shaders/families/flat.wgsl?surface=world";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { FAMILY_FLAT, isRareFamily, MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { LEVEL_BUMPED, LEVEL_FRAMED, levelOfRoles } from "../../map/texture-roles.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import {
  type LazyPipeline,
  type PipelineQueue,
  pipelineQueueOf,
} from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import type { SurfaceShaders } from "./family-shaders.ts";
import {
  FORM_DECALS,
  FORM_DETAILS,
  FORM_PROPS,
  FORM_PULLED_PROPS,
  FORM_ROPES,
  FORM_SPRITES,
  FORM_WORLD,
  KEY_ANY_FAMILY,
  KIND_CUTOUT,
  KIND_FADING,
  KIND_MODULATE,
  KIND_OPAQUE,
  KIND_REFRACTING,
  KIND_TRANSLUCENT,
  keyPart,
  pipelineKey,
  withKeyPart,
} from "./pipeline-key.ts";
import {
  DECAL_VERTEX_BUFFERS,
  DETAIL_VERTEX_BUFFERS,
  PROP_VERTEX_BUFFERS,
  WORLD_VERTEX_BUFFERS,
} from "./vertex-layouts.ts";

interface SurfaceKind {
  readonly name: string;
  readonly fragment: string;
  readonly cullMode: GPUCullMode;
  /** null: hides what is behind it. */
  readonly blend: GPUBlendState | null;
  /** Left out: it is drawn with depth writes. */
  readonly leavesDepth?: boolean;
}

/** The target's alpha stays. */
const KEEP_ALPHA: GPUBlendComponent = { srcFactor: "zero", dstFactor: "one" };
const PREMULTIPLIED: GPUBlendState = {
  color: { srcFactor: "one", dstFactor: "one-minus-src-alpha" },
  alpha: KEEP_ALPHA,
};
const MULTIPLIED: GPUBlendState = {
  color: { srcFactor: "dst", dstFactor: "zero" },
  alpha: KEEP_ALPHA,
};

const KINDS: Readonly<Record<number, SurfaceKind>> = {
  [KIND_OPAQUE]: { name: "opaque", fragment: "fragmentOpaque", cullMode: "back", blend: null },
  [KIND_CUTOUT]: { name: "cutout", fragment: "fragmentCutout", cullMode: "none", blend: null },
  [KIND_TRANSLUCENT]: {
    name: "translucent",
    fragment: "fragmentTranslucent",
    cullMode: "none",
    blend: PREMULTIPLIED,
    leavesDepth: true,
  },
  [KIND_FADING]: { name: "fading", fragment: "fragmentFading", cullMode: "back", blend: null },
  [KIND_MODULATE]: {
    name: "modulate",
    fragment: "fragmentModulate",
    cullMode: "none",
    blend: MULTIPLIED,
    leavesDepth: true,
  },
  [KIND_REFRACTING]: {
    name: "refracting",
    fragment: "fragmentRefracting",
    cullMode: "none",
    blend: PREMULTIPLIED,
  },
};

interface VertexForm {
  readonly name: string;
  readonly shader: keyof SurfaceShaders | "details" | "sprites" | "decals" | "ropes";
  /** Layout of the group that is the set's. */
  readonly set: "world" | "props" | "pulledProps" | "details" | "sprites" | "ropes";
  readonly entryPoint: string;
  readonly buffers: GPUVertexBufferLayout[];
  /** Lies on what is drawn already: over it, and hiding nothing. */
  readonly isDecal?: boolean;
}

/**
 * By how much decals are nearer than what they lie on, whose vertices are others and rounded in their own way: in
 * units of the last of a float's 24 bits, and in steps of the depth from pixel to pixel.
 */
const DECAL_BIAS = { depthBias: 512, depthBiasSlopeScale: 0.5 };

const FORMS: Readonly<Record<number, VertexForm>> = {
  [FORM_WORLD]: {
    name: "world",
    shader: "world",
    set: "world",
    entryPoint: "vertexMain",
    buffers: WORLD_VERTEX_BUFFERS,
  },
  [FORM_PROPS]: {
    name: "props",
    shader: "props",
    set: "props",
    entryPoint: "vertexMain",
    buffers: PROP_VERTEX_BUFFERS,
  },
  [FORM_PULLED_PROPS]: {
    name: "pulled-props",
    shader: "props",
    set: "pulledProps",
    entryPoint: "vertexPulled",
    buffers: [],
  },
  [FORM_DETAILS]: {
    name: "details",
    shader: "details",
    set: "details",
    entryPoint: "vertexMain",
    buffers: DETAIL_VERTEX_BUFFERS,
  },
  [FORM_SPRITES]: {
    name: "sprites",
    shader: "sprites",
    set: "sprites",
    entryPoint: "vertexMain",
    buffers: [],
  },
  [FORM_ROPES]: {
    name: "ropes",
    shader: "ropes",
    set: "ropes",
    entryPoint: "vertexMain",
    buffers: [],
  },
  [FORM_DECALS]: {
    name: "decals",
    shader: "decals",
    set: "world",
    entryPoint: "vertexMain",
    buffers: DECAL_VERTEX_BUFFERS,
    isDecal: true,
  },
};

/** Whatever covers is drawn by one kind: as decals fade, all of it blends. */
const DECAL_KIND: SurfaceKind = {
  name: "decal",
  fragment: "fragmentDecal",
  cullMode: "back",
  blend: PREMULTIPLIED,
  leavesDepth: true,
};

/** In a shader's name, by level. */
const LEVEL_NAMES = ["", "framed-", "bumped-"];

export interface SurfacePipelines {
  /** Goes up with every pipeline that is ready: what was recorded before may have better ones. */
  readonly version: number;
  readonly isPictureReady: boolean;
  /** A key's pipeline, or what stands in for it; null: there is nothing to draw with yet. */
  get(key: number): GPURenderPipeline | null;
  /** Makes all that were ever asked for, for so many samples a pixel; resolves when they are there. */
  prepareSamples(samples: number): Promise<void>;
  /** See `PipelineQueue`. */
  readonly ready: PipelineQueue["ready"];
}

/**
 * The key of what stands in for a pipeline; null: what blends is left out until its own is ready, and so are
 * details, which are mostly holes, and decals.
 */
function standInKey(key: number): number | null {
  const form = keyPart(key, "form");
  if (KINDS[keyPart(key, "kind")].blend !== null || form === FORM_DETAILS) return null;
  if (form === FORM_DECALS) return null;
  const samples = keyPart(key, "samples");
  return pipelineKey({ form, samples, kind: KIND_OPAQUE, family: FAMILY_FLAT });
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
      const standIn = standInKey(key);
      return ask(key) ?? (standIn === null ? null : ask(standIn));
    },
    async prepareSamples(samples) {
      for (const key of [...pipelines.keys()]) {
        ask(withKeyPart(key, "samples", Math.log2(samples)));
      }
      await queue.ready();
    },
    ready: queue.ready,
  };
}

type ModuleOf = (name: string, code: string) => Promise<GPUShaderModule>;

/** Shader modules, each made once. */
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

function familyName(family: number): string {
  return family === KEY_ANY_FAMILY ? "any" : MATERIAL_FAMILIES[family].name;
}

async function fetchFlatProps(): Promise<string> {
  return (await import("../../../shaders/families/flat.wgsl?surface=props")).default;
}

async function codeOf(
  family: number,
  shader: VertexForm["shader"],
  level: number,
): Promise<string> {
  if (shader === "details") {
    const { detailShader } = await import("./detail-shaders.ts");
    return detailShader(familyName(family));
  }
  // Sprites and ropes are lit by their vertices, if at all.
  if (shader === "sprites") {
    return (await import("../../../shaders/families/unlit.wgsl?surface=sprites")).default;
  }
  if (shader === "ropes") {
    return (await import("./rope-shaders.ts"))[family === FAMILY_FLAT ? "flat" : "unlit"];
  }
  if (shader === "decals") {
    const { decalShader } = await import("./decal-shaders.ts");
    return decalShader(familyName(family), level);
  }
  if (family === FAMILY_FLAT) return shader === "world" ? flatWorld : fetchFlatProps();
  const name = familyName(family);
  if (isRareFamily(family)) {
    const { rareShaders } = await import("./rare-shaders.ts");
    return (await rareShaders(name))[shader];
  }
  if (level === LEVEL_FRAMED) {
    return (await import("./framed-shaders.ts")).FRAMED_SHADERS[name][shader];
  }
  if (level === LEVEL_BUMPED) {
    return (await import("./bumped-shaders.ts")).BUMPED_SHADERS[name][shader];
  }
  const { anyFamilyShaders, FAMILY_SHADERS } = await import("./family-shaders.ts");
  if (family === KEY_ANY_FAMILY) return anyFamilyShaders[shader];
  return FAMILY_SHADERS[name as keyof typeof FAMILY_SHADERS][shader];
}

async function describePipeline(
  gpu: Gpu,
  key: number,
  moduleOf: ModuleOf,
): Promise<GPURenderPipelineDescriptor & { label: string }> {
  const family = keyPart(key, "family");
  const form = FORMS[keyPart(key, "form")];
  const isCovering = form.isDecal === true && keyPart(key, "kind") !== KIND_MODULATE;
  const kind = isCovering ? DECAL_KIND : KINDS[keyPart(key, "kind")];
  const slotCount = keyPart(key, "slots");
  // Sprites and ropes are of one level, as they show their base texture, and so are rare families.
  const hasLevels = form.shader === "world" || form.shader === "props" || form.shader === "decals";
  const roles = hasLevels && !isRareFamily(family) ? keyPart(key, "roles") : 0;
  const level = levelOfRoles(roles);
  const code = await codeOf(family, form.shader, level);
  const shading = `${LEVEL_NAMES[level]}${familyName(family)}`;
  const name = `${form.name}-${shading}-${kind.name}${slotCount > 0 ? `-${slotCount}` : ""}`;
  const module = await moduleOf(`${form.shader}-${shading}`, code);
  const { frame, families, slots, behind, [form.set]: set } = bindLayoutsOf(gpu);
  const isRefracting = keyPart(key, "kind") === KIND_REFRACTING;
  const samples = 2 ** keyPart(key, "samples");
  // What has holes covers as many samples of a pixel as it covers of it.
  const hasCoverage = samples > 1 && kind === KINDS[KIND_CUTOUT];
  const textures = family === KEY_ANY_FAMILY ? slots : families[family];
  return {
    label: `render/${name}`,
    layout: gpu.device.createPipelineLayout({
      // What stands in binds no textures, so that those of whatever it stands for may be bound.
      bindGroupLayouts: [
        ...[frame, set],
        ...(family === FAMILY_FLAT ? [] : [textures]),
        ...(isRefracting ? [behind] : []),
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
      },
      targets: [{ format: COLOR_FORMAT, ...(kind.blend && { blend: kind.blend }) }],
    },
    primitive: { topology: "triangle-list", cullMode: kind.cullMode },
    multisample: { count: samples, alphaToCoverageEnabled: hasCoverage },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: !kind.leavesDepth,
      depthCompare: "greater",
      ...(form.isDecal && DECAL_BIAS),
    },
  };
}
