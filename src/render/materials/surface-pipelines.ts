/**
 * The pipelines of surfaces, each made when something is drawn with it for the first time. That takes
 * long, so until one is ready a plainer one of the same vertices stands in: surfaces are in their mean
 * colours. Pipelines are the device's, whatever renders with them.
 */

import propsCode from "../../../shaders/props.wgsl";
import worldCode from "../../../shaders/world.wgsl";
import { GpuError } from "../../gpu/errors.ts";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/frame-targets.ts";
import {
  FORM_PROPS,
  FORM_PULLED_PROPS,
  FORM_WORLD,
  KIND_CUTOUT,
  KIND_FADING,
  KIND_OPAQUE,
  KIND_ORDERED,
  keyPart,
  pipelineKey,
} from "./pipeline-key.ts";
import { PROP_VERTEX_BUFFERS, WORLD_VERTEX_BUFFERS } from "./vertex-layouts.ts";

interface SurfaceKind {
  readonly name: string;
  readonly fragment: string;
  readonly cullMode: GPUCullMode;
}

const KINDS: Readonly<Record<number, SurfaceKind>> = {
  [KIND_OPAQUE]: { name: "opaque", fragment: "fragmentOpaque", cullMode: "back" },
  [KIND_CUTOUT]: { name: "cutout", fragment: "fragmentCutout", cullMode: "none" },
  [KIND_ORDERED]: { name: "ordered", fragment: "fragmentOrdered", cullMode: "none" },
  [KIND_FADING]: { name: "fading", fragment: "fragmentFading", cullMode: "back" },
};

interface VertexForm {
  readonly name: string;
  readonly code: string;
  /** Layout of the group that is the set's. */
  readonly set: "world" | "props" | "pulledProps";
  readonly entryPoint: string;
  readonly buffers: GPUVertexBufferLayout[];
}

const FORMS: Readonly<Record<number, VertexForm>> = {
  [FORM_WORLD]: {
    name: "world",
    code: worldCode,
    set: "world",
    entryPoint: "vertexMain",
    buffers: WORLD_VERTEX_BUFFERS,
  },
  [FORM_PROPS]: {
    name: "props",
    code: propsCode,
    set: "props",
    entryPoint: "vertexMain",
    buffers: PROP_VERTEX_BUFFERS,
  },
  [FORM_PULLED_PROPS]: {
    name: "pulled-props",
    code: propsCode,
    set: "pulledProps",
    entryPoint: "vertexPulled",
    buffers: [],
  },
};

/** Premultiplied; the target's alpha stays. */
const ORDERED_BLEND: GPUBlendState = {
  color: { srcFactor: "one", dstFactor: "one-minus-src-alpha" },
  alpha: { srcFactor: "zero", dstFactor: "one" },
};

export interface SurfacePipelines {
  /** Goes up with every pipeline that is ready: what was recorded before may have better ones. */
  readonly version: number;
  /** A key's pipeline, or what stands in for it; null: there is nothing to draw with yet. */
  get(key: number): GPURenderPipeline | null;
  /** Resolves when all that were asked for are there. Rejects with a GpuError if one was refused. */
  ready(): Promise<void>;
}

/** The key of what stands in for a pipeline; null: what blends is left out until its own is ready. */
function standInKey(key: number): number | null {
  if (keyPart(key, "kind") === KIND_ORDERED) return null;
  return pipelineKey({
    form: keyPart(key, "form"),
    samples: keyPart(key, "samples"),
    kind: KIND_OPAQUE,
  });
}

export const surfacePipelinesOf = oncePerDevice(createSurfacePipelines);

function createSurfacePipelines(gpu: Gpu): SurfacePipelines {
  const made = new Map<number, GPURenderPipeline>();
  const pending = new Map<number, Promise<void>>();
  const refused: GpuError[] = [];
  const moduleOf = shaderModules(gpu);
  let version = 0;

  async function make(key: number): Promise<void> {
    try {
      made.set(key, await createRenderPipeline(gpu, await describePipeline(gpu, key, moduleOf)));
      version++;
    } catch (error) {
      if (!(error instanceof GpuError)) throw error;
      refused.push(error);
      // A device that was lost says so itself.
      if (!gpu.isLost) gpu.report(error);
    } finally {
      pending.delete(key);
    }
  }

  function ask(key: number): void {
    if (!made.has(key) && !pending.has(key)) pending.set(key, make(key));
  }

  return {
    get version() {
      return version;
    },
    get(key) {
      const pipeline = made.get(key);
      if (pipeline !== undefined) return pipeline;
      ask(key);
      const plain = standInKey(key);
      if (plain === null) return null;
      ask(plain);
      return made.get(plain) ?? null;
    },
    async ready() {
      while (pending.size > 0) await Promise.all(pending.values());
      if (refused.length > 0) throw refused[0];
    },
  };
}

/** The shader modules, each made once. */
function shaderModules(gpu: Gpu): (name: string, code: string) => Promise<GPUShaderModule> {
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
  moduleOf: ReturnType<typeof shaderModules>,
): Promise<GPURenderPipelineDescriptor & { label: string }> {
  const form = FORMS[keyPart(key, "form")];
  const kind = KINDS[keyPart(key, "kind")];
  const slotCount = keyPart(key, "slots");
  const isOrdered = keyPart(key, "kind") === KIND_ORDERED;
  const layouts = bindLayoutsOf(gpu);
  const module = await moduleOf(form.name, form.code);
  return {
    label: `render/${form.name}-${kind.name}-${slotCount}`,
    layout: gpu.device.createPipelineLayout({
      bindGroupLayouts: [layouts.frame, layouts[form.set], layouts.textures],
    }),
    vertex: { module, entryPoint: form.entryPoint, buffers: form.buffers },
    fragment: {
      module,
      entryPoint: kind.fragment,
      constants: { slotCount },
      targets: [{ format: COLOR_FORMAT, ...(isOrdered && { blend: ORDERED_BLEND }) }],
    },
    primitive: { topology: "triangle-list", cullMode: kind.cullMode },
    multisample: { count: 2 ** keyPart(key, "samples") },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: !isOrdered,
      depthCompare: "greater",
    },
  };
}
