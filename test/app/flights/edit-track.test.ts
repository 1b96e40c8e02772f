import { describe, expect, it } from "vitest";
import {
  addKey,
  changeKey,
  changeLoop,
  removeKey,
  secondsBetween,
  trackSeconds,
} from "../../../src/app/flights/edit-track.ts";
import type { CameraTrack } from "../../../src/viewer/camera/track.ts";

const at = (x: number, yaw = 0) => ({ x, y: 0, z: 64, pitch: 0, yaw, fov: 80 });
const END = { map: "m", time: 0 };

/** A track of keys at x = 0, 320 and 960, at 0, 1 and 3 s. */
function makeTrack(): CameraTrack {
  let track = addKey(null, at(0), END);
  for (const x of [320, 960]) track = addKey(track, at(x), END);
  return track;
}
const places = ({ keys }: CameraTrack) => keys.map(({ x, time }) => [x, time]);

describe("a camera track's keys", () => {
  it("are added at the end, after the time of the way", () => {
    expect(makeTrack()).toMatchObject({ map: "m", loopAfter: null });
    expect(places(makeTrack())).toEqual([
      [0, 0],
      [320, 1],
      [960, 3],
    ]);
    expect(makeTrack().keys[0]).toMatchObject({ fov: 80, ease: "smooth" });
  });

  it("take longer for longer ways and for turns over 180 degrees the shorter way", () => {
    expect(secondsBetween(at(0), at(3))).toBe(1);
    expect(secondsBetween(at(0), at(1600))).toBe(5);
    expect(secondsBetween(at(0, 170), at(0, -70))).toBe(2);
    expect(secondsBetween(at(0, -70), at(0, 170))).toBe(2);
  });

  it("are added between two keys at the time shown", () => {
    const track = addKey(makeTrack(), at(500), { map: "m", time: 2.5 });
    expect(places(track)).toEqual([
      [0, 0],
      [320, 1],
      [500, 2.5],
      [960, 3],
    ]);
    // On a key, and at the end, they are added after the last.
    for (const time of [1, 3, 9]) {
      expect(places(addKey(makeTrack(), at(960), { map: "m", time })).at(-1)).toEqual([960, 4]);
    }
  });

  it("change their place in the order with their time, and the first is at 0", () => {
    const later = changeKey(makeTrack(), 0, { time: 1.5, ease: "stop" });
    expect(places(later)).toEqual([
      [320, 0],
      [0, 0.5],
      [960, 2],
    ]);
    expect(later.keys[1].ease).toBe("stop");
    expect(places(removeKey(makeTrack(), 0)!)).toEqual([
      [320, 0],
      [960, 2],
    ]);
    expect(removeKey(addKey(null, at(0), END), 0)).toBeNull();
  });

  it("keep the time of the way back in a loop", () => {
    const loop = changeLoop(makeTrack(), 2);
    expect(trackSeconds(loop)).toBe(5);
    expect(trackSeconds(removeKey(loop, 2)!)).toBe(3);
    expect(trackSeconds(changeKey(loop, 2, { time: 7 }))).toBe(9);
    expect(trackSeconds(changeLoop(loop, null))).toBe(3);
  });

  it("refuse times that are taken or impossible, and more than 1000 keys", () => {
    const track = makeTrack();
    expect(() => changeKey(track, 2, { time: 1 })).toThrow("another key is at 1 s");
    for (const time of [-1, Number.NaN, 4000]) {
      expect(() => changeKey(track, 1, { time })).toThrow("0 to 3600 s");
    }
    for (const back of [0, Number.NaN, 3600]) {
      expect(() => changeLoop(track, back)).toThrow("the way back takes");
    }
    const keys = Array.from({ length: 1000 }, (_, time) => ({ ...track.keys[0], time }));
    expect(() => addKey({ ...track, keys }, at(1), END)).toThrow("at most 1000 keys");
  });
});
