/** Draw source of the emitters: keeps their rows on the GPU, from which shaders evaluate particles. */

import { buildOwner } from "../../gpu/resource-group.ts";
import type { EmitterSet } from "../../map/placed/emitters.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { FORM_EMITTERS } from "../surfaces/pipeline-key.ts";
import { createQuadDraws, type QuadRuns } from "./pulled-quads.ts";

export const emitterSource =
  ({ chunks, rows, materials: set }: EmitterSet): MakeSource =>
  (context, keep) => {
    const { device } = context.gpu;
    const parts = keep(
      buildOwner(context.gpu, (group) => ({
        materials: createMaterialTable(group, context, "emitters", set),
        rows: group.bufferWith("render/emitters", "emitters", GPUBufferUsage.STORAGE, rows),
      })),
    );
    const { materials } = parts;
    const runs: QuadRuns = {
      ...{ name: "emitters", form: FORM_EMITTERS, chunks, materials },
      bind: (pulled) =>
        bindBuffers(device, "render/emitters", context.shared.layouts.sprites, [
          ...[materials.rows, parts.rows, pulled],
        ]),
    };
    return {
      ...{ name: "emitters", number: setNumber("emitters"), parts: [parts], materials, chunks },
      isMoving: (settings) => settings.sprites,
      relight: () => null,
      createDrawSet: (_, seen) => createQuadDraws(context, runs, seen),
    };
  };
