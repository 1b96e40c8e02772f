import { describe, expect, it } from "vitest";
import { formatSetpos, parseSetpos } from "../../../src/app/travel/setpos.ts";

describe("setpos text", () => {
  it.each([
    [
      "setpos text of getpos has the eye's position",
      "setpos 1.5 -2 64.031250;setang 4.000000 -90.500000 0.000000",
      { x: 1.5, y: -2, z: 64.03125, pitch: 4, yaw: -90.5 },
    ],
    [
      "setpos text of getpos_exact has the position of the feet",
      "setpos_exact 1 2 3;setang_exact 4 5 0",
      { x: 1, y: 2, z: 67, pitch: 4, yaw: 5 },
    ],
    [
      "spec_goto includes the angles",
      "spec_goto 1 2 3 4.5 5",
      { x: 1, y: 2, z: 3, pitch: 4.5, yaw: 5 },
    ],
    ["angles may be missing", '  setpos "1" "2" "3e1"\n', { x: 1, y: 2, z: 30 }],
    [
      "the command may be within a sentence",
      "look: SETPOS 1 2 3; setang 0 9.",
      { x: 1, y: 2, z: 3, pitch: 0, yaw: 9 },
    ],
  ])("%s", (_, text, place) => {
    expect(parseSetpos(text)).toEqual(place);
  });

  it.each([
    "",
    "setpos",
    "setpos 1 2",
    "setpos a b c",
    "noclip",
    "setpos 1 2 1e9",
    "resetpos 1 2 3",
  ])("%j is rejected", (text) => expect(parseSetpos(text)).toBeNull());

  it("puts the player's eyes at the camera's place", () => {
    const camera = { x: 1, y: -2.005, z: 100, pitch: 10, yaw: -45, fov: 90 };
    const text = formatSetpos(camera);
    expect(text).toBe("setpos_exact 1.00 -2.00 36.00;setang_exact 10.00 -45.00 0.00");
    expect(parseSetpos(text)).toMatchObject({ x: 1, z: 100, pitch: 10, yaw: -45 });
  });
});
