/**
 * A draw set for tests: its opaque part is culled and drawn like the world's chunks; its
 * translucent part is one green pane, sorted and drawn by its own shaders.
 */

import { createShader } from "../../../src/gpu/pipelines.ts";
import { buildOwner } from "../../../src/gpu/resource-group.ts";
import type { MapScene } from "../../../src/map/types.ts";
import type { RenderContext } from "../../../src/render/context/render-context.ts";
import { bindBuffers } from "../../../src/render/context/storage-group.ts";
import { GROUP_ROWS } from "../../../src/render/cull/cull-pipelines.ts";
import type {
  DrawSource,
  TranslucentDraws,
  TranslucentRows,
} from "../../../src/render/draws/draw-set.ts";
import { DRAW_SET_NAMES } from "../../../src/render/draws/set-names.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../../../src/render/targets/formats.ts";
import { addRow } from "../../../src/render/translucent/cpu-order.ts";
import { createWorldDraws } from "../../../src/render/world/world-draws.ts";
import { createWorldGeometry } from "../../../src/render/world/world-geometry.ts";
import { createWorldMaterials } from "../../../src/render/world/world-source.ts";
import { linkTestShader } from "../../gpu/run-compute.ts";

/** After the existing sets. */
export const MADE_NUMBER = DRAW_SET_NAMES.length;

const LIST = `
import package::common::view::frame::frame;
import package::common::cull::order::TranslucentRow;
import package::common::cull::order::isBefore;
import package::common::cull::order::packRow;
import package::common::cull::order::setOf;
import package::common::cull::order::slotAfter;
import package::common::cull::order::takesTurn;
const NUMBER = ${MADE_NUMBER}u;
`;

const orderCode = (x: number) => `${LIST}
struct List { count: atomic<u32>, turns: atomic<u32>, rows: array<TranslucentRow> }
@group(2) @binding(0) var<storage, read_write> list: List;
@compute @workgroup_size(1) fn computeMain() {
  let away = distance(vec3f(${x}.0, 0.0, 0.0), frame.cameraPosition);
  atomicAdd(&list.turns, 1u);
  list.rows[atomicAdd(&list.count, 1u)] = TranslucentRow(0u, away, packRow(NUMBER, 0u), 0u);
}`;

const GATHER_CODE = `${LIST}
struct List { count: u32, turns: u32, rows: array<TranslucentRow> }
@group(0) @binding(0) var<storage, read_write> list: List;
@group(0) @binding(1) var<storage, read_write> args: array<vec4u>;
@compute @workgroup_size(1) fn computeMain() {
  for (var i = 0u; i < list.count; i++) {
    if (setOf(list.rows[i]) != NUMBER) { continue; }
    var before = 0u;
    for (var j = 0u; j < list.count; j++) {
      let other = list.rows[j];
      if (takesTurn(other) && isBefore(other, list.rows[i])) { before++; }
    }
    args[slotAfter(before, list.turns, arrayLength(&args))].x = 6u;
  }
}`;

const drawCode = (x: number) => `
import package::common::view::frame::frame;
@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  let corner = vec2f(f32((0x34u >> vertex) & 1u), f32((0x26u >> vertex) & 1u)) * 800.0 - 400.0;
  return frame.clipFromWorld * vec4f(${x}.0, corner, 1.0);
}
@fragment fn fragmentMain() -> @location(0) vec4f { return vec4f(0.025, 0.45, 0.025, 0.5); }`;

/** @param x where the pane stands */
export async function createMadeSource(
  context: RenderContext,
  scene: MapScene,
  x: number,
): Promise<DrawSource> {
  const { gpu, shared, cull } = context;
  const { device } = gpu;
  const storage = device.createBindGroupLayout({
    entries: [0, 1].map((binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type: "storage" },
    })),
  });
  const one = device.createBindGroupLayout({
    entries: [{ binding: 0, visibility: GPUShaderStage.COMPUTE, buffer: { type: "storage" } }],
  });
  const layout = (...bindGroupLayouts: GPUBindGroupLayout[]) =>
    device.createPipelineLayout({ bindGroupLayouts });
  const shader = async (name: string, code: string) =>
    createShader(gpu, `test/${name}`, await linkTestShader(code));
  const order = device.createComputePipeline({
    layout: layout(shared.layouts.frame, cull.layouts.visibility, one),
    compute: { module: await shader("order", orderCode(x)) },
  });
  const gather = device.createComputePipeline({
    layout: layout(storage),
    compute: { module: await shader("gather", GATHER_CODE) },
  });
  const module = await shader("pane", drawCode(x));
  const over = { srcFactor: "one", dstFactor: "one-minus-src-alpha" } as const;
  const pane = device.createRenderPipeline({
    layout: layout(shared.layouts.frame),
    vertex: { module },
    fragment: { module, targets: [{ format: COLOR_FORMAT, blend: { color: over, alpha: over } }] },
    depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: false, depthCompare: "greater" },
  });

  const createPane = ({ buffer, slotCount }: TranslucentRows): TranslucentDraws =>
    buildOwner(gpu, (group) => {
      const { STORAGE, INDIRECT, COPY_SRC, COPY_DST } = GPUBufferUsage;
      const empty = new Uint32Array(slotCount * 4).map((_, i) => (i % 4 === 1 ? 1 : 0));
      const box = Float32Array.of(x, 0, 0, x, 0, 0);
      const usage = STORAGE | INDIRECT | COPY_SRC | COPY_DST;
      const args = group.bufferWith("test/pane-args", "props", usage, empty);
      const orderGroup = bindBuffers(device, "test/order", one, [buffer]);
      const gatherGroup = bindBuffers(device, "test/gather", storage, [buffer, args]);
      return {
        args,
        pipelines: [],
        onCpu: {
          list: (rows, view) => addRow(rows, MADE_NUMBER, 0, 0, view, box, 0),
          gather(rows) {
            const words = empty.slice();
            for (const entry of rows.order.subarray(0, rows.count)) {
              if (rows.set[entry] === MADE_NUMBER) words[rows.slot[entry] * 4] = 6;
            }
            device.queue.writeBuffer(args, 0, words);
          },
          forget: () => undefined,
        },
        emptyArgs: group.bufferWith("test/pane-empty", "props", COPY_SRC, empty),
        encodeOrder(pass) {
          pass.setPipeline(order);
          pass.setBindGroup(GROUP_ROWS, orderGroup);
          pass.dispatchWorkgroups(1);
        },
        encodeCompaction(pass) {
          pass.setPipeline(gather);
          pass.setBindGroup(0, gatherGroup);
          pass.dispatchWorkgroups(1);
        },
        encodeSlot(encoder, slot) {
          encoder.setPipeline(pane);
          encoder.drawIndirect(args, slot * 16);
        },
        count(stats, words, start) {
          let draws = 0;
          for (let slot = 0; slot < slotCount; slot++) {
            if (words[start + slot * 4] > 0) draws++;
          }
          stats.triangles += draws * 2;
          return draws;
        },
        edges: null,
        soft: null,
      } satisfies Omit<TranslucentDraws, "destroy">;
    });

  const geometry = createWorldGeometry(gpu, scene);
  const materials = createWorldMaterials(context, scene.materials);
  return {
    name: "made",
    number: MADE_NUMBER,
    parts: [geometry, materials],
    materials,
    relight: () => null,
    createDrawSet: (_, frame, filter) => ({
      ...createWorldDraws(context, geometry, materials, frame, filter),
      number: MADE_NUMBER,
      pass: "props",
      isOn: (settings) => settings.props,
      translucentRows: 1,
      createTranslucent: createPane,
    }),
  };
}
