import type { PoseTrack } from "../../animation/animation-types.ts";
import { writeQuaternionFromEuler } from "../../animation/euler.ts";
import type { StudioReader } from "../studio-reader.ts";
import { readRuns } from "./read-animation-data.ts";

const COMPRESSED_BYTES = 36;
const ERROR_BYTES = 28;

/** Where a track lies from the record that names it, 0 for none; and which of its animation's frames it has. */
export interface TrackPlace {
  readonly at: number;
  readonly firstFrame: number;
  readonly frameCount: number;
}

/** Tracks of a rule that begins and ends at parts of its animation's cycle. */
export function countTrackFrames(end: number, firstFrame: number, frameCount: number): number {
  const last = Math.round(end * (frameCount - 1));
  return Math.max(0, Math.min(last, 2 * frameCount) - firstFrame + 1);
}

/** `mstudiocompressedikerror_t`: six streams, three of inches and three of angles, each with its scale. */
export function readCompressedTrack(
  reader: StudioReader,
  { at, firstFrame, frameCount }: TrackPlace,
): PoseTrack {
  const where = "mstudiocompressedikerror_t";
  reader.array(where, at, 1, at, COMPRESSED_BYTES);
  const streams = Array.from({ length: 6 }, (_, channel) => {
    const values = new Float32Array(frameCount);
    const offset = reader.view.getInt16(at + 24 + channel * 2, true);
    if (offset > 0) readRuns(reader, at + offset, values);
    const scale = reader.f32(at + channel * 4);
    return values.map((value) => value * scale);
  });
  const [x, y, z, roll, pitch, yaw] = streams;
  const position = new Float32Array(frameCount * 3);
  const quaternion = new Float32Array(frameCount * 4);
  for (let i = 0; i < frameCount; i++) {
    position.set([x[i], y[i], z[i]], i * 3);
    writeQuaternionFromEuler(quaternion, i * 4, roll[i], pitch[i], yaw[i]);
  }
  return { firstFrame, position, quaternion };
}

/** `mstudioikerror_t`, of older compilers: a place and a turn a frame. */
export function readPlainTrack(
  reader: StudioReader,
  { at, firstFrame, frameCount }: TrackPlace,
): PoseTrack {
  reader.array("mstudioikerror_t", at, frameCount, at, ERROR_BYTES);
  const position = new Float32Array(frameCount * 3);
  const quaternion = new Float32Array(frameCount * 4);
  for (let i = 0; i < frameCount; i++) {
    const from = at + i * ERROR_BYTES;
    for (let k = 0; k < 3; k++) position[i * 3 + k] = reader.f32(from + k * 4);
    for (let k = 0; k < 4; k++) quaternion[i * 4 + k] = reader.f32(from + 12 + k * 4);
  }
  return { firstFrame, position, quaternion };
}
