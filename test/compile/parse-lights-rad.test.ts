import { expect, it } from "vitest";
import { parseLightsRad } from "../../src/compile/compile-map.ts";

it("parseLightsRad reads only the materials that glow", () => {
  const lights = parseLightsRad(
    [
      "// glowing things",
      "Lights\\White001 \t255 255 255 300  // a panel",
      "lava 255 80 0 500 255 80 0 800",
      "hdr:only_hdr 1 2 3 4 5",
      "noshadow glass/clear",
      "forcetextureshadow models/fence.mdl",
      "short 255 255 255",
      "words a b c d",
      "",
    ].join("\r\n"),
  );
  expect([...lights]).toEqual([
    ["lights/white001", "255 255 255 300"],
    ["lava", "255 80 0 500 255 80 0 800"],
  ]);
});
