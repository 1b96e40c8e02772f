/** Draw source of particles whose rows the CPU writes each frame. */

import { buildOwner } from "../../gpu/resource-group.ts";
import type { MapMoment } from "../../map/motion/brush-models.ts";
import {
  PARTICLE_ROW,
  type ParticleEye,
  type ParticleSet,
  type WriteParticles,
} from "../../map/placed/particles.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { FORM_PARTICLES } from "../surfaces/pipeline-key.ts";
import { createQuadDraws, type QuadRuns } from "./pulled-quads.ts";

/**
 * @param write writes the rows of a moment before each frame
 * @param isMoving whether any particle changes with time
 * @param follow takes over the state that a simulation gives the map, before rows are written
 */
export const particleSource =
  (
    set: ParticleSet,
    write: WriteParticles,
    isMoving: () => boolean,
    follow?: (moment: MapMoment | null, seconds: number) => void,
  ): MakeSource =>
  (context, keep) => {
    const { device } = context.gpu;
    const { chunks, capacity, runs, frames } = set;
    const { STORAGE } = GPUBufferUsage;
    const words = new Uint32Array((capacity * PARTICLE_ROW.strideBytes) / 4);
    const parts = keep(
      buildOwner(context.gpu, (group) => ({
        materials: createMaterialTable(group, context, "particles", set.materials),
        rows: group.bufferWith("render/particles", "particles", STORAGE, words),
        runs: group.bufferWith("render/particle-runs", "particles", STORAGE, runs),
        frames: group.bufferWith("render/particle-frames", "particles", STORAGE, frames),
      })),
    );
    const { materials } = parts;
    const drawn: QuadRuns = {
      ...{ name: "particles", form: FORM_PARTICLES, chunks, materials },
      bind: (pulled) =>
        bindBuffers(device, "render/particles", context.shared.layouts.particles, [
          ...[materials.rows, parts.rows, pulled, parts.runs],
          { buffer: parts.frames, size: frames.byteLength },
        ]),
    };
    return {
      ...{ name: "particles", number: setNumber("particles"), parts: [parts], materials, chunks },
      isMoving: (settings) => settings.sprites && isMoving(),
      advance(seconds: number, eye: ParticleEye, moment: MapMoment | null) {
        follow?.(moment, seconds);
        const changed = write(words, seconds, eye);
        if (changed === 0) return;
        const length = (Math.min(changed, capacity) * PARTICLE_ROW.strideBytes) / 4;
        device.queue.writeBuffer(parts.rows, 0, words, 0, length);
      },
      relight: () => null,
      createDrawSet: (_, seen) => createQuadDraws(context, drawn, seen),
    };
  };
