/**
 * Chooses whether the CPU or the GPU culls a frame. The CPU culls until GPU culling is compiled. That
 * is requested when the GPU has finished the first complete picture, so that nothing delays it, and
 * on a software adapter when the load has ended. After that the GPU culls, with a second phase by
 * depth if that pays.
 */

import { TURN_OCCLUSION } from "../context/pipeline-queue.ts";
import { isEarlyPhaseReady, isLatePhaseReady } from "../cull/cull-pass.ts";
import type { RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import type { FrameJob } from "./frame-job.ts";

// Trials whether occlusion culling pays. It costs an extra pass and saves hidden draws, which depends
// on the map, the place and the adapter. So now and then some frames are drawn with it and some
// without, and the cheaper way is kept. A frame's cost is the time that the GPU spent on it alone.

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

interface OcclusionTrial {
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

export interface CullChoice {
  /** Decides for the next frame: sets `isGpuCulled` and `hasLatePhase` of its job. */
  choose(): void;
  /** Call after the frame was submitted. */
  follow(isStill: boolean): void;
  /** Call when another map is drawn, or none. */
  restart(): void;
  /** Resolves when all pipelines for culling are compiled; rejects like `PipelineQueue.ready`. */
  settled(): Promise<void>;
}

export function createCullChoice(job: FrameJob): CullChoice {
  const { context, settings } = job;
  const { pipelines } = context;
  const { queue } = context.gpu.device;
  const trial = createOcclusionTrial(() => queue.onSubmittedWorkDone());
  /** Whether the frame counts for an occlusion trial. */
  let isTried = false;
  /** The map whose first complete picture was submitted, and the one whose picture is finished. */
  let awaited: MapDraws | null = null;
  let pictured: MapDraws | null = null;

  /** Returns true if all pipelines for culling are compiled, and requests them. */
  function isSettled({ map }: FrameJob): boolean {
    if (map === null || !settings.gpuCulling) return true;
    return isEarlyPhaseReady(context) && (!settings.occlusion || isLatePhaseReady(context));
  }

  /** Runs each frame: it must capture nothing in an inner function, which would allocate. */
  function followFirstPicture(): void {
    if (job.map === null || job.map === awaited || !pipelines.isPictureReady) return;
    awaitPicture(job.map);
  }

  function awaitPicture(map: MapDraws): void {
    awaited = map;
    queue.onSubmittedWorkDone().then(
      () => {
        if (map === job.map) pictured = map;
      },
      // A lost device reports that itself.
      () => undefined,
    );
  }

  return {
    choose() {
      const { map } = job;
      const isHeld = job.isLoading && context.gpu.isSoftware;
      const isWanted = settings.gpuCulling && map !== null && map === pictured && !isHeld;
      job.isGpuCulled = isWanted && isEarlyPhaseReady(context);
      const isPaying = !settings.occlusionByCost || trial.isOn;
      const isOccluded = job.isGpuCulled && settings.occlusion && isLatePhaseReady(context);
      job.hasLatePhase = isOccluded && isPaying;
      isTried = isOccluded && settings.occlusionByCost;
    },
    follow(isStill) {
      if (isTried && !isStill) trial.follow();
      followFirstPicture();
    },
    restart() {
      trial.restart();
      awaited = null;
      pictured = null;
    },
    async settled() {
      pictured = job.map;
      while (!isSettled(job)) await pipelines.ready(TURN_OCCLUSION);
    },
  };
}

// Frames whose culling would give the previous result, which is still on the GPU and can be drawn
// again. Everything that culling depends on is compared: camera, visible clusters and settings.

/**
 * Number of identical frames that cull before culling can stop. The first draws what occlusion
 * would hide, the second finds out what is hidden, the third draws only the rest.
 */
const SETTLING_FRAMES = 3;

/**
 * Numbers compared per view: matrix, position, picture size, LOD metric, clusters and enabled sets.
 */
const VIEW_NUMBERS = 24;

/**
 * Returns true if the frame need not cull. Call once per frame.
 * @param pipelineVersion increases when pipelines are ready, since culling finds nothing without
 * them
 * @param moment time of moving objects, which hide different things at different times. Their boxes
 * cover all of their motion.
 */
type StillFrames = (job: CulledFrame, pipelineVersion: number, moment: number) => boolean;

/** Inputs of culling: a subset of `FrameJob`. */
interface CulledFrame {
  readonly views: readonly ViewDraws[];
  readonly settings: RenderSettings;
  readonly isGpuCulled: boolean;
  readonly hasLatePhase: boolean;
  readonly moment: { readonly version: number } | null;
}

export function createStillFrames(): StillFrames {
  const before: ViewDraws[] = [];
  let numbers = new Float64Array(VIEW_NUMBERS);
  let switches = 0;
  let version = 0;
  let hidingAt = 0;
  let stateBefore: CulledFrame["moment"] = null;
  let stateVersion = -1;
  let alike = 0;
  let isSame = true;

  function compare(at: number, value: number): void {
    if (numbers[at] === value) return;
    numbers[at] = value;
    isSame = false;
  }

  function compareView({ view, onSets }: ViewDraws, at: number): void {
    for (let i = 0; i < 16; i++) compare(at + i, view.clipFromWorld[i]);
    compare(at + 16, view.x);
    compare(at + 17, view.y);
    compare(at + 18, view.z);
    compare(at + 19, view.width);
    compare(at + 20, view.height);
    compare(at + 21, view.lodMetricPerInch);
    compare(at + 22, view.visible === null ? -1 : view.bitsVersion);
    compare(at + 23, onSets);
  }

  return (
    { views, settings, isGpuCulled, hasLatePhase, moment: state },
    pipelineVersion,
    moment,
  ) => {
    isSame = views.length === before.length;
    before.length = views.length;
    if (numbers.length < views.length * VIEW_NUMBERS) {
      numbers = new Float64Array(views.length * VIEW_NUMBERS);
    }
    for (let i = 0; i < views.length; i++) {
      if (before[i] !== views[i]) isSame = false;
      before[i] = views[i];
      compareView(views[i], i * VIEW_NUMBERS);
    }
    const now =
      (settings.frustum ? 1 : 0) |
      (settings.displacements ? 2 : 0) |
      (settings.brushModels ? 4 : 0) |
      (settings.translucent ? 8 : 0) |
      (isGpuCulled ? 16 : 0) |
      (hasLatePhase ? 32 : 0);
    if (now !== switches) isSame = false;
    switches = now;
    if (version !== pipelineVersion) isSame = false;
    version = pipelineVersion;
    if (hasLatePhase && hidingAt !== moment) isSame = false;
    hidingAt = moment;
    const nowVersion = state?.version ?? -1;
    if (stateBefore !== state || stateVersion !== nowVersion) isSame = false;
    stateBefore = state;
    stateVersion = nowVersion;
    alike = isSame ? alike + 1 : 1;
    return alike > SETTLING_FRAMES;
  };
}
