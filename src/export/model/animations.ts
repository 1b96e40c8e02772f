/** Exports a model's sequences to glTF animations. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import {
  type MdlSequence,
  STUDIO_DELTA,
  STUDIO_LOOPING,
} from "../../formats/studio/animation/animation-types.ts";
import type { Bones } from "../../formats/studio/types.ts";
import type { MotionFrames, StudioModel } from "../../model/files/studio-model.ts";
import { bakeSequence } from "../../model/pose/bake-sequence.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import type { GltfAnimation } from "../gltf/gltf-types.ts";
import { turnQuaternion, turnVector } from "../gltf/space.ts";

/** Largest difference of equal values, in inches or components of a unit quaternion. */
const STILL = 1e-5;
const PATHS = ["translation", "rotation"] as const;
const SIZES = [3, 4] as const;

type Tracks = Pick<GltfAnimation, "channels" | "samplers">;

/**
 * Tracks of local poses for the bones' nodes. A bone that no animation moves from the bind pose has
 * none. Any other bone has a track in every animation, with a single frame if it does not move, so
 * that switching animations resets all bones.
 */
class AnimationTracks {
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

  /** Adds tracks for bones that the frames move from the bind pose. `finish` adds the others. */
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

  /**
   * Adds the tracks that an animation lacks compared with the others. Must be called once, after
   * the last animation.
   */
  finish(): void {
    const wanted = new Uint8Array(this.#bones.count * 2);
    for (const { has } of this.#added) {
      for (let i = 0; i < has.length; i++) wanted[i] |= has[i];
    }
    // glTF has no empty animations, so the first bone's position is always written.
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

  /** Whether any frame differs from the value at `first` of `rest`. */
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

/**
 * Negates a quaternion if its negative, which is the same rotation, is nearer to the previous
 * frame.
 */
function keepNear(values: Float32Array, at: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += values[at + k] * values[at + k - 4];
  if (dot < 0) for (let k = 0; k < 4; k++) values[at + k] = -values[at + k];
}

/** `STUDIO_POST`: rotations are applied in the bone's space, not in its parent's. */
const STUDIO_POST = 0x10;

/**
 * Applies additive frames to the bind pose, in the multiplication order of the engine's
 * `SlerpBones`.
 * @param flags of the sequence
 */
function addPoses(
  bones: Bones,
  frames: MotionFrames,
  frameCount: number,
  flags: number,
): MotionFrames {
  const isPost = (flags & STUDIO_POST) !== 0;
  const position = Float32Array.from(frames.position);
  const quaternion = Float32Array.from(frames.quaternion);
  for (let frame = 0; frame < frameCount; frame++) {
    for (let i = 0; i < bones.count * 3; i++) {
      position[frame * bones.count * 3 + i] += bones.position[i];
    }
    for (let bone = 0; bone < bones.count; bone++) {
      const at = (frame * bones.count + bone) * 4;
      const added = quaternion.slice(at, at + 4);
      const rest = bones.quaternion.subarray(bone * 4, bone * 4 + 4);
      multiply(quaternion, at, isPost ? rest : added, isPost ? added : rest);
    }
  }
  return { position, quaternion };
}

/** Writes out = a * b, quaternions (x, y, z, w). */
function multiply(out: Float32Array, at: number, a: Float32Array, b: Float32Array): void {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  out[at] = aw * bx + ax * bw + ay * bz - az * by;
  out[at + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[at + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[at + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Frame rate used if the stored one is not a number or out of range. */
const DEFAULT_FPS = 30;
const [LEAST_FPS, MOST_FPS] = [1e-3, 1e4];
/**
 * Most bone poses that are written: ten times those of a character with all its included models.
 */
const MOST_POSES = 2 ** 24;

/** Frames of one animation in the file. */
interface Track extends MotionFrames {
  readonly name: string;
  readonly frameCount: number;
  readonly fps: number;
  readonly isAdded: boolean;
}

/**
 * Writes the sequences as animations of the bones' nodes: as the engine plays them by default, or
 * every blend separately. Additive sequences are applied to the bind pose and marked. Leaves out
 * sequences with broken poses, and declared sequences that no included model has, with a warning.
 * @param target node of each bone, and length of an inch in the file
 * @throws FormatError if there are too many poses
 */
export function addAnimations(
  builder: GltfBuilder,
  model: StudioModel,
  target: { readonly nodes: readonly number[]; readonly scale: number },
  diagnostics: Diagnostics,
  options: { readonly sequences?: readonly string[]; readonly allBlends?: boolean },
): void {
  const { mdl, motions } = model;
  const wanted = options.sequences?.map((name) => name.toLowerCase());
  const ledger = new Ledger({ animationPoses: MOST_POSES });
  const tracks = new AnimationTracks(builder, mdl.bones, target.nodes, target.scale);
  const empty: string[] = [];
  for (const [row, sequence] of motions.sequences.entries()) {
    if (wanted !== undefined && !wanted.includes(sequence.name.toLowerCase())) continue;
    if (sequence.blends.length === 0) {
      empty.push(sequence.name);
      continue;
    }
    const shown = readTracks(model, row, options.allBlends === true, ledger, diagnostics);
    for (const { name, frameCount, fps, isAdded, ...frames } of shown) {
      const rate = fps > 0 ? Math.min(MOST_FPS, Math.max(LEAST_FPS, fps)) : DEFAULT_FPS;
      const { channels, samplers } = tracks.add(frames, frameCount, rate);
      const extras = describe(sequence, rate, isAdded);
      builder.json.animations.push({ name, channels, samplers, extras });
    }
  }
  tracks.finish();
  if (empty.length === 0) return;
  const [first] = empty;
  const more = empty.length > 1 ? ` and ${empty.length - 1} more are` : " is";
  const message = `${first}${more} left out: declared, and no included model has them.`;
  diagnostics.warn("missing-sequence", model.name, message);
}

/** Returns the tracks of a sequence; none, with a warning, if its poses are broken. */
function readTracks(
  model: StudioModel,
  row: number,
  all: boolean,
  ledger: Ledger,
  diagnostics: Diagnostics,
): Track[] {
  const sequence = model.motions.sequences[row];
  const isWhole = !isDelta(model, sequence, sequence.blends[0]);
  const isPlayed = isWhole && !(all && sequence.blends.length > 1);
  try {
    return isPlayed ? [playSequence(model, row, ledger)] : takeBlends(model, sequence, all, ledger);
  } catch (error) {
    if (!(error instanceof FormatError) || error.code === "too-large") throw error;
    const message = `Sequence ${sequence.name} is left out: ${error.message}`;
    diagnostics.warn("missing-sequence", `${model.name}: ${sequence.name}`, message);
    return [];
  }
}

function isDelta({ motions }: StudioModel, sequence: MdlSequence, animation: number): boolean {
  return ((motions.animations[animation].flags | sequence.flags) & STUDIO_DELTA) !== 0;
}

function playSequence(model: StudioModel, row: number, ledger: Ledger): Track {
  const baked = bakeSequence(model, row, { ledger });
  return { name: model.motions.sequences[row].name, isAdded: false, ...baked };
}

/** Returns the stored blends: the first, or all. */
function takeBlends(
  model: StudioModel,
  sequence: MdlSequence,
  all: boolean,
  ledger: Ledger,
): Track[] {
  const { name, blends, blendSize } = sequence;
  const { bones } = model.mdl;
  return (all ? blends : blends.slice(0, 1)).map((row, i, { length }) => {
    const { fps, frameCount } = model.motions.animations[row];
    ledger.take("animationPoses", frameCount * bones.count, "mstudioanimdesc_t", "MDL");
    const isAdded = isDelta(model, sequence, row);
    const frames = model.motions.frames(row);
    const place = `${i % blendSize[0]},${Math.floor(i / blendSize[0])}`;
    return {
      ...(isAdded ? addPoses(bones, frames, frameCount, sequence.flags) : frames),
      name: length > 1 ? `${name} ${place}` : name,
      frameCount,
      fps,
      isAdded,
    };
  });
}

/** Returns the sequence's properties that glTF cannot express, for `extras`. */
function describe(sequence: MdlSequence, fps: number, isAdded: boolean) {
  const { name, activity, flags, fadeIn, fadeOut, events, blendSize } = sequence;
  return {
    sequence: name,
    fps,
    looping: (flags & STUDIO_LOOPING) !== 0,
    fadeIn,
    fadeOut,
    ...(activity === "" ? {} : { activity }),
    ...(isAdded ? { additive: true } : {}),
    ...(blendSize[0] * blendSize[1] > 1 ? { blendSize } : {}),
    ...(events.length > 0 ? { events } : {}),
  };
}
