import { describe, expect, it } from "vitest";
import { createPadWish, DEAD_ZONE, movePad, readPad } from "../../../src/app/controls/gamepad.ts";

const UP = { value: 0, pressed: false };

function pad(axes: readonly number[], pressed: Readonly<Record<number, number>> = {}) {
  const buttons = Array.from({ length: 17 }, (_, i) =>
    i in pressed ? { value: pressed[i], pressed: pressed[i] > 0.5 } : UP,
  );
  return { axes, buttons };
}

const camera = () => ({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 });

describe("a gamepad", () => {
  it("is ignored while its sticks are near the middle", () => {
    const wish = createPadWish();
    expect(readPad(pad([0, 0, 0, 0]), wish)).toBe(false);
    const rest = DEAD_ZONE / Math.SQRT2 - 0.001;
    expect(readPad(pad([rest, rest, -rest, rest]), wish)).toBe(false);
    expect(wish).toEqual(createPadWish());
  });

  it("moves slowly just outside the dead zone, at full speed at the end, and no faster diagonally", () => {
    const wish = createPadWish();
    expect(readPad(pad([0, -DEAD_ZONE - 0.02, 0, 0]), wish)).toBe(true);
    expect(wish.forward).toBeGreaterThan(0);
    expect(wish.forward).toBeLessThan(0.01);
    readPad(pad([0, -1, 0, 0]), wish);
    expect(wish).toMatchObject({ forward: 1, left: 0 });
    readPad(pad([1, 1, 0, 0]), wish);
    expect(Math.hypot(wish.forward, wish.left)).toBeCloseTo(1);
  });

  it("moves in the view direction, and turns", () => {
    const wish = createPadWish();
    const view = camera();
    readPad(pad([0, -1, 0, 0]), wish);
    movePad(view, wish, 400, 0.5);
    expect(view).toMatchObject({ x: 200, y: 0, z: 0 });
    readPad(pad([1, 0, 0, 0]), wish);
    movePad(view, wish, 400, 0.5);
    expect(view.x).toBeCloseTo(200);
    expect(view.y).toBeCloseTo(-200);
    readPad(pad([0, 0, -1, 0]), wish);
    movePad(view, wish, 400, 0.25);
    readPad(pad([0, 0, 0, 1]), wish);
    movePad(view, wish, 400, 0.25);
    expect(view).toMatchObject({ yaw: 40, pitch: 40 });
    movePad(view, wish, 400, 10);
    expect(view.pitch).toBeLessThan(90);
    readPad(pad([0, -1, 0, 0]), wish);
    const { z } = view;
    movePad(view, wish, 400, 0.5);
    expect(view.z - z).toBeCloseTo(-200, 0);
  });

  it("moves up and down by the triggers, and faster or slower by the shoulder buttons", () => {
    const wish = createPadWish();
    const view = camera();
    expect(readPad(pad([0, 0, 0, 0], { 7: 1 }), wish)).toBe(true);
    movePad(view, wish, 100, 1);
    expect(view.z).toBe(100);
    readPad(pad([0, 0, 0, 0], { 6: 1, 5: 1 }), wish);
    movePad(view, wish, 100, 1);
    expect(view.z).toBe(-300);
    readPad(pad([0, 0, 0, 0], { 7: 1, 4: 1 }), wish);
    expect(wish.pace).toBe(0.25);
    readPad(pad([0, 0, 0, 0], { 12: 1 }), wish);
    expect(wish.speedChange).toBe(1);
    expect(readPad({ axes: [], buttons: [] }, wish)).toBe(false);
  });
});
