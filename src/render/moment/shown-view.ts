/** Shows what a simulation does to the picture and the eye: fog, exposure, colours, fades, shaking. */

import type { ExposureInputs, MomentView } from "../../map/motion/view.ts";
import type { ColorCorrections, ToneMapping } from "../../map/types.ts";
import { pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { Camera } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";

export interface ShownView {
  readonly follow: () => void;
  readonly prepare: () => void;
  readonly see: (camera: Camera) => Camera;
}

export function createShownView(job: FrameJob): ShownView {
  const { gpu } = job.context;
  const fadeOf = pipelineQueueOf(gpu).lazy(async () =>
    (await import("../post/view-fade.ts")).prepareViewFade(gpu),
  );
  const eye = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 0, roll: 0 };
  let shown: MomentView | null = null;
  let shownVersion = -1;
  let shownMap: MapDraws | null = null;
  let corrections: ColorCorrections | null = null;
  /** Weights of the corrections as the map starts. */
  let ownWeights = new Float32Array(0);

  function followFade(view: MomentView | null): void {
    const isFaded = view !== null && view.fade.alpha > 0;
    if (isFaded) job.fade ??= fadeOf()?.() ?? null;
    job.fade?.follow(view?.fade ?? null);
  }

  function followMap(map: MapDraws, view: MomentView | null): void {
    const { scene } = map;
    map.fog = view?.fog === undefined ? scene.fog : view.fog;
    map.toneMapping = exposed(map.toneMapping, scene.toneMapping, view?.exposure ?? null);
    if (corrections !== map.corrections) {
      corrections = map.corrections;
      ownWeights = corrections?.weight.slice() ?? ownWeights;
    }
    if (corrections === null) return;
    for (let row = 0; row < corrections.count; row++) {
      const weight = view?.correctionWeight(corrections.entity[row]) ?? Number.NaN;
      corrections.weight[row] = Number.isNaN(weight) ? ownWeights[row] : weight;
    }
  }

  return {
    prepare() {
      const fade = job.moment?.view?.fade;
      if (fade !== undefined && fade.alpha > 0) fadeOf();
    },
    follow() {
      const { map } = job;
      const view = job.moment?.view ?? null;
      const isSame =
        view === shown &&
        (view?.version ?? -1) === shownVersion &&
        map === shownMap &&
        (map?.corrections ?? null) === corrections;
      // A fade is not shown until its pipeline is compiled.
      const isWaiting = view !== null && view.fade.alpha > 0 && job.fade === null;
      if (isSame && !isWaiting) return;
      shown = view;
      shownVersion = view?.version ?? -1;
      shownMap = map;
      followFade(view);
      if (map === null) corrections = null;
      else followMap(map, view);
    },
    see(camera) {
      const shake = job.moment?.view?.shake;
      if (shake === undefined || !job.settings.shake) return camera;
      if (shake.x === 0 && shake.y === 0 && shake.z === 0 && shake.roll === 0) return camera;
      // A projection of the camera's own would not shake with the eye.
      if (camera.project !== undefined) return camera;
      eye.x = camera.x + shake.x;
      eye.y = camera.y + shake.y;
      eye.z = camera.z + shake.z;
      eye.pitch = camera.pitch;
      eye.yaw = camera.yaw;
      eye.fov = camera.fov;
      eye.roll = (camera.roll ?? 0) + shake.roll;
      return eye;
    },
  };
}

// The engine's defaults (`viewpostprocess.cpp`), which also replace 0, and limits of what is
// visible, as in `ToneMapping` of the map.
const DEFAULT_MIN = 0.5;
const DEFAULT_MAX = 2;
const LEAST_EXPOSURE = 1e-3;
const MOST_EXPOSURE = 100;
const MOST_BLOOM = 100;

/** Returns the exposure of a map with inputs, or `before` if it is the same. */
function exposed(
  before: ToneMapping | null,
  own: ToneMapping | null,
  inputs: ExposureInputs | null,
): ToneMapping | null {
  if (own === null || inputs === null) return own;
  const limit = (value: number, otherwise: number, map: number) =>
    Number.isNaN(value)
      ? map
      : Math.min(MOST_EXPOSURE, Math.max(LEAST_EXPOSURE, value || otherwise));
  const min = limit(inputs.min, DEFAULT_MIN, own.min);
  const max = Math.max(min, limit(inputs.max, DEFAULT_MAX, own.max));
  const rate = Number.isNaN(inputs.rate) ? own.rate : inputs.rate;
  const bloomScale = Number.isNaN(inputs.bloomScale)
    ? own.bloomScale
    : Math.min(MOST_BLOOM, inputs.bloomScale);
  for (const one of [own, before]) {
    const isSame =
      one?.min === min && one.max === max && one.rate === rate && one.bloomScale === bloomScale;
    if (isSame) return one;
  }
  return { ...own, min, max, rate, bloomScale };
}
