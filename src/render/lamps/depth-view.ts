/** View of a lamp: what it sees within its cone, for the depth that casts its shadows. */

import { GpuError } from "../../gpu/errors.ts";
import { LAMP } from "../../map/motion/lamp-row.ts";
import type { LampRows } from "../../map/motion/lamps.ts";
import { writeFrustum } from "../../math/frustum.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import { GROUP_FRAME } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { PHASE_EARLY } from "../cull/cull-pipelines.ts";
import type { DrawSource } from "../draws/draw-set.ts";
import { WORLD_RANGE } from "../frame/fog-uniforms.ts";
import type { FrameBlock, FrameMoment } from "../frame/frame-uniforms.ts";
import { DEPTH_FORMAT } from "../targets/formats.ts";
import { writeView } from "../views/camera-view.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { createView, lodMetricPerInch, type View } from "../views/view.ts";
import { createTableViews, type TableViews, type ViewDraws } from "../views/view-draws.ts";
import { halfTangent, writeLampMatrix } from "./lamp-rows.ts";

const LAYOUT: GPURenderBundleEncoderDescriptor = {
  ...{ label: "render/lamp-depth", colorFormats: [], depthStencilFormat: DEPTH_FORMAT },
};
const CASTERS: readonly string[] = ["world", "props"];

export class DepthView {
  readonly #context: RenderContext;
  readonly #target: GPUTextureView;
  readonly #edge: number;
  #view: View | null = null;
  #block: FrameBlock | null = null;
  #drawn: TableViews | null = null;
  #sources: readonly DrawSource[] | null = null;
  readonly #pass: GPURenderPassDescriptor;
  /** Recorded draws, and the pipelines and sets that they were recorded with. */
  #bundles: GPURenderBundle[] = [];
  #version = -1;
  #onSets = 0;

  constructor(context: RenderContext, target: GPUTextureView, edge: number) {
    this.#context = context;
    this.#target = target;
    this.#edge = edge;
    this.#pass = {
      label: "render/lamp-depth",
      colorAttachments: [],
      depthStencilAttachment: {
        view: this.#target,
        depthLoadOp: "clear",
        depthStoreOp: "store",
        depthClearValue: 0,
      },
    };
  }

  /**
   * Looks from a lamp. The returned draws have to be culled, then drawn by `draw`. Returns `null` if
   * there is no memory for them.
   */
  look(map: MapDraws, lamps: LampRows, row: number, moment: FrameMoment): ViewDraws | null {
    const draws = this.#follow(map);
    if (draws === null) return null;
    this.#place(map, lamps, row);
    writeView(this.#context, draws, false, moment, null, WORLD_RANGE);
    return draws;
  }

  draw(encoder: GPUCommandEncoder): void {
    const draws = this.#drawn?.views[0];
    if (draws === undefined) return;
    const { version } = this.#context.pipelines;
    if (version !== this.#version || draws.onSets !== this.#onSets) {
      this.#version = version;
      this.#onSets = draws.onSets;
      this.#bundles = [this.#record(draws)];
    }
    const pass = encoder.beginRenderPass(this.#pass);
    pass.executeBundles(this.#bundles);
    pass.end();
  }

  #record({ sets, onSets, frame }: ViewDraws): GPURenderBundle {
    const encoder = this.#context.gpu.device.createRenderBundleEncoder(LAYOUT);
    encoder.setBindGroup(GROUP_FRAME, frame);
    for (const set of sets) {
      if (((onSets >> set.number) & 1) === 1) set.encode(encoder, PHASE_EARLY);
    }
    return encoder.finish({ label: LAYOUT.label });
  }

  forget(): void {
    this.#drawn?.destroy();
    if (this.#block !== null) this.#context.frame.releaseBlock(this.#block);
    this.#drawn = this.#block = this.#view = this.#sources = null;
    this.#version = -1;
  }

  #follow(map: MapDraws): ViewDraws | null {
    const { frame, gpu } = this.#context;
    if (this.#sources !== map.sources) {
      this.forget();
      this.#sources = map.sources;
      const block = frame.takeBlock();
      // Culling reads the first page alone.
      if (block.page !== frame.camera.page) {
        frame.releaseBlock(block);
        return null;
      }
      this.#block = block;
      this.#view = createView(map.scene.pvs);
      const sources = map.sources.filter(({ name }) => CASTERS.includes(name));
      const seen = [{ view: this.#view, block, filter: null }];
      try {
        this.#drawn = createTableViews(this.#context, seen, map.pyramid, sources, map.scene.tree);
      } catch (error) {
        if (!(error instanceof GpuError)) throw error;
        gpu.report(error);
      }
    }
    if (this.#drawn !== null && this.#drawn.table.pyramid !== map.pyramid) {
      this.#drawn.table.bindPyramid(map.pyramid);
    }
    return this.#drawn?.views[0] ?? null;
  }

  #place({ scene: { tree, pvs } }: MapDraws, lamps: LampRows, row: number): void {
    const view = this.#view!;
    const { rows } = lamps;
    const at = row * LAMP.strideFloats;
    view.x = rows[at + LAMP.place + 3];
    view.y = rows[at + LAMP.place + 7];
    view.z = rows[at + LAMP.place + 11];
    view.width = view.height = this.#edge;
    writeLampMatrix(view.clipFromWorld, lamps, row);
    writeFrustum(view.frustum, view.clipFromWorld);
    // The far plane, at which the light ends: w is the distance along the axis.
    const m = view.clipFromWorld;
    for (let i = 0; i < 4; i++) view.frustum[20 + i] = -m[i * 4 + 3];
    view.frustum[23] += rows[at + LAMP.farZ];
    const wide = Math.max(halfTangent(rows[at + LAMP.fovX]), halfTangent(rows[at + LAMP.fovY]));
    view.lodMetricPerInch = lodMetricPerInch((2 * Math.atan(wide) * 180) / Math.PI, this.#edge);
    view.leaf = findLeaf(tree, view.x, view.y, view.z);
    view.cluster = tree.leafCluster[view.leaf] ?? -1;
    if (pvs === null || view.cluster < 0) {
      view.visible = null;
      return;
    }
    if (view.bitsCluster !== view.cluster || view.bitsVersion === 0) {
      decodePvsRow(pvs, view.cluster, view.bits);
      view.bitsCluster = view.cluster;
      view.bitsVersion++;
    }
    view.visible = view.bits;
  }
}
