import { describe, expect, it } from "vitest";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import { makeEntityModels } from "../../render/make-entity-models.ts";
import { angleMatrix } from "../../render/matrices.ts";
import { make, makeMap, type Pairs } from "../../simulation/make-simulation.ts";

const at = (
  place: readonly [number, number, number],
  [pitch, yaw, roll]: readonly number[] = [0, 0, 0],
) => angleMatrix(pitch, yaw, roll, place);

/** A matrix whose axes are scaled. */
const scaled = (matrix: readonly number[], scale: number) =>
  matrix.map((value, i) => (i % 4 === 3 ? value : value * scale));

interface Row {
  readonly entity: number;
  readonly place: readonly number[];
  readonly built?: readonly number[];
  readonly copy?: number;
  readonly isHidden?: boolean;
  readonly sequence?: string;
  readonly seconds?: number;
  readonly isLooping?: boolean;
  readonly skin?: number;
}

function play(entities: readonly Pairs[], rows: readonly Row[]) {
  const models = makeEntityModels(rows.length, {
    entity: Int32Array.from(rows, ({ entity }) => entity),
    copy: Uint8Array.from(rows, ({ copy }) => copy ?? 0),
    worldFromEntity: Float32Array.from(rows.flatMap(({ place }) => [...place])),
    worldFromModel: Float32Array.from(rows.flatMap(({ place, built }) => [...(built ?? place)])),
    isHidden: Uint8Array.from(rows, ({ isHidden }) => Number(isHidden ?? false)),
    sequence: rows.map(({ sequence }) => sequence ?? ""),
    seconds: Float32Array.from(rows, ({ seconds }) => seconds ?? 0),
    isLooping: Uint8Array.from(rows, ({ isLooping }) => Number(isLooping ?? false)),
    skin: Int32Array.from(rows, ({ skin }) => skin ?? 0),
  });
  const player = new MapPlayer(makeMap(entities), null, createCamera());
  player.setModels(models);
  const shown = player.moment.models!;
  const matrixOf = (row: number) => [...shown.worldFromModel.subarray(row * 12, row * 12 + 12)];
  return { player, shown, models, matrixOf };
}

const expectNear = (actual: readonly number[], expected: readonly number[]) => {
  expect(actual.map((value) => Math.round(value * 1000) / 1000 + 0)).toEqual(
    expected.map((value) => Math.round(value * 1000) / 1000 + 0),
  );
};

const DOOR = make(
  "prop_door_rotating",
  "door",
  ["origin", "10 20 30"],
  ["angles", "0 30 0"],
  ["distance", "90"],
  ["speed", "90"],
  ["returndelay", "-1"],
);
const CLOSED = at([10, 20, 30], [0, 30, 0]);

describe("a player's models", () => {
  it("are exactly as built until something moves, and again afterwards", () => {
    const built = scaled(CLOSED, 1.1);
    const { player, models, matrixOf } = play([DOOR], [{ entity: 0, place: CLOSED, built }]);
    const exact = [...models.worldFromModel];
    expect(matrixOf(0)).toEqual(exact);
    player.fire("door", "Open");
    player.seek(3);
    expectNear(matrixOf(0), scaled(at([10, 20, 30], [0, -60, 0]), 1.1));
    player.fire("door", "Close");
    player.seek(8);
    expect(matrixOf(0)).toEqual(exact);
  });

  it("turn smoothly between ticks, with their scale", () => {
    const built = scaled(CLOSED, 2);
    const { player, shown, matrixOf } = play([DOOR], [{ entity: 0, place: CLOSED, built }]);
    player.fire("door", "Open");
    player.play();
    player.advance(0.15);
    player.advance(0.0075);
    const { version } = shown;
    const { version: outer } = player.moment;
    const half = matrixOf(0);
    player.advance(0.0045);
    expect(shown.version).toBeGreaterThan(version);
    expect(player.moment.version).toBeGreaterThan(outer);
    const yaw = (m: readonly number[]) => (Math.atan2(m[4], m[0]) * 180) / Math.PI;
    // 4.5 ms at 90 degrees a second.
    expect(yaw(half) - yaw(matrixOf(0))).toBeCloseTo(0.405, 2);
    expect(Math.hypot(half[0], half[4], half[8])).toBeCloseTo(2, 4);
  });

  it("follow what carries them, also models on attachments that are elsewhere than their entities", () => {
    const fan = make(
      "func_rotating",
      "fan",
      ["model", "*1"],
      ["origin", "100 0 0"],
      ["maxspeed", "90"],
      ["fanfriction", "100"],
    );
    const rider = make("prop_dynamic", "", ["origin", "150 0 0"], ["parentname", "fan"]);
    const place = at([150, 0, 0]);
    const onAttachment = at([150, 0, 40], [0, 0, 90]);
    const { player, matrixOf, shown } = play(
      [fan, rider],
      [
        { entity: 1, place },
        { entity: 1, place, built: onAttachment },
      ],
    );
    player.seek(1);
    expect(matrixOf(0)).toEqual(place);
    player.fire("fan", "Start");
    player.seek(3);
    const [cos, sin] = [matrixOf(0)[0], matrixOf(0)[4]];
    expect(Math.abs(sin)).toBeGreaterThan(0.01);
    expect(matrixOf(0)[3]).toBeCloseTo(100 + 50 * cos, 2);
    expect(matrixOf(0)[7]).toBeCloseTo(50 * sin, 2);
    expect(matrixOf(1)[3]).toBeCloseTo(100 + 50 * cos, 2);
    expect(matrixOf(1)[11]).toBeCloseTo(40, 3);
    const { version } = shown;
    player.seek(3);
    expect(shown.version).toBeGreaterThan(version);
  });

  it("hide and appear by inputs, and go when they are removed", () => {
    const entities = [
      make("prop_dynamic", "a"),
      make("prop_dynamic", "b", ["StartDisabled", "1"]),
      // A class that the simulation does not know.
      make("item_healthkit", "c"),
    ];
    const place = at([0, 0, 0]);
    const { player, shown } = play(entities, [
      { entity: 0, place },
      { entity: 1, place, isHidden: true },
      { entity: 2, place, isHidden: true },
    ]);
    expect([...shown.isHidden]).toEqual([0, 1, 1]);
    player.fire("a", "Disable");
    player.fire("b", "TurnOn");
    expect([...shown.isHidden]).toEqual([1, 0, 1]);
    player.fire("a", "Enable");
    player.fire("b", "Kill");
    player.fire("c", "Kill");
    expect([...shown.isHidden]).toEqual([0, 1, 1]);
    player.fire("a", "Break");
    expect([...shown.isHidden]).toEqual([1, 1, 1]);
    player.seek(0);
    expect([...shown.isHidden]).toEqual([0, 1, 1]);
  });

  it("are those that templates make, the latest if there are too many", () => {
    const entities = [
      make("point_template", "tpl", ["origin", "0 0 0"], ["Template01", "prop"]),
      make("prop_dynamic", "prop", ["origin", "0 0 8"]),
    ];
    const place = at([0, 0, 8]);
    const { player, shown, matrixOf } = play(
      entities,
      [0, 1].map((copy) => ({ entity: 1, place, copy, isHidden: true })),
    );
    expect([...shown.isHidden]).toEqual([1, 1]);
    const spawnAt = (x: number) => {
      player.fire("tpl", "AddOutput", `origin ${x} 0 0`);
      player.fire("tpl", "ForceSpawn");
    };
    spawnAt(100);
    expect([...shown.isHidden]).toEqual([0, 1]);
    expectNear(matrixOf(0), at([100, 0, 8]));
    spawnAt(200);
    spawnAt(300);
    expect([...shown.isHidden]).toEqual([0, 0]);
    expect([matrixOf(0)[3], matrixOf(1)[3]]).toEqual([200, 300]);
    player.seek(0);
    expect([...shown.isHidden]).toEqual([1, 1]);
  });

  it("get another parent", () => {
    const train = make(
      "func_movelinear",
      "lift",
      ["model", "*1"],
      ["movedir", "-90 0 0"],
      ["speed", "100"],
      ["movedistance", "100"],
    );
    const { player, matrixOf } = play(
      [train, make("prop_dynamic", "a", ["origin", "5 0 0"])],
      [{ entity: 1, place: at([5, 0, 0]) }],
    );
    player.fire("a", "SetParent", "lift");
    player.fire("lift", "Open");
    player.seek(4);
    expectNear(matrixOf(0), at([5, 0, 100]));
    player.fire("a", "ClearParent");
    player.fire("lift", "Close");
    player.seek(8);
    expectNear(matrixOf(0), at([5, 0, 100]));
  });

  it("follow a parent that they get while time runs", () => {
    const fan = make("func_rotating", "fan", ["model", "*1"], ["maxspeed", "90"]);
    const { player, matrixOf } = play(
      [fan, make("prop_dynamic", "a", ["origin", "10 0 0"])],
      [{ entity: 1, place: at([10, 0, 0]) }],
    );
    const run = (ticks: number) => {
      for (let i = 0; i < ticks; i++) player.advance(0.015 + 1e-9);
    };
    player.play();
    run(2);
    player.fire("a", "SetParent", "fan");
    run(2);
    player.fire("fan", "Start");
    run(70);
    const [, , , x, , , , y] = matrixOf(0);
    expect(Math.hypot(x, y)).toBeCloseTo(10, 3);
    expect(Math.abs(y)).toBeGreaterThan(5);
  });

  const DANCER = make("prop_dynamic", "d", ["DefaultAnim", "Idle"], ["rendercolor", "255 0 0"]);
  const at0 = at([0, 0, 0]);
  const LOOKS: readonly Row[] = [
    { entity: 0, place: at0, sequence: "idle", seconds: 0.5, isLooping: true },
    { entity: 0, place: at0, sequence: "jump", seconds: 0.4, isHidden: true },
    { entity: 0, place: at0, sequence: "jump", skin: 2, seconds: 0.4, isHidden: true },
    {
      entity: 0,
      place: at0,
      sequence: "idle",
      skin: 2,
      seconds: 0.5,
      isLooping: true,
      isHidden: true,
    },
  ];

  it("show the look of their sequence and skin, at the second of the simulation", () => {
    const { player, shown } = play([DANCER], LOOKS);
    const look = () => [...shown.isHidden].indexOf(0);
    const head = () => shown.playhead[look()];
    expect([look(), head()]).toEqual([0, 0]);
    player.seek(1.2);
    expect(head()).toBeCloseTo(0.2, 3);
    player.fire("d", "SetPlaybackRate", "0.5");
    const before = head();
    player.seek(1.815);
    // Looping after 0.5 s.
    expect(head()).toBeCloseTo(before + 0.3 - 0.5, 2);
    player.fire("d", "Skin", "2");
    expect(look()).toBe(3);
    player.fire("d", "SetAnimation", "JUMP");
    expect([look(), head()]).toEqual([2, 0]);
    const time = player.time;
    player.seek(time + 0.3);
    expect(head()).toBeCloseTo(0.3, 3);
    player.fire("d", "Skin", "7");
    // No instance was built with that skin.
    expect(look()).toBe(1);
    player.fire("d", "Disable");
    expect(look()).toBe(-1);
    player.fire("d", "Enable");
    expect(look()).toBe(1);
  });

  it("show sequences smoothly between ticks, and rest at the end of one", () => {
    const { player, shown } = play([DANCER], LOOKS);
    player.play();
    player.advance(0.0375);
    expect(shown.playhead[0]).toBeCloseTo(0.0225, 4);
    const { version } = shown;
    player.advance(0.003);
    expect(shown.playhead[0]).toBeCloseTo(0.0255, 4);
    expect(shown.version).toBeGreaterThan(version);
    const still = play(
      [make("prop_dynamic", "d")],
      [{ entity: 0, place: at0, sequence: "jump", seconds: 0.4 }],
    );
    expect(still.shown.playhead[0]).toBeNaN();
    still.player.fire("d", "SetAnimation", "jump");
    still.player.seek(5);
    expect(still.shown.playhead[0]).toBeCloseTo(0.4, 5);
    const rested = still.shown.version;
    still.player.play();
    for (let i = 0; i < 9; i++) still.player.advance(0.01);
    expect(still.shown.version).toBeLessThanOrEqual(rested + 1);
  });

  it("end their sequences at the engine's thinks, and go back to the default one", () => {
    const told = ["OnAnimationBegun", "OnAnimationDone"].map(
      (output) => [output, "nobody,Enable,,0,-1"] as const,
    );
    const { player } = play([[...DANCER, ...told]], LOOKS);
    player.fire("d", "SetAnimation", "jump");
    player.seek(3);
    const fired = player.events.flatMap(({ kind, output, time }) =>
      kind === "output" ? [`${output} ${time.toFixed(3)}`] : [],
    );
    // Thinks are 7 ticks apart; the fifth sees 0.42 s, the sixth that the fourth was beyond the end.
    expect(fired).toEqual([
      "OnAnimationBegun 0.000",
      "OnAnimationBegun 0.015",
      "OnAnimationDone 0.540",
      "OnAnimationBegun 0.540",
    ]);
  });

  it("have the colour that an input gives them", () => {
    const { player, shown, models } = play([DANCER], LOOKS);
    models.color.fill(0.25);
    player.seek(0.1);
    expect(shown.color[0]).toBe(0.25);
    player.fire("d", "Color", "255 128 0");
    expect([...shown.color.subarray(0, 4)].map((one) => one.toFixed(2))).toEqual([
      ...["1.00", "0.22", "0.00", "1.00"],
    ]);
    player.fire("d", "Color", "255 0 0");
    expect(shown.color[1]).toBe(0.25);
  });
});
