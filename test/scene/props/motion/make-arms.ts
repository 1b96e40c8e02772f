/** Builds a model of three bones that swings, and props from entities that use it. */

import { Ledger } from "../../../../src/core/ledger.ts";
import type { Limits } from "../../../../src/core/limits.ts";
import { parseEntities } from "../../../../src/formats/bsp/read/parse-entities.ts";
import type { Bsp } from "../../../../src/formats/bsp/types.ts";
import type { PropSet } from "../../../../src/map/props.ts";
import type { LeafTree } from "../../../../src/map/tree.ts";
import { buildProps } from "../../../../src/scene/props/props.ts";
import { compileAndRead, smdText } from "../../../compile/studiomdl/make-sources.ts";
import { accessTo, madeContent } from "../../content-sources.ts";

export const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };
/** A single leaf that covers everything. */
export const TREE: LeafTree = {
  nodeCount: 0,
  nodePlane: new Float32Array(0),
  nodeChildren: new Int32Array(0),
  leafCount: 1,
  leafCluster: Int32Array.of(0),
  leafFlags: new Uint8Array(1),
  leafBox: Float32Array.of(-900, -900, -900, 900, 900, 900),
};

export const NODES = ['0 "root" -1', '1 "arm" 0', '2 "hand" 1'];
/**
 * Frames of an arm that swings by 90° per frame and a hand that slides along it, back to the start.
 */
const SWING = [0, 1, 2, 3, 0].map((part, frame) => [
  `0 0 0 ${part} 0 0 ${(frame * Math.PI) / 2}`,
  `1 10 0 0 0 ${part / 4} 0`,
  `2 ${8 + part} 0 0 ${part / 5} 0 0`,
]);
export const STAND = [SWING[0]];

export const BODY = [0, 1, 2].map(
  (bone) =>
    [
      "red",
      { position: [bone * 10, 0, 0], bone },
      { position: [bone * 10 + 9, 1, 2], bone },
      { position: [bone * 10, 3, 4], bone: 0, links: `2 0 0.5 ${bone} 0.5` },
    ] as const,
);

export const MODEL = compileAndRead(
  `$modelname "test/arm.mdl"
   $cdmaterials "test"
   $body body "body"
   $sequence stand "stand" fps 30
   $sequence swing "swing" fps 8 loop activity ACT_IDLE 1
   $sequence once "swing" fps 4
   $sequence rest "rest" fps 10`,
  {
    body: smdText(BODY, NODES, STAND),
    stand: smdText([], NODES, STAND),
    swing: smdText([], NODES, SWING),
    rest: smdText([], NODES, [STAND[0], STAND[0], STAND[0]]),
  },
);

export async function buildArms(
  entities: readonly Record<string, string>[],
  over: Readonly<Record<string, Uint8Array | string>> = {},
  limits: Limits = {},
  reads: string[] = [],
) {
  const text = entities.map((keys) => {
    const pairs = Object.entries({
      classname: "prop_dynamic",
      model: "models/test/arm.mdl",
      ...keys,
    });
    return `{\n${pairs.map(([key, value]) => `"${key}" "${value}"`).join("\n")}\n}\n`;
  });
  const { mdl, vvd, vtx } = MODEL.files;
  const files = {
    "models/test/arm.mdl": mdl,
    "models/test/arm.vvd": vvd,
    "models/test/arm.dx90.vtx": vtx,
    "materials/test/red.vmt": "UnlitGeneric { }",
    ...over,
  };
  const content = madeContent(files);
  const access = { ...accessTo(content), ledger: new Ledger(limits) };
  const none = { staticProps: null, detailProps: null, ldr: null, hdr: null };
  const bsp = {
    ...none,
    detailLights: { ldr: null, hdr: null },
    entities: parseEntities(text.join("")),
  } as unknown as Bsp;
  const built = await buildProps(bsp, TREE, null, access, OPTIONS);
  reads.push(...content.reads);
  return { props: built?.props as PropSet, access };
}
