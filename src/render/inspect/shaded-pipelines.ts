/** Pipelines of inspection views, each compiled when it is first needed. */

import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { LEVEL_PLAIN, ROLE_BASE } from "../../map/texture-roles.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import {
  FORM_PROPS,
  FORM_PULLED_PROPS,
  FORM_WORLD,
  KEY_ANY_FAMILY,
  KIND_CUTOUT,
  KIND_MODULATE,
  KIND_TRANSLUCENT,
  keyPart,
  withKeyPart,
} from "../surfaces/pipeline-key.ts";
import { KINDS, PREMULTIPLIED } from "../surfaces/surface-blends.ts";
import { fetchForm } from "../surfaces/surface-forms.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import type { ViewRow } from "./legend.ts";
import { edgeSheetLayoutOf, sheetLayoutOf } from "./sheet.ts";

const ONE: GPUBlendComponent = { srcFactor: "one", dstFactor: "one" };
const ADDED: GPUBlendState = { color: ONE, alpha: ONE };

/** Opacity of translucent surfaces. */
const BLENDED_COVER = 0.4;

/** @param index row of the view in the list */
export type FindShadedPipeline = (
  view: ViewRow,
  index: number,
  key: number,
) => GPURenderPipeline | null;

interface Modules {
  readonly vertex: GPUShaderModule;
  readonly fragment: GPUShaderModule;
}

export const shadedPipelinesOf = oncePerDevice((gpu): FindShadedPipeline => {
  const { lazy } = pipelineQueueOf(gpu);
  const made = new Map<number, LazyPipeline<GPURenderPipeline>>();
  const modules = surfaceModules(gpu);
  return (view, index, key) => {
    const form = keyPart(key, "form");
    const isSurface = form === FORM_WORLD || form === FORM_PROPS || form === FORM_PULLED_PROPS;
    if (!isSurface && view.shading !== "overdraw") return null;
    const alike = index * 2 ** 32 + withKeyPart(key, "roles", 0);
    let pipeline = made.get(alike);
    if (pipeline === undefined) {
      pipeline = lazy(async () => {
        const made = await modules(key, view);
        return createRenderPipeline(gpu, await describe(gpu, view, index, key, made));
      });
      made.set(alike, pipeline);
    }
    return pipeline();
  };
});

/** Returns the shader modules by form, with edges, or for overdraw. Each is loaded on first use. */
function surfaceModules(gpu: Gpu): (key: number, view: ViewRow) => Promise<Modules> {
  const world = once(async () => {
    const { default: code } = await import("../../../shaders/inspect/world.wgsl");
    const module = await createShader(gpu, "render/inspect-world", code);
    return { vertex: module, fragment: module };
  });
  const props = once(async () => {
    const [{ default: vertex }, { default: fragment }] = await Promise.all([
      import("../../../shaders/families/flat.wgsl?surface=props&framed"),
      import("../../../shaders/inspect/props.wgsl"),
    ]);
    return {
      vertex: await createShader(gpu, "render/inspect-props-vertex", vertex),
      fragment: await createShader(gpu, "render/inspect-props", fragment),
    };
  });
  const worldEdges = once(async () => {
    const { default: code } = await import("../../../shaders/inspect/world.wgsl?edges");
    const module = await createShader(gpu, "render/inspect-world-edges", code);
    return { vertex: module, fragment: module };
  });
  const propEdges = once(async () => {
    const [{ default: vertex }, { default: fragment }] = await Promise.all([
      import("../../../shaders/families/flat.wgsl?surface=props&framed&edges"),
      import("../../../shaders/inspect/props.wgsl?edges"),
    ]);
    return {
      vertex: await createShader(gpu, "render/inspect-props-edges-vertex", vertex),
      fragment: await createShader(gpu, "render/inspect-props-edges", fragment),
    };
  });
  const overdraw = once(async () => {
    const { default: code } = await import("../../../shaders/inspect/overdraw.wgsl");
    return createShader(gpu, "render/inspect-overdraw", code);
  });
  const surface = async (key: number, hasEdges: boolean): Promise<Modules> => {
    const form = keyPart(key, "form");
    if (form === FORM_WORLD) return hasEdges ? worldEdges() : world();
    const isModel = form === FORM_PROPS || form === FORM_PULLED_PROPS;
    if (isModel) return hasEdges ? propEdges() : props();
    // Other forms use only their vertex shader.
    const { name, code } = await fetchForm(form);
    const text = await code(keyPart(key, "family"), LEVEL_PLAIN);
    const module = await createShader(gpu, `render/inspect-${name}`, text);
    return { vertex: module, fragment: module };
  };
  return async (key, { shading, hasEdges = false }) => {
    const { vertex, fragment } = await surface(key, hasEdges);
    return { vertex, fragment: shading === "overdraw" ? await overdraw() : fragment };
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** Returns true if the base texture cuts holes into the surface. */
function hasHoles(kind: number, family: number): boolean {
  if (kind !== KIND_CUTOUT || family === KEY_ANY_FAMILY) return false;
  return MATERIAL_FAMILIES[family].slots.includes(ROLE_BASE);
}

async function describe(
  gpu: Gpu,
  view: ViewRow,
  index: number,
  key: number,
  { vertex, fragment }: Modules,
): Promise<GPURenderPipelineDescriptor & { label: string }> {
  const form = await fetchForm(keyPart(key, "form"));
  const kind = keyPart(key, "kind");
  const family = keyPart(key, "family");
  const { frame, families, slots, [form.set]: set } = bindLayoutsOf(gpu);
  const { cullMode } = form.kindOf?.(kind) ?? KINDS[kind];
  // Pulled props know their corners without this.
  const isPulledHere = view.hasEdges === true && keyPart(key, "form") !== FORM_PULLED_PROPS;
  const isOverdraw = view.shading === "overdraw";
  const isBlended = kind === KIND_TRANSLUCENT || kind === KIND_MODULATE;
  const blend = isOverdraw ? ADDED : isBlended ? PREMULTIPLIED : null;
  const leavesDepth = form.kindOf?.(kind)?.leavesDepth ?? isBlended;
  return {
    label: `render/inspect-${view.name}-${form.name}-${KINDS[kind].name}`,
    layout: gpu.device.createPipelineLayout({
      bindGroupLayouts: [
        ...[frame, set, family === KEY_ANY_FAMILY ? slots : families[family]],
        isPulledHere ? edgeSheetLayoutOf(gpu) : sheetLayoutOf(gpu),
      ],
    }),
    vertex: {
      module: vertex,
      entryPoint: isPulledHere ? "vertexEdges" : form.entryPoint,
      // The shader reads the vertices itself.
      buffers: isPulledHere ? [null, ...form.buffers.slice(1)] : form.buffers,
    },
    fragment: {
      module: fragment,
      entryPoint: !isOverdraw && hasHoles(kind, family) ? "fragmentHoles" : "fragmentMain",
      ...(!isOverdraw && {
        constants: { shownView: index, cover: isBlended ? BLENDED_COVER : 1 },
      }),
      targets: [{ format: COLOR_FORMAT, ...(blend && { blend }) }],
    },
    primitive: { topology: "triangle-list", cullMode },
    multisample: { count: 2 ** keyPart(key, "samples") },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: !leavesDepth && view.isThrough !== true,
      depthCompare: view.isThrough ? "always" : "greater",
      ...form.depthBias,
    },
  };
}
