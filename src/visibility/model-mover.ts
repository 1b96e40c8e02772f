/** Moves the brush models that rays can hit to where a simulation has them. */

import type { MapCollision } from "../map/collision.ts";
import type { BrushModels, MapMoment } from "../map/motion/brush-models.ts";
import { writeTransformedBox } from "../math/transformed-box.ts";

export interface ModelMover {
  /** Takes the places of a moment, or those at the start for `null`. Call before casting rays. */
  readonly follow: (moment: MapMoment | null) => void;
}

/** @param collision its columns about models are written in place */
export function createModelMover(collision: MapCollision, brushes: BrushModels): ModelMover {
  const { modelCount, modelEntity, modelFromWorld, modelBox, modelIsHidden } = collision;
  const rowOf = new Map(Array.from(brushes.entity, (entity, row) => [entity, row]));
  const rows = Int32Array.from(modelEntity, (entity) => rowOf.get(entity) ?? -1);
  const start = {
    modelFromWorld: modelFromWorld.slice(),
    modelBox: modelBox.slice(),
  };
  /** Boxes in model space: for a model that was turned, larger than its own. */
  const box = new Float32Array(modelCount * 6);
  for (let model = 0; model < modelCount; model++) {
    const [mins, maxs] = [model * 6, model * 6 + 3].map((at) => modelBox.subarray(at, at + 3));
    writeTransformedBox(box, model * 6, modelFromWorld, model * 12, mins, maxs);
  }
  const corners = Array.from({ length: modelCount }, (_, model) => ({
    mins: box.subarray(model * 6, model * 6 + 3),
    maxs: box.subarray(model * 6 + 3, model * 6 + 6),
  }));
  let followed: MapMoment | null = null;
  let version = -1;

  function place(model: number, row: number, matrices: Float32Array): void {
    const at = row * 12;
    let isBuilt = true;
    for (let i = 0; i < 12; i++) {
      if (matrices[at + i] !== brushes.worldFromModel[at + i]) isBuilt = false;
    }
    if (isBuilt) {
      for (let i = model * 12; i < model * 12 + 12; i++)
        modelFromWorld[i] = start.modelFromWorld[i];
      for (let i = model * 6; i < model * 6 + 6; i++) modelBox[i] = start.modelBox[i];
      return;
    }
    for (let r = 0; r < 3; r++) {
      let moved = 0;
      for (let column = 0; column < 3; column++) {
        const value = matrices[at + column * 4 + r];
        modelFromWorld[model * 12 + r * 4 + column] = value;
        moved -= value * matrices[at + column * 4 + 3];
      }
      modelFromWorld[model * 12 + r * 4 + 3] = moved;
    }
    const { mins, maxs } = corners[model];
    writeTransformedBox(modelBox, model * 6, matrices, at, mins, maxs);
  }

  return {
    follow(moment) {
      const next = moment?.version ?? -1;
      if (followed === moment && version === next) return;
      followed = moment;
      version = next;
      const { worldFromModel, isHidden } = moment ?? brushes;
      for (let model = 0; model < modelCount; model++) {
        if (rows[model] < 0) continue;
        place(model, rows[model], worldFromModel);
        modelIsHidden[model] = isHidden[rows[model]];
      }
    },
  };
}
