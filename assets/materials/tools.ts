/** Tool materials for surfaces that players never see, with a small texture for the editor. */

import { compileVtex } from "../../src/compile/compile-vtex.ts";
import { hex, mix, PALETTE, type Rgb, scale } from "../textures/color.ts";
import { boxDistance, cover } from "../textures/patterns.ts";
import { paint, toRgba } from "../textures/surface.ts";
import { type VmtParams, writeVmt } from "./write-vmt.ts";

interface Tool {
  readonly color: Rgb;
  readonly shader: "LightmappedGeneric" | "UnlitGeneric";
  readonly params: VmtParams;
}

const lit = (color: string, params: VmtParams): Tool => ({
  color: hex(color),
  shader: "LightmappedGeneric",
  params,
});
const unlit = (color: string, params: VmtParams): Tool => ({
  color: hex(color),
  shader: "UnlitGeneric",
  params,
});

/**
 * Tools by name under `tools/`. The keys are defined by vbsp: see `src/compile/material-info.ts`.
 */
const TOOLS: Readonly<Record<string, Tool>> = {
  toolsnodraw: lit("#d8a93c", { "%compilenodraw": 1, "%compilenolight": 0 }),
  toolsinvisible: lit("#8aa0b8", { "%compileinvisible": 1 }),
  toolsskybox: unlit("#7fb4d8", { "%compilesky": 1 }),
  toolsskybox2d: unlit("#5d93c0", { "%compile2dsky": 1 }),
  toolshint: unlit("#3fa0a0", { "%compilehint": 1 }),
  toolsskip: unlit("#c8c04a", { "%compileskip": 1 }),
  toolstrigger: unlit("#e08a2c", { $translucent: 1, "%compiletrigger": 1 }),
  toolsareaportal: lit("#50c070", { "%compilenodraw": 1, "%compileareaportal": 1 }),
  toolsorigin: lit("#b05090", { "%compileorigin": 1 }),
  toolsclip: unlit("#b04848", { "%compileclip": 1 }),
  toolsplayerclip: unlit("#c06a8a", { "%playerclip": 1 }),
  toolsnpcclip: unlit("#8a6ac0", { "%compilenpcclip": 1 }),
  toolsblockbullets: lit("#706090", { "%compilenodraw": 1, "%compilepassbullets": 0 }),
  toolsblack: unlit("#000000", {}),
};

const SIZE = 64;

export function buildTools(files: Map<string, Uint8Array>, texts: Map<string, string>): void {
  for (const [name, { color, shader, params }] of Object.entries(TOOLS)) {
    const picture = paint(SIZE, SIZE, (u, v) => {
      const stripe = Math.floor((u + v) * 4) % 2 === 0 ? 1 : 0.86;
      const frame = cover(-boxDistance(u - 0.5, v - 0.5, 0.46, 0.46), 0.01);
      return { color: mix(scale(color, stripe), scale(PALETTE.ink, color[1]), frame * 0.6) };
    });
    const vtf = compileVtex([toRgba(picture)], { width: SIZE, height: SIZE });
    files.set(`materials/tools/${name}.vtf`, vtf);
    const all = { $basetexture: `tools/${name}`, ...params };
    texts.set(`materials/tools/${name}.vmt`, writeVmt(shader, all));
  }
}
