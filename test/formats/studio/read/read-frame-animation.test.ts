import { describe, expect, it } from "vitest";
import {
  STUDIO_DELTA,
  STUDIO_FRAMEANIM,
} from "../../../../src/formats/studio/animation/animation-types.ts";
import {
  parseMdlAnimations,
  readFirstPose,
} from "../../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../../src/formats/studio/read/parse-mdl.ts";
import { hasCorpus, readCorpus } from "../../../support/corpus.ts";
import { catchFormatError } from "../catch-format-error.ts";
import { FRAME_TURNS, makeFrames, turnOfFrame } from "../make-frames.ts";
import { NEWER } from "../studio-corpus.ts";

type Turn = readonly [number, number, number, number];
type Place = readonly [number, number, number];

const BONE_COUNT = 3;
const FRAMES = 31;
const HEADER = 24;

const parse = (bytes: Uint8Array) => parseMdlAnimations(bytes, parseMdl(bytes));
const rowOf = (values: Float32Array, size: number, frame: number, bone: number) =>
  [...values].slice((frame * BONE_COUNT + bone) * size, (frame * BONE_COUNT + bone + 1) * size);

describe("readFrameAnimation", () => {
  it("reads rotations and positions per frame, and constants for all frames", () => {
    const [{ position, quaternion }] = parse(makeFrames().bytes).animations;
    for (let frame = 0; frame < FRAMES; frame++) {
      for (const [bone, turn] of [
        [0, turnOfFrame(frame)],
        [1, FRAME_TURNS[1]],
        [2, [0, 0, Math.SQRT1_2, Math.SQRT1_2]],
      ] as const) {
        const found = rowOf(quaternion, 4, frame, bone);
        for (let k = 0; k < 4; k++)
          expect(found[k], `${frame} ${bone} ${k}`).toBeCloseTo(turn[k], 3);
      }
      expect(rowOf(position, 3, frame, 0)).toEqual([1, -2, frame === 30 ? 96 : 0.5]);
      expect(rowOf(position, 3, frame, 1)).toEqual([10, -20, 30.5]);
      expect(rowOf(position, 3, frame, 2).map((v) => v + 0)).toEqual([frame, frame * 2, 0 - frame]);
    }
  });

  it("uses the bind pose for bones without data, or no change in an additive animation", () => {
    const made = makeFrames({ flags: [0, 0, 0x02], stride: 0 });
    const mdl = parseMdl(made.bytes);
    const [{ position, quaternion }] = parse(made.bytes).animations;
    expect(rowOf(position, 3, 7, 1)).toEqual([...mdl.bones.position.subarray(3, 6)]);
    expect(rowOf(quaternion, 4, 7, 1)).toEqual([...mdl.bones.quaternion.subarray(4, 8)]);
    made.view.setInt32(made.record + 12, STUDIO_FRAMEANIM | STUDIO_DELTA, true);
    const [added] = parse(made.bytes).animations;
    expect(rowOf(added.position, 3, 7, 1)).toEqual([0, 0, 0]);
    expect(rowOf(added.quaternion, 4, 7, 1)).toEqual([0, 0, 0, 1]);
  });

  it("prefers rows over constants and short forms over long ones, as the engine does", () => {
    // Rotation and position of bone 0 come from its row, although both also have constants.
    const made = makeFrames({ flags: [0x80 | 0x40 | 0x04 | 0x20, 0x40 | 0x20, 0x02 | 0x10] });
    const [{ position, quaternion }] = parse(made.bytes).animations;
    expect(rowOf(position, 3, 4, 0)).toEqual([1, -2, 0.5]);
    expect(rowOf(quaternion, 4, 4, 0)[3]).toBeCloseTo(FRAME_TURNS[4][3], 3);
    expect(rowOf(position, 3, 4, 1)).toEqual([10, -20, 30.5]);
  });

  it("gives readFirstPose the first frame of such a sequence", () => {
    const { bytes, view } = makeFrames();
    const mdl = parseMdl(bytes);
    // "lean" plays only animation 0.
    expect(view.getInt32(180, true)).toBe(2);
    const pose = readFirstPose(bytes, mdl, "lean")!;
    expect([...pose.position.subarray(0, 3)]).toEqual([1, -2, 0.5]);
    expect(pose.quaternion[0]).toBeCloseTo(FRAME_TURNS[0][0], 3);
  });

  it.each<[code: string, where: string, spoil: (made: ReturnType<typeof makeFrames>) => void]>([
    ["bad-offset", "mstudio_frame_anim_t", (m) => m.view.setInt32(m.record + 56, 1 << 24, true)],
    ["bad-count", "mstudio_frame_anim_t.framelength", (m) => m.view.setInt32(m.data + 8, 23, true)],
    [
      "bad-offset",
      "mstudio_frame_anim_t.constantsoffset",
      (m) => m.view.setInt32(m.data, 1 << 24, true),
    ],
    [
      "bad-offset",
      "mstudio_frame_anim_t.frameoffset",
      (m) => m.view.setInt32(m.data + 4, m.bytes.length - m.data - 31 * 24 + 1, true),
    ],
    [
      "bad-count",
      "mstudio_frame_anim_t.frameoffset",
      (m) => m.view.setInt32(m.data + 8, 1 << 30, true),
    ],
    [
      "bad-value",
      "mstudio_frame_anim_t",
      (m) => m.view.setFloat32(m.data + HEADER + 4 + 6, Number.NaN, true),
    ],
  ])("reports %s of %s", (code, where, spoil) => {
    const made = makeFrames();
    spoil(made);
    expect(catchFormatError(() => parse(made.bytes))).toMatchObject({ format: "MDL", code, where });
  });

  it("replaces only a broken animation by the bind pose and reports it once", () => {
    const made = makeFrames();
    made.view.setInt32(made.data + 8, 3, true);
    const mdl = parseMdl(made.bytes);
    const broken: string[] = [];
    const { animations, sequences } = parseMdlAnimations(made.bytes, mdl, {
      onBroken: (name, error) => broken.push(`${name}: ${error.code}`),
    });
    expect(broken).toEqual(["walk_a: bad-count"]);
    expect(sequences).toHaveLength(2);
    expect(animations[0].frameCount).toBe(FRAMES);
    expect(rowOf(animations[0].position, 3, 30, 1)).toEqual([...mdl.bones.position.subarray(3, 6)]);
  });
});

/**
 * Lists the poses of one animation independently of the parser: frame by frame, with one pointer
 * into the frame's row and one into the constants, as the engine does.
 */
function walkFrames(mdl: Uint8Array, ani: Uint8Array, animation: number) {
  const file = new DataView(mdl.buffer, mdl.byteOffset, mdl.byteLength);
  const other = new DataView(ani.buffer, ani.byteOffset, ani.byteLength);
  const boneCount = file.getInt32(156, true);
  const at = file.getInt32(184, true) + animation * 100;
  const frameCount = file.getInt32(at + 16, true);
  const sectionFrames = file.getInt32(at + 84, true);
  const poses: { readonly turn: Turn | null; readonly place: Place | null }[][] = [];
  for (let frame = 0; frame < frameCount; frame++) {
    let [block, index, local] = [file.getInt32(at + 52, true), file.getInt32(at + 56, true), frame];
    if (sectionFrames > 0) {
      const isLast = frameCount > sectionFrames && frame === frameCount - 1;
      const section = isLast
        ? Math.floor(frameCount / sectionFrames) + 1
        : Math.floor(frame / sectionFrames);
      local = isLast ? 0 : frame % sectionFrames;
      const row = at + file.getInt32(at + 80, true) + section * 8;
      [block, index] = [file.getInt32(row, true), file.getInt32(row + 4, true)];
    }
    const blocks = file.getInt32(356, true);
    const view = block === 0 ? file : other;
    const start = block === 0 ? at + index : file.getInt32(blocks + block * 8, true) + index;
    let constant = start + view.getInt32(start, true);
    let row = start + view.getInt32(start + 4, true) + local * view.getInt32(start + 8, true);
    const pose: { turn: Turn | null; place: Place | null }[] = [];
    for (let bone = 0; bone < boneCount; bone++) {
      const flags = view.getUint8(start + HEADER + bone);
      let turn: Turn | null = null;
      let place: Place | null = null;
      if (flags & 0x0a) throw new Error("no Quaternion48 was expected");
      if (flags & 0x80) {
        turn = unpack48S(view, row);
        row += 6;
      } else if (flags & 0x40) {
        turn = unpack48S(view, constant);
        constant += 6;
      }
      if (flags & 0x30) throw new Error("no long position was expected");
      if (flags & 0x04) {
        place = unpackHalves(view, row);
        row += 6;
      } else if (flags & 0x01) {
        place = unpackHalves(view, constant);
        constant += 6;
      }
      pose.push({ turn, place });
    }
    poses.push(pose);
  }
  return poses;
}

function unpack48S(view: DataView, at: number): Turn {
  const words = [0, 2, 4].map((i) => view.getUint16(at + i, true));
  const [highBit, lowBit, sign] = words.map((word) => word >> 15);
  const known = words.map((word) => ((word % 32768) - 16384) / 23168);
  const rest = Math.sqrt(1 - known.reduce((sum, value) => sum + value ** 2, 0));
  const cycle = [...known, sign ? -rest : rest];
  const first = highBit * 2 + lowBit;
  return [0, 1, 2, 3].map((k) => cycle[(k - first + 4) % 4]) as unknown as Turn;
}

function unpackHalves(view: DataView, at: number): Place {
  return [0, 2, 4].map((i) => {
    const bits = view.getUint16(at + i, true);
    const exponent = (bits >> 10) & 31;
    const size =
      exponent === 0 ? (bits & 1023) * 2 ** -24 : (1024 + (bits & 1023)) * 2 ** (exponent - 25);
    return bits >> 15 ? -size : size;
  }) as unknown as Place;
}

describe.skipIf(!hasCorpus)("a real model with per-frame animations", () => {
  it("has the poses that an independent walk over its bytes finds, near its bind pose", () => {
    const bytes = readCorpus(NEWER, "models/weapons/v_ied_source2.mdl");
    const ani = readCorpus(NEWER, "models/weapons/v_ied_source2.ani");
    const mdl = parseMdl(bytes);
    const { animations } = parseMdlAnimations(bytes, mdl, { ani });
    const { count, position: bindPlace, quaternion: bindTurn } = mdl.bones;
    let compared = 0;
    let farthest = 0;
    let leastDot = 1;
    for (const [row, { frameCount, flags, position, quaternion }] of animations.entries()) {
      expect(flags & 0x40).toBe(0x40);
      const walked = walkFrames(bytes, ani, row);
      for (let frame = 0; frame < frameCount; frame++) {
        for (let bone = 0; bone < count; bone++) {
          const at = frame * count + bone;
          const { turn, place } = walked[frame][bone];
          const own = quaternion.subarray(at * 4, at * 4 + 4);
          let off = Math.abs(Math.hypot(...own) - 1) > 1e-3 ? 1 : 0;
          for (let k = 0; k < 4; k++) {
            off = Math.max(off, Math.abs(own[k] - (turn?.[k] ?? bindTurn[bone * 4 + k])));
          }
          for (let k = 0; k < 3; k++) {
            const wanted = place?.[k] ?? bindPlace[bone * 3 + k];
            off = Math.max(off, Math.abs(position[at * 3 + k] - wanted));
          }
          if (off > 1e-4) expect.fail(`animation ${row} frame ${frame} bone ${bone}: ${off}`);
          compared++;
          // The end of a looping or sectioned animation is stored separately and must continue the
          // rest.
          if (frame === 0) continue;
          const before = at - count;
          let dot = 0;
          for (let k = 0; k < 4; k++) dot += own[k] * quaternion[before * 4 + k];
          leastDot = Math.min(leastDot, Math.abs(dot));
          const move = [0, 1, 2].map((k) => position[at * 3 + k] - position[before * 3 + k]);
          farthest = Math.max(farthest, Math.hypot(...move));
        }
      }
    }
    // Frames of the six animations times 60 bones.
    expect(compared).toBe((17 + 2 + 31 + 16 + 17 + 75) * 60);
    // Inches and half turns per frame; arms that draw a weapon are the fastest.
    expect(farthest).toBeLessThan(6);
    expect(leastDot).toBeGreaterThan(0.85);
  });
});
