import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
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

/** Frame rate used in place of one that is not a number, or out of range. */
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
 * Writes the sequences as animations of the bones' nodes: as the engine plays them while nothing else is set, or every
 * blend by itself. Additive sequences are written as what they make of the bind pose, and say so. A sequence whose
 * poses are broken is left out with a warning, and so are declared sequences that no included model has.
 * @param nodes a node a bone
 * @throws FormatError where poses are too many
 */
export function addAnimations(
  builder: GltfBuilder,
  model: StudioModel,
  nodes: readonly number[],
  scale: number,
  diagnostics: Diagnostics,
  options: { readonly sequences?: readonly string[]; readonly allBlends?: boolean },
): void {
  const { mdl, motions } = model;
  const wanted = options.sequences?.map((name) => name.toLowerCase());
  const ledger = new Ledger({ animationPoses: MOST_POSES });
  const tracks = new AnimationTracks(builder, mdl.bones, nodes, scale);
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

/** Returns the tracks of a sequence; none, and a warning, where its poses are broken. */
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
