import { describe, expect, it } from "vitest";
import type { MomentView } from "../../../src/map/motion/view.ts";
import { Timeline } from "../../../src/simulation/index.ts";
import { ViewWriter } from "../../../src/viewer/simulation/moment/view-writer.ts";
import { make, makeMap, type Pairs } from "../../simulation/make-simulation.ts";

const HERE = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 };

/** Runs entities; `at` shows a time as a player that seeks to it would. */
function watch(...entities: Pairs[]) {
  const timeline = new Timeline(makeMap(entities));
  const writer = new ViewWriter(timeline.simulation);
  const at = (seconds: number): MomentView => {
    timeline.seek(seconds);
    writer.readTick();
    writer.show(timeline.simulation.time);
    return writer.view;
  };
  const fire = (seconds: number, target: string, input: string, value = ""): void => {
    timeline.seek(seconds);
    timeline.fire(target, input, value);
  };
  return { at, fire, timeline, writer };
}
/** Does so for a player at the origin, too. */
function watchAsPlayer(...entities: Pairs[]) {
  const watched = watch(...entities);
  watched.timeline.place(HERE);
  return watched;
}
const round = (numbers: Iterable<number>, digits = 2): number[] =>
  Array.from(numbers, (value) => Number(value.toFixed(digits)) + 0);

describe("the fog of a simulation", () => {
  const fog = (name: string, ...more: Pairs) =>
    make(
      "env_fog_controller",
      name,
      ...([["fogenable", "1"]] as const),
      ...([["fogcolor", "255 0 0"]] as const),
      ...([["fogstart", "100"]] as const),
      ...([["fogend", "1000"]] as const),
      ...([["farz", "-1"]] as const),
      ...more,
    );

  it("points away from the angles of its controller if it uses them", () => {
    const { at, fire } = watch(fog("fog", ["use_angles", "1"], ["angles", "0 90 0"]));
    fire(1, "fog", "SetFarZ", "2000");
    const shown = at(2).fog;
    expect(round(shown!.direction)).toEqual([0, -1, 0]);
    expect(shown!.farZ).toBe(2000);
  });

  it("is the map's own until an input changes it, and again after it is undone", () => {
    const { at, fire } = watch(fog("fog", ["fogmaxdensity", "0.5"], ["fogdir", "0 3 0"]));
    expect(at(1).fog).toBeUndefined();
    fire(2, "fog", "SetStartDist", "50");
    fire(2, "fog", "SetColor", "0 51 0");
    const { fog: shown } = at(3);
    expect(shown).toMatchObject({ isOn: true, start: 50, end: 1000, maxDensity: 0.5, farZ: 0 });
    expect(round(shown!.color)).toEqual([0, 0.2, 0]);
    expect(round(shown!.direction)).toEqual([0, 1, 0]);
    fire(4, "fog", "TurnOff");
    expect(at(5).fog).toMatchObject({ isOn: false });
    for (const [input, value] of [
      ["TurnOn", ""],
      ["SetStartDist", "100"],
      ["SetColor", "255 0 0"],
    ]) {
      fire(6, "fog", input, value);
    }
    expect(at(7).fog).toBeUndefined();
    fire(8, "fog", "Kill");
    expect(at(9).fog).toBeNull();
  });

  it("follows the last master controller, or else the first controller", () => {
    const far = ["SetEndDist", "7"] as const;
    const plain = watch(fog("a"), fog("b"));
    plain.fire(1, "b", ...far);
    expect(plain.at(2).fog).toBeUndefined();
    plain.fire(2, "a", ...far);
    expect(plain.at(3).fog).toMatchObject({ end: 7 });
    const ruled = watch(fog("a"), fog("b", ["spawnflags", "1"]));
    ruled.fire(1, "a", ...far);
    expect(ruled.at(2).fog).toBeUndefined();
    ruled.fire(2, "b", ...far);
    expect(ruled.at(3).fog).toMatchObject({ end: 7 });
  });

  it("blends to the goals of a transition a tenth of a second late, as the engine's clients do", () => {
    const { at, fire } = watch(fog("fog", ["foglerptime", "2"]));
    fire(0.985, "fog", "SetColorLerpTo", "0 0 255");
    fire(0.985, "fog", "SetStartDistLerpTo", "300");
    fire(0.985, "fog", "SetEndDistLerpTo", "2000");
    fire(0.985, "fog", "StartFogTransition");
    const middle = at(2.1).fog!;
    expect(round(middle.color, 1)).toEqual([0.5, 0, 0.5]);
    expect(middle.start).toBeCloseTo(199.5, 0);
    expect(middle.end).toBeCloseTo(1497.5, 0);
    const end = at(4).fog!;
    expect(round(end.color)).toEqual([0, 0, 1]);
    expect([end.start, end.end]).toEqual([300, 2000]);
    // Going back gives the same.
    expect(at(2.1).fog!.start).toBeCloseTo(199.5, 0);
  });
});

describe("the exposure of a simulation", () => {
  it("takes the values that inputs set, and the map's own for the rest", () => {
    const { at, fire } = watch(make("env_tonemap_controller", "tone"));
    expect(at(1).exposure).toEqual({ min: NaN, max: NaN, rate: NaN, bloomScale: NaN });
    const { version } = at(1);
    fire(1, "tone", "SetAutoExposureMax", "3");
    fire(1, "tone", "SetBloomScale", "0");
    expect(at(2).exposure).toEqual({ min: NaN, max: 3, rate: NaN, bloomScale: 0 });
    expect(at(2).version).toBeGreaterThan(version);
    fire(2, "tone", "UseDefaultAutoExposure");
    fire(2, "tone", "UseDefaultBloomScale");
    expect(at(2.5).exposure).toEqual({ min: 0, max: 0, rate: NaN, bloomScale: 1 });
    const { version: later } = at(2.5);
    expect(at(3).version).toBe(later);
  });
});

describe("a colour correction's weight", () => {
  it("fades by its durations, and by the rest of them from the middle", () => {
    const { at, fire } = watch(
      make("worldspawn", ""),
      make(
        "color_correction",
        "cc",
        ["StartDisabled", "1"],
        ["maxweight", "0.8"],
        ["fadeInDuration", "2"],
        ["fadeOutDuration", "4"],
      ),
    );
    const weight = (seconds: number) => at(seconds).correctionWeight(1);
    expect([weight(1), at(1).correctionWeight(0)]).toEqual([0, Number.NaN]);
    fire(1.005, "cc", "Enable");
    expect(weight(2.025)).toBeCloseTo(0.4, 1);
    expect(weight(4)).toBe(Math.fround(0.8) === weight(4) ? Math.fround(0.8) : 0.8);
    fire(5.01, "cc", "Disable");
    expect(weight(7.02)).toBeCloseTo(0.4, 1);
    fire(7.02, "cc", "Enable");
    // Half of the way takes half of the two seconds.
    expect(weight(8.2)).toBeCloseTo(0.8, 5);
  });
});

describe("the fades of a simulation", () => {
  const fade = (name: string, flags: number, duration: string, hold: string, color = "0 0 0") =>
    make(
      "env_fade",
      name,
      ...([["spawnflags", String(flags)]] as const),
      ...([["duration", duration]] as const),
      ...([["holdtime", hold]] as const),
      ...([["rendercolor", color]] as const),
    );

  it("cover the picture in time, hold, and end", () => {
    const { at, fire } = watchAsPlayer(fade("out", 0, "2", "1", "255 51 0"));
    fire(0.99, "out", "Fade");
    expect(round([0.9, 1.5, 2, 3, 3.9, 4.2].map((t) => at(t).fade.alpha))).toEqual([
      ...[0, 0.25, 0.5, 1, 1, 0],
    ]);
    expect(round(at(2).fade.color)).toEqual([1, 0.2, 0]);
  });

  it("are seen by players only", () => {
    const { at, fire, timeline } = watch(fade("stay", 8, "0", "0"));
    fire(0.99, "stay", "Fade");
    expect(at(2).fade.alpha).toBe(0);
    timeline.place(HERE);
    expect(at(3).fade.alpha).toBe(1);
    timeline.leave();
    expect(at(4).fade.alpha).toBe(0);
  });

  it("uncover it after their hold time, and stay if told so", () => {
    const { at, fire } = watchAsPlayer(
      fade("in", 1, "2", "1"),
      fade("stay", 8, "0", "0"),
      fade("no", 0, "0", "0"),
    );
    fire(0.99, "stay", "Fade");
    expect(at(50).fade.alpha).toBe(1);
    fire(60, "in", "Fade");
    expect(round([60.5, 62, 64].map((t) => at(t).fade.alpha))).toEqual([1, 0.51, 0]);
    fire(70, "no", "Fade");
    expect(at(70.1).fade.alpha).toBe(0);
  });

  it("end each other in the order in which they begin, also within a tick", () => {
    const begin = (...names: string[]) => {
      const { at, fire } = watchAsPlayer(
        fade("a", 8, "0", "0", "255 0 0"),
        fade("b", 10, "0", "0", "0 0 255"),
      );
      for (const name of names) fire(1, name, "Fade");
      return at(2).fade;
    };
    expect([...begin("a", "b").color]).toEqual([0, 0, 1]);
    expect(begin("a", "b").isModulating).toBe(true);
    const last = begin("b", "a");
    expect([[...last.color], last.isModulating]).toEqual([[1, 0, 0], false]);
  });

  it("for their activator mix with others", () => {
    const { at, timeline } = watchAsPlayer(
      fade("all", 8, "0", "0", "255 0 0"),
      fade("one", 12, "0", "0", "0 0 255"),
      make("logic_relay", "relay", ["OnUser1", "one,Fade,,0,-1"]),
    );
    timeline.fire("all", "Fade", "");
    at(1);
    timeline.fire("one", "Fade", "");
    // The input has no activator.
    expect([...at(2).fade.color]).toEqual([1, 0, 0]);
  });
});

describe("the shaking of a simulation", () => {
  const shake = (...more: Pairs) =>
    make("env_shake", "shake", ["amplitude", "8"], ["frequency", "10"], ["duration", "4"], ...more);
  const sizeOf = ({ shake: { x, y, z, roll } }: MomentView) => Math.hypot(x, y, z, roll);
  const most = (times: number[], at: (seconds: number) => MomentView) =>
    Math.max(...times.map((t) => sizeOf(at(t))));
  const times = (from: number) => Array.from({ length: 40 }, (_, i) => from + i * 0.015);

  it("moves the eye of a player only, and settles", () => {
    const { at, fire, timeline } = watch(shake(["radius", "100"], ["spawnflags", "1"]));
    fire(1, "shake", "StartShake");
    expect(most(times(1), at)).toBe(0);
    timeline.seek(2);
    timeline.place({ ...HERE, x: 5000 });
    fire(3, "shake", "StartShake");
    const [early, late] = [most(times(3.1), at), most(times(6.2), at)];
    expect(early).toBeGreaterThan(1);
    expect(early).toBeLessThan(8 * Math.sqrt(3.1));
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThan(early / 4);
    expect(sizeOf(at(7.2))).toBe(0);
    expect({ ...at(3.5).shake }).toEqual({ ...at(3.5).shake });
  });

  it("weakens with distance, and ends at its radius", () => {
    const far = (x: number) => {
      const { at, fire, timeline } = watch(shake(["radius", "100"], ["origin", "0 0 36"]));
      timeline.place({ ...HERE, x });
      fire(1, "shake", "StartShake");
      return most(times(1.1), at);
    };
    expect(far(50) / far(0)).toBeCloseTo(0.5, 3);
    expect(far(101)).toBe(0);
  });

  it("ends by StopShake of any shake that reaches the player", () => {
    const { at, fire, timeline } = watch(shake(["spawnflags", "1"]), make("env_shake", "other"));
    timeline.place(HERE);
    fire(1, "shake", "StartShake");
    expect(most(times(1.1), at)).toBeGreaterThan(0);
    fire(2, "other", "StopShake");
    expect(most(times(2.1), at)).toBe(0);
    // Earlier, it was not stopped yet.
    expect(most(times(1.1), at)).toBeGreaterThan(0);
  });
});
