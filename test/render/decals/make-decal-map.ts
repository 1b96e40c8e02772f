/** Builds a lit room with overlays and decals, from a map's source to its bytes. */

import { compileVtex } from "../../../src/compile/compile-vtex.ts";
import type { Vmf, VmfDispInfo, VmfSolid } from "../../../src/formats/vmf/types.ts";
import {
  type BoxOptions,
  makeBox,
  makeEntity,
  makeVmf,
  pointEntity,
} from "../../compile/make-vmf.ts";
import { makeDispInfo } from "../../compile/vbsp-parts/make-displacement.ts";
import { buildMap } from "../../golden/maps/build-map.ts";
import type { OverlayKeys, Point } from "../../oracle/placed/decals.ts";

/** Texels of the picture's quarters: upper left and right, lower left and right. */
export const QUARTERS = [
  [255, 255, 255, 255],
  [40, 200, 90, 128],
  [220, 60, 50, 255],
  [90, 90, 240, 0],
] as const;

/**
 * Size of the room, which starts at the origin. Its north wall has two halves of different
 * materials.
 */
export const ROOM = [256, 256, 160] as const;
const SIZE = 32;

function picture(
  width: number,
  height: number,
  texel: (x: number, y: number) => readonly number[],
) {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    rgba.set(texel(i % width, Math.floor(i / width)), i * 4);
  }
  return compileVtex([rgba], { width, height, format: "BGRA8888", mips: false });
}

const quarterAt = (x: number, y: number) =>
  QUARTERS[(x < SIZE / 2 ? 0 : 1) + (y < SIZE / 2 ? 0 : 2)];

const VMTS: Readonly<Record<string, string>> = {
  "ov/white": "LightmappedGeneric { $basetexture ov/white }",
  "ov/white2": "LightmappedGeneric { $basetexture ov/white }",
  "ov/quarters": "LightmappedGeneric { $basetexture ov/quarters $decal 1 $translucent 1 }",
  "ov/opaque": "LightmappedGeneric { $basetexture ov/quarters $decal 1 }",
  "ov/holes": "LightmappedGeneric { $basetexture ov/quarters $decal 1 $alphatest 1 }",
  "ov/shining": "UnlitGeneric { $basetexture ov/quarters $decal 1 $translucent 1 }",
  "ov/cover": "LightmappedGeneric { $basetexture ov/white $decal 1 $translucent 1 }",
  "ov/red": "UnlitGeneric { $basetexture ov/red $decal 1 }",
  "ov/green": "UnlitGeneric { $basetexture ov/green $decal 1 }",
  "ov/darker": "DecalModulate { $basetexture ov/darker }",
  "ov/mark": "LightmappedGeneric { $basetexture ov/mark $decal 1 $translucent 1 $decalscale .75 }",
  // The same picture as a part of a sheet with another colour around it.
  "ov/sheet": "LightmappedGeneric { $basetexture ov/sheet $decal 1 $translucent 1 $decalscale 3 }",
  "ov/part": 'Subrect { $Material ov/sheet $Pos "40 72" $Size "64 32" $decalscale .75 }',
};

const PART = { x: 40, y: 72, width: SIZE * 2, height: SIZE } as const;

/** Returns a texel of the sheet; the part's border texels are repeated twice around it. */
function sheetAt(column: number, row: number): readonly number[] {
  const [x, y] = [column - PART.x, row - PART.y];
  const isNear = x >= -2 && y >= -2 && x < PART.width + 2 && y < PART.height + 2;
  if (!isNear) return [250, 0, 250, 255];
  const within = (at: number, count: number) => Math.min(Math.max(at, 0), count - 1);
  return quarterAt(within(x, PART.width) / 2, within(y, PART.height));
}

function decalFiles(): Map<string, Uint8Array> {
  const plain = (r: number, g: number, b: number) => picture(4, 4, () => [r, g, b, 255]);
  const files = new Map<string, Uint8Array>([
    ["materials/ov/white.vtf", plain(255, 255, 255)],
    ["materials/ov/red.vtf", plain(230, 20, 20)],
    ["materials/ov/green.vtf", plain(20, 230, 20)],
    ["materials/ov/darker.vtf", plain(90, 110, 100)],
    ["materials/ov/quarters.vtf", picture(SIZE, SIZE, quarterAt)],
    ["materials/ov/sheet.vtf", picture(SIZE * 4, SIZE * 8, sheetAt)],
    // Half as high as wide.
    ["materials/ov/mark.vtf", picture(SIZE * 2, SIZE, (x, y) => quarterAt(x / 2, y))],
  ]);
  for (const [name, text] of Object.entries(VMTS)) {
    files.set(`materials/${name}.vmt`, new TextEncoder().encode(text));
  }
  return files;
}

export interface MadeOverlay extends OverlayKeys {
  readonly normal: Point;
  readonly material: string;
  readonly renderOrder?: number;
  readonly fade?: readonly [number, number];
}

/** Returns the ids of the sides in a plane across an axis. */
function sidesAt(solids: readonly VmfSolid[], axis: number, place: number): number[] {
  return solids
    .flatMap(({ sides }) => sides)
    .filter(({ points }) => [0, 3, 6].every((at) => points[at + axis] === place))
    .map(({ id }) => id);
}

function overlayEntity(overlay: MadeOverlay, sides: readonly number[]) {
  const { origin, basisU, basisV, normal, low, high, texture } = overlay;
  const [startU, startV, endU, endV] = texture;
  return makeEntity({
    classname: "info_overlay",
    material: overlay.material,
    sides: sides.join(" "),
    BasisOrigin: origin.join(" "),
    BasisU: basisU.join(" "),
    BasisV: basisV.join(" "),
    BasisNormal: normal.join(" "),
    StartU: `${startU}`,
    EndU: `${endU}`,
    StartV: `${startV}`,
    EndV: `${endV}`,
    uv0: `${low[0]} ${low[1]} 0`,
    uv1: `${low[0]} ${high[1]} 0`,
    uv2: `${high[0]} ${high[1]} 0`,
    uv3: `${high[0]} ${low[1]} 0`,
    RenderOrder: `${overlay.renderOrder ?? 0}`,
    fademindist: `${overlay.fade?.[0] ?? -1}`,
    fademaxdist: `${overlay.fade?.[1] ?? 0}`,
  });
}

/** Returns the height of a mound on the floor. */
const mound = (x: number, y: number): number =>
  24 * Math.sin((x / 256) * Math.PI) ** 2 * Math.sin((y / 256) * Math.PI) ** 2;

function moundInfo(): VmfDispInfo {
  return makeDispInfo(3, [0, 0, 0], {
    normals: Float32Array.from({ length: 243 }, (_, i) => (i % 3 === 2 ? 1 : 0)),
    distances: Float32Array.from({ length: 81 }, (_, i) =>
      mound((i % 9) * 32, Math.floor(i / 9) * 32),
    ),
  });
}

export interface MadeDecal {
  readonly origin: Point;
  readonly texture: string;
  readonly targetname?: string;
}

export interface DecalMap {
  /** Overlays by the plane of their sides: axis and position. */
  readonly overlays?: readonly (readonly [axis: number, place: number, overlay: MadeOverlay])[];
  readonly decals?: readonly MadeDecal[];
  /** Makes the floor a mound. */
  readonly hasMound?: boolean;
  /** Adds a brush entity: a box 32 inches wide, rotated by 30 degrees, around (128, 128, 80). */
  readonly hasBrushEntity?: boolean;
}

/** Lit from one corner, so that luxels differ in both directions, below the maximum brightness. */
export function makeDecalVmf({ overlays = [], decals = [], ...map }: DecalMap): Vmf {
  const [x, y, z] = ROOM;
  const white: BoxOptions = { material: "ov/white", lightmapScale: 16 };
  const top = map.hasMound === true ? { ...white, dispInfo: moundInfo() } : white;
  const solids = [
    makeBox([0, 0, -16], [x, y, 0], { ...white, sides: { top } }),
    // Displacements do not seal a map.
    makeBox([0, 0, -32], [x, y, -16], white),
    makeBox([0, 0, z], [x, y, z + 16], white),
    makeBox([-16, 0, -16], [0, y, z], white),
    makeBox([x, 0, -16], [x + 16, y, z], white),
    makeBox([0, -16, -16], [x, 0, z], white),
    makeBox([0, y, -16], [x / 2, y + 16, z], white),
    makeBox([x / 2, y, -16], [x, y + 16, z], { ...white, material: "ov/white2" }),
  ];
  const turned = makeEntity(
    { classname: "func_brush", origin: "128 128 80", angles: "0 30 0" },
    { solids: [makeBox([112, 112, 64], [144, 144, 96], white)] },
  );
  return makeVmf(solids, [
    pointEntity("info_player_start", [40, 40, 40]),
    pointEntity("light", [60, 70, 110], { _light: "255 240 220 60", _quadratic_attn: "1" }),
    pointEntity("light", [200, 60, 40], { _light: "120 160 255 30", _quadratic_attn: "1" }),
    ...overlays.map(([axis, place, overlay]) =>
      overlayEntity(overlay, sidesAt(solids, axis, place)),
    ),
    ...decals.map(({ origin, texture, targetname }) =>
      pointEntity("infodecal", origin, { texture, ...(targetname && { targetname }) }),
    ),
    ...(map.hasBrushEntity === true ? [turned] : []),
  ]);
}

export const buildDecalMap = (map: DecalMap): Promise<Uint8Array> =>
  buildMap(makeDecalVmf(map), decalFiles);
