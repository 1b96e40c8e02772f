import type { StudioWriter } from "./studio-writer.ts";
import { writeAnimationData } from "./write-animation-data.ts";
import { writeIkRules, writeMovements, writeSequenceExtras } from "./write-mdl-motion.ts";
import type { StudioAnimationFile, StudioModelFile, StudioSequenceFile } from "./write-types.ts";

const ANIM_DESC_BYTES = 100;
const SEQ_DESC_BYTES = 212;
const SECTION_BYTES = 8;
/** Long animations are cut into sections, so that no frame lies behind many others. */
const SECTION_FRAMES = 30;
const MIN_SECTIONED_FRAMES = 120;

/** Writes `mstudioanimdesc_t` and `mstudioseqdesc_t` and what they point at. */
export function writeMdlSequences(out: StudioWriter, model: StudioModelFile): void {
  const { animations, sequences, bones } = model;
  const animationAt = out.reserve(animations.length * ANIM_DESC_BYTES);
  out.i32(180, animations.length, animationAt);
  const sequenceAt = out.reserve(sequences.length * SEQ_DESC_BYTES);
  out.i32(188, sequences.length, sequenceAt);

  for (let i = 0; i < animations.length; i++) {
    const animation = animations[i];
    const at = animationAt + i * ANIM_DESC_BYTES;
    out.i32(at, -at);
    out.string(at + 4, at, animation.name);
    out.f32(at + 8, [animation.fps]);
    out.i32(at + 12, animation.flags, animation.frameCount);
    if (animation.frameCount < MIN_SECTIONED_FRAMES) {
      const data = writeAnimationData(out, bones, animation, 0, animation.frameCount - 1);
      out.i32(at + 56, data - at);
    } else {
      writeSections(out, model, animation, at);
    }
    writeMovements(out, at, animation.movements ?? []);
    writeIkRules(out, at, animation.ikRules ?? []);
  }
  for (let i = 0; i < sequences.length; i++) {
    writeSequence(out, model, i, sequenceAt + i * SEQ_DESC_BYTES);
  }
}

/** Each section also holds the first frame of the next; the very last frame has one of its own. */
function writeSections(
  out: StudioWriter,
  { bones }: StudioModelFile,
  animation: StudioAnimationFile,
  at: number,
): void {
  const { frameCount } = animation;
  const count = Math.floor(frameCount / SECTION_FRAMES) + 2;
  const sections = out.reserve(count * SECTION_BYTES);
  out.i32(at + 80, sections - at, SECTION_FRAMES);
  for (let i = 0; i < count; i++) {
    const first = Math.min(i * SECTION_FRAMES, frameCount - 1);
    const last = Math.min(first + SECTION_FRAMES, frameCount - 1);
    const data = writeAnimationData(out, bones, animation, first, last);
    out.i32(sections + i * SECTION_BYTES + 4, data - at);
  }
}

function writeSequence(
  out: StudioWriter,
  { sequences, bones }: StudioModelFile,
  row: number,
  at: number,
): void {
  const sequence = sequences[row];
  out.i32(at, -at);
  out.string(at + 4, at, sequence.name);
  out.string(at + 8, at, sequence.activity);
  out.i32(at + 12, sequence.flags, -1, sequence.activity === "" ? 0 : sequence.activityWeight);
  out.f32(at + 32, [...sequence.mins, ...sequence.maxs]);
  const { animations, blendWidth, blendAxes } = sequence;
  const blends = out.reserve(animations.length * 2);
  out.i16(blends, ...animations);
  out.i32(at + 56, animations.length, blends - at);
  // A declared sequence has no grid, and names no pose parameter.
  const parameter = animations.length === 0 ? 0 : -1;
  out.i32(at + 68, blendWidth, animations.length / Math.max(1, blendWidth), parameter, parameter);
  blendAxes.forEach(({ poseParameter, start, end }, axis) => {
    out.i32(at + 76 + axis * 4, poseParameter);
    out.f32(at + 84 + axis * 4, [start]);
    out.f32(at + 92 + axis * 4, [end]);
  });
  out.f32(at + 104, [sequence.fadeIn, sequence.fadeOut]);
  const weights = out.reserve(bones.count * 4);
  out.f32(weights, Array.from(sequence.boneWeights));
  out.i32(at + 156, weights - at, writePoseKeys(out, sequence) - at);
  if (sequence.extras) writeSequenceExtras(out, at, sequence.extras);
}

/** What a blend's parameter is at each of its animations: of the first axis, then of the second. */
function writePoseKeys(
  out: StudioWriter,
  { animations, blendWidth, blendAxes }: StudioSequenceFile,
) {
  const counts = [blendWidth, animations.length / Math.max(1, blendWidth)];
  const keys = counts.flatMap((count, axis) => {
    const { start, end } = blendAxes[axis] ?? { start: 0, end: 0 };
    return Array.from(
      { length: count },
      (_, i) => start + ((end - start) * i) / Math.max(1, count - 1),
    );
  });
  const at = out.reserve(keys.length * 4);
  out.f32(at, keys);
  return at;
}
