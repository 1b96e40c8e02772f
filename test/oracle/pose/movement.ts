/**
 * Root motion from an animation's velocity, by `Studio_AnimVelocity` of Valve's public
 * `bone_setup.cpp`: linear speed over each run of frames, summed in small steps. Speeds are in
 * inches per run.
 */

export interface OracleRun {
  readonly endFrame: number;
  readonly speed: readonly [number, number];
  readonly vector: readonly [number, number, number];
  /** Yaw at its end, in degrees. */
  readonly yaw: number;
}

const STEPS = 2000;

/** Returns x, y, z and yaw at a cycle position in the first loop. */
export function walkedBy(runs: readonly OracleRun[], frameCount: number, cycle: number): number[] {
  const place = [0, 0, 0, 0];
  const until = cycle * (frameCount - 1);
  let begin = 0;
  let yaw = 0;
  for (const run of runs) {
    const frames = run.endFrame - begin;
    const share = Math.min(1, Math.max(0, (until - begin) / frames));
    for (let step = 0; step < STEPS; step++) {
      const at = ((step + 0.5) / STEPS) * share;
      const inches = (run.speed[0] * (1 - at) + run.speed[1] * at) * (share / STEPS);
      for (let k = 0; k < 3; k++) place[k] += run.vector[k] * inches;
    }
    if (share > 0) place[3] = yaw + (run.yaw - yaw) * share;
    yaw = run.yaw;
    begin = run.endFrame;
  }
  return place;
}

/** Applies a movement relative to a position and direction. */
export function walkOn(at: readonly number[], by: readonly number[]): number[] {
  const angle = (at[3] * Math.PI) / 180;
  return [
    at[0] + by[0] * Math.cos(angle) - by[1] * Math.sin(angle),
    at[1] + by[0] * Math.sin(angle) + by[1] * Math.cos(angle),
    at[2] + by[2],
    at[3] + by[3],
  ];
}
