/** Builds a map for testing normals and tangents. */

import { Diagnostics } from "../../../src/core/diagnostics.ts";
import type { VmfSolid } from "../../../src/formats/vmf/types.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { makeBox, makeEntity, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { compile } from "../../compile/vbsp/compile.ts";
import { makeDispInfo } from "../../compile/vbsp-parts/make-displacement.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";

/** Rotates texture axes and scales s and t differently. */
function turnTextures(solid: VmfSolid, degrees: number): VmfSolid {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const sides = solid.sides.map((side) => {
    const { uaxis: u, vaxis: v } = side;
    const mix = (a: number, b: number) => ({
      x: u.x * a + v.x * b,
      y: u.y * a + v.y * b,
      z: u.z * a + v.z * b,
    });
    return {
      ...side,
      uaxis: { ...u, ...mix(cos, sin), scale: 0.25 },
      vaxis: { ...v, ...mix(-sin, cos), scale: 0.5 },
    };
  });
  return { ...solid, sides };
}

/** A wave, steep enough that its tangents differ from those of its base face. */
const wave = makeDispInfo(3, [128, 0, 0], {
  normals: Float32Array.from({ length: 243 }, (_, i) => (i % 3 === 2 ? 1 : 0)),
  distances: Float32Array.from({ length: 81 }, (_, i) => 16 * Math.sin((i % 9) / 1.7 + i / 30)),
});

function compileMap() {
  return compile(
    makeVmf(
      [
        ...makeRoom([0, 0, -64], [256, 256, 128]),
        turnTextures(makeBox([32, 32, -64], [64, 64, 32]), 30),
        makeBox([128, 0, -64], [256, 128, 0], { sides: { top: { dispInfo: wave } } }),
      ],
      [
        pointEntity("info_player_start", [16, 100, 16]),
        makeEntity(
          { classname: "func_brush", origin: "64 160 64", angles: "20 50 -35" },
          { solids: [turnTextures(makeBox([48, 144, 48], [80, 176, 80]), 15)] },
        ),
      ],
    ),
  );
}

/**
 * Builds a room, a wave on its floor, and a rotated box: surfaces of each kind with differently
 * oriented textures.
 */
export function makeTangentScene(): MapScene {
  const diagnostics = new Diagnostics();
  const parts = makeMapParts("room", compileMap().bsp, diagnostics);
  return buildMapScene(parts, "hdr", diagnostics);
}
