import { describe, expect, it } from "vitest";
import { encodeRuns } from "../../../src/formats/studio/write/write-mdl-motion.ts";
import { multiply3x4, writeMatrixFromQuaternion } from "../../../src/math/matrix3x4.ts";
import { compileAndRead, gridTriangles, type ReadModel, smdText } from "./make-sources.ts";

const HALF = Math.PI / 2;

/** An arm of three bones along x, 16 inches each. Frame 1 bends the second up by 90 degrees. */
const NODES = ['0 "Root" -1', '1 "Arm" 0', '2 "Hand" 1', '3 "Unused" 2'];
const BIND = ["0 0 0 0 0 0 0", "1 16 0 0 0 0 0", "2 16 0 0 0 0 0", "3 16 0 0 0 0 0"];
const BENT = [BIND[0], `1 16 0 0 0 ${-HALF} 0`];
const TIP = { position: [48, 0, 0], bone: 2 };
const ARM = smdText(
  [
    [
      "skin",
      { position: [0, 0, 0], bone: 0 },
      { position: [24, 0, 0], bone: 0, links: "1 1 0.5" },
      { position: [24, 8, 0], bone: 1 },
    ],
    [
      "skin",
      { position: [32, 0, 0], bone: 0, links: "5 0 0.05 1 0.3 2 0.4 0 0.05 3 0.2" },
      TIP,
      { position: [48, 8, 0], bone: 2 },
    ],
  ],
  NODES,
  [BIND],
);
const BEND = smdText([], NODES, [BIND, BENT]);

const SCRIPT = `$modelname arm.mdl
$body arm "arm.smd"
$sequence bend "bend.smd" fps 10 loop ACT_IDLE 3
$sequence rest "arm.smd" fadein 0.5
`;

/** Returns the position of a vertex of the first LOD in a frame of a sequence. */
function placeVertex(model: ReadModel, vertex: number, sequence: number, frame: number): number[] {
  const { mdl, animations, vvd } = model;
  const { bones } = mdl;
  const animation = animations.animations[animations.sequences[sequence].blends[0]];
  const world = new Float32Array(bones.count * 12);
  const skin = new Float32Array(12);
  const out = [0, 0, 0];
  for (let i = 0; i < bones.count; i++) {
    const at = frame * bones.count + i;
    writeMatrixFromQuaternion(
      world,
      i * 12,
      animation.quaternion,
      at * 4,
      animation.position,
      at * 3,
    );
    const parent = bones.parent[i];
    if (parent >= 0) multiply3x4(world, i * 12, world, parent * 12, world, i * 12);
  }
  const { position, boneCount, boneIndex, boneWeight } = vvd.vertices;
  const [x, y, z] = position.subarray(vertex * 3, vertex * 3 + 3);
  for (let k = 0; k < boneCount[vertex]; k++) {
    const bone = boneIndex[vertex * 3 + k];
    multiply3x4(skin, 0, world, bone * 12, bones.poseToBone, bone * 12);
    for (let row = 0; row < 3; row++) {
      const m = skin.subarray(row * 4, row * 4 + 4);
      out[row] += boneWeight[vertex * 3 + k] * (m[0] * x + m[1] * y + m[2] * z + m[3]);
    }
  }
  return out.map((value) => Math.round(value * 1000) / 1000 + 0);
}

describe("a skinned model", () => {
  const model = compileAndRead(SCRIPT, { "arm.smd": ARM, "bend.smd": BEND });
  const { mdl, vvd, animations } = model;
  const { boneCount, boneIndex, boneWeight, position } = vvd.vertices;
  const vertexAt = (x: number, y: number): number => {
    for (let i = 0; i < vvd.vertices.count; i++) {
      if (position[i * 3] === x && position[i * 3 + 1] === y) return i;
    }
    throw new Error(`no vertex at ${x} ${y}`);
  };

  it("keeps the bones that have vertices, in their bind pose", () => {
    expect(mdl.flags).toBe(1);
    // The last bone has a fifth of one vertex's weight, too little to be kept; the bone itself is
    // kept.
    expect(mdl.bones.name).toEqual(["Root", "Arm", "Hand", "Unused"]);
    expect([...mdl.bones.parent]).toEqual([-1, 0, 1, 2]);
    expect([...mdl.bones.poseToBone.subarray(24, 36)].map((v) => v + 0)).toEqual([
      1, 0, 0, -32, 0, 1, 0, 0, 0, 0, 1, 0,
    ]);
  });

  it("gives the rest of a weight to the parent bone", () => {
    const vertex = vertexAt(24, 0);
    expect(boneCount[vertex]).toBe(2);
    expect([...boneIndex.subarray(vertex * 3, vertex * 3 + 2)]).toEqual([0, 1]);
    expect([...boneWeight.subarray(vertex * 3, vertex * 3 + 2)]).toEqual([0.5, 0.5]);
  });

  it("keeps the three largest weights and makes them sum to 1", () => {
    const vertex = vertexAt(32, 0);
    expect(boneCount[vertex]).toBe(3);
    expect([...boneIndex.subarray(vertex * 3, vertex * 3 + 3)]).toEqual([2, 1, 3]);
    const weights = [...boneWeight.subarray(vertex * 3, vertex * 3 + 3)];
    expect(weights[0]).toBeCloseTo(4 / 9, 6);
    expect(weights[1]).toBeCloseTo(3 / 9, 6);
    expect(weights[2]).toBeCloseTo(2 / 9, 6);
  });

  it("is rotated by 90 degrees in its sequences, and bends as its SMD", () => {
    const tip = vertexAt(48, 0);
    expect(placeVertex(model, tip, 0, 0)).toEqual([0, 48, 0]);
    // The elbow is at 16 along the arm: the other 32 inches point up.
    expect(placeVertex(model, tip, 0, 1)).toEqual([0, 16, 32]);
    expect(placeVertex(model, vertexAt(24, 8), 0, 1)).toEqual([-8, 16, 8]);
    // Half root, half arm: midway between (0, 24, 0) and (0, 16, 8).
    expect(placeVertex(model, vertexAt(24, 0), 0, 1)).toEqual([0, 20, 4]);
    expect(placeVertex(model, tip, 1, 0)).toEqual([0, 48, 0]);
  });

  it("lists its sequences", () => {
    const [bend, rest] = animations.sequences;
    expect(bend).toMatchObject({
      name: "bend",
      activity: "ACT_IDLE",
      activityWeight: 3,
      flags: 1,
      blendSize: [1, 1],
    });
    expect(rest).toMatchObject({ name: "rest", activity: "", flags: 0, fadeIn: 0.5 });
    expect(
      animations.animations.map(({ name, fps, frameCount }) => [name, fps, frameCount]),
    ).toEqual([
      ["@bend", 10, 2],
      ["@rest", 30, 1],
    ]);
  });

  it("is bounded by all frames of its first sequence", () => {
    const box = [...mdl.hullMins, ...mdl.hullMaxs].map(
      (value) => Math.round(value * 1000) / 1000 + 0,
    );
    expect(box).toEqual([-8, 0, 0, 0, 48, 32]);
  });

  it("gets an idle sequence from a script without sequences", () => {
    const { animations: found } = compileAndRead('$modelname a\n$body b "arm.smd"', {
      "arm.smd": ARM,
    });
    expect(found.sequences.map(({ name }) => name)).toEqual(["idle"]);
  });
});

describe("animations survive compiling, within quantisation", () => {
  /** Returns `count` frames of a bone that swings and wanders, and of one that jumps once. */
  function sway(count: number): string {
    const frames = Array.from({ length: count }, (_, i) => {
      const turn = [Math.sin(i / 7), Math.cos(i / 11) / 3, i / 5].map((v) => v.toFixed(6));
      const jump = i < 40 ? 0 : 3.25;
      return [
        `0 ${(i / 10).toFixed(6)} 0 ${Math.sin(i / 9).toFixed(6)} ${turn.join(" ")}`,
        `1 16 ${jump} 0 0 0 0`,
        "2 16 0 0 0 0 0.25",
      ];
    });
    return smdText([], NODES.slice(0, 3), frames);
  }
  const skin = smdText(
    [
      [
        "m",
        { position: [0, 0, 0] },
        { position: [8, 0, 0], bone: 1 },
        { position: [8, 8, 0], bone: 2 },
      ],
    ],
    NODES.slice(0, 3),
    [BIND.slice(0, 3)],
  );

  // 119 frames are one run; 120 and more are cut into sections of 30.
  it.each([1, 2, 31, 119, 120, 121, 150, 257])("for %i frames", (count) => {
    // `$origin` undoes the root's rotation, so that poses can be compared directly.
    const { animations } = compileAndRead(
      '$modelname a\n$origin 0 0 0 -90\n$body b "skin"\n$sequence s "sway"',
      { skin, sway: sway(count) },
    );
    const [animation] = animations.animations;
    expect(animation.frameCount).toBe(count);
    let worstMove = 0;
    let worstTurn = 0;
    for (let i = 0; i < count; i++) {
      const [cx, cy, cz] = [Math.sin(i / 7), Math.cos(i / 11) / 3, i / 5].map((v) => v / 2);
      const [sx, sy, sz] = [cx, cy, cz].map(Math.sin);
      const [kx, ky, kz] = [cx, cy, cz].map(Math.cos);
      const root = [
        sx * ky * kz - kx * sy * sz,
        kx * sy * kz + sx * ky * sz,
        kx * ky * sz - sx * sy * kz,
        kx * ky * kz + sx * sy * sz,
      ];
      const hand = [0, 0, Math.sin(0.125), Math.cos(0.125)];
      for (const [bone, expected] of [
        [0, root] as const,
        [1, [0, 0, 0, 1]] as const,
        [2, hand] as const,
      ]) {
        const at = (i * 3 + bone) * 4;
        const q = animation.quaternion.subarray(at, at + 4);
        const sign = Math.sign(expected.reduce((sum, v, k) => sum + v * q[k], 0));
        const chord = Math.hypot(...expected.map((v, k) => v - sign * q[k]));
        worstTurn = Math.max(worstTurn, 2 * chord);
      }
      const moves = [i / 10, 0, Math.sin(i / 9), 16, i < 40 ? 0 : 3.25, 0, 16, 0, 0];
      for (let k = 0; k < 9; k++) {
        worstMove = Math.max(worstMove, Math.abs(animation.position[i * 9 + k] - moves[k]));
      }
    }
    expect(worstMove).toBeLessThan(26 / 32767 + 1e-6);
    expect(worstTurn).toBeLessThan((3 * Math.PI) / 32767);
  });
});

describe("runs of animation values", () => {
  it("repeat the last value to their end", () => {
    const header = (valid: number, total: number) => valid | (total << 8);
    expect(encodeRuns(Int16Array.of(5, 7, 7, 7, 7))).toEqual([header(2, 5), 5, 7]);
    expect(encodeRuns(Int16Array.of(1, 1, 2, 3))).toEqual([header(1, 2), 1, header(2, 2), 2, 3]);
    expect(encodeRuns(new Int16Array(300).fill(-4))).toEqual([
      header(1, 255),
      -4,
      header(1, 45),
      -4,
    ]);
    expect(encodeRuns(Int16Array.of(9))).toEqual([header(1, 1), 9]);
  });
});

describe("a model with more bones than the hardware holds", () => {
  it("is cut into strips of at most 53 bones", () => {
    const count = 60;
    const nodes = Array.from({ length: count }, (_, i) => `${i} "b${i}" ${i === 0 ? -1 : 0}`);
    const poses = nodes.map((_, i) => `${i} ${i === 0 ? 0 : i} 0 0 0 0 0`);
    const triangles = gridTriangles("m", 10, 6).map(
      ([material, ...corners], i) =>
        [material, ...corners.map((corner) => ({ ...corner, bone: i >> 1 }))] as const,
    );
    const { files, vtx, vvd, mesh } = compileAndRead('$modelname a\n$body b "b"', {
      b: smdText(triangles, nodes, [poses]),
    });
    expect(vtx.stripGroupCount).toBe(1);
    expect(vtx.stripCount).toBe(2);
    expect(mesh.indices).toHaveLength(360);
    // Reads the bytes as the public header has them: body part, model, LOD, mesh, group, strips.
    const view = new DataView(files.vtx.buffer, files.vtx.byteOffset);
    const i32 = (at: number) => view.getInt32(at, true);
    let at = i32(32);
    for (let level = 0; level < 4; level++) at += i32(at + 4);
    const vertices = at + i32(at + 4);
    const strips = at + i32(at + 20);
    let checked = 0;
    for (let strip = strips; strip < strips + 2 * 27; strip += 27) {
      const states = new Map<number, number>();
      for (let i = 0; i < i32(strip + 19); i++) {
        const state = strip + i32(strip + 23) + i * 8;
        states.set(i32(state), i32(state + 4));
      }
      expect(states.size).toBeLessThanOrEqual(53);
      expect(view.getInt16(strip + 16, true)).toBe(1);
      for (let i = i32(strip + 12); i < i32(strip + 12) + i32(strip + 8); i++, checked++) {
        const vertex = vertices + i * 9;
        const bone = states.get(view.getUint8(vertex + 6));
        expect(bone).toBe(vvd.vertices.boneIndex[view.getUint16(vertex + 4, true) * 3]);
      }
    }
    expect(checked).toBe(i32(at));
  });
});
