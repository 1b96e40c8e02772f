import { type MdlSequence, STUDIO_DELTA } from "../../formats/studio/animation/animation-types.ts";
import type { MotionFrames, StudioModel } from "../../model/studio-model.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import { addPoses } from "./add-poses.ts";
import { AnimationTracks } from "./animation-tracks.ts";

/** `STUDIO_LOOPING` of a sequence. */
const LOOPING = 0x1;
/** Of an animation that says nothing sound. */
const DEFAULT_FPS = 30;
const [LEAST_FPS, MOST_FPS] = [1e-3, 1e4];

/** One animation that is to be written: a blend of a sequence. */
interface Played {
  readonly sequence: MdlSequence;
  readonly name: string;
  /** Row of the model's animations. */
  readonly row: number;
}

/**
 * The sequences as animations of the bones' nodes, by their first blend or one for every blend. What is added
 * to others is written as what it makes of the bind pose, and says so.
 * @param nodes a node a bone
 */
export function addAnimations(
  builder: GltfBuilder,
  { mdl, motions }: StudioModel,
  nodes: readonly number[],
  scale: number,
  options: { readonly sequences?: readonly string[]; readonly allBlends?: boolean },
): void {
  const wanted = options.sequences?.map((name) => name.toLowerCase());
  const played = motions.sequences
    .filter(({ name }) => wanted === undefined || wanted.includes(name.toLowerCase()))
    .flatMap((sequence) => listBlends(sequence, options.allBlends === true));
  const framesOf = ({ sequence, row }: Played): MotionFrames => {
    const { flags, frameCount } = motions.animations[row];
    const frames = motions.frames(row);
    if (!isAdded(sequence, flags)) return frames;
    return addPoses(mdl.bones, frames, frameCount, sequence.flags);
  };
  const tracks = new AnimationTracks(builder, mdl.bones, nodes, scale);
  for (const one of played) tracks.note(framesOf(one), motions.animations[one.row].frameCount);
  for (const one of played) {
    const { fps, flags, frameCount, name } = motions.animations[one.row];
    const rate = fps > 0 ? Math.min(MOST_FPS, Math.max(LEAST_FPS, fps)) : DEFAULT_FPS;
    const { channels, samplers } = tracks.add(framesOf(one), frameCount, rate);
    const extras = describe(one.sequence, name, rate, isAdded(one.sequence, flags));
    builder.json.animations.push({ name: one.name, channels, samplers, extras });
  }
}

function isAdded(sequence: MdlSequence, flags: number): boolean {
  return ((flags | sequence.flags) & STUDIO_DELTA) !== 0;
}

function listBlends(sequence: MdlSequence, all: boolean): Played[] {
  const { name, blends, blendSize } = sequence;
  if (!all || blends.length === 1) return [{ sequence, name, row: blends[0] }];
  return blends.map((row, i) => ({
    sequence,
    name: `${name} ${i % blendSize[0]},${Math.floor(i / blendSize[0])}`,
    row,
  }));
}

/** What glTF has no words for. */
function describe(sequence: MdlSequence, animation: string, fps: number, isDelta: boolean) {
  const { name, activity, flags, fadeIn, fadeOut, events, blendSize } = sequence;
  return {
    sequence: name,
    animation,
    fps,
    looping: (flags & LOOPING) !== 0,
    fadeIn,
    fadeOut,
    ...(activity === "" ? {} : { activity }),
    ...(isDelta ? { additive: true } : {}),
    ...(blendSize[0] * blendSize[1] > 1 ? { blendSize } : {}),
    ...(events.length > 0 ? { events } : {}),
  };
}
