/** Writes the rows of all particle systems of a map at any time. */

import type { ParticleEye, WriteParticles } from "../../map/placed/particles.ts";
import { findInAll, giveSheets, openPlaced, type PlacedSystems } from "./placed-systems.ts";
import { RowWriter } from "./sprite-rows.ts";
import type { EmissionEvent, SystemPlayer } from "./system-player.ts";

/** Systems of a map while they are shown. */
export interface ShownSystems {
  readonly write: WriteParticles;
  /** Whether any particle changes with time. */
  readonly isMoving: () => boolean;
  /** Replaces the starts and stops of the systems with a name. */
  readonly setEvents: (name: string, events: readonly EmissionEvent[]) => void;
}

interface Shown {
  readonly name: string;
  readonly player: SystemPlayer;
  readonly writers: readonly RowWriter[];
}

export function showSystems({ files, systems, materials, runs }: PlacedSystems): ShownSystems {
  const find = findInAll(files);
  const shown = systems.flatMap((placed, tree): Shown[] => {
    const opened = openPlaced(placed, find, placed.startsActive);
    if (opened === null) return [];
    const { player } = opened;
    const own = runs.filter((run) => run.tree === tree);
    const materialOf = new Map(own.map(({ plan, material }) => [plan, materials[material]]));
    const sheets = giveSheets(player, (plan) => materialOf.get(plan) ?? NO_MATERIAL);
    const writers = own.map(
      ({ plan, material, firstRow, rows }) =>
        new RowWriter(player.systems[plan], firstRow, sheets[plan], materials[material], rows),
    );
    return [{ name: placed.name.toLowerCase(), player, writers }];
  });
  const rowCount = runs.reduce((sum, { rows }) => sum + rows, 0);
  let floats: Float32Array = new Float32Array(0);
  // A last frame after the end clears the rows.
  let isSettled = false;
  const isMoving = () => shown.some(({ player }) => player.isAlive);
  return {
    isMoving,
    write(words: Uint32Array, seconds: number, eye: ParticleEye): number {
      if (floats.buffer !== words.buffer) {
        floats = new Float32Array(words.buffer, words.byteOffset, words.length);
      }
      let changes = false;
      for (const { player, writers } of shown) {
        const fraction = player.seek(seconds);
        changes ||= player.isAlive;
        for (const writer of writers) writer.write(words, floats, fraction, eye);
      }
      const isNeeded = changes || !isSettled;
      isSettled = !changes;
      return isNeeded ? rowCount : 0;
    },
    setEvents(name, events) {
      const key = name.toLowerCase();
      for (const one of shown) if (one.name === key) one.player.setEvents(events);
      isSettled = false;
    },
  };
}

const NO_MATERIAL = {
  ...{ overbright: 1, addSelf: 0, blendsFrames: true, textureHeight: 256 },
  ...{ sequences: [], firstFrame: 0 },
};
