/** Rules about limits of the engine: lump sizes, edicts, faces of an overlay. */

import { OVERLAY_FACES } from "../../../../formats/bsp/records/overlays.ts";
import { SERVER_ONLY_ENTITIES } from "../../facts/entity-classes.ts";
import { countOf, firstOf, percent } from "../../facts/words.ts";
import { type Fault, type Severity, UntoldError, type Vec3 } from "../../findings.ts";
import type { Rule } from "../../rule.ts";

const SHARE_OF_WARNING = 0.9;
const SHARE_OF_NOTE = 0.8;

/**
 * A lump holds more records, bytes or clusters than its engine branch takes, by public headers.
 * `limits` in the JSON lists all of them. (error above a limit, warning from 90 %, note from 80 %)
 * Mend: Reduce what the lump counts: sides of carved brushes, texinfos of materials in many scales,
 * overlays, cubemaps, leafs of a map without `func_detail`.
 */
export const limits: Rule = {
  name: "limits",
  why: "Compilers stop at a limit, and games that load a map above one crash or show it broken.",
  check({ limits: { limitsOf, limits } }) {
    if (limitsOf === null)
      throw new UntoldError("no public source gives the limits of the map's engine");
    return limits.flatMap(({ lump, unit, used, limit, share }): Fault[] => {
      const severity = severityOfShare(share);
      if (severity === null) return [];
      const of = `${countOf(used, unit.slice(0, -1))} of ${countOf(limit, unit.slice(0, -1))}`;
      return [
        { severity, message: `${lump} holds ${of} that ${limitsOf} takes (${percent(share)}).` },
      ];
    });
  },
};

function severityOfShare(share: number): Severity | null {
  if (share > 1) return "error";
  if (share >= SHARE_OF_WARNING) return "warning";
  return share >= SHARE_OF_NOTE ? "note" : null;
}

/** `MAX_EDICTS` of the SDK's `const.h`. */
const MAX_EDICTS = 2048;
/**
 * Below the maximum, because players, their weapons and entities created during a round need
 * edicts, too.
 */
const EDICTS_OF_WARNING = 1800;
const EDICTS_OF_NOTE = 1500;
/** Newest map version that the SDK's games open. */
const LAST_VERSION = 20;

/** Entities removed at map start. Unnamed lamps exist only in the lightmaps. */
const GONE = /^(info_null|func_detail|info_lighting|info_no_dynamic_shadow|infodecal)$/;
const LAMP = /^light(_spot|_environment|_directional)?$/;

/**
 * Entities that take an edict at map start. Entities that are removed by then (unnamed lamps) and
 * server-only entities (logic) do not count. Branches with more edicts are not judged. (error above
 * 2,048, warning above 1,800, note above 1,500)
 * Mend: Use static props for props that never move, one brush entity for several with the same
 * function, overlays for decals.
 */
export const edicts: Rule = {
  name: "edicts",
  why: "A game that runs out of edicts stops with an error during a round.",
  check({ entities, bsp }) {
    if (bsp.version > LAST_VERSION) {
      throw new UntoldError(
        `no public source gives the edicts of a game with version ${bsp.version} maps`,
      );
    }
    const serverOnly = new Set(SERVER_ONLY_ENTITIES.trim().split(" "));
    const counts = new Map<string, number>();
    let count = 0;
    for (const { classname, name } of entities) {
      if (serverOnly.has(classname) || GONE.test(classname)) continue;
      if (LAMP.test(classname) && name === "") continue;
      counts.set(classname, (counts.get(classname) ?? 0) + 1);
      count++;
    }
    const severity = severityOfEdicts(count);
    if (severity === null) return [];
    const most = [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([name, of]) => `${of} ${name === "" ? "without a class" : name}`);
    const takes = `${countOf(count, "entity", "entities")} take one of ${countOf(MAX_EDICTS, "edict")} each`;
    return [{ severity, message: `At map start ${takes}: ${firstOf(most)}.` }];
  },
};

function severityOfEdicts(count: number): Severity | null {
  if (count > MAX_EDICTS) return "error";
  if (count > EDICTS_OF_WARNING) return "warning";
  return count > EDICTS_OF_NOTE ? "note" : null;
}

/**
 * An overlay lists no face, or 64, the most that its record holds. (warning)
 * Mend: Choose its faces again in Hammer, or give it fewer; every piece of a split face counts.
 *
 * `OVERLAY_BSP_FACE_COUNT` of `bspfile.h`: the compiler cuts off further faces without a message.
 */
export const overlayFaces: Rule = {
  name: "overlay-faces",
  why: "An overlay is drawn on the faces that it lists, and the compiler lists no more than 64.",
  check(facts) {
    facts.needs("LUMP_OVERLAYS");
    const { overlays, texInfos, texDatas } = facts.bsp;
    const faults: Fault[] = [];
    for (let row = 0; row < overlays.count; row++) {
      const count = overlays.faceCount[row];
      if (count > 0 && count < OVERLAY_FACES) continue;
      const material = texDatas.name[texInfos.texdata[overlays.texinfo[row]]] ?? "no material";
      const at = (column: Float32Array): Vec3 =>
        [...column.subarray(row * 3, row * 3 + 3)] as never;
      const says =
        count === 0
          ? "lies on no face: it is not drawn"
          : `lies on ${count} faces, the most there are: on others it may be cut off`;
      faults.push({
        severity: "warning",
        message: `Overlay ${overlays.id[row]} (${material}) ${says}.`,
        origin: at(overlays.origin),
        normal: at(overlays.basisNormal),
        overlay: row,
      });
    }
    return faults;
  },
};
