/** Plans a video within the limits of browsers. */

export interface VideoPlan {
  /** Pixels; even numbers, as codecs require. */
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly frames: number;
  readonly container: VideoContainer;
}

export type VideoContainer = "webm" | "mp4";

/** Most frames: ten minutes at 60 frames a second. */
export const MAX_FRAMES = 36_000;
export const MAX_EDGE = 7680;
export const MAX_FPS = 120;
/** Largest file in bytes; it is built in memory. */
export const MAX_FILE_BYTES = 2 ** 30;

export interface VideoWish extends Omit<VideoPlan, "frames"> {
  readonly seconds: number;
}

/** @throws Error with a sentence if the video exceeds a limit */
export function planVideo({ width, height, fps, seconds, container }: VideoWish): VideoPlan {
  for (const edge of [width, height]) {
    if (Number.isInteger(edge) && edge >= 16 && edge <= MAX_EDGE && edge % 2 === 0) continue;
    throw new Error(`a video's edges are even numbers from 16 to ${MAX_EDGE}, not ${edge}`);
  }
  if (!(Number.isInteger(fps) && fps >= 1 && fps <= MAX_FPS)) {
    throw new Error(`a video has 1 to ${MAX_FPS} frames a second, not ${fps}`);
  }
  if (!(seconds >= 0)) throw new Error("a video lasts a number of seconds");
  // A path without motion becomes a single frame.
  const frames = Math.max(1, Math.round(seconds * fps));
  if (frames > MAX_FRAMES) {
    const most = Math.floor(MAX_FRAMES / fps);
    throw new Error(
      `at ${fps} frames a second a video may last ${most} s, not ${Math.round(seconds)} s`,
    );
  }
  return { width, height, fps, frames, container };
}
