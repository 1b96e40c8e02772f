/**
 * Overlays: pictures on faces. Sources: Valve's public `bspfile.h` of Source SDK 2013 and of Alien
 * Swarm; wide records of version 25 as its compiler writes them; versions 2 and 3 by Strata
 * Source's wiki.
 */

import { f32, i16, i32, u8, u16 } from "../../binary/struct.ts";
import { type ColumnsOf, column, record } from "./record.ts";

/** `OVERLAY_BSP_FACE_COUNT`. */
export const OVERLAY_FACES = 64;

export const OVERLAY_COLUMNS = {
  id: Int32Array,
  texInfo: column("texinfo", Int32Array, { to: "LUMP_TEXINFO" }),
  /** Face count in the low 14 bits, render order above. */
  faceCountAndRenderOrder: Uint32Array,
  /** 64 an overlay, of which only the first (as many as the count) are valid. */
  faces: column("faces", Int32Array, { to: "LUMP_FACES" }),
  /** Texture coordinates of the start and end. */
  u: Float32Array,
  v: Float32Array,
  /**
   * Four corners in the overlay's plane. The z values of the first three are the plane's U axis.
   * The fourth z tells whether V is flipped.
   */
  uvPoints: Float32Array,
  origin: Float32Array,
  basisNormal: Float32Array,
};
export type DOverlay = ColumnsOf<typeof OVERLAY_COLUMNS>;

const end = { u: f32(2), v: f32(2), uvPoints: f32(12), origin: f32(3), basisNormal: f32(3) };

export const overlayFields = (faces: number) => ({
  id: i32(),
  texInfo: i16(),
  faceCountAndRenderOrder: u16(),
  faces: i32(faces),
  ...end,
});
export const wideOverlayFields = (faces: number) => ({
  id: i32(),
  texInfo: i32(),
  faceCountAndRenderOrder: u16(),
  pad: u16(),
  faces: i32(faces),
  ...end,
});

export const OVERLAYS = [
  record("doverlay_t", [0], OVERLAY_COLUMNS, overlayFields(OVERLAY_FACES)),
  record("doverlay_t", [1], OVERLAY_COLUMNS, wideOverlayFields(OVERLAY_FACES)),
  // Strata Source. Records of version 3 have no fixed size.
  record("doverlay_t", [2], OVERLAY_COLUMNS, { ...wideOverlayFields(OVERLAY_FACES), tint: u8(4) }),
];
export const DOVERLAY = OVERLAYS[0];

/** A row an overlay. */
export const OVERLAY_FADES = [
  record(
    "doverlayfade_t",
    [0],
    /** Squared inches. */
    { fadeDistMinSq: Float32Array, fadeDistMaxSq: Float32Array },
    { fadeDistMinSq: f32(), fadeDistMaxSq: f32() },
  ),
];
export const DOVERLAYFADE = OVERLAY_FADES[0];
