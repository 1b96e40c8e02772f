/** Draw source of the detail sprites: their quads, their single material and their light. */

import { buildOwner } from "../../gpu/resource-group.ts";
import { DETAIL_FADE_MAX, DETAIL_VERTEX, type DetailSet } from "../../map/details.ts";
import { type ChunkGeometry, type ChunkKind, createChunkDraws } from "../chunks/chunk-draws.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { DrawSource, MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { PART_BOXES } from "../shader-constants.ts";
import { FORM_DETAILS } from "../surfaces/pipeline-key.ts";

// Uniform data of all detail sprites of a map: the struct `DetailGlobals` of
// `shaders/surfaces/details.wgsl`.

/** Byte offsets. */
export const DETAIL_GLOBALS = {
  /** float32: squared inches. */
  fadeStartSquared: 0,
  fadeEndSquared: 4,
  /** uint32: first row of the light that is shown. */
  firstLight: 8,
  /** Two words per row. */
  lights: 16,
} as const;

function packDetailGlobals({ fade, styles }: Pick<DetailSet, "fade" | "styles">): Uint32Array {
  // One extra row, because an empty array cannot be bound.
  const words = new Uint32Array(DETAIL_GLOBALS.lights / 4 + styles.rows.length + 2);
  const floats = new Float32Array(words.buffer);
  const endSquared = fade.end ** 2;
  // The engine keeps a fade range of at least one squared inch.
  floats[DETAIL_GLOBALS.fadeStartSquared / 4] = Math.min(fade.start ** 2, endSquared - 1);
  floats[DETAIL_GLOBALS.fadeEndSquared / 4] = endSquared;
  words[DETAIL_GLOBALS.firstLight / 4] = styles.firstRow[styles.side];
  words.set(styles.rows, DETAIL_GLOBALS.lights / 4);
  return words;
}

/** Returns true if any vertex sways. */
function areSwaying(vertices: Uint8Array): boolean {
  const view = new DataView(vertices.buffer, vertices.byteOffset, vertices.byteLength);
  for (let at = DETAIL_VERTEX.sway; at < vertices.length; at += DETAIL_VERTEX.strideBytes) {
    if (view.getUint32(at, true) !== 0 || view.getUint32(at + 4, true) !== 0) return true;
  }
  return false;
}

export const detailSource =
  (details: DetailSet): MakeSource =>
  (context, keep) => {
    const { gpu, shared } = context;
    const { chunks, indices, vertices, materials: set, styles } = details;
    const { VERTEX, STORAGE, COPY_DST } = GPUBufferUsage;
    const globals = packDetailGlobals(details);
    const geometry = keep(
      buildOwner(gpu, (group) => ({
        chunks,
        indices,
        globals: group.bufferWith("render/details", "details", STORAGE | COPY_DST, globals),
        materials: createMaterialTable(group, context, "details", set),
        vertexBuffer: group.bufferWith("render/details-vertices", "details", VERTEX, vertices),
      })),
    );
    const { materials }: ChunkGeometry = geometry;
    const kind: ChunkKind = {
      name: "details",
      pass: "props",
      isOn: (settings) => settings.details,
      form: FORM_DETAILS,
      bindGroup: bindBuffers(gpu.device, "render/details", shared.layouts.details, [
        materials.rows,
        geometry.globals,
      ]),
      part: PART_BOXES,
      reach: DETAIL_FADE_MAX,
      count: (stats, triangles) => {
        stats.details += triangles / 2;
      },
    };
    const source: DrawSource = {
      name: "details",
      number: setNumber("details"),
      parts: [geometry],
      materials,
      chunks,
      isMoving: ({ detailSway }, isStyleMoving) =>
        (detailSway > 0 && areSwaying(vertices)) ||
        styles.rows.some((word, i) => i % 2 === 1 && isStyleMoving(word)),
      relight: (_, __, { side }) => ({
        source,
        finish: () => {
          const first = Uint32Array.of(styles.firstRow[side ?? styles.side]);
          gpu.device.queue.writeBuffer(geometry.globals, DETAIL_GLOBALS.firstLight, first);
        },
      }),
      createDrawSet: (_, seen) => createChunkDraws(context, kind, geometry, seen),
    };
    return source;
  };
