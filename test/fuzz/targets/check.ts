/** A map that is checked: whatever it is, each rule answers, or says why it cannot. */

import { checkMap, RULES } from "../../../src/analysis/check/check-map.ts";
import { assembleBsp, makeBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { HostileMap } from "../../support/hostile/hostile-map.ts";
import { putProps } from "../../support/hostile/props.ts";
import { chooseParts, type Target } from "./target.ts";

const ENTITIES = `{
"classname" "worldspawn"
"skyname" "sky_day01_01"
}
{
"classname" "info_player_start"
"origin" "0 0 32"
}
{
"classname" "logic_relay"
"targetname" "relay"
"parentname" "train"
"OnTrigger" "relay,Opne,,0,-1"
"OnTrigger" "no*\x1bKill\x1b\x1b0\x1b-1"
}
{
"classname" "func_areaportal"
"portalnumber" "1"
"StartOpen" "0"
"model" "*1"
}
\0`;

function makePeopled(): Uint8Array {
  const lumps = makeBspLumps({ light: "both" });
  lumps.set("LUMP_ENTITIES", { version: 0, bytes: new TextEncoder().encode(ENTITIES) });
  lumps.set("LUMP_CUBEMAPS", { version: 0, bytes: new Uint8Array(32) });
  lumps.set("LUMP_MAP_FLAGS", { version: 0, bytes: Uint8Array.of(3, 0, 0, 0) });
  return assembleBsp(lumps, { light: "both" });
}

function makeFurnished(): Uint8Array {
  const map = new HostileMap();
  putProps(map, 4, [1, 2]);
  return map.done();
}

/** Shares of the rules, of which a mutant is checked by one. */
const SHARES = 4;

async function check(bytes: Uint8Array, look: () => void, part: number | null): Promise<void> {
  const rules = chooseParts(RULES, part, SHARES);
  const report = await checkMap({ name: "a", bytes, content: [] }, { rules });
  look();
  const { findings, untold } = report;
  const names = new Set(RULES.map(({ name }) => name));
  for (const { rule, message, origin, camera } of findings) {
    if (!names.has(rule) || message === "") throw new Error(`a finding of no rule: ${rule}`);
    if (origin !== null && !origin.every(Number.isFinite)) throw new Error(`${rule}: nowhere`);
    const pose = camera?.split(",").map(Number) ?? [0, 0, 0, 0, 0];
    if (pose.length !== 5 || !pose.every(Number.isFinite)) throw new Error(`${rule}: ${camera}`);
  }
  const silent = untold.find(({ rule, because }) => !names.has(rule) || because === "");
  if (silent !== undefined) throw new Error(`no reason for ${silent.rule}`);
  JSON.stringify(report);
}

export const CHECK_TARGETS: readonly Target[] = [
  {
    name: "check",
    does: "a map of which each rule says what is wrong, or why it cannot tell",
    code: ["src/analysis/check/"],
    form: "map",
    files: [".bsp"],
    seeds: () => [
      makeBsp({ light: "both", detailProps: true }),
      makeBsp({ version: 19 }),
      makePeopled(),
      makeFurnished(),
    ],
    read: check,
  },
];
