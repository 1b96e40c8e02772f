/**
 * A compiled room under the open sky with a roof over one half, two props without baked light, and
 * a lamp in each half.
 */

import { writeBsp } from "../../../src/compile/compile-map.ts";
import type { LoadEvent } from "../../../src/scene/open/events.ts";
import { type MapSession, openMap } from "../../../src/scene/open/map-session.ts";
import { makeBox, makeRoom, makeVmf, pointEntity, SKY } from "../../compile/make-vmf.ts";
import { light } from "../../compile/vrad/light-room.ts";
import { makeStudioFiles, makeStudioModel } from "../../formats/studio/make-studio.ts";
import { IMAGE_FORMAT_DXT1, makeVtf } from "../make-vtf.ts";

export const PANEL = "models/test/panel.mdl";
/** The panel lies flat at this height and faces up; its lighting origin is offset by (1, 2, 3). */
export const PANEL_Z = 40;
export const OPEN = [384, 128, PANEL_Z] as const;
export const ROOFED = [96, 128, PANEL_Z] as const;
export const LAMP_OPEN = [385, 130, PANEL_Z + 103] as const;
/** Style of the blinking lamp over the roofed prop. */
export const LAMP_STYLE = 10;
/** Brightness of the lamps and the sun, of 255, in LDR and HDR. */
export const LAMP = { ldr: 100, hdr: 50 };
export const SUN = { ldr: 200, hdr: 100 };

export async function compileRoom(): Promise<Uint8Array> {
  const room = [
    ...makeRoom([0, 0, 0], [512, 256, 256], {
      lightmapScale: 64,
      sides: { bottom: { material: SKY } },
    }),
    makeBox([0, 0, 200], [256, 256, 208]),
  ];
  const lamp = (origin: readonly [number, number, number], keys = {}) =>
    pointEntity("light", origin, {
      _light: `255 255 255 ${LAMP.ldr}`,
      _lightHDR: `255 255 255 ${LAMP.hdr}`,
      _quadratic_attn: "1",
      ...keys,
    });
  const prop = (origin: readonly [number, number, number]) =>
    pointEntity("prop_static", origin, { model: PANEL });
  const vmf = makeVmf(room, [
    pointEntity("info_player_start", [16, 16, 16]),
    // Lights nothing, so that light indices and lump rows differ.
    lamp([16, 240, 16], { _light: "255 255 255 0.001", _lightHDR: "255 255 255 0.001" }),
    pointEntity("light_environment", [500, 16, 250], {
      _light: `255 255 255 ${SUN.ldr}`,
      _lightHDR: `255 255 255 ${SUN.hdr}`,
      _ambient: "0 0 0 0",
      _ambientHDR: "0 0 0 0",
      pitch: "-90",
      angles: "0 0 0",
    }),
    lamp(LAMP_OPEN),
    lamp([97, 130, PANEL_Z + 103], { style: `${LAMP_STYLE}` }),
    prop(OPEN),
    prop(ROOFED),
  ]);
  const findModelBounds = () => [0, 0, 0, 32, 32, 1];
  const { map } = await light(vmf, { bounces: 0, fast: true }, { findModelBounds });
  return writeBsp(map);
}

/** The model and its white materials. */
export function roomContent() {
  const { mdl, vvd, vtx } = makeStudioFiles(makeStudioModel());
  const white = makeVtf({
    width: 4,
    height: 4,
    format: IMAGE_FORMAT_DXT1,
    reflectivity: [1, 1, 1],
  });
  const files: Record<string, Uint8Array> = {
    [PANEL]: mdl,
    "models/test/panel.vvd": vvd,
    "models/test/panel.dx90.vtx": vtx,
    "materials/white.vtf": white,
  };
  const vmt = new TextEncoder().encode("VertexLitGeneric { $basetexture white }");
  for (const name of ["test/panel_red", "test/panel_blue", "shared/trim"]) {
    files[`materials/models/${name}.vmt`] = vmt;
  }
  return { label: "made", read: async (path: string) => files[path] ?? null };
}

export async function loadRoom(
  bytes: Uint8Array,
  side: "ldr" | "hdr" = "ldr",
): Promise<{ session: MapSession; events: LoadEvent[] }> {
  const session = openMap(bytes, [roomContent()], {
    name: "room",
    side,
    textureCompressionBc: false,
    maxTextureDimension: 64,
  });
  const events: LoadEvent[] = [];
  for await (const event of session.load()) events.push(event);
  return { session, events };
}
