import { describe, expect, it } from "vitest";
import { openRecording } from "../../../src/app/flights/open-recording.ts";
import { parseDem } from "../../../src/formats/dem/index.ts";
import { parseFlight, type Viewer } from "../../../src/viewer/index.ts";
import { makeDem } from "../../formats/dem/make-dem.ts";
import { listCorpusFiles, readCorpus } from "../../support/corpus.ts";

const viewerOf = (map: string | null) =>
  ({ map: map === null ? null : { name: map }, camera: { fov: 80 } }) as unknown as Viewer;
const fileOf = (bytes: Uint8Array, name = "run.dem") => new File([new Uint8Array(bytes)], name);

/** A walk along the x axis that turns through 180 degrees; ticks of 20 ms. */
const WALK = makeDem(
  {},
  ...Array.from({ length: 101 }, (_, i) => ({
    ...{ kind: 2, tick: 10 + i, place: [i * 4, 50, 64] },
    // From 170 to 180, then on from -180 degrees.
    angles: [355 + (i % 2), i <= 50 ? 170 + i * 0.2 : -190 + i * 0.2, 0],
  })),
);

describe("openRecording", () => {
  it("makes a flight of the player's camera, from its first tick", async () => {
    const { file, isTrack, told } = await openRecording(fileOf(WALK), viewerOf("Room"));
    expect(told).toBe("Jo on room (hl2), 2.0 s.");
    expect(isTrack).toBe(true);
    const flight = parseFlight(await file.text());
    expect(flight).toMatchObject({ map: "room" });
    expect(flight.duration).toBeCloseTo(2, 3);
    const pose = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 0 };
    flight.setPose(pose, 1);
    expect(pose.x).toBeCloseTo(200, 0);
    expect([pose.y, pose.z]).toEqual([50, 64]);
    expect(Math.abs(pose.pitch + 4.5)).toBeLessThan(0.8);
    // Half way from 170 to 190 degrees, not round the other way.
    expect(Math.abs(Math.abs(pose.yaw) - 180)).toBeLessThan(1);
  });

  it("says that it was made on another map", async () => {
    const { told } = await openRecording(fileOf(WALK), viewerOf("hall"));
    expect(told).toBe("Jo on room (hl2), 2.0 s. It was not made on hall.");
  });

  it.each([
    ["no map", fileOf(WALK), null, "open the map of run.dem first"],
    [
      "a server's recording",
      fileOf(makeDem({}, { kind: 2, tick: 0, place: [0, 0, 0] })),
      "room",
      "it has no player's camera",
    ],
    ["another file", fileOf(new Uint8Array(3000)), "room", "expected HL2DEMO"],
  ])("rejects %s with a sentence", async (_name, file, map, says) => {
    await expect(openRecording(file, viewerOf(map))).rejects.toThrow(says);
  });

  const real = listCorpusFiles("hl2oe.dem", "../corpus2/recordings");
  it.skipIf(real.length === 0)("follows a real recording within half an inch", async () => {
    const bytes = readCorpus(real[0]);
    const { file, told } = await openRecording(fileOf(bytes), viewerOf("d3_c17_12"));
    expect(told).toContain("on d3_c17_12 (hl2), 20.5 s.");
    const flight = parseFlight(await file.text());
    const { count, tick, tickSeconds, position } = parseDem(bytes);
    const pose = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 0 };
    let most = 0;
    for (let i = 0; i < count; i++) {
      flight.setPose(pose, (tick[i] - tick[0]) * tickSeconds);
      const [x, y, z] = position.subarray(i * 3, i * 3 + 3);
      most = Math.max(most, Math.hypot(pose.x - x, pose.y - y, pose.z - z));
    }
    expect(most).toBeLessThan(0.6);
  });
  const replay = listCorpusFiles(".mtv", "../corpus2/recordings");
  it.skipIf(replay.length === 0)("names what it cannot read of a replay", async () => {
    const file = fileOf(readCorpus(replay[0]), "replay.mtv");
    await expect(openRecording(file, viewerOf("bhop_eazy"))).rejects.toThrow(
      "a replay of Momentum Mod by fingerprince on bhop_eazy",
    );
  });
});
