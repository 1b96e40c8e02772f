import type { Bones } from "../../formats/studio/types.ts";
import type { MotionFrames } from "../../model/studio-model.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import type { GltfAnimation } from "../gltf/gltf-types.ts";
import { turnQuaternion, turnVector } from "../gltf/space.ts";

/** Values nearer than that to each other, inches and parts of a unit quaternion, are the same. */
const STILL = 1e-5;
const PATHS = ["translation", "rotation"] as const;
const SIZES = [3, 4] as const;

type Tracks = Pick<GltfAnimation, "channels" | "samplers">;

/**
 * Tracks of local poses for the bones' nodes. What no animation of the file moves from the bind pose has none;
 * everything else has one in each, so that whoever goes from one animation to another leaves no bone behind:
 * of a single frame where it stands still.
 */
export class AnimationTracks {
  readonly #builder: GltfBuilder;
  readonly #bones: Bones;
  readonly #nodes: readonly number[];
  readonly #scale: number;
  readonly #added: { readonly tracks: Tracks; readonly has: Uint8Array }[] = [];
  readonly #times = new Map<string, number>();

  constructor(builder: GltfBuilder, bones: Bones, nodes: readonly number[], scale: number) {
    this.#builder = builder;
    this.#bones = bones;
    this.#nodes = nodes;
    this.#scale = scale;
  }

  /** Tracks of what frames move from the bind pose; `finish` adds the others. */
  add(frames: MotionFrames, frameCount: number, fps: number): Tracks {
    const tracks: Tracks = { channels: [], samplers: [] };
    const has = new Uint8Array(this.#bones.count * 2);
    for (let i = 0; i < has.length; i++) {
      const size = SIZES[i & 1];
      const column = size === 3 ? frames.position : frames.quaternion;
      if (!this.#differs(column, size, (i >> 1) * size, frameCount, this.#restOf(size))) continue;
      has[i] = 1;
      const values = this.#take(column, frameCount, i >> 1, size);
      const output = this.#builder.addAccessor(values, size === 4 ? "VEC4" : "VEC3");
      this.#push(tracks, i, this.#timesOf(values.length / size, fps), output);
    }
    this.#added.push({ tracks, has });
    return tracks;
  }

  /** Gives each animation the tracks that it lacks beside the others'. Once, after the last. */
  finish(): void {
    const wanted = new Uint8Array(this.#bones.count * 2);
    for (const { has } of this.#added) {
      for (let i = 0; i < has.length; i++) wanted[i] |= has[i];
    }
    // An animation of nothing is none: the first bone's place is always written.
    wanted[0] = 1;
    const rests = new Map<number, number>();
    for (const { tracks, has } of this.#added) {
      for (let i = 0; i < wanted.length; i++) {
        if (wanted[i] === 0 || has[i] === 1) continue;
        const size = SIZES[i & 1];
        const output =
          rests.get(i) ??
          this.#builder.addAccessor(
            this.#take(this.#restOf(size), 1, i >> 1, size),
            size === 4 ? "VEC4" : "VEC3",
          );
        rests.set(i, output);
        this.#push(tracks, i, this.#timesOf(1, 1), output);
      }
    }
  }

  #restOf(size: 3 | 4): Float32Array {
    return size === 3 ? this.#bones.position : this.#bones.quaternion;
  }

  #push({ channels, samplers }: Tracks, track: number, input: number, output: number): void {
    const sampler = samplers.push({ input, output, interpolation: "LINEAR" }) - 1;
    channels.push({ sampler, target: { node: this.#nodes[track >> 1], path: PATHS[track & 1] } });
  }

  #take(column: Float32Array, frameCount: number, bone: number, size: 3 | 4): Float32Array {
    const first = bone * size;
    const moves = this.#differs(column, size, first, frameCount, column);
    const values = new Float32Array((moves ? frameCount : 1) * size);
    for (let i = 0; i < values.length; i += size) {
      const at = i * this.#bones.count + first;
      const value = size === 3 ? turnVector(column, at, this.#scale) : turnQuaternion(column, at);
      values.set(value, i);
      if (size === 4 && i > 0) keepNear(values, i);
    }
    return values;
  }

  /** Whether any frame has another value than stands at `first` of `rest`. */
  #differs(
    column: Float32Array,
    size: 3 | 4,
    first: number,
    frameCount: number,
    rest: Float32Array,
  ): boolean {
    const stride = this.#bones.count * size;
    for (let at = first; at < frameCount * stride; at += stride) {
      for (let k = 0; k < size; k++) {
        if (!(Math.abs(column[at + k] - rest[first + k]) <= STILL)) return true;
      }
    }
    return false;
  }

  #timesOf(frameCount: number, fps: number): number {
    const key = `${frameCount} ${frameCount > 1 ? fps : ""}`;
    let row = this.#times.get(key);
    if (row === undefined) {
      const times = Float32Array.from({ length: frameCount }, (_, i) => i / fps);
      row = this.#builder.addAccessor(times, "SCALAR", { bounds: true });
      this.#times.set(key, row);
    }
    return row;
  }
}

/** A quaternion and its negative are one turn: of the two, the nearer to the frame before. */
function keepNear(values: Float32Array, at: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += values[at + k] * values[at + k - 4];
  if (dot < 0) for (let k = 0; k < 4; k++) values[at + k] = -values[at + k];
}
