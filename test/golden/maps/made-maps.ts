/** Small maps, each for one feature that can fail between a map's bytes and its picture. */

import type { CompileReport } from "../../../src/compile/types.ts";
import type { Vmf, VmfDispInfo } from "../../../src/formats/vmf/types.ts";
import type { LightSideName } from "../../../src/map/types.ts";
import type { Camera } from "../../../src/render/types.ts";
import {
  type BoxOptions,
  makeBox,
  makeEntity,
  makeVmf as makePlainVmf,
  makeRoom,
  makeTwoRooms,
  pointEntity,
  SKY,
  type Vec3,
} from "../../compile/make-vmf.ts";
import { SKY_NAME } from "./content.ts";

export interface MadeShot {
  readonly name: string;
  readonly camera: Camera;
  /** HDR by default. */
  readonly side?: LightSideName;
  /** Whether materials show their base textures alone. */
  readonly isPlain?: boolean;
}

export interface MadeMap {
  readonly build: () => Vmf;
  /** Builds files in addition to those of all generated maps, by content path. */
  readonly makeContent?: (report: CompileReport) => Map<string, Uint8Array>;
  readonly shots: readonly MadeShot[];
}

const LETTER: BoxOptions = { material: "made/letter", textureScale: 2, lightmapScale: 8 };
const PLAIN: BoxOptions = { ...LETTER, material: "made/plain" };
const BUMPED: BoxOptions = { ...LETTER, material: "made/bumped" };
const SKY_WALLS: BoxOptions = { material: SKY };

const makeVmf: typeof makePlainVmf = (solids, entities) =>
  makePlainVmf(solids, entities, { skyname: SKY_NAME });

const lookFrom = (x: number, y: number, z: number, pitch: number, yaw: number): Camera => ({
  ...{ x, y, z, pitch, yaw },
  fov: 90,
});

const start = (x: number, y: number, z: number) => pointEntity("info_player_start", [x, y, z]);

const lamp = (origin: Vec3, light: string, keys: Record<string, string> = {}) =>
  pointEntity("light", origin, { _light: light, _quadratic_attn: "1", ...keys });

/**
 * Builds a floor that rises to a hill in one corner and blends from rock to grass along the other
 * axis.
 */
function hill(start: Vec3, width: number, depth: number): VmfDispInfo {
  const edge = 9;
  const count = edge * edge;
  const normals = new Float32Array(count * 3);
  const distances = new Float32Array(count);
  const alphas = new Float32Array(count);
  for (let row = 0; row < edge; row++) {
    for (let column = 0; column < edge; column++) {
      const vertex = row * edge + column;
      const [u, v] = [column / (edge - 1), row / (edge - 1)];
      normals[vertex * 3 + 2] = 1;
      const away = Math.hypot((u - 0.75) * width, (v - 0.7) * depth);
      distances[vertex] = Math.max(0, 72 - away * 0.8);
      alphas[vertex] = Math.round(255 * Math.min(1, Math.max(0, u * 1.6 - 0.3)));
    }
  }
  return {
    line: 0,
    power: 3,
    startPosition: start,
    elevation: 0,
    subdiv: false,
    normals,
    distances,
    offsets: new Float32Array(count * 3),
    offsetNormals: new Float32Array(count * 3),
    alphas,
  };
}

/**
 * Lit from one corner with a post's shadow over the hill, so that its luxels differ in both
 * directions.
 */
const displacement: MadeMap = {
  build() {
    // Not at the corner that the compiler lists first.
    const dispInfo = hill([256, 384, 0], 256, 384);
    return makeVmf(
      [
        ...makeRoom([0, 0, -16], [256, 384, 192], { ...PLAIN, lightmapScale: 16 }),
        makeBox([0, 0, -16], [256, 384, 0], {
          material: "made/plain",
          sides: { top: { material: "made/blend", textureScale: 2, lightmapScale: 8, dispInfo } },
        }),
        makeBox([96, 96, 0], [112, 112, 128], PLAIN),
      ],
      [start(40, 200, 16), lamp([40, 48, 150], "255 220 160 300")],
    );
  },
  shots: [{ name: "displacement", camera: lookFrom(150, 16, 170, 32, 86) }],
};

/** Constant white light from the left and a switchable red lamp on the right. */
const twoStyles = (spawnFlags: string, wall: BoxOptions): Vmf =>
  makeVmf(
    [...makeRoom([0, 0, 0], [256, 192, 128], LETTER), makeBox([192, 32, 0], [208, 160, 112], wall)],
    [
      start(32, 96, 16),
      lamp([96, 32, 100], "255 255 255 60"),
      lamp([140, 150, 40], "255 40 20 120", { targetname: "red", spawnflags: spawnFlags }),
    ],
  );

const INTO_STYLES = lookFrom(40, 80, 70, 4, 8);

const bumpedStyles: MadeMap = {
  build: () => twoStyles("0", BUMPED),
  shots: [
    { name: "bumped-styles", camera: INTO_STYLES },
    // Plain materials use the flat light of bumped faces.
    { name: "bumped-styles-plain", camera: INTO_STYLES, isPlain: true },
  ],
};

const darkStyle: MadeMap = {
  build: () => twoStyles("1", BUMPED),
  shots: [{ name: "dark-style", camera: INTO_STYLES }],
};

/** Builds a court under the sky, with columns around the sky camera that appear far away. */
const sky3d = (camera: Record<string, string>): Vmf => {
  const [x, y] = [0, -2048];
  const column = (dx: number, dy: number, height: number, options: BoxOptions) =>
    makeBox([x + dx - 3, y + dy - 3, 0], [x + dx + 3, y + dy + 3, height], options);
  const fine = { ...LETTER, textureScale: 0.25 };
  return makeVmf(
    [
      ...makeRoom([-256, -256, 0], [256, 256, 256], SKY_WALLS),
      makeBox([-256, -256, 0], [256, 256, 16], LETTER),
      ...makeRoom([x - 128, y - 128, 0], [x + 128, y + 128, 128], SKY_WALLS),
      makeBox([x - 128, y - 128, 0], [x + 128, y + 128, 1], { ...PLAIN, lightmapScale: 32 }),
      column(48, 0, 24, fine),
      column(48, 20, 36, { ...fine, material: "made/plain" }),
      column(90, -30, 60, fine),
    ],
    [
      start(0, 0, 32),
      pointEntity("light_environment", [0, 0, 128], {
        angles: "-50 30 0",
        pitch: "-50",
        _light: "255 240 200 200",
        _ambient: "120 150 220 80",
      }),
      pointEntity("sky_camera", [x, y, 8], camera),
    ],
  );
};

const FROM_COURT = lookFrom(-120, 160, 90, 2, -12);

const skyScaled: MadeMap = {
  build: () => sky3d({ scale: "8" }),
  shots: [{ name: "sky-3d", camera: FROM_COURT }],
};

const skyUnscaled: MadeMap = {
  build: () => sky3d({}),
  shots: [{ name: "sky-3d-default-scale", camera: FROM_COURT }],
};

/** One model at three distances in different LODs, lit from one side. */
const props: MadeMap = {
  build() {
    const column = (x: number, y: number, yaw: number) =>
      pointEntity("prop_static", [x, y, 0], {
        model: "models/visleaf/column.mdl",
        angles: `0 ${yaw} 0`,
        skin: "0",
        solid: "0",
      });
    return makeVmf(makeRoom([0, 0, 0], [1024, 320, 192], { ...LETTER, lightmapScale: 16 }), [
      start(32, 160, 16),
      lamp([160, 40, 120], "255 180 90 250"),
      lamp([700, 280, 120], "120 180 255 400"),
      column(170, 230, 0),
      column(360, 170, 30),
      column(700, 110, 90),
    ]);
  },
  shots: [{ name: "props", camera: lookFrom(40, 150, 110, 14, 8) }],
};

const water: MadeMap = {
  build: () =>
    makeVmf(
      [
        ...makeRoom([0, 0, -64], [320, 256, 128], LETTER),
        makeBox([0, 0, -64], [96, 256, 16], LETTER),
        makeBox([96, 0, -64], [320, 256, -8], {
          material: "tools/toolsnodraw",
          sides: { top: { material: "made/water" } },
        }),
      ],
      [start(40, 128, 20), lamp([200, 80, 100], "255 230 200 250")],
    ),
  shots: [{ name: "water", camera: lookFrom(40, 128, 96, 22, 0) }],
};

/** Lamps with a different colour in HDR, and one HDR-only lamp with its own style. */
const twoLights: MadeMap = {
  build: () =>
    makeVmf(
      [
        ...makeRoom([0, 0, 0], [256, 192, 128], LETTER),
        makeBox([128, 64, 0], [144, 80, 80], LETTER),
      ],
      [
        start(32, 96, 16),
        lamp([96, 32, 100], "120 160 255 90", { _lightHDR: "255 200 120 70" }),
        lamp([200, 160, 60], "0 0 0 0", { _lightHDR: "80 255 80 200", targetname: "green" }),
      ],
    ),
  shots: [
    { name: "light-hdr", camera: INTO_STYLES, side: "hdr" },
    { name: "light-ldr", camera: INTO_STYLES, side: "ldr" },
  ],
};

const turnedBrush: MadeMap = {
  build: () =>
    makeVmf(makeRoom([0, 0, 0], [256, 256, 128], { ...PLAIN, lightmapScale: 16 }), [
      start(32, 128, 16),
      lamp([64, 64, 110], "255 240 220 200"),
      makeEntity(
        { classname: "func_brush", origin: "150 128 50", angles: "15 40 20" },
        { solids: [makeBox([118, 108, 20], [182, 148, 80], LETTER)] },
      ),
    ]),
  shots: [{ name: "turned-brush", camera: lookFrom(40, 110, 80, 14, 8) }],
};

/**
 * An area portal window between two rooms that shows a pane with letters, transparent nearby and
 * opaque far away.
 */
const areaWindow: MadeMap = {
  build: () => {
    const inDoor: Vec3 = [256, 96, 0];
    const { world, entities } = makeTwoRooms({ ...PLAIN, lightmapScale: 16 });
    return makeVmf(world.solids, [
      ...entities,
      lamp([128, 60, 100], "255 230 200 200"),
      lamp([400, 160, 90], "80 255 120 400"),
      makeEntity(
        { classname: "func_brush", targetname: "pane" },
        { solids: [makeBox(inDoor, [258, 160, 96], LETTER)] },
      ),
      makeEntity(
        {
          ...{ classname: "func_areaportalwindow", target: "pane", translucencylimit: "0.1" },
          ...{ fadestartdist: "40", fadedist: "200" },
        },
        { solids: [makeBox(inDoor, [272, 160, 96], { material: "tools/toolsareaportal" })] },
      ),
    ]);
  },
  shots: [
    { name: "area-window-near", camera: lookFrom(190, 150, 60, 4, -16) },
    { name: "area-window-between", camera: lookFrom(130, 150, 60, 4, -10) },
    { name: "area-window-far", camera: lookFrom(40, 150, 60, 4, -6) },
  ],
};

export const MADE_MAPS: Readonly<Record<string, MadeMap>> = {
  displacement,
  bumpedStyles,
  darkStyle,
  skyScaled,
  skyUnscaled,
  props,
  water,
  twoLights,
  turnedBrush,
  areaWindow,
};
