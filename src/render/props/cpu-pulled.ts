/** The props' part of what the CPU draws back to front: see `CpuOrdering`. */

import type { Gpu } from "../../gpu/gpu.ts";
import { cullBoxes, pickRows } from "../../visibility/cull.ts";
import { setNumber } from "../draws/set-names.ts";
import { addRow, type CpuOrdering } from "../translucent/cpu-order.ts";
import type { TranslucentBatches } from "../translucent/translucent-batches.ts";
import { chooseInstanceLod } from "./gather-instances.ts";
import type { PropBatches } from "./prop-batches.ts";
import type { PropGeometry } from "./prop-geometry.ts";
import { PULLED_ARGS } from "./pulled-args.ts";

const NUMBER = setNumber("props");
/** Words of a pulled vertex: which it is, and of which row. */
const VERTEX_WORDS = 2;

/**
 * @param emptyArgs of all slots, before anything is counted
 * @param pulled the list of vertices; what it has no room for is left out
 */
export function createPulledOrdering(
  gpu: Gpu,
  { set, cullable }: PropGeometry,
  { translucentInstance, translucentDraw }: PropBatches,
  batches: TranslucentBatches,
  emptyArgs: Uint32Array<ArrayBuffer>,
  pulled: GPUBuffer,
  args: GPUBuffer,
): CpuOrdering {
  const { queue } = gpu.device;
  const capacity = pulled.size / 4 / VERTEX_WORDS;
  const createRoom = () => ({
    cullable: pickRows(cullable, translucentInstance),
    found: new Uint32Array(translucentInstance.length),
    gathered: new Uint32Array(capacity * VERTEX_WORDS),
    args: emptyArgs.slice(),
    /** Of each batch, where its list ends. */
    end: new Uint32Array(batches.count),
  });
  let room: ReturnType<typeof createRoom> | null = null;
  return {
    list(rows, view, settings) {
      room ??= createRoom();
      const { found } = room;
      const frustum = settings.frustum ? view.frustum : null;
      const count = cullBoxes(room.cullable, view.visible, frustum, found);
      for (let i = 0; i < count; i++) {
        const row = found[i];
        const instance = translucentInstance[row];
        if (chooseInstanceLod(set, instance, view) !== set.drawLod[translucentDraw[row]]) continue;
        addRow(rows, NUMBER, row, set.instanceLeaf[instance], view, set.instanceBox, instance * 6);
      }
    },
    gather(rows) {
      room ??= createRoom();
      const { gathered, end } = room;
      end.set(batches.first);
      room.args.set(emptyArgs);
      for (let i = 0; i < rows.count; i++) {
        const entry = rows.order[i];
        if (rows.set[entry] !== NUMBER) continue;
        const row = rows.row[entry];
        const batch = batches.rowBatch[row];
        const first = set.drawFirstIndex[translucentDraw[row]];
        const count = set.drawIndexCount[translucentDraw[row]];
        if (end[batch] + count > capacity) continue;
        for (let index = 0; index < count; index++) {
          const at = (end[batch] + index) * VERTEX_WORDS;
          gathered[at] = set.indices[first + index];
          gathered[at + 1] = row;
        }
        const at = (rows.slot[entry] * batches.count + batch) * PULLED_ARGS.strideWords;
        const firstBefore = room.args[at + PULLED_ARGS.firstVertex];
        room.args[at + PULLED_ARGS.firstVertex] = Math.min(firstBefore, end[batch]);
        room.args[at + PULLED_ARGS.vertexCount] += count;
        room.args[at + PULLED_ARGS.rowCount]++;
        end[batch] += count;
      }
      for (let batch = 0; batch < batches.count; batch++) {
        const first = batches.first[batch] * VERTEX_WORDS;
        const count = end[batch] * VERTEX_WORDS - first;
        if (count > 0) queue.writeBuffer(pulled, first * 4, gathered, first, count);
      }
      queue.writeBuffer(args, 0, room.args);
    },
    forget() {
      room = null;
    },
  };
}
