/**
 * Builds a room with one example of each material: world materials on panels, model materials on
 * balls.
 */

import { makeBox, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { SKY_NAME } from "./content.ts";
import { BALLS, makeGalleryContent, PANELS, panelName } from "./gallery-content.ts";
import type { MadeMap } from "./made-maps.ts";

const PANEL = 40;
const GAP = 8;
const STEP = PANEL + GAP;
/** Two rows of panels, one above the other. */
const COLUMNS = Math.ceil(PANELS.length / 2);
const WIDTH = COLUMNS * STEP + GAP;
const DEPTH = 160;
const HEIGHT = 112;
/** Columns visible in one picture. */
const SHOWN = 5;

const FLOOR = { material: "made/letter", textureScale: 1, lightmapScale: 16 };

/** A panel shows its texture once, starting at its left and top edge. */
const panel = (row: number) => {
  const [x, z] = [GAP + (row % COLUMNS) * STEP, row < COLUMNS ? 60 : 8];
  return makeBox([x, DEPTH - 4, z], [x + PANEL, DEPTH - 2, z + PANEL], {
    material: "made/plain",
    sides: { front: { material: panelName(row), textureScale: PANEL / 32, lightmapScale: 8 } },
  });
};

const lamp = (x: number, color: string) =>
  pointEntity("light", [x, 40, 96], { _light: color, _quadratic_attn: "1" });

export const gallery: MadeMap = {
  makeContent: makeGalleryContent,
  build: () =>
    makeVmf(
      [...makeRoom([0, 0, 0], [WIDTH, DEPTH, HEIGHT], FLOOR), ...PANELS.map((_, i) => panel(i))],
      [
        pointEntity("info_player_start", [WIDTH / 2, 40, 16]),
        lamp(60, "255 220 170 160"),
        lamp(WIDTH / 2, "200 220 255 160"),
        lamp(WIDTH - 60, "255 240 220 160"),
        ...BALLS.map((_, i) =>
          pointEntity("prop_static", [GAP + 20 + i * STEP, 110, 0], {
            model: "models/visleaf/ball.mdl",
            angles: "0 90 0",
            skin: String(i),
            solid: "0",
            // Lit by lamps, not by baked vertex light.
            disablevertexlighting: "1",
          }),
        ),
      ],
      { skyname: SKY_NAME },
    ),
  shots: Array.from({ length: Math.ceil(COLUMNS / SHOWN) }, (_, i) => ({
    name: `gallery-${i + 1}`,
    camera: {
      ...{
        x: GAP + Math.min((i + 0.5) * SHOWN, COLUMNS - SHOWN / 2) * STEP,
        y: 16,
        z: 56,
        pitch: 4,
        yaw: 90,
      },
      fov: 70,
    },
  })),
};
