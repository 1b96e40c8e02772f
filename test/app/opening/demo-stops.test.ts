import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DEMO_STOPS, tellStops } from "../../../src/app/opening/demo.ts";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { parseFlight } from "../../../src/viewer/camera/flight.ts";

const path = resolve(import.meta.dirname, "../../../assets/visleaf_demo.flight.json");
const flight = parseFlight(readFileSync(path, "utf8"));

describe("the stops of the demo's flight", () => {
  it("announce each stop once, in order, and again in the next round", () => {
    const told: string[] = [];
    const flown = tellStops(flight, (text) => told.push(text));
    const camera = createCamera();
    for (let t = 0; t < flight.duration + 1; t += 0.25) flown.setPose(camera, t);
    const texts = DEMO_STOPS.map(([, text]) => text);
    expect(told).toEqual([...texts, texts[0]]);
  });

  it("leave the camera as the flight sets it", () => {
    const [own, other] = [createCamera(), createCamera()];
    flight.setPose(own, 33.3);
    tellStops(flight, () => {}).setPose(other, 33.3);
    expect(other).toEqual(own);
  });

  it("last long enough to be read", () => {
    const times = [...DEMO_STOPS.map(([seconds]) => seconds), flight.duration];
    for (let i = 1; i < times.length; i++) expect(times[i] - times[i - 1]).toBeGreaterThan(4);
  });
});
