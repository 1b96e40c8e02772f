/**
 * Adds the light of projected textures to a picture: one more draw of the surfaces in view, after
 * their own light, in pipelines that return the added light alone. Loaded with the first map that
 * has such lamps, or with a flashlight.
 */

import { GpuError } from "../../gpu/errors.ts";
import { createBuffer, createTexture, destroyBuffer, destroyTexture } from "../../gpu/resources.ts";
import { LAMP } from "../../map/motion/lamp-row.ts";
import { LAMP_SHADOWS, type LampRows, type LampSet } from "../../map/motion/lamps.ts";
import { GROUP_BEHIND, GROUP_FRAME } from "../context/bind-layouts.ts";
import { PHASE_EARLY, PHASE_LATE } from "../cull/cull-pipelines.ts";
import { type DrawEncoder, type RecordedDraws, recordDraws } from "../draws/recorded-draws.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { FrameMoment } from "../frame/frame-uniforms.ts";
import { LAMPS_AT_ONCE } from "../shader-constants.ts";
import { withKeyPart } from "../surfaces/pipeline-key.ts";
import { DEPTH_FORMAT } from "../targets/formats.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { VARIANT_LATE, type ViewDraws } from "../views/view-draws.ts";
import { DepthView } from "./depth-view.ts";
import { Flashlight } from "./flashlight.ts";
import { lampPipelinesOf } from "./lamp-pipelines.ts";
import { chooseLamps } from "./lamp-rows.ts";
import { createLampTextures, type LampTextures } from "./lamp-textures.ts";
import { LAMP_SCALE, LampUniforms } from "./lamp-uniforms.ts";
import type { Lamps } from "./lamps.ts";

/** Edge of a lamp's depth in texels: the engine's `r_flashlightdepthres`. */
const DEPTH_EDGE = 1024;
const SOFTWARE_DEPTH_EDGE = 512;

const NO_LAMPS: LampRows = { version: -1, count: 0, rows: new Float32Array(0), textures: [] };

/** @throws GpuError `limit` */
export function createLamps(job: FrameJob): Lamps {
  const { context } = job;
  const { gpu } = context;
  const { device } = gpu;
  const pipelines = lampPipelinesOf(gpu);
  const edge = gpu.isSoftware ? SOFTWARE_DEPTH_EDGE : DEPTH_EDGE;
  const uniforms = new LampUniforms();
  const { UNIFORM, COPY_DST } = GPUBufferUsage;
  const size = uniforms.words.byteLength;
  const buffer = createBuffer(gpu, "render/lamps", "frame", UNIFORM | COPY_DST, size);
  const linear = { magFilter: "linear", minFilter: "linear" } as const;
  const sampler = device.createSampler({
    label: "render/lamps",
    ...linear,
    mipmapFilter: "linear",
  });
  const compare = "greater-equal";
  const comparison = device.createSampler({ label: "render/lamp-depth", ...linear, compare });
  const { RENDER_ATTACHMENT, TEXTURE_BINDING } = GPUTextureUsage;
  /** Bound while no lamp casts shadows. */
  const noDepth = createDepth(1, 1);

  const chosen = new Uint32Array(LAMPS_AT_ONCE);
  const distance = new Float64Array(LAMPS_AT_ONCE);
  const chosenNow = Array.from({ length: LAMPS_AT_ONCE }, (_, i) => chosen.subarray(0, i + 1));
  let textures: LampTextures | null = null;
  let texturesOf: LampSet | null | undefined;
  let depth = noDepth;
  let views: readonly DepthView[] = [];
  /** Views whose depth is drawn in this frame. */
  const due: DepthView[] = [];
  /** Row that each view's depth was drawn from, and the state of the map then. */
  const drawnRows = new Float32Array(LAMPS_AT_ONCE * LAMP.strideFloats);
  const drawnAt = new Float64Array(LAMPS_AT_ONCE);
  const state = new DepthState();
  const hand = new Flashlight();
  let bindGroup: GPUBindGroup | null = null;
  let isLit = false;
  let drawnOf: ViewDraws | null = null;
  let solid: RecordedDraws | null = null;
  let over: RecordedDraws | null = null;

  function createDepth(layers: number, width: number): GPUTexture {
    return createTexture(gpu, "render/lamp-depth", "shadows", {
      ...{ format: DEPTH_FORMAT, width, height: width, layers },
      usage: RENDER_ATTACHMENT | TEXTURE_BINDING,
    });
  }

  function followTextures(set: LampSet | null): void {
    if (texturesOf === set) return;
    textures?.destroy();
    textures = createLampTextures(gpu, set);
    texturesOf = set;
    bindGroup = null;
  }

  function forgetDepths(): void {
    for (const view of views) view.forget();
    if (depth !== noDepth) destroyTexture(gpu, depth);
    depth = noDepth;
    views = [];
    bindGroup = null;
  }

  /** Makes room for the depth of as many lamps as the map has, up to those that are shown at once. */
  function followDepths(count: number): void {
    const wanted = Math.min(count, LAMPS_AT_ONCE);
    if (views.length >= wanted) return;
    forgetDepths();
    depth = createDepth(wanted, edge);
    views = Array.from({ length: wanted }, (_, layer) => {
      const layers = { baseArrayLayer: layer, arrayLayerCount: 1 } as const;
      const target = depth.createView({ dimension: "2d", ...layers });
      return new DepthView(context, target, edge);
    });
    drawnAt.fill(-1);
  }

  function followGroup(): void {
    if (bindGroup !== null || textures === null) return;
    bindGroup = device.createBindGroup({
      label: "render/lamps",
      layout: pipelines.layout,
      entries: [
        { binding: 0, resource: { buffer } },
        { binding: 1, resource: textures.view },
        { binding: 2, resource: sampler },
        { binding: 3, resource: depth.createView({ dimension: "2d-array" }) },
        { binding: 4, resource: comparison },
      ],
    });
    solid = over = null;
  }

  /** Returns the layer of a lamp's depth, and adds its view if the depth is old; -1 for none. */
  function depthLayer(
    slot: number,
    map: MapDraws,
    lamps: LampRows,
    row: number,
    moment: FrameMoment,
    add: (draws: ViewDraws) => void,
  ): number {
    const at = row * LAMP.strideFloats;
    if ((lamps.rows[at + LAMP.flags] & LAMP_SHADOWS) === 0) return -1;
    const view = views[slot];
    let isOld = drawnAt[slot] !== state.version;
    const own = slot * LAMP.strideFloats;
    for (let i = 0; i < LAMP.strideFloats; i++) {
      if (drawnRows[own + i] !== lamps.rows[at + i]) isOld = true;
      drawnRows[own + i] = lamps.rows[at + i];
    }
    if (isOld) {
      const draws = view.look(map, lamps, row, moment);
      if (draws === null) return -1;
      add(draws);
      due.push(view);
      drawnAt[slot] = state.version;
    }
    return slot;
  }

  function writeSlot(
    slot: number,
    map: MapDraws,
    lamps: LampRows,
    row: number,
    moment: FrameMoment,
    add: (draws: ViewDraws) => void,
  ): void {
    const layer = textures!.layerOf(lamps.textures[row]);
    const scale = LAMP_SCALE[map.scene.side ?? "ldr"];
    const layerOfDepth = depthLayer(slot, map, lamps, row, moment, add);
    uniforms.write(slot, lamps, row, { scale, layer, depth: layerOfDepth, edge });
  }

  function encode(
    encoder: DrawEncoder,
    { sets, frame }: ViewDraws,
    variant: number,
    isOver: boolean,
  ): void {
    encoder.setBindGroup(GROUP_FRAME, frame);
    encoder.setBindGroup(GROUP_BEHIND, bindGroup);
    const phases = (variant & VARIANT_LATE) === 0 ? 1 : 2;
    for (const set of sets) {
      if (((variant >> set.number) & 1) === 0) continue;
      if (isOver ? set.pass !== "decals" : set.pass !== "world" && set.pass !== "props") continue;
      // Decals are found in one phase.
      if (isOver) set.encode(encoder, phases === 1 ? PHASE_EARLY : PHASE_LATE);
      else for (let phase = PHASE_EARLY; phase < phases; phase++) set.encode(encoder, phase);
    }
  }

  function record(draws: ViewDraws): void {
    if (drawnOf === draws && solid !== null) return;
    drawnOf = draws;
    solid = recordDraws(context, "render/lamps", (encoder, variant) =>
      encode(encoder, draws, variant, false),
    );
    over = recordDraws(context, "render/lamps-over", (encoder, variant) =>
      encode(encoder, draws, variant, true),
    );
  }

  return {
    get isLit() {
      return isLit;
    },
    prepare() {
      const samples = Math.log2(context.targetLayout.sampleCount);
      for (const key of context.pipelines.keys()) {
        pipelines.light.get(withKeyPart(key, "samples", samples));
        pipelines.depth.get(key);
      }
    },
    update(map, camera, moment, add) {
      isLit = false;
      due.length = 0;
      const { settings } = job;
      const flashlight = settings.flashlight ? hand.hold(camera) : null;
      const lamps = job.moment?.lamps ?? map.lamps?.start ?? NO_LAMPS;
      if (settings.fullbright || context.pipelines.shading !== null) return;
      const rest = LAMPS_AT_ONCE - (flashlight === null ? 0 : 1);
      const { view } = map.cameras[0];
      let count = chooseLamps(lamps, view, chosenNow[rest - 1], distance);
      if (count === 0 && flashlight === null) return;
      // In the order of the map, so that a lamp keeps its layer while the camera moves.
      if (count > 1) chosenNow[count - 1].sort();
      try {
        followTextures(map.lamps);
        followDepths(lamps.count + (flashlight === null ? 0 : 1));
      } catch (error) {
        if (!(error instanceof GpuError)) throw error;
        gpu.report(error);
        return;
      }
      state.follow(job, map, moment);
      for (let slot = 0; slot < count; slot++) {
        writeSlot(slot, map, lamps, chosen[slot], moment, add);
      }
      if (flashlight !== null) writeSlot(count++, map, flashlight, 0, moment, add);
      uniforms.count = count;
      device.queue.writeBuffer(buffer, 0, uniforms.words);
      followGroup();
      isLit = true;
    },
    drawDepths(encoder) {
      if (due.length === 0) return;
      const before = context.pipelines.swapShading(pipelines.depth);
      for (let i = 0; i < due.length; i++) due[i].draw(encoder);
      context.pipelines.swapShading(before);
    },
    draw(pass, { views: [draws], settings, hasLatePhase }, isOver) {
      record(draws);
      const before = context.pipelines.swapShading(pipelines.light);
      const variant = draws.onSets | (hasLatePhase ? VARIANT_LATE : 0);
      (isOver ? over : solid)?.draw(pass, settings.bundles, variant);
      context.pipelines.swapShading(before);
    },
    forget() {
      forgetDepths();
      textures?.destroy();
      textures = null;
      texturesOf = undefined;
      drawnOf = null;
      solid = over = null;
      isLit = false;
    },
    destroy() {
      this.forget();
      destroyTexture(gpu, noDepth);
      destroyBuffer(gpu, buffer);
    },
  };
}

/** Everything besides a lamp that its depth depends on. */
class DepthState {
  /** Increases with every change. */
  version = 0;
  readonly #numbers = new Float64Array(6).fill(Number.NaN);
  #sources: unknown = null;

  follow(job: FrameJob, map: MapDraws, { time, settings }: FrameMoment): void {
    const { context, moment } = job;
    let isSame = this.#sources === map.sources;
    this.#sources = map.sources;
    const compare = (at: number, value: number) => {
      if (this.#numbers[at] === value) return;
      this.#numbers[at] = value;
      isSame = false;
    };
    compare(0, context.pipelines.version);
    compare(1, moment?.version ?? -1);
    compare(2, map.textureCount);
    compare(3, context.posing.length > 0 && settings.animations ? time : 0);
    compare(4, (settings.props ? 1 : 0) | (settings.brushModels ? 2 : 0));
    compare(5, settings.displacements ? 1 : 0);
    if (!isSame) this.version++;
  }
}
