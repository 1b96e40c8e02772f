import { expect, it } from "vitest";
import { createTrail } from "../../../src/app/travel/travel.ts";

const at = (x: number, yaw = 0) => ({ x, y: 0, z: 0, pitch: 0, yaw, fov: 90 });

it("the trail leads back through the places that were left, last first", () => {
  const trail = createTrail();
  trail.leave(at(0));
  trail.leave(at(100));
  // A small step, and a turn across the 180° seam, are not new places.
  trail.leave(at(104));
  trail.leave(at(100, 179.5));
  trail.leave(at(100, -179.5));
  expect([1, 2, 3, 4].map(() => trail.back())).toEqual([at(100, 179.5), at(100), at(0), null]);
});

it("the trail keeps copies, up to a limit, and none of another map", () => {
  const trail = createTrail();
  const camera = at(0);
  trail.leave(camera);
  camera.x = 5000;
  for (let i = 1; i < 60; i++) trail.leave(at(i * 100));
  let count = 0;
  let last = null;
  for (let step = trail.back(); step; step = trail.back()) {
    last = step;
    count++;
  }
  expect(count).toBe(50);
  expect(last).toEqual(at(1000));
  trail.leave(at(1));
  trail.clear();
  expect(trail.back()).toBeNull();
});
