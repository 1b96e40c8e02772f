/**
 * Whether occlusion pays: it costs a pass more, and saves what is hidden. That depends on the map, the
 * place and the adapter, so now and then some frames are drawn with it and some without, and the
 * cheaper way is kept. A frame's cost is the time in which the GPU had nothing but it to do.
 */

/** Frames that draw something new from one trial to the next. */
export const TRIAL_INTERVAL = 600;
/** Before the first: those of a map that has just come. */
export const TRIAL_DELAY = 60;
/** With it, the first frames have yet to find what is hidden; without it, the first ends that. */
export const TRIAL_WITH = { settling: 3, measured: 7 } as const;
export const TRIAL_WITHOUT = { settling: 1, measured: 7 } as const;

const FRAMES_WITH = TRIAL_WITH.settling + TRIAL_WITH.measured;
const FRAMES_WITHOUT = TRIAL_WITHOUT.settling + TRIAL_WITHOUT.measured;

/** It stays as it is for less than this, of the frame's cost. */
const CHANGE_RATIO = 0.95;

/** Of an odd number. */
const medianOf = (costs: readonly number[]) =>
  [...costs].sort((a, b) => a - b)[(costs.length - 1) / 2];

export interface OcclusionTrial {
  /** Whether the next frame is drawn with occlusion. */
  readonly isOn: boolean;
  /** After a frame that culls was handed over. */
  follow(): void;
  /** Another map: as at the beginning, which is with occlusion. */
  restart(): void;
}

/**
 * @param done resolves when the GPU is through with what was handed over so far
 * @param now milliseconds
 */
export function createOcclusionTrial(
  done: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): OcclusionTrial {
  /** Frames until a trial; below 0, the frames of one that are drawn. */
  let rest = TRIAL_DELAY;
  /** What earlier trials found. */
  let isWorth = true;
  let costsWith: number[] = [];
  let costsWithout: number[] = [];
  let lastDone = 0;
  /** Goes up with every restart: costs of before then are no news. */
  let round = 0;

  function decide(): void {
    const [withIt, without] = [medianOf(costsWith), medianOf(costsWithout)];
    isWorth = isWorth ? withIt * CHANGE_RATIO <= without : withIt < without * CHANGE_RATIO;
    rest = TRIAL_INTERVAL;
  }

  function measure(costs: number[]): void {
    const start = now();
    const own = round;
    done().then(
      () => {
        const end = now();
        const cost = end - Math.max(start, lastDone);
        lastDone = end;
        if (own !== round) return;
        costs.push(cost);
        const { length } = costsWithout;
        if (length === TRIAL_WITHOUT.measured && costsWith.length === TRIAL_WITH.measured) decide();
      },
      // A device that is gone says so itself.
      () => undefined,
    );
  }

  return {
    get isOn() {
      const isTried = rest <= 0 && -rest < FRAMES_WITH + FRAMES_WITHOUT;
      return isTried ? -rest < FRAMES_WITH : isWorth;
    },
    follow() {
      const frame = -rest;
      rest--;
      if (frame < 0 || frame >= FRAMES_WITH + FRAMES_WITHOUT) return;
      if (frame === 0) [costsWith, costsWithout] = [[], []];
      // Also of those before what is measured, so that it is known when they were done.
      if (frame < FRAMES_WITH) {
        measure(frame < TRIAL_WITH.settling ? [] : costsWith);
      } else {
        measure(frame - FRAMES_WITH < TRIAL_WITHOUT.settling ? [] : costsWithout);
      }
    },
    restart() {
      round++;
      rest = TRIAL_DELAY;
      isWorth = true;
    },
  };
}
