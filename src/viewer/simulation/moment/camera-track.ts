/** Pose of the map's camera between the last two ticks. */

import type { MapCameraPose } from "../../../map/motion/view.ts";
import { writeAngles } from "../../../math/angles.ts";
import { blendAngles } from "../../../simulation/classes/trains/angles.ts";
import { type MapSimulation, TICK_SECONDS, writeWorldMatrix } from "../../../simulation/index.ts";

const matrix = new Float32Array(12);
const angles = new Float64Array(3);

export class CameraTrack {
  readonly pose: MapCameraPose = {
    ...{ entity: -1, x: 0, y: 0, z: 0 },
    ...{ pitch: 0, yaw: 0, roll: 0 },
  };
  /** Second of the last tick, and place and angles there and one tick before. */
  #seconds = 0;
  readonly #before = new Float64Array(3);
  readonly #now = new Float64Array(3);
  readonly #anglesBefore = new Float64Array(3);
  readonly #anglesNow = new Float64Array(3);

  readTick(simulation: MapSimulation): void {
    const { entity } = this.pose;
    const row = simulation.viewEntity;
    const isSame = row === entity;
    this.pose.entity = row;
    if (row < 0) return;
    const isNext = simulation.time > this.#seconds;
    this.#seconds = simulation.time;
    this.#before.set(this.#now);
    this.#anglesBefore.set(this.#anglesNow);
    writeWorldMatrix(simulation.entities, row, matrix);
    for (let i = 0; i < 3; i++) this.#now[i] = matrix[i * 4 + 3];
    writeAngles(this.#anglesNow, 0, matrix);
    if (isSame && isNext) return;
    this.#before.set(this.#now);
    this.#anglesBefore.set(this.#anglesNow);
  }

  /** Shows a time in seconds, at the last tick or up to one before it. */
  show(seconds: number): void {
    const { pose } = this;
    if (pose.entity < 0) return;
    const part = Math.min(Math.max(1 - (this.#seconds - seconds) / TICK_SECONDS, 0), 1);
    blendAngles(angles, this.#anglesBefore, this.#anglesNow, part);
    const [before, now] = [this.#before, this.#now];
    pose.x = before[0] + (now[0] - before[0]) * part;
    pose.y = before[1] + (now[1] - before[1]) * part;
    pose.z = before[2] + (now[2] - before[2]) * part;
    pose.pitch = angles[0];
    pose.yaw = angles[1];
    pose.roll = angles[2];
  }
}
