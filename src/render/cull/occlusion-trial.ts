/**
 * Decides whether occlusion culling pays. It costs an extra pass and saves hidden draws, which
 * depends on the map, the place and the adapter. So now and then some frames are drawn with it and
 * some without, and the cheaper way is kept. A frame's cost is the time that the GPU spent on it
 * alone.
 */

/** Number of culled frames between two trials. */
export const TRIAL_INTERVAL = 600;
/** Number of frames before the first trial on a new map. */
export const TRIAL_DELAY = 60;
/**
 * Settling frames are not measured. With occlusion, the first frames have yet to find what is
 * hidden; without it, the first frame switches over.
 */
export const TRIAL_WITH = { settling: 3, measured: 7 } as const;
export const TRIAL_WITHOUT = { settling: 1, measured: 7 } as const;

const FRAMES_WITH = TRIAL_WITH.settling + TRIAL_WITH.measured;
const FRAMES_WITHOUT = TRIAL_WITHOUT.settling + TRIAL_WITHOUT.measured;

/** Relative change in a frame's cost below which the mode is kept. */
const CHANGE_RATIO = 0.95;

/** Returns the median of an odd number of costs. */
const medianOf = (costs: readonly number[]) =>
  [...costs].sort((a, b) => a - b)[(costs.length - 1) / 2];

export interface OcclusionTrial {
  /** Whether the next frame is drawn with occlusion. */
  readonly isOn: boolean;
  /** Call after submitting a frame that culls. */
  follow(): void;
  /** Starts again for another map, with occlusion on. */
  restart(): void;
}

/**
 * @param done resolves when the GPU has finished everything submitted so far
 * @param now time in milliseconds
 */
export function createOcclusionTrial(
  done: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): OcclusionTrial {
  /**
   * Frames until the next trial. If negative, minus the number of frames drawn in the current
   * trial.
   */
  let rest = TRIAL_DELAY;
  /** Whether occlusion paid in the last trial. */
  let isWorth = true;
  let costsWith: number[] = [];
  let costsWithout: number[] = [];
  let lastDone = 0;
  /** Increases with each restart, so that costs measured before it are ignored. */
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
      // A lost device reports that itself.
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
      // Settling frames are timed too, because a cost depends on when the previous frame was done.
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
