/**
 * Lists features of a model that the written sources cannot express, one line each, so that nothing
 * is lost silently.
 */

import type { Phy } from "../../../formats/phy/parse-phy.ts";
import type { MdlAnimations } from "../../../formats/studio/animation/animation-types.ts";
import type { Eyelids } from "../../../formats/studio/rig/flex-types.ts";
import type { ProceduralBones } from "../../../formats/studio/rig/procedural-types.ts";
import type { MdlRig, MdlSecondHeader } from "../../../formats/studio/rig/rig-types.ts";
import type { Mdl, MdlEyeballs, Vvd } from "../../../formats/studio/types.ts";
import { vertexKey } from "../mesh-builder.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import { ALL_HEADER_FLAGS, unnamedContents } from "../qc/statements/flag-names.ts";

/** Further parts of a model. Omitted parts are not reported. */
export interface ModelParts {
  readonly rig?: MdlRig;
  readonly procedures?: ProceduralBones;
  readonly second?: MdlSecondHeader;
  readonly eyeballs?: MdlEyeballs;
  readonly eyelids?: Eyelids;
  /** Collision model of the model. */
  readonly phy?: Phy;
}

type Loss = readonly [count: number, what: string, of?: string];

/** Warns about each kind of loss that occurs. */
export function reportLosses(
  mdl: Mdl,
  vvd: Vvd | null,
  animations: MdlAnimations,
  parts: ModelParts,
  report: QcReport,
): void {
  const twins = vvd === null ? 0 : countTwins(mdl, vvd);
  if (twins > 0) {
    const [are, become] =
      twins === 1 ? ["vertex differs", "becomes"] : ["vertices differ", "become"];
    report.warn(`${twins} ${are} from others in the tangent alone, and ${become} one with them`);
  }
  for (const [count, what, of = ""] of [
    ...lossesOfRig(mdl, parts),
    ...lossesOfAnimations(animations),
  ]) {
    if (count === 0) continue;
    const [name, verb] = count === 1 ? [what, "is"] : [pluralOf(what), "are"];
    report.warn(`${count} ${name}${of} ${verb} not written`);
  }
}

/**
 * Counts the vertices of a mesh that an SMD cannot distinguish: position, normal, texture
 * coordinate and weights are equal, and the compiler recomputes their tangents. Real models have
 * them where a texture is mirrored.
 */
function countTwins({ meshes }: Mdl, { vertices }: Vvd): number {
  const { position, normal, texCoord, boneCount, boneIndex, boneWeight } = vertices;
  let twins = 0;
  for (let mesh = 0; mesh < meshes.count; mesh++) {
    const known = new Set<string>();
    const first = meshes.firstVertex[mesh];
    const end = Math.min(first + meshes.vertexCount[mesh], vertices.count);
    for (let vertex = first; vertex < end; vertex++) {
      const at = vertex * 3;
      const bones = boneIndex.subarray(at, at + boneCount[vertex]);
      const weights = boneWeight.subarray(at, at + boneCount[vertex]);
      const [u, v] = [texCoord[vertex * 2], texCoord[vertex * 2 + 1]];
      const links = { bones: Array.from(bones), weights: Array.from(weights) };
      known.add(vertexKey(position.subarray(at, at + 3), normal.subarray(at, at + 3), u, v, links));
    }
    twins += Math.max(0, end - first) - known.size;
  }
  return twins;
}

/** Returns the plural of the first noun, before " of ", " that " or " driven ". */
function pluralOf(what: string): string {
  const [, name, rest] = /^(.*?)((?: of | that | driven ).*)?$/.exec(what)!;
  return `${name}${name.endsWith("x") ? "es" : "s"}${rest ?? ""}`;
}

function lossesOfRig(mdl: Mdl, parts: ModelParts): Loss[] {
  const { procedures, second, eyelids } = parts;
  const followers = procedures
    ? procedures.axisInterpolations.count +
      procedures.quaternionInterpolations.count +
      procedures.aims.count
    : 0;
  return [
    [followers, "bone that follows others by a rule"],
    [eyelids?.count ?? 0, "eyelid"],
    [second?.boneFlexDrivers.count ?? 0, "controller driven by a bone"],
    [countBits(unnamedContents(mdl.contents)), "kind of contents"],
    [countBits(mdl.flags & UNNAMED_FLAGS), "flag"],
    [countBlocks(parts.phy, "ragdollconstraint"), "constraint", " of the ragdoll"],
  ];
}

function countBlocks(phy: Phy | undefined, name: string): number {
  return phy?.keyValues.filter(({ key }) => key.toLowerCase() === name).length ?? 0;
}

/**
 * `STUDIOHDR_FLAGS_*` without a statement, except those that the compiler sets itself: automatic
 * hit boxes, static props, shadow LODs, and flags from materials.
 */
const UNNAMED_FLAGS = ~(ALL_HEADER_FLAGS | 0x1 | 0x2 | 0x10 | 0x20 | 0x40 | 0x80 | 0x4000);

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits >>> 0; left !== 0; left = (left & (left - 1)) >>> 0) count++;
  return count;
}

function lossesOfAnimations({ animations }: MdlAnimations): Loss[] {
  const counts = animations.map(({ hierarchies }) => hierarchies.length).filter(Boolean);
  const of = ` of ${counts.length} ${counts.length === 1 ? "animation" : "animations"}`;
  return [[counts.reduce((all, count) => all + count, 0), "change of parent", of]];
}
