/**
 * Records a flight as a video. Every frame is drawn and encoded at a fixed time step, so recording
 * may be slower than real time. Loaded with the first video, together with the file writer.
 */

import {
  BufferTarget,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  type VideoCodec,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from "mediabunny";
import { CancelledError, type Flight, type Viewer } from "../viewer/index.ts";
import { MAX_FILE_BYTES, type VideoContainer, type VideoPlan } from "./video-plan.ts";

/** Codecs in order of preference, most widely supported first. */
const CODECS: Readonly<Record<VideoContainer, VideoCodec[]>> = {
  webm: ["vp9", "vp8", "av1"],
  mp4: ["avc", "hevc", "av1", "vp9"],
};

/** Seconds between key frames. */
const KEY_FRAME_SECONDS = 2;

export interface VideoFile {
  readonly blob: Blob;
  readonly codec: VideoCodec;
}

export interface RecordOptions {
  readonly signal: AbortSignal;
  /** Called with the number of finished frames. */
  readonly onProgress: (frames: number) => void;
}

/**
 * Records the video and restores the camera. Rejects with `CancelledError`; with GpuError if the
 * device is lost or cannot draw the size; and with a sentence if the browser cannot encode the
 * video or the file is too large.
 */
export async function recordVideo(
  viewer: Viewer,
  flight: Flight,
  plan: VideoPlan,
  { signal, onProgress }: RecordOptions,
): Promise<VideoFile> {
  const { width, height, fps, frames, container } = plan;
  const codec = await chooseCodec(plan);
  const target = new BufferTarget();
  const format = container === "webm" ? new WebMOutputFormat() : new Mp4OutputFormat();
  const output = new Output({ format, target });
  let byteLength = 0;
  const source = new VideoSampleSource({
    codec,
    quality: QUALITY_HIGH,
    keyFrameInterval: KEY_FRAME_SECONDS,
    onEncodedPacket: (packet) => {
      byteLength += packet.byteLength;
    },
  });
  output.addVideoTrack(source, { frameRate: fps });
  const before = { ...viewer.camera };
  const capture = viewer.capture({ width, height });
  try {
    await output.start();
    if (flight.fov !== null) viewer.camera.fov = flight.fov;
    for (let frame = 0; frame < frames; frame++) {
      if (signal.aborted) throw new CancelledError();
      flight.setPose(viewer.camera, frame / fps);
      const pixels = await capture.read(frame / fps);
      // `RGBX`, because alpha does not hold transparency.
      const sample = new VideoSample(pixels, {
        format: "RGBX",
        codedWidth: width,
        codedHeight: height,
        timestamp: frame / fps,
        duration: 1 / fps,
      });
      // Waits if the encoder is behind.
      await source.add(sample).finally(() => sample.close());
      if (byteLength > MAX_FILE_BYTES) {
        throw new Error("the video exceeds 1 GB: choose a smaller size, or a shorter path");
      }
      onProgress(frame + 1);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  } finally {
    capture.end();
    viewer.camera = before;
  }
  return { blob: new Blob([target.buffer!], { type: `video/${container}` }), codec };
}

async function chooseCodec({ width, height, container }: VideoPlan): Promise<VideoCodec> {
  if (typeof VideoEncoder === "undefined") {
    throw new Error(
      "this browser cannot encode video (it has no WebCodecs): Chrome and Edge 94, Safari 16.4 and Firefox 130 or later do",
    );
  }
  const codecs = CODECS[container];
  const codec = await getFirstEncodableVideoCodec(codecs, { width, height, quality: QUALITY_HIGH });
  if (codec !== null) return codec;
  const other = container === "webm" ? "MP4" : "WebM";
  const names = codecs.map((name) => name.toUpperCase()).join(", ");
  throw new Error(
    `this browser encodes none of ${names} at ${width}x${height}: try ${other}, or a smaller size`,
  );
}
