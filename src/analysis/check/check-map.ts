/** Runs all rules over one map. */

import type { ContentSource } from "../../content/types.ts";
import { FormatError } from "../../core/errors.ts";
import type { Limits } from "../../core/limits.ts";
import type { LimitUse } from "../../formats/bsp/list-limit-uses.ts";
import { MapFacts } from "./facts/map-facts.ts";
import type { Space } from "./facts/space.ts";
import {
  type Fault,
  type Finding,
  SEVERITIES,
  type Severity,
  type Untold,
  UntoldError,
  type Vec3,
} from "./findings.ts";
import type { Rule } from "./rule.ts";
import { halfPackedMaterials, halfPackedModels } from "./rules/content/half-packed.ts";
import {
  incompleteContent,
  missingMaterials,
  missingModels,
  missingSky,
  missingTextures,
  unreadableContent,
} from "./rules/content/missing-files.ts";
import { unusedFiles } from "./rules/content/unused-files.ts";
import { brushesInSolid, entitiesInSolid } from "./rules/entities/in-solid.ts";
import { onlyOne } from "./rules/entities/only-one.ts";
import { deadOutputs, unknownInputs, unknownOutputs } from "./rules/entities/outputs.ts";
import { deadReferences, sharedNames } from "./rules/entities/references.ts";
import { noSpawn, stuckPlayers } from "./rules/entities/spawns.ts";
import { displacementGaps, foldedDisplacements } from "./rules/geometry/displacements.ts";
import { nodrawInSight } from "./rules/geometry/nodraw-in-sight.ts";
import { uprightWater, waterLevels } from "./rules/geometry/water.ts";
import { blackLight, fastLight, noLight, oneLightSide } from "./rules/light/baked-light.ts";
import { cubemapsInSolid, cubemapsNotBuilt, cubemapsOfOtherMap } from "./rules/light/cubemaps.ts";
import { lightsInSolid } from "./rules/light/lights-in-solid.ts";
import { coarseLuxels, fineLuxels } from "./rules/light/luxel-size.ts";
import { damagedLumps } from "./rules/limits/damaged-lumps.ts";
import { edicts, limits, overlayFaces } from "./rules/limits/engine-limits.ts";
import { lightmapMemory, textureMemory } from "./rules/limits/memory.ts";
import { modelsWithoutLods, propKinds } from "./rules/props/prop-models.ts";
import { propsInVoid, propsLitInWall } from "./rules/props/props-in-solid.ts";
import { propsWithoutFade } from "./rules/props/props-without-fade.ts";
import { fastVisibility } from "./rules/visibility/fast-visibility.ts";
import { idleAreaPortals } from "./rules/visibility/idle-area-portals.ts";
import {
  noVisibility,
  oneWayVisibility,
  seesEverything,
} from "./rules/visibility/stored-visibility.ts";

// Placement of the camera from which a finding can be seen.

/** Whether no drawn surface lies between two points. Leafs alone do not show this. */
export type IsClear = (eye: Vec3, at: Vec3) => boolean;

/** Distances in inches between the camera and its target, tried in turn. */
const DISTANCES = [160, 96, 48, 24];
/** Degrees around the target, and above it. */
const YAWS = [45, 225, 135, 315, 0, 180, 90, 270];
const PITCHES = [25, 5, 60, -25, -60];
/** Inches before the target that the sight line may skip, because the target may touch a wall. */
const CLOSE = 6;

/**
 * Returns a camera outside walls as `x,y,z,pitch,yaw` (degrees, pitch downwards), with a free view
 * if possible.
 */
function placeCamera(
  space: Space,
  isClear: IsClear,
  at: Vec3,
  radius: number,
  normal?: Vec3,
): string {
  const ways = normal === undefined ? listWays() : [normal, ...listWays()];
  // Tries the exact target first. A target in or on a wall counts as seen from within its radius.
  for (const close of radius > CLOSE ? [CLOSE, radius] : [CLOSE]) {
    for (const distance of DISTANCES) {
      for (const way of ways) {
        const eye = along(at, way, distance + radius);
        const near = along(at, way, close);
        if (space.isSolid(...eye) || !space.isClear(eye, near)) continue;
        if (isClear(eye, near)) return format(eye, at);
      }
    }
  }
  // The target is inside a wall: uses a camera in the open nearby, though the target may be hidden.
  for (const distance of DISTANCES) {
    for (const way of ways) {
      const eye = along(at, way, distance + radius);
      if (!space.isSolid(...eye)) return format(eye, at);
    }
  }
  return format(along(at, ways[0], DISTANCES[0] + radius), at);
}

/** Largest distance of the camera in inches. From farther away the target looks small. */
const NEAR = 400;

/** Returns a camera at an eye that sees the target, or closer on the line between them. */
function cameraFrom(eye: Vec3, at: Vec3): string {
  const away = Math.hypot(...eye.map((value, axis) => value - at[axis]));
  const share = Math.min(1, NEAR / Math.max(away, 1));
  const from = (axis: number) => at[axis] + (eye[axis] - at[axis]) * share;
  return format([from(0), from(1), from(2)], at);
}

function listWays(): Vec3[] {
  return PITCHES.flatMap((pitch) =>
    YAWS.map((yaw): Vec3 => {
      const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
      return [Math.cos(p) * Math.cos(y), Math.cos(p) * Math.sin(y), Math.sin(p)];
    }),
  );
}

const along = (at: Vec3, way: Vec3, distance: number): [number, number, number] => [
  at[0] + way[0] * distance,
  at[1] + way[1] * distance,
  at[2] + way[2] * distance,
];

function format(eye: Vec3, at: Vec3): string {
  const [x, y, z] = [at[0] - eye[0], at[1] - eye[1], at[2] - eye[2]];
  const pitch = (-Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI;
  const yaw = (Math.atan2(y, x) * 180) / Math.PI;
  return [...eye, pitch, yaw].map((value) => +value.toFixed(1) + 0).join(",");
}

// All rules, in the order in which their findings are listed.

export const RULES: readonly Rule[] = [
  ...[damagedLumps, limits, edicts, overlayFaces],
  ...[noVisibility, seesEverything, oneWayVisibility, fastVisibility, idleAreaPortals],
  ...[noLight, blackLight, oneLightSide, fastLight, lightsInSolid],
  ...[cubemapsNotBuilt, cubemapsOfOtherMap, cubemapsInSolid, fineLuxels, coarseLuxels],
  ...[incompleteContent, missingMaterials, missingTextures, missingModels, missingSky],
  ...[unreadableContent],
  ...[halfPackedModels, halfPackedMaterials, unusedFiles],
  ...[displacementGaps, foldedDisplacements, waterLevels, uprightWater, nodrawInSight],
  ...[propKinds, propsInVoid, propsLitInWall, propsWithoutFade, modelsWithoutLods],
  ...[noSpawn, stuckPlayers, entitiesInSolid, brushesInSolid],
  ...[deadOutputs, unknownInputs, unknownOutputs, deadReferences, sharedNames, onlyOne],
  ...[lightmapMemory, textureMemory],
];

/** Most findings listed per rule. A map may have the same fault ten thousand times. */
export const MOST_OF_A_RULE = 100;

export interface CheckInput {
  /** Name of the map, without extension. Cubemaps and overviews are named by it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /**
   * Sources to search after the map's own pakfile, in order. If empty, files outside the map are
   * not judged.
   */
  readonly content: readonly ContentSource[];
  readonly limits?: Limits;
}

export interface CheckReport {
  readonly map: string;
  readonly counts: Readonly<Record<Severity, number>>;
  /** Errors first, then by the order of the rules. */
  readonly findings: readonly Finding[];
  /** Rules that gave no answer. */
  readonly untold: readonly Untold[];
  /** Engine whose limits `limits` holds; `null` if no public source gives them. */
  readonly limitsOf: string | null;
  /** Limits of the engine with the map's use of them, the fullest first. */
  readonly limits: readonly LimitUse[];
}

export interface CheckOptions {
  /** Called before each rule with the number of rules done and the total. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly rules?: readonly Rule[];
}

/**
 * Checks a map.
 * @throws FormatError if the file is not a map that can be drawn
 */
export async function checkMap(
  input: CheckInput,
  { onProgress, rules = RULES }: CheckOptions = {},
): Promise<CheckReport> {
  const facts = await MapFacts.read(input);
  const findings: Finding[] = [];
  const untold: Untold[] = [];
  const counts: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  for (const [done, rule] of rules.entries()) {
    onProgress?.(done, rules.length);
    try {
      const faults = sortFaults(await rule.check(facts));
      for (const { severity } of faults) counts[severity]++;
      for (const fault of faults.slice(0, MOST_OF_A_RULE))
        findings.push(toFinding(facts, rule, fault));
      const left = faults.length - MOST_OF_A_RULE;
      if (left > 0) {
        const severity = faults[MOST_OF_A_RULE].severity;
        const more =
          left === 1 ? "1 more finding of this rule is" : `${left} more findings of this rule are`;
        const message = `${more} counted, but not listed.`;
        findings.push(toFinding(facts, rule, { severity, message }));
      }
    } catch (error) {
      if (!(error instanceof UntoldError || error instanceof FormatError)) throw error;
      untold.push({ rule: rule.name, because: error.message });
    }
  }
  onProgress?.(rules.length, rules.length);
  const { limitsOf, limits } = facts.limits;
  return { map: input.name, counts, findings: bySeverity(findings), untold, limitsOf, limits };
}

const rank = ({ severity }: { severity: Severity }) => SEVERITIES.indexOf(severity);

const sortFaults = (faults: Iterable<Fault>): Fault[] =>
  [...faults].sort((a, b) => rank(a) - rank(b));

const bySeverity = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => rank(a) - rank(b));

function toFinding(facts: MapFacts, { name, why }: Rule, fault: Fault): Finding {
  const origin = fault.origin?.every(Number.isFinite) ? fault.origin : null;
  return {
    rule: name,
    severity: fault.severity,
    message: fault.message,
    why,
    origin,
    camera: origin && findCamera(facts, origin, fault),
    entity: fault.entity ?? null,
    face: fault.face ?? null,
    prop: fault.prop ?? null,
    overlay: fault.overlay ?? null,
  };
}

/** Returns `null` if the map's tree is too deep to find a camera. */
function findCamera(
  { space, isClear }: MapFacts,
  origin: Vec3,
  { radius = 0, normal, eye }: Fault,
): string | null {
  if (eye !== undefined) return cameraFrom(eye, origin);
  try {
    return placeCamera(space, isClear, origin, radius, normal);
  } catch (error) {
    if (error instanceof UntoldError) return null;
    throw error;
  }
}
