/** The pipelines that show surfaces by a view, each made when something is drawn by it for the first time. */

import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import {
  FORM_PROPS,
  FORM_PULLED_PROPS,
  FORM_WORLD,
  KEY_ANY_FAMILY,
  KIND_MODULATE,
  KIND_TRANSLUCENT,
  keyPart,
  withKeyPart,
} from "../surfaces/pipeline-key.ts";
import { KINDS, PREMULTIPLIED } from "../surfaces/surface-blends.ts";
import { fetchForm } from "../surfaces/surface-forms.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import { sheetLayoutOf } from "./sheet.ts";

/** How much surfaces that blend cover. */
const BLENDED_COVER = 0.4;

/** @param view row of the list of views */
export type ShadedPipelines = (view: number, key: number) => GPURenderPipeline | null;

interface Modules {
  readonly vertex: GPUShaderModule;
  readonly fragment: GPUShaderModule;
}

export const shadedPipelinesOf = oncePerDevice((gpu): ShadedPipelines => {
  const { lazy } = pipelineQueueOf(gpu);
  const made = new Map<number, LazyPipeline<GPURenderPipeline>>();
  const modules = surfaceModules(gpu);
  return (view, key) => {
    const form = keyPart(key, "form");
    if (form !== FORM_WORLD && form !== FORM_PROPS && form !== FORM_PULLED_PROPS) return null;
    const alike = view * 2 ** 32 + withKeyPart(key, "roles", 0);
    let pipeline = made.get(alike);
    if (pipeline === undefined) {
      pipeline = lazy(async () => {
        const made = await modules(form);
        return createRenderPipeline(gpu, await describe(gpu, view, key, made));
      });
      made.set(alike, pipeline);
    }
    return pipeline();
  };
});

/** By form; fetched with the first of it. */
function surfaceModules(gpu: Gpu): (form: number) => Promise<Modules> {
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
  return (form) => (form === FORM_WORLD ? world() : props());
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

async function describe(
  gpu: Gpu,
  view: number,
  key: number,
  { vertex, fragment }: Modules,
): Promise<GPURenderPipelineDescriptor & { label: string }> {
  const form = await fetchForm(keyPart(key, "form"));
  const kind = keyPart(key, "kind");
  const family = keyPart(key, "family");
  const { frame, families, slots, [form.set]: set } = bindLayoutsOf(gpu);
  const isBlended = kind === KIND_TRANSLUCENT || kind === KIND_MODULATE;
  return {
    label: `render/inspect-${view}-${form.name}-${KINDS[kind].name}`,
    layout: gpu.device.createPipelineLayout({
      bindGroupLayouts: [
        ...[frame, set, family === KEY_ANY_FAMILY ? slots : families[family]],
        sheetLayoutOf(gpu),
      ],
    }),
    vertex: { module: vertex, entryPoint: form.entryPoint, buffers: form.buffers },
    fragment: {
      module: fragment,
      entryPoint: "fragmentMain",
      constants: { shownView: view, cover: isBlended ? BLENDED_COVER : 1 },
      targets: [{ format: COLOR_FORMAT, ...(isBlended && { blend: PREMULTIPLIED }) }],
    },
    primitive: { topology: "triangle-list", cullMode: KINDS[kind].cullMode },
    multisample: { count: 2 ** keyPart(key, "samples") },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: !isBlended,
      depthCompare: "greater",
    },
  };
}
