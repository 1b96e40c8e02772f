import { describe, expect, it } from "vitest";
import { createCamera } from "../../../src/viewer/camera/camera.ts";
import { CameraFlights } from "../../../src/viewer/camera/camera-flights.ts";
import { MapPlayer } from "../../../src/viewer/simulation/map-player.ts";
import { make, makeMap, type Pairs } from "../../simulation/make-simulation.ts";

const CAMERA = make("point_viewcontrol", "cam", ["origin", "10 20 30"], ["angles", "5 90 15"]);

/** Plays a map with a camera that is a player, as a viewer does in its frames. */
function open(...entities: Pairs[]) {
  const camera = { ...createCamera(), x: 1, y: 2, z: 3, yaw: 45 };
  const flights = new CameraFlights();
  const player = new MapPlayer(makeMap(entities), null, camera);
  player.showCameras(flights);
  player.play();
  const run = async (frames: number) => {
    for (let i = 0; i < frames; i++) {
      flights.update(camera, 0.0151);
      player.advance(0.0151);
      await null;
    }
  };
  return { camera, flights, player, run };
}
const OWN = { x: 1, y: 2, z: 3, pitch: 0, yaw: 45 };
const SHOWN = { x: 10, y: 20, z: 30, roll: expect.closeTo(15, 4) };

describe("a map's camera", () => {
  it("shows the view of a player, which gets its own back", async () => {
    const { camera, player, run } = open(CAMERA);
    let changes = 0;
    player.on("change", () => changes++);
    player.touchesTriggers = true;
    player.fire("cam", "Enable");
    await run(3);
    expect(camera).toMatchObject(SHOWN);
    expect([camera.pitch, camera.yaw].map(Math.round)).toEqual([5, 90]);
    expect([player.shownCamera, changes]).toEqual([0, 2]);
    player.fire("cam", "Disable");
    await run(3);
    expect(camera).toMatchObject({ ...OWN, roll: 0 });
    expect([player.shownCamera, changes]).toEqual([-1, 3]);
  });

  it("is not shown at a time before it was enabled", async () => {
    const { camera, player, run } = open(CAMERA);
    player.touchesTriggers = true;
    await run(20);
    player.fire("cam", "Enable");
    await run(3);
    expect(camera).toMatchObject(SHOWN);
    player.seek(0.1);
    await run(1);
    expect([player.shownCamera, player.moment.view?.camera.entity]).toEqual([-1, -1]);
  });

  it("keeps the own view without a player, and if it was on before the player came", async () => {
    const { camera, player, run } = open(CAMERA);
    player.fire("cam", "Enable");
    await run(3);
    expect(camera).toMatchObject(OWN);
    player.touchesTriggers = true;
    await run(3);
    expect(camera).toMatchObject(OWN);
    player.fire("cam", "Disable");
    await run(2);
    player.fire("cam", "Enable");
    await run(2);
    expect(camera).toMatchObject(SHOWN);
    player.followsCameras = false;
    await run(2);
    expect(camera).toMatchObject(OWN);
  });

  it("stays left after an input of the user until another camera begins, and keeps the player's place", async () => {
    const { camera, flights, player, run } = open(CAMERA, make("point_viewcontrol", "other"));
    player.touchesTriggers = true;
    player.fire("cam", "Enable");
    await run(3);
    const { origin } = player.entityAt(player.entityCount - 1)!;
    expect([origin[0], origin[1]]).toEqual([1, 2]);
    flights.stop();
    await run(3);
    expect(camera).toMatchObject(OWN);
    expect(player.shownCamera).toBe(-1);
    player.fire("other", "Enable");
    await run(2);
    expect(player.shownCamera).toBe(1);
    // Other code moves the camera meanwhile: it stays there.
    flights.stop();
    Object.assign(camera, { x: 500 });
    await run(2);
    expect(camera).toMatchObject({ x: 500 });
  });

  it("moves between two ticks", async () => {
    const { camera, player, run } = open(
      make(
        "func_movelinear",
        "lift",
        ["movedir", "-90 0 0"],
        ["movedistance", "100"],
        ["speed", "60"],
      ),
      make("point_viewcontrol", "cam", ["parentname", "lift"]),
    );
    player.touchesTriggers = true;
    player.fire("cam", "Enable");
    player.fire("lift", "Open");
    await run(6);
    const { z } = camera;
    player.advance(0.0075);
    await run(1);
    expect(camera.z - z).toBeGreaterThan(1);
    expect(camera.z - z).toBeLessThan(1.8);
  });
});
