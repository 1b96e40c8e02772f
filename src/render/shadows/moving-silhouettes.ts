/**
 * Redraws the silhouettes of moving models in their shadow texture. A compute pass poses them, they
 * are drawn into a separate target, and copied to the texture that materials read. Loaded with the
 * first moving shadow.
 */

import castShadows from "../../../shaders/surfaces/cast-shadows.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { buildOwner } from "../../gpu/resource-group.ts";
import type { DecalSet } from "../../map/decals.ts";
import { CAST_VERTEX, CELL_GUTTER, type MovingShadows } from "../../map/motion/moving-shadows.ts";
import { type PropMotion, TRACK_LOOPING } from "../../map/motion/prop-motion.ts";
import { cullBoxes, pickRows } from "../../visibility/cull.ts";
import { GROUP_FRAME, GROUP_SET } from "../context/bind-layouts.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import { POSED_ROW, packPosedRows, posePipelineOf } from "../props/pose-pass.ts";
import type { RenderSettings } from "../types.ts";
import type { Casting, CastView } from "./casting.ts";
import { shadowMode } from "./shadow-mode.ts";

// Chooses the silhouettes that are redrawn in a frame: those in view whose pose has changed, up to
// a limit.

/** Limits per frame. The remaining silhouettes are drawn in later frames. */
export interface CastBudget {
  readonly silhouettes: number;
  /** Greatest number of triangles. A silhouette with more is drawn alone. */
  readonly triangles: number;
}

export interface DueSilhouettes {
  /** Rows to redraw; the first `count` are valid. */
  readonly rows: Uint32Array;
  count: number;
  readonly choose: (
    views: readonly Pick<CastView, "view">[],
    settings: Pick<RenderSettings, "animations" | "frustum">,
    seconds: number,
  ) => void;
  /** Marks all silhouettes as drawn in their initial pose. */
  readonly restart: () => void;
}

/**
 * Returns the frame of a row's track at a time: `frameOf` of `shaders/surfaces/pose-props.wgsl`.
 */
export function frameAt(motion: PropMotion, row: number, seconds: number): number {
  const track = motion.posedTrack[row];
  const period = motion.posedPeriod[row];
  const last = motion.trackFrameCount[track] - 1;
  let since = Math.max(0, seconds - motion.posedDelay[row]);
  if (period > 0) since %= period;
  const at = since * motion.trackFps[track];
  const loops = (motion.trackFlags[track] & TRACK_LOOPING) !== 0 && last > 0;
  return loops ? at % last : Math.min(at, last);
}

export function createDueSilhouettes(
  chunks: DecalSet["chunks"],
  { motion, chunk, indexCount }: Pick<MovingShadows, "motion" | "chunk" | "indexCount">,
  budget: CastBudget,
): DueSilhouettes {
  const total = motion.posedCount;
  const boxes = pickRows({ ...chunks, count: chunks.count }, chunk);
  const found = new Uint32Array(total);
  const isSeen = new Uint8Array(total);
  /** Track frame in which each silhouette was drawn last. */
  const drawnAt = new Float64Array(total);
  /** Row that is checked first. */
  let turn = 0;
  const due: DueSilhouettes = {
    rows: new Uint32Array(Math.min(total, budget.silhouettes)),
    count: 0,
    choose(views, settings, seconds) {
      due.count = 0;
      isSeen.fill(0);
      for (let i = 0; i < views.length; i++) {
        const { visible, frustum } = views[i].view;
        const count = cullBoxes(boxes, visible, settings.frustum ? frustum : null, found);
        for (let k = 0; k < count; k++) isSeen[found[k]] = 1;
      }
      let triangles = 0;
      const first = turn;
      for (let k = 0; k < total && due.count < due.rows.length; k++) {
        const row = (first + k) % total;
        if (isSeen[row] === 0) continue;
        const at = settings.animations ? frameAt(motion, row, seconds) : 0;
        if (drawnAt[row] === at) continue;
        triangles += indexCount[row] / 3;
        if (due.count > 0 && triangles > budget.triangles) break;
        drawnAt[row] = at;
        due.rows[due.count++] = row;
        turn = (row + 1) % total;
      }
    },
    restart() {
      drawnAt.fill(0);
    },
  };
  return due;
}

/** Offsets in words in the struct `Caster` of `shaders/surfaces/cast-shadows.wgsl`. */
const CASTER = { across: 0, down: 4, firstBone: 8, strideWords: 12 } as const;

/** The first number is the engine's limit per frame: `r_shadowmaxrendered`. */
const BUDGET: CastBudget = { silhouettes: 32, triangles: 200_000 };
const SOFTWARE_BUDGET: CastBudget = { silhouettes: 4, triangles: 20_000 };

/** The texture layer that silhouettes are copied to. */
export interface CastTarget {
  readonly texture: GPUTexture;
  readonly layer: number;
}

/** @throws GpuError `limit`, `validation` */
export async function createMovingSilhouettes(
  { gpu }: Pick<RenderContext, "gpu">,
  set: Pick<DecalSet, "chunks">,
  moving: MovingShadows,
  target: CastTarget,
  onRestart: (restart: () => void) => void,
): Promise<Casting> {
  const { motion, cell } = moving;
  const { format, width, height } = target.texture;
  const poser = posePipelineOf(gpu);
  const caster = castPipelineOf(gpu);
  const [posePipeline, castPipeline] = await Promise.all([
    poser.pipelineNow(),
    caster.pipelineFor(format),
  ]);
  const due = createDueSilhouettes(set.chunks, moving, gpu.isSoftware ? SOFTWARE_BUDGET : BUDGET);
  onRestart(due.restart);
  return buildOwner(gpu, (group) => {
    const { STORAGE, VERTEX, INDEX, COPY_DST } = GPUBufferUsage;
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/shadow-${name}`, "shadows", usage, data);
    const bones = filled("bones", STORAGE, motion.bones);
    const poses = filled("poses", STORAGE, motion.poses);
    const palette = group.buffer(
      "render/shadow-palette",
      "shadows",
      STORAGE,
      motion.paletteBoneCount * 48,
    );
    const clusters = group.buffer("render/shadow-clusters", "shadows", STORAGE, 4);
    const rows = packRows(moving);
    /** Rows of the chosen models, which one dispatch poses. */
    const chosen = new Uint32Array(due.rows.length * POSED_ROW.strideWords);
    const rowBuffer = group.buffer(
      "render/shadow-rows",
      "shadows",
      STORAGE | COPY_DST,
      Math.max(1, due.rows.length) * POSED_ROW.strideWords * 4,
    );
    const poseGroup = bindBuffers(gpu.device, "render/pose-shadows", poser.layout, [
      ...[rowBuffer, clusters, bones, poses, palette],
    ]);
    const castGroup = bindBuffers(gpu.device, "render/cast-shadows", caster.layout, [
      filled("casters", STORAGE, packCasters(moving)),
      palette,
    ]);
    const vertices = filled("vertices", VERTEX, moving.vertices);
    const indices = filled("indices", INDEX, moving.indices);
    const squares = group.texture("render/shadow-squares", "shadows", {
      ...{ format, width, height },
      usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
    });
    const descriptor: GPURenderPassDescriptor = {
      label: "render/shadow-squares",
      colorAttachments: [{ view: squares.createView(), loadOp: "clear", storeOp: "store" }],
    };
    const from = { texture: squares, origin: { x: 0, y: 0 } };
    const to = { texture: target.texture, origin: { x: 0, y: 0, z: target.layer } };
    const size = { width: 0, height: 0 };

    function copySquare(encoder: GPUCommandEncoder, row: number): void {
      from.origin.x = to.origin.x = cell[row * 3];
      from.origin.y = to.origin.y = cell[row * 3 + 1];
      size.width = size.height = cell[row * 3 + 2];
      encoder.copyTextureToTexture(from, to, size);
    }

    return {
      choose(views, settings, seconds) {
        due.count = 0;
        if (shadowMode(settings) === "silhouette") due.choose(views, settings, seconds);
        return due.count > 0;
      },
      pose(pass, views) {
        pass.setPipeline(posePipeline);
        pass.setBindGroup(GROUP_FRAME, views);
        pass.setBindGroup(GROUP_SET, poseGroup);
        const { strideWords } = POSED_ROW;
        for (let i = 0; i < due.count; i++) {
          const from = due.rows[i] * strideWords;
          for (let k = 0; k < strideWords; k++) chosen[i * strideWords + k] = rows[from + k];
        }
        gpu.device.queue.writeBuffer(rowBuffer, 0, chosen, 0, due.count * strideWords);
        pass.dispatchWorkgroups(due.count);
      },
      draw(encoder) {
        if (due.count === 0) return;
        const pass = encoder.beginRenderPass(descriptor);
        pass.setPipeline(castPipeline);
        pass.setBindGroup(0, castGroup);
        pass.setVertexBuffer(0, vertices);
        pass.setIndexBuffer(indices, "uint32");
        for (let i = 0; i < due.count; i++) {
          const row = due.rows[i];
          const inner = cell[row * 3 + 2] - 2 * CELL_GUTTER;
          const x = cell[row * 3] + CELL_GUTTER;
          const y = cell[row * 3 + 1] + CELL_GUTTER;
          pass.setViewport(x, y, inner, inner, 0, 1);
          pass.drawIndexed(moving.indexCount[row], 1, moving.firstIndex[row], 0, row);
        }
        pass.end();
        for (let i = 0; i < due.count; i++) copySquare(encoder, due.rows[i]);
      },
    } satisfies Omit<Casting, "destroy">;
  });
}

/** Packs rows for the pose pass. Their boxes are unlimited, so that chosen models are always posed. */
function packRows({ motion }: MovingShadows): Uint32Array {
  const { posedCount } = motion;
  const everywhere = Float32Array.from({ length: posedCount * 6 }, (_, i) =>
    i % 6 < 3 ? -1e9 : 1e9,
  );
  return packPosedRows(
    {
      fadeMaxDist: new Float32Array(posedCount),
      instanceBox: everywhere,
      instanceFirstCluster: new Uint32Array(posedCount),
      instanceClusterCount: new Uint32Array(posedCount),
    },
    motion,
  );
}

function packCasters({ motion, cellFromModel }: MovingShadows): Float32Array {
  const rows = new Float32Array(motion.posedCount * CASTER.strideWords);
  const words = new Uint32Array(rows.buffer);
  for (let row = 0; row < motion.posedCount; row++) {
    const at = row * CASTER.strideWords;
    rows.set(cellFromModel.subarray(row * 8, row * 8 + 8), at + CASTER.across);
    words[at + CASTER.firstBone] = motion.posedFirstBone[row];
  }
  return rows;
}

/** Compiled on first use. */
const castPipelineOf = oncePerDevice((gpu: Gpu) => {
  const { device } = gpu;
  const label = "render/cast-shadows";
  const layout = device.createBindGroupLayout({
    label,
    entries: [0, 1].map((binding) => ({
      binding,
      visibility: GPUShaderStage.VERTEX,
      buffer: { type: "read-only-storage" },
    })),
  });
  let made: Promise<GPURenderPipeline> | null = null;
  const make = async (format: GPUTextureFormat) => {
    const module = await createShader(gpu, label, castShadows);
    return createRenderPipeline(gpu, {
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts: [layout] }),
      vertex: {
        module,
        entryPoint: "vertexMain",
        buffers: [
          {
            arrayStride: CAST_VERTEX.strideBytes,
            attributes: [
              { shaderLocation: 0, offset: CAST_VERTEX.position, format: "float32x3" },
              { shaderLocation: 1, offset: CAST_VERTEX.boneIndex, format: "uint8x4" },
              { shaderLocation: 2, offset: CAST_VERTEX.boneWeight, format: "unorm16x4" },
            ],
          },
        ],
      },
      fragment: { module, entryPoint: "fragmentMain", targets: [{ format }] },
    });
  };
  /** Returns the pipeline. All shadow textures have the same format. */
  const pipelineFor = (format: GPUTextureFormat) => (made ??= make(format));
  return { layout, pipelineFor };
});
