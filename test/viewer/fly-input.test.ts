import { describe, expect, it } from "vitest";
import { FlyKeys, TouchSticks } from "../../src/viewer/input/fly-controls.ts";
import { createFlyWish, type FlyWish } from "../../src/viewer/input/fly-motion.ts";

function wishOf(source: { addTo(wish: FlyWish): void }): FlyWish {
  const wish = { ...createFlyWish(), speed: 100 };
  source.addTo(wish);
  return wish;
}

describe("FlyKeys", () => {
  it.each([
    ["KeyW", "forward", 1],
    ["KeyS", "forward", -1],
    ["KeyA", "left", 1],
    ["KeyD", "left", -1],
    ["KeyE", "up", 1],
    ["Space", "up", 1],
    ["KeyQ", "up", -1],
    ["KeyC", "up", -1],
    ["ArrowLeft", "turnYaw", 1],
    ["ArrowRight", "turnYaw", -1],
    ["ArrowUp", "turnPitch", -1],
    ["ArrowDown", "turnPitch", 1],
    ["ShiftLeft", "speed", 400],
    ["ControlRight", "speed", 25],
  ] as const)("maps %s to %s %d", (code, field, value) => {
    const keys = new FlyKeys();
    expect(keys.press(code)).toBe(true);
    expect(wishOf(keys)).toEqual({ ...createFlyWish(), speed: 100, [field]: value });
    keys.release(code);
    expect(wishOf(keys)).toEqual({ ...createFlyWish(), speed: 100 });
  });

  it("ignores other keys", () => {
    const keys = new FlyKeys();
    for (const code of ["KeyX", "Tab", "toString", "__proto__", ""]) {
      expect(keys.press(code)).toBe(false);
    }
    expect(wishOf(keys)).toEqual({ ...createFlyWish(), speed: 100 });
  });

  it("tracks keys of one direction separately, and opposite ones cancel", () => {
    const keys = new FlyKeys();
    keys.press("KeyE");
    keys.press("Space");
    keys.release("KeyE");
    expect(wishOf(keys).up).toBe(1);
    keys.press("KeyQ");
    expect(wishOf(keys).up).toBe(0);
    keys.releaseAll();
    expect(wishOf(keys).up).toBe(0);
    keys.press("ControlLeft");
    expect(keys.slow).toBe(true);
  });
});

describe("TouchSticks", () => {
  it("moves by the left thumb's displacement", () => {
    const sticks = new TouchSticks();
    const wish = createFlyWish();
    sticks.down(1, 100, 500, 800);
    expect(wishOf(sticks).forward).toBe(0);
    sticks.move(1, 100, 500 - 31, wish);
    expect(wishOf(sticks).forward).toBeCloseTo(0.5, 2);
    sticks.move(1, 100, 0, wish);
    expect(wishOf(sticks)).toMatchObject({ forward: 1, left: 0 });
    sticks.move(1, 20, 500, wish);
    expect(wishOf(sticks).left).toBe(1);
    sticks.up(1);
    expect(wishOf(sticks).left).toBe(0);
  });

  it("turns by the right thumb at the same time", () => {
    const sticks = new TouchSticks();
    const wish = createFlyWish();
    sticks.down(1, 100, 500, 800);
    sticks.down(2, 700, 500, 800);
    sticks.down(3, 600, 500, 800);
    sticks.move(2, 690, 520, wish);
    sticks.move(3, 0, 0, wish);
    expect(wish.yawDelta).toBeGreaterThan(0);
    expect(wish.pitchDelta).toBeCloseTo(2 * wish.yawDelta);
    sticks.releaseAll();
    const { yawDelta } = wish;
    sticks.move(2, 0, 0, wish);
    expect(wish.yawDelta).toBe(yawDelta);
  });

  it("ignores small movements of a resting thumb", () => {
    const sticks = new TouchSticks();
    sticks.down(1, 100, 100, 800);
    sticks.move(1, 103, 98, createFlyWish());
    expect(wishOf(sticks)).toEqual({ ...createFlyWish(), speed: 100 });
  });
});
