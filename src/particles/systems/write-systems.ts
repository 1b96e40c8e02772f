/** Writes the rows of all particle systems of a map at any time. */

import type { MapMoment } from "../../map/motion/brush-models.ts";
import type { EntityTracks } from "../../map/motion/entity-tracks.ts";
import {
  EMITTER_SPANS,
  EmissionClock,
  type EmissionState,
  NEVER,
} from "../../map/placed/emitters.ts";
import type { ParticleEye, WriteParticles } from "../../map/placed/particles.ts";
import { findInAll, giveSheets, openPlaced, type PlacedSystems, START } from "./placed-systems.ts";
import { PointFollower } from "./point-follower.ts";
import { STEP_SECONDS } from "./running-system.ts";
import { RowWriter } from "./sprite-rows.ts";
import type { EmissionEvent, SystemPlayer } from "./system-player.ts";

/** Systems of a map while they are shown. */
export interface ShownSystems {
  /** One for each tree that a file has, in the order of `PlacedSystems.systems`. */
  readonly players: readonly SystemPlayer[];
  readonly write: WriteParticles;
  /** Whether any particle changes with time. */
  readonly isMoving: () => boolean;
  /** Takes over the starts and stops that a simulation gives the entities. */
  readonly follow: (
    moment: Pick<MapMoment, "version" | "emission" | "seconds" | "tracks"> | null,
    seconds: number,
  ) => void;
}

interface Shown {
  readonly entity: number;
  readonly startsActive: boolean;
  readonly player: SystemPlayer;
  readonly follower: PointFollower;
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
    const { entity, startsActive } = placed;
    const follower = new PointFollower(player, placed.points);
    return [{ entity, startsActive, player, follower, writers }];
  });
  const rowCount = runs.reduce((sum, { rows }) => sum + rows, 0);
  let floats: Float32Array = new Float32Array(0);
  const state: EmissionState = {
    spans: new Float64Array(EMITTER_SPANS * 2),
    ...{ speed: Number.NaN, spread: Number.NaN, length: Number.NaN },
    ...{ rate: Number.NaN, alpha: Number.NaN },
  };
  const clock = new EmissionClock();
  let followed: object | null = null;
  let followedVersion = -1;
  // A last frame after the end clears the rows.
  let isSettled = false;
  /** Time and places of the simulation, if there is one, and by how much the systems are older. */
  let tracks: EntityTracks | null = null;
  let olderSteps = 0;
  let shownSeconds = Number.NaN;
  const secondsOf = (seconds: number) =>
    tracks === null ? seconds : tracks.seconds + olderSteps * STEP_SECONDS;
  const isMoving = () =>
    (tracks === null || secondsOf(0) !== shownSeconds) &&
    shown.some(({ player }) => player.isAlive);
  return {
    players: shown.map(({ player }) => player),
    isMoving,
    write(words: Uint32Array, seconds: number, eye: ParticleEye): number {
      if (floats.buffer !== words.buffer) {
        floats = new Float32Array(words.buffer, words.byteOffset, words.length);
      }
      let changes = false;
      shownSeconds = secondsOf(seconds);
      for (const { player, writers } of shown) {
        const fraction = player.seek(shownSeconds);
        changes ||= player.isAlive;
        for (const writer of writers) writer.write(words, floats, fraction, eye);
      }
      const isNeeded = changes || !isSettled;
      isSettled = !changes;
      return isNeeded ? rowCount : 0;
    },
    follow(moment, seconds) {
      const version = moment?.version ?? -1;
      if (moment !== followed) {
        tracks = moment?.tracks ?? null;
        olderSteps = tracks === null ? 0 : stepsBetween(seconds, tracks.seconds);
      }
      if (tracks !== null || moment !== followed) {
        const rewritten = tracks?.takeRewritten() ?? 0;
        for (const { follower } of shown) follower.follow(tracks, olderSteps, rewritten);
      }
      if (moment === followed && version === followedVersion) return;
      followed = moment;
      followedVersion = version;
      const read = moment?.emission;
      if (tracks === null) clock.follow(seconds, moment?.seconds);
      else clock.follow(olderSteps * STEP_SECONDS, 0);
      for (const { entity, startsActive, player } of shown) {
        if (read === undefined) player.setEvents(startsActive ? START : []);
        else {
          clock.read(read, entity, state);
          player.setEvents(listEvents(state.spans));
        }
      }
      isSettled = false;
    },
  };
}

/** Seconds by which the clocks of renderer and simulation may differ without a shift. */
const MOST_DRIFT = 0.1;

/** Returns by how many steps systems were shown before their simulation began. */
function stepsBetween(seconds: number, simulated: number): number {
  const older = seconds - simulated;
  return older > MOST_DRIFT ? Math.round(older / STEP_SECONDS) : 0;
}

/** Returns the starts and stops of spans, which are newest first, in order. */
function listEvents(spans: Float64Array): EmissionEvent[] {
  const events: EmissionEvent[] = [];
  for (let span = spans.length - 2; span >= 0; span -= 2) {
    if (spans[span] === NEVER) continue;
    events.push({ seconds: Math.max(0, spans[span]), starts: true });
    if (spans[span + 1] !== NEVER) events.push({ seconds: spans[span + 1], starts: false });
  }
  return events;
}

const NO_MATERIAL = {
  ...{ overbright: 1, addSelf: 0, blendsFrames: true, textureHeight: 256 },
  ...{ sequences: [], firstFrame: 0 },
};
