import { Ledger } from "../../core/ledger.ts";
import {
  type MdlSequence,
  STUDIO_DELTA,
  STUDIO_LOOPING,
} from "../../formats/studio/animation/animation-types.ts";
import { bakeSequence } from "../../model/pose/bake-sequence.ts";
import type { MotionFrames, StudioModel } from "../../model/studio-model.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import { addPoses } from "./add-poses.ts";
import { AnimationTracks } from "./animation-tracks.ts";

/** Of an animation that says nothing sound. */
const DEFAULT_FPS = 30;
const [LEAST_FPS, MOST_FPS] = [1e-3, 1e4];
/** Poses of a bone that may be played: ten times those of a person with all that he includes. */
const MOST_POSES = 2 ** 24;

/** Frames that are written under a name. */
interface Track extends MotionFrames {
  readonly name: string;
  readonly frameCount: number;
  readonly fps: number;
  readonly isAdded: boolean;
}

/**
 * The sequences as animations of the bones' nodes: as the engine plays them while nothing else is set, or every
 * blend by itself. What is added to others is written as what it makes of the bind pose, and says so.
 * @param nodes a node a bone
 * @throws FormatError where poses are broken, or too many
 */
export function addAnimations(
  builder: GltfBuilder,
  model: StudioModel,
  nodes: readonly number[],
  scale: number,
  options: { readonly sequences?: readonly string[]; readonly allBlends?: boolean },
): void {
  const { mdl, motions } = model;
  const wanted = options.sequences?.map((name) => name.toLowerCase());
  const ledger = new Ledger({ animationPoses: MOST_POSES });
  const tracks = new AnimationTracks(builder, mdl.bones, nodes, scale);
  for (const [row, sequence] of motions.sequences.entries()) {
    if (wanted !== undefined && !wanted.includes(sequence.name.toLowerCase())) continue;
    const isWhole = !isDelta(model, sequence, sequence.blends[0]);
    const isPlayed = isWhole && !(options.allBlends === true && sequence.blends.length > 1);
    const shown = isPlayed
      ? [playSequence(model, row, ledger)]
      : takeBlends(model, sequence, options.allBlends === true, ledger);
    for (const { name, frameCount, fps, isAdded, ...frames } of shown) {
      const rate = fps > 0 ? Math.min(MOST_FPS, Math.max(LEAST_FPS, fps)) : DEFAULT_FPS;
      const { channels, samplers } = tracks.add(frames, frameCount, rate);
      const extras = describe(sequence, rate, isAdded);
      builder.json.animations.push({ name, channels, samplers, extras });
    }
  }
  tracks.finish();
}

function isDelta({ motions }: StudioModel, sequence: MdlSequence, animation: number): boolean {
  return ((motions.animations[animation].flags | sequence.flags) & STUDIO_DELTA) !== 0;
}

function playSequence(model: StudioModel, row: number, ledger: Ledger): Track {
  const baked = bakeSequence(model, row, { ledger });
  return { name: model.motions.sequences[row].name, isAdded: false, ...baked };
}

/** Blends as they are stored: the first, or all. */
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

/** What glTF has no words for. */
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
