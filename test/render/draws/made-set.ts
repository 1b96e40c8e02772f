/**
 * A draw set for tests: its opaque part is culled and drawn like other chunks outside the world;
 * its translucent part is one green pane, sorted with the other sets' and drawn by its own shader.
 */

import { createShader } from "../../../src/gpu/pipelines.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { createChunkDraws } from "../../../src/render/chunks/chunk-draws.ts";
import type { RenderContext } from "../../../src/render/context/render-context.ts";
import type { ViewPlan } from "../../../src/render/cull/cull-table.ts";
import type {
  DrawSource,
  TranslucentDraws,
  TranslucentRows,
} from "../../../src/render/draws/draw-set.ts";
import { DRAW_SET_NAMES } from "../../../src/render/draws/set-names.ts";
import { NO_LOD_END } from "../../../src/render/props/prop-batches.ts";
import { PROP_ROW } from "../../../src/render/props/prop-rows.ts";
import { PULLED_ARGS } from "../../../src/render/props/translucent-props.ts";
import { CULL_GROUP_SIZE, PART_BOXES, PART_MESHES } from "../../../src/render/shader-constants.ts";
import { FORM_WORLD } from "../../../src/render/surfaces/pipeline-key.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../../../src/render/targets/formats.ts";
import { addRow } from "../../../src/render/translucent/cpu-order.ts";
import { bindWorld } from "../../../src/render/world/bind-world.ts";
import { createWorldGeometry } from "../../../src/render/world/world-geometry.ts";
import { createWorldMaterials } from "../../../src/render/world/world-source.ts";
import { linkTestShader } from "../../gpu/run-compute.ts";

/** After the existing sets. */
export const MADE_NUMBER = DRAW_SET_NAMES.length;

/** Half of the pane's edge, in inches, and its vertices. */
const HALF = 400;
const VERTICES = 6;

const drawCode = (x: number) => `
import package::common::view::frame::frame;
@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  let corner = vec2f(f32((0x34u >> vertex) & 1u), f32((0x26u >> vertex) & 1u)) * 2.0 - 1.0;
  return frame.clipFromWorld * vec4f(${x}.0, corner * ${HALF}.0, 1.0);
}
@fragment fn fragmentMain() -> @location(0) vec4f { return vec4f(0.025, 0.45, 0.025, 0.5); }`;

/** Packs the pane as an instance's row, in a workgroup of its own. */
function packPane(box: Float32Array): Uint32Array {
  const words = new Uint32Array((CULL_GROUP_SIZE * PROP_ROW.strideBytes) / 4);
  const floats = new Float32Array(words.buffer);
  floats.set(box.subarray(0, 3), PROP_ROW.mins / 4);
  floats.set(box.subarray(3), PROP_ROW.maxs / 4);
  floats[PROP_ROW.fadeMax / 4] = NO_LOD_END;
  floats[PROP_ROW.lodEnd / 4] = NO_LOD_END;
  return words;
}

/** @param x where the pane stands */
export async function createMadeSource(
  context: RenderContext,
  scene: MapScene,
  x: number,
): Promise<DrawSource> {
  const { gpu, shared } = context;
  const { device } = gpu;
  const module = await createShader(gpu, "test/pane", await linkTestShader(drawCode(x)));
  const over = { srcFactor: "one", dstFactor: "one-minus-src-alpha" } as const;
  const pane = device.createRenderPipeline({
    layout: device.createPipelineLayout({ bindGroupLayouts: [shared.layouts.frame] }),
    vertex: { module },
    fragment: { module, targets: [{ format: COLOR_FORMAT, blend: { color: over, alpha: over } }] },
    depthStencil: { format: DEPTH_FORMAT, depthWriteEnabled: false, depthCompare: "greater" },
  });

  const createPane = (
    { drawn, add }: ViewPlan,
    { nodes, leafLink, slotCount }: TranslucentRows,
  ): TranslucentDraws => {
    const { strideWords } = PULLED_ARGS;
    const args = new Uint32Array(slotCount * strideWords);
    for (let slot = 0; slot < slotCount; slot++) {
      args[slot * strideWords + PULLED_ARGS.instanceCount] = 1;
      args[slot * strideWords + PULLED_ARGS.firstVertex] = VERTICES;
    }
    const box = Float32Array.of(x, -HALF, -HALF, x, HALF, HALF);
    const place = add({
      kind: PART_MESHES,
      set: MADE_NUMBER,
      rows: packPane(box),
      rowBytes: PROP_ROW.strideBytes,
      clusters: new Uint32Array(0),
      indices: new Uint32Array(VERTICES),
      batches: Uint32Array.of(0),
      args,
      listWords: VERTICES * 2,
      order: {
        nodes,
        meshes: Uint32Array.of(leafLink[0], 0, VERTICES, 0),
        ...{ batchCount: 1, slotCount, capacity: VERTICES, rowCount: 1 },
      },
    });
    return {
      place,
      onCpu: {
        list: (rows, view) => addRow(rows, MADE_NUMBER, 0, 0, view, box, 0),
        gather(rows) {
          const words = drawn.argsOf(place, args.length);
          words.set(args);
          for (const entry of rows.order.subarray(0, rows.count)) {
            if (rows.set[entry] !== MADE_NUMBER) continue;
            words.set([VERTICES, 1, 0], rows.slot[entry] * strideWords);
          }
          drawn.touchArgs(place, args.length);
        },
      },
      encodeSlot(encoder, slot) {
        encoder.setPipeline(pane);
        encoder.drawIndirect(drawn.buffer, drawn.argsOffset(place, slot * strideWords));
      },
      count(stats, words, start) {
        let draws = 0;
        for (let slot = 0; slot < slotCount; slot++) {
          if (words[start + slot * strideWords] > 0) draws++;
        }
        stats.triangles += draws * 2;
        return draws;
      },
      edges: null,
      soft: null,
    };
  };

  const geometry = createWorldGeometry(gpu, scene);
  const materials = createWorldMaterials(context, scene.materials);
  const { chunks, world } = scene;
  const chunkGeometry = {
    chunks,
    indices: world.indices,
    materials,
    vertexBuffer: geometry.buffer,
  };
  return {
    name: "made",
    number: MADE_NUMBER,
    parts: [geometry, materials],
    materials,
    relight: () => null,
    createDrawSet: (_, seen) => {
      const { drawn, add } = seen.plan;
      const plan: ViewPlan = { drawn, add: (part) => add({ ...part, set: MADE_NUMBER }) };
      const kind = {
        name: "beams",
        pass: "props",
        isOn: ({ props }: { readonly props: boolean }) => props,
        form: FORM_WORLD,
        bindGroup: bindWorld(context, "test/made", materials, geometry),
        part: PART_BOXES,
        reach: Number.POSITIVE_INFINITY,
        count: (stats: { chunks: number }, _triangles: number, rows: number) => {
          stats.chunks += rows;
        },
      } as const;
      return {
        ...createChunkDraws(context, kind, chunkGeometry, { ...seen, plan }),
        number: MADE_NUMBER,
        translucentRows: 1,
        createTranslucent: (list) => createPane(plan, list),
      };
    },
  };
}
