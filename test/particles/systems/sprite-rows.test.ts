import { describe, expect, it } from "vitest";
import { PARTICLE_ROW } from "../../../src/map/placed/particles.ts";
import { STEP_SECONDS } from "../../../src/particles/systems/running-system.ts";
import { listFrames, ParticleSheet } from "../../../src/particles/systems/sheet.ts";
import { PLAIN_LOOK, RowWriter, rowsOf } from "../../../src/particles/systems/sprite-rows.ts";
import type { SystemPlayer } from "../../../src/particles/systems/system-player.ts";
import { color, int } from "../../formats/pcf/make-dmx.ts";
import { type Functions, ONE, playMade } from "./run-made.ts";

const EYE = { x: -100, y: 0, z: 0, pitch: 0, yaw: 0, forward: [1, 0, 0] } as const;
const WORDS = PARTICLE_ROW.strideBytes / 4;

/** Writes the rows of a player's root, and returns a reader of their fields. */
function rowsAt(
  player: SystemPlayer,
  seconds: number,
  first = 0,
  ...rest: [ParticleSheet?, object?]
) {
  const [sheet = null, look = {}] = rest;
  const writer = new RowWriter(player.root, first, sheet, { ...PLAIN_LOOK, ...look });
  const words = new Uint32Array((first + rowsOf(player.root.plan)) * WORDS);
  const floats = new Float32Array(words.buffer);
  const write = (time: number) => writer.write(words, floats, player.seek(time), EYE);
  write(seconds);
  const field = (row: number, name: keyof typeof PARTICLE_ROW, length = 1) => {
    const at = (first + row) * WORDS + PARTICLE_ROW[name] / 4;
    return [...floats.subarray(at, at + length)];
  };
  const frames = (row: number) => {
    const word = words[(first + row) * WORDS + PARTICLE_ROW.frames / 4];
    return [word & 0xffff, word >>> 16];
  };
  return { write, field, frames };
}

const sprites = (more: Functions = {}): Functions => ({
  ...ONE,
  renderers: { render_animated_sprites: {} },
  ...more,
  initializers: { ...ONE.initializers, ...more.initializers },
});
const offset = (x: number, y = 0, z = 0) =>
  ({ "offset min": [x, y, z], "offset max": [x, y, z] }) as const;

describe("RowWriter", () => {
  it("writes place, size, colour in linear light, and opacity", () => {
    const player = playMade(
      sprites({
        params: { radius: 6, color: color(200, 128, 0, 255) },
        initializers: {
          "Position Modify Offset Random": offset(1, 2, 3),
          "Alpha Random": { alpha_min: int(51), alpha_max: int(51) },
        },
      }),
    );
    const { field } = rowsAt(player, 0.5, 3, undefined, { overbright: 2, addSelf: 0.5 });
    expect(field(0, "position", 3)).toEqual([1, 2, 3]);
    expect(field(0, "size")).toEqual([6]);
    const gain = 2 * (1 + 2 * 0.5 * 0.2);
    expect(field(0, "color", 3)[0]).toBeCloseTo((200 / 255) ** 2.2 * gain, 5);
    expect(field(0, "color", 3)[1]).toBeCloseTo((128 / 255) ** 2.2 * gain, 5);
    expect(field(0, "alpha")[0]).toBeCloseTo(0.2, 5);
  });

  it("places particles between steps, and hides those that are not born yet", () => {
    const push = {
      "Position Within Sphere Random": {
        speed_in_local_coordinate_system_min: [60, 0, 0] as const,
        speed_in_local_coordinate_system_max: [60, 0, 0] as const,
      },
    };
    const made = sprites({
      emitters: { emit_continuously: { emission_rate: 1 } },
      initializers: push,
      operators: { "Movement Basic": {} },
    });
    const { field, write } = rowsAt(playMade(made), 1.5 - STEP_SECONDS / 4);
    const quarter = field(0, "position")[0];
    write(1.5 + STEP_SECONDS / 4);
    expect(field(0, "position")[0] - quarter).toBeCloseTo(60 * (STEP_SECONDS / 2), 3);
    // The particle is created at 1 s, within the step from 0.99 to 1.005.
    write(0.995);
    expect(field(0, "size")).toEqual([0]);
    write(1.001);
    expect(field(0, "size")).toEqual([5]);
  });

  it("sorts by distance, the farthest first, unless the system is not sorted", () => {
    const box = { "Position Within Box Random": { min: [-50, 0, 0], max: [50, 0, 0] } } as const;
    const emitters = { emit_instantaneously: { num_to_emit: int(40) } };
    const xs = (more: Functions) => {
      const { field } = rowsAt(playMade(sprites({ emitters, initializers: box, ...more })), 0.1);
      return Array.from({ length: 40 }, (_, i) => field(i, "position")[0]);
    };
    const sorted = xs({});
    expect(sorted).toEqual([...sorted].sort((a, b) => b - a));
    const unsorted = xs({ params: { "Sort particles": false } });
    expect(unsorted).not.toEqual(sorted);
    expect([...unsorted].sort((a, b) => b - a)).toEqual(sorted);
  });

  it("clears rows of particles that died, and all beyond the draw distance", () => {
    const { field, write } = rowsAt(playMade(sprites({ operators: { "Lifespan Decay": {} } })), 1);
    expect(field(0, "size")).toEqual([5]);
    write(2.5);
    expect(field(0, "size")).toEqual([0]);
    const far = playMade(sprites({ params: { "maximum draw distance": 99 } }));
    expect(rowsAt(far, 1).field(0, "size")).toEqual([0]);
  });

  it("writes trails against the velocity, within their lengths", () => {
    const trail = (more: object) =>
      rowsAt(
        playMade({
          ...ONE,
          initializers: {
            ...ONE.initializers,
            "Position Within Sphere Random": {
              speed_in_local_coordinate_system_min: [0, 0, 40],
              speed_in_local_coordinate_system_max: [0, 0, 40],
            },
            "Trail Length Random": { length_min: 0.5, length_max: 0.5 },
          },
          operators: { "Movement Basic": {} },
          renderers: { render_sprite_trail: { ...more } },
        }),
        0.5,
      );
    expect(trail({}).field(0, "axis", 3)[2]).toBeCloseTo(-20, 3);
    expect(trail({ "max length": 12 }).field(0, "axis", 3)[2]).toBeCloseTo(-12, 4);
    expect(trail({ "min length": 30 }).field(0, "axis", 3)[2]).toBeCloseTo(-30, 4);
    expect(trail({ "max length": 2 }).field(0, "size")[0]).toBeCloseTo(2, 5);
  });

  it("writes ropes as curves through their particles", () => {
    const rope = playMade({
      emitters: { emit_instantaneously: { num_to_emit: int(3) } },
      initializers: {
        "Position Along Path Sequential": {
          "end control point number": int(1),
          "particles to map from start to end": 3,
        },
      },
      renderers: { render_rope: { subdivision_count: int(4), texel_size: 0.5 } },
    });
    rope.points.place(1, 40, 0, 0);
    const { field } = rowsAt(rope, 0.1);
    const xs = Array.from({ length: 10 }, (_, i) => field(i, "position")[0]);
    expect([xs[0], xs[4], xs[8]]).toEqual([0, 20, 40]);
    expect(xs.slice(0, 9)).toEqual([...xs.slice(0, 9)].sort((a, b) => a - b));
    expect(field(8, "size")).toEqual([5]);
    expect(field(9, "size")).toEqual([0]);
    // 40 inches are 80 texels of 256.
    expect(field(8, "texCoord")[0]).toBeCloseTo(80 / 256, 5);
  });
});

describe("ParticleSheet", () => {
  const rect = (left: number) => [left, 0, left + 0.25, 1] as const;
  const SEQUENCES = [
    { number: 0, clamps: true, durations: [1, 1], rects: [rect(0), rect(0.25)] },
    { number: 3, clamps: false, durations: [1, 3], rects: [rect(0.5), rect(0.75)] },
  ];
  const sheet = new ParticleSheet(SEQUENCES, 2);
  const show = (
    sequence: number,
    age: number,
    rate = 1,
    clock: "fps" | "lifetime" | "sequences" = "sequences",
  ) => {
    const shown = { first: 0, next: 0, blend: 0 };
    sheet.show(shown, sequence, { rate, clock }, age, 4);
    return [shown.first, shown.next, +shown.blend.toFixed(3)];
  };

  it("finds frames by durations, and stays or starts again after the last", () => {
    expect(show(0, 0.25)).toEqual([2, 4, 0.5]);
    expect(show(0, 9)).toEqual([4, 4, 1]);
    expect(show(3, 0.125)).toEqual([6, 8, 0.5]);
    expect(show(3, 0.625)).toEqual([8, 6, 0.5]);
    expect(show(3, 1.125)).toEqual([6, 8, 0.5]);
  });

  it("reads the rate as sequences or frames a second, or fits the lifetime", () => {
    expect(show(0, 0.25, 1, "fps")).toEqual([2, 4, 0.25]);
    expect(show(0, 1, 7, "lifetime")).toEqual([2, 4, 0.5]);
    expect([sheet.frameCount(3), sheet.frameCount(1)]).toEqual([2, 2]);
  });

  it("lists each frame with its mirror image", () => {
    expect(listFrames(SEQUENCES).slice(0, 8)).toEqual([0, 0, 0.25, 1, 0.25, 0, 0, 1]);
  });

  it("shows a flipped particle by the mirrored frame", () => {
    const player = playMade(
      sprites({ initializers: { "Rotation Yaw Flip Random": { "Flip Percentage": 1 } } }),
    );
    expect(rowsAt(player, 0.2).frames(0)).toEqual([1, 1]);
    expect(rowsAt(playMade(sprites()), 0.2, 0, sheet).frames(0)).toEqual([2, 4]);
  });
});
