/**
 * Compiles a small map with changes of its source, so that a change reaches every lump that depends
 * on it.
 */

import { describeParts, type PartName } from "../../../src/analysis/diff/describe-diff.ts";
import { diffVersions } from "../../../src/analysis/diff/diff-maps.ts";
import { openVersion } from "../../../src/analysis/diff/open-version.ts";
import type { MapDiff } from "../../../src/analysis/diff/types.ts";
import { compileVbsp, encodeVisibility, writeBsp } from "../../../src/compile/compile-map.ts";
import type { CompiledMap, CompileReport } from "../../../src/compile/types.ts";
import { computeLight } from "../../../src/compile/vrad/vrad.ts";
import { computeVisibility } from "../../../src/compile/vvis/compute-visibility.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Vmf, VmfEntity, VmfSolid } from "../../../src/formats/vmf/types.ts";
import {
  makeBox,
  makeEntity,
  makeTwoRooms,
  makeVmf,
  pointEntity,
  resetVmfNumbers,
  type SideOptions,
} from "../../compile/make-vmf.ts";
import { findTestMaterial } from "../../compile/vbsp/compile.ts";
import { makeDispInfo } from "../../compile/vbsp-parts/make-displacement.ts";

const report: CompileReport = {
  progress: () => {},
  warn: (message) => {
    throw new Error(`the compiler warns: ${message}`);
  },
};

/** Properties of the map that a test may change. */
export interface Source {
  /** Origin of the crate, or `null` for no crate. */
  readonly crate: readonly [number, number, number] | null;
  readonly crateSides: SideOptions;
  readonly lamp: string;
  /** Output of the button. */
  readonly output: string;
  readonly targetOrigin: string;
  readonly targetKeys: Readonly<Record<string, string>>;
  readonly extra: readonly VmfEntity[];
  readonly propOrigin: string;
  readonly propSkin: string;
  /** x of the door's brush, which begins at the floor. */
  readonly doorX: number;
  /** Height in inches by which the ground's middle is raised. */
  readonly raised: number;
  readonly cubemapSize: string;
  /** Whether the world's solids and the entities are in reverse order. */
  readonly isReversed: boolean;
}

const SOURCE: Source = {
  crate: [64, 64, 0],
  crateSides: {},
  lamp: "60 200 100",
  output: "relay,Trigger,,0,-1",
  targetOrigin: "400 100 40",
  targetKeys: { message: "hello" },
  extra: [],
  propOrigin: "400 200 32",
  propSkin: "0",
  doorX: 420,
  raised: 8,
  cubemapSize: "0",
  isReversed: false,
};

/**
 * Returns two rooms: a crate and a lamp in the first; ground, a door, a prop and a button in the
 * second.
 */
export function makeSource(change: Partial<Source> = {}): Vmf {
  const source = { ...SOURCE, ...change };
  resetVmfNumbers();
  const rooms = makeTwoRooms();
  const distances = new Float32Array(25);
  distances[12] = source.raised;
  const normals = Float32Array.from({ length: 75 }, (_, i) => (i % 3 === 2 ? 1 : 0));
  const dispInfo = makeDispInfo(2, [288, 16, 16], { distances, normals });
  const ground = makeBox([288, 16, 0], [352, 80, 16], { sides: { top: { dispInfo } } });
  const [x, y, z] = source.crate ?? [0, 0, 0];
  const crate = makeBox([x, y, z], [x + 32, y + 32, z + 32], source.crateSides);
  const solids: VmfSolid[] = [
    ...rooms.world.solids,
    ground,
    ...(source.crate === null ? [] : [crate]),
  ];
  const door = makeBox([source.doorX, 16, 0], [source.doorX + 16, 48, 64]);
  const entities = [
    ...rooms.entities,
    pointEntity("light", numbers(source.lamp), { _light: "255 240 200 200" }),
    makeEntity(
      { classname: "func_button", targetname: "button", spawnflags: "1" },
      {
        solids: [door],
        connections: [
          ["OnPressed", "other,Kill,,0,-1"],
          ["OnPressed", source.output],
        ],
      },
    ),
    pointEntity("info_target", numbers(source.targetOrigin), {
      targetname: "aim",
      ...source.targetKeys,
    }),
    // Two entities that differ only in their origins.
    pointEntity("info_null", [300, 200, 40]),
    pointEntity("info_null", [340, 200, 40]),
    pointEntity("prop_static", numbers(source.propOrigin), {
      model: "models/crate.mdl",
      skin: source.propSkin,
    }),
    pointEntity("prop_static", [470, 200, 32], { model: "models/crate.mdl" }),
    pointEntity("env_cubemap", [400, 128, 64], { cubemapsize: source.cubemapSize }),
  ];
  const order = <T>(list: readonly T[]) => (source.isReversed ? [...list].reverse() : list);
  return makeVmf(order(solids), [...order(entities), ...source.extra]);
}

const numbers = (text: string) => text.split(" ").map(Number) as [number, number, number];

/** Compiles a version with vbsp, vvis and vrad; only direct light is computed. */
export async function compileVersion(
  vmf: Vmf,
  change?: (map: CompiledMap) => void,
): Promise<Uint8Array> {
  const { map, portals } = compileVbsp(vmf, findTestMaterial, report, {
    findModelBounds: () => [-8, -8, -8, 8, 8, 8],
  });
  const { pvs, pas } = await computeVisibility(portals, report, {});
  const bytes = encodeVisibility(pvs, pas, portals.clusterCount);
  map.lumps.set("LUMP_VISIBILITY", { version: 0, bytes });
  await computeLight(map, parseBsp(writeBsp(map)), { bounces: 0 }, report);
  change?.(map);
  return writeBsp(map);
}

export const diffBytes = (a: Uint8Array, b: Uint8Array): Promise<MapDiff> =>
  diffVersions(openVersion("a", a), openVersion("b", b));

/** Returns the names of the parts that differ. */
export const listOther = (diff: MapDiff): PartName[] =>
  describeParts(diff)
    .filter(({ isSame }) => !isSame)
    .map(({ part }) => part);
