/** The 3D skybox: distant hills at a small scale in a separate room. */

import { prismBrush } from "../../src/compile/generate/brush.ts";
import type { Carving } from "../../src/compile/generate/carving.ts";
import { createRandom } from "../../src/compile/generate/random.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";
import { NODRAW, ROCK, SKY } from "./surfaces.ts";

const SCALE = 16;
const [X, Y] = [0, -2816];
const HALF = 480;

export function carveFarHills(carving: Carving): void {
  carving.hollow([X - HALF, Y - HALF, 0, X + HALF, Y + HALF, 320], {
    floor: NODRAW,
    ceiling: SKY,
    wall: SKY,
  });
}

export function furnishFarHills(map: VmfBuilder): void {
  const random = createRandom(7);
  const surfaces = { wall: ROCK, up: ROCK, down: NODRAW };
  const hills = 26;
  for (let i = 0; i < hills; i++) {
    const angle = (i / hills) * 2 * Math.PI;
    const distance = random.between(300, 410);
    const x = Math.round(X + distance * Math.cos(angle));
    const y = Math.round(Y + distance * Math.sin(angle));
    const [wide, high] = [Math.round(random.between(40, 62)), Math.round(random.between(24, 84))];
    const foot = 6;
    const outline = Array.from({ length: foot }, (_, corner): [number, number] => {
      const turn = ((corner + 0.3) * 2 * Math.PI) / foot;
      return [x + Math.round(wide * Math.cos(turn)), y + Math.round(wide * Math.sin(turn))];
    });
    // A scaled copy of the outline, so that every side stays flat.
    const peak = outline.map(([cx, cy]): [number, number] => [x + (cx - x) / 8, y + (cy - y) / 8]);
    map.addDetail(prismBrush(outline, 0, high, surfaces, peak));
  }
  map.addPoint("sky_camera", [X, Y, 8], { scale: SCALE });
}
