/** Where changes lie, each with a line of words: what places are made of. */

import { boxAround } from "../surfaces/windings.ts";
import type { Box, MapDiff, Point, ThingChange, ThingDiff } from "../types.ts";

export interface ChangeMark {
  readonly box: Box;
  /** Heavier ones make places first, and are said first. */
  readonly weight: number;
  readonly words: string;
}

type Parts = Omit<MapDiff, "places" | "morePlaces">;

/** Square inches that weigh as much as an entity does. */
const HEAVY_AREA = 4096;
/** Steps of 255 from which light by itself is worth a picture. */
const SEEN_LEVELS = 12;

/** What was done to the map. */
export function listMarks(diff: Parts): ChangeMark[] {
  return [
    ...listThings(diff.entities),
    ...listThings(diff.staticProps),
    ...listThings(diff.overlays),
    ...listThings(diff.cubemaps),
    ...diff.surfaces.changes.map(({ change, material, was, owner, area, box }) => ({
      box,
      weight: Math.min(2, area / HEAVY_AREA),
      words: `${material} ${change}${was === null ? "" : `, was ${was}`}${owner === "world" ? "" : `, of ${owner}`}`,
    })),
    ...diff.displacements.changes.map(({ change, material, box }) => ({
      ...{ box, weight: 1, words: `displacement ${change}: ${material}` },
    })),
    ...diff.solids.changes.flatMap(({ change, contents, owner, box }) => {
      const words = `${owner === "world" ? "brush" : `brush of ${owner}`} ${change}: ${contents.join(" ").toLowerCase()}`;
      return box === null ? [] : [{ box, weight: 2, words }];
    }),
    ...diff.details.changes.map(({ change, kind, count, box }) => ({
      ...{ box, weight: 0.5, words: `${count} detail props ${change}: ${kind}` },
    })),
  ];
}

/** What follows from it: such places are only pictured where nothing was done nearby. */
export function listLightMarks({ light }: Parts): ChangeMark[] {
  return light.faces
    .filter(({ levels }) => levels >= SEEN_LEVELS)
    .map(({ material, box, levels }) => ({
      ...{ box, weight: levels / 255, words: `light of ${material}: ${Math.round(levels)} of 255` },
    }));
}

/** Inches: a thing that was moved farther makes two places, where it was and where it is. */
const ONE_PLACE = 512;

function listThings({ changes }: ThingDiff): ChangeMark[] {
  return changes.flatMap((change) => {
    const { from, to } = change;
    const words = nameThing(change);
    const mark = (points: readonly Point[]): ChangeMark => ({
      box: boxAround(points.flat()),
      ...{ weight: 3, words },
    });
    if (from === null || to === null) return (from ?? to) ? [mark([(from ?? to)!])] : [];
    const apart = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
    return apart <= ONE_PLACE ? [mark([from, to])] : [mark([from]), mark([to])];
  });
}

/** "light lamp moved", "prop_static models/x.mdl added". */
export function nameThing({ kind, name, change, values }: ThingChange): string {
  const keys = change === "changed" ? [...new Set(values.map(({ key }) => key))] : [];
  const said = change === "changed" ? `: ${keys.slice(0, 4).join(", ")}` : "";
  return `${kind}${name === "" ? "" : ` ${name}`} ${change}${said}`;
}
