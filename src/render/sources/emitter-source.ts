/** Draw source of the emitters: keeps their rows on the GPU, from which shaders evaluate particles. */

import { buildOwner } from "../../gpu/resource-group.ts";
import type { MapMoment } from "../../map/motion/brush-models.ts";
import {
  EMITTER_ROW,
  EMITTER_SPANS,
  EmissionClock,
  type EmissionState,
  type EmitterSet,
  NEVER,
} from "../../map/placed/emitters.ts";
import { bindBuffers } from "../context/storage-group.ts";
import type { MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { FORM_EMITTERS } from "../surfaces/pipeline-key.ts";
import { createQuadDraws, type QuadRuns } from "./pulled-quads.ts";

const ROW_FLOATS = EMITTER_ROW.strideBytes / 4;
const SPANS = EMITTER_ROW.spans / 4;

export const emitterSource =
  (emitters: EmitterSet): MakeSource =>
  (context, keep) => {
    const { device } = context.gpu;
    const { chunks } = emitters;
    const shown = createShownEmission(emitters);
    const parts = keep(
      buildOwner(context.gpu, (group) => ({
        materials: createMaterialTable(group, context, "emitters", emitters.materials),
        rows: group.bufferWith(
          "render/emitters",
          "emitters",
          GPUBufferUsage.STORAGE,
          emitters.rows,
        ),
        roofs: group.bufferWith(
          "render/emitter-roofs",
          "emitters",
          GPUBufferUsage.STORAGE,
          emitters.roofs.length > 0 ? emitters.roofs : new Float32Array(1),
        ),
      })),
    );
    const { materials } = parts;
    let now = 0;
    const runs: QuadRuns = {
      ...{ name: "emitters", form: FORM_EMITTERS, chunks, materials },
      bind: (pulled) =>
        bindBuffers(device, "render/emitters", context.shared.layouts.particles, [
          // Emitters have no sheets.
          ...[materials.rows, parts.rows, pulled, parts.roofs, parts.roofs],
        ]),
    };
    return {
      ...{ name: "emitters", number: setNumber("emitters"), parts: [parts], materials, chunks },
      isMoving: (settings) => settings.sprites && shown.hasAny(now),
      advance(seconds, _eye, moment) {
        now = seconds;
        if (shown.follow(moment, seconds)) device.queue.writeBuffer(parts.rows, 0, shown.rows);
      },
      relight: () => null,
      createDrawSet: (_, seen) => createQuadDraws(context, runs, seen),
    };
  };

export type EmittingMoment = Pick<MapMoment, "version" | "emission" | "seconds">;

export interface ShownEmission {
  /** Emitter rows for the GPU, with the state of the moment. */
  readonly rows: Float32Array<ArrayBuffer>;
  /** Takes over the state of a moment. Returns true if a row has changed. */
  readonly follow: (moment: EmittingMoment | null, seconds: number) => boolean;
  /** Whether any emitter has particles at a time, or may have. */
  readonly hasAny: (seconds: number) => boolean;
}

export function createShownEmission({ count, entity, rows: words }: EmitterSet): ShownEmission {
  const built = new Float32Array(words.slice().buffer);
  const rows = built.slice();
  const clock = new EmissionClock();
  const state: EmissionState = {
    spans: new Float64Array(EMITTER_SPANS * 2),
    ...{ speed: Number.NaN, spread: Number.NaN, length: Number.NaN },
    ...{ rate: Number.NaN, alpha: Number.NaN },
  };
  let shown: object | null = null;
  let shownVersion = -1;
  let isChanged = false;

  const write = (at: number, value: number): void => {
    // Compares as rows hold numbers.
    const rounded = Math.fround(value);
    if (rows[at] === rounded) return;
    rows[at] = rounded;
    isChanged = true;
  };

  function writeRow(row: number): void {
    const first = row * ROW_FLOATS;
    for (let i = 0; i < EMITTER_SPANS * 2; i++) write(first + SPANS + i, state.spans[i]);
    const at = (offset: number) => first + offset / 4;
    const speedAt = at(EMITTER_ROW.speed);
    const speed = Number.isNaN(state.speed) ? built[speedAt] : state.speed;
    write(speedAt, speed);
    write(
      at(EMITTER_ROW.rate),
      Number.isNaN(state.rate) ? built[at(EMITTER_ROW.rate)] : Math.max(state.rate, 0),
    );
    write(
      at(EMITTER_ROW.alpha),
      Number.isNaN(state.alpha) ? built[at(EMITTER_ROW.alpha)] : state.alpha,
    );
    for (let axis = 0; axis < 2; axis++) {
      const spreadAt = at(EMITTER_ROW.spread) + axis;
      write(spreadAt, Number.isNaN(state.spread) ? built[spreadAt] : state.spread);
    }
    const lifeAt = at(EMITTER_ROW.lifeMax);
    const hasLife = Number.isNaN(state.length) && Number.isNaN(state.speed);
    const length = Number.isNaN(state.length) ? built[lifeAt] * built[speedAt] : state.length;
    const life = hasLife ? built[lifeAt] : speed > 0 && length > 0 ? length / speed : 0;
    write(lifeAt, life);
    const leastAt = at(EMITTER_ROW.lifeMin);
    write(leastAt, hasLife ? built[leastAt] : life);
  }

  return {
    rows,
    follow(moment, seconds) {
      const version = moment?.version ?? -1;
      if (moment === shown && version === shownVersion) return false;
      shown = moment;
      shownVersion = version;
      isChanged = false;
      const read = moment?.emission;
      clock.follow(seconds, moment?.seconds);
      for (let row = 0; row < count; row++) {
        if (read === undefined) {
          const first = row * ROW_FLOATS;
          for (let i = 0; i < ROW_FLOATS; i++) {
            if (Object.is(rows[first + i], built[first + i])) continue;
            rows[first + i] = built[first + i];
            isChanged = true;
          }
          continue;
        }
        clock.read(read, entity[row], state);
        writeRow(row);
      }
      return isChanged;
    },
    hasAny(seconds) {
      for (let row = 0; row < count; row++) {
        const first = row * ROW_FLOATS;
        const rest = rows[first + EMITTER_ROW.lifeMax / 4] + rows[first + EMITTER_ROW.jitter / 4];
        for (let i = 0; i < EMITTER_SPANS; i++) {
          const end = rows[first + SPANS + i * 2 + 1];
          const hasBegun = rows[first + SPANS + i * 2] !== NEVER;
          if (hasBegun && (end === NEVER || seconds < end + rest)) return true;
        }
      }
      return false;
    },
  };
}
