/** List of single changes, each with a camera, for a list whose rows lead to the changes. */

import { type DescribedPart, describeParts, type PartName } from "../describe-diff.ts";
import type { MapVersion } from "../open-version.ts";
import { boxAround } from "../surfaces/windings.ts";
import type { Box, MapDiff, PlaceCamera, Point, ThingChange } from "../types.ts";
import { createCameraFinder } from "./find-camera.ts";
import { nameThing } from "./gather-places.ts";

/** Most stops per part. Finding a camera takes some milliseconds. */
export const MOST_STOPS = 60;

export interface Stop {
  readonly words: string;
  /** `null` if the change has no place. */
  readonly camera: PlaceCamera | null;
}

export interface StopList extends Pick<DescribedPart, "part" | "title" | "line" | "isSame"> {
  readonly stops: readonly Stop[];
  /** Number of changes that are not listed. */
  readonly more: number;
}

interface Row {
  readonly words: string;
  readonly box: Box | null;
}

export function listStops(a: MapVersion, b: MapVersion, diff: MapDiff): StopList[] {
  const cameras = createCameraFinder([a, b]);
  return describeParts(diff, 0).map(({ part, title, line, isSame }) => {
    const rows = ROWS[part](diff);
    const stops = rows.slice(0, MOST_STOPS).map(
      ({ words, box }): Stop => ({
        ...{ words, camera: box === null ? null : cameras.find(box) },
      }),
    );
    return { part, title, line, isSame, stops, more: rows.length - stops.length };
  });
}

const aroundPoint = (point: Point | null): Box | null => point && boxAround([...point]);

const rowsOfThings = (changes: readonly ThingChange[]): Row[] =>
  changes.map((change) => ({
    ...{ words: sayThing(change), box: aroundPoint(change.to ?? change.from) },
  }));

/** Describes a change, with the changed values. */
function sayThing(change: ThingChange): string {
  if (change.change !== "changed") return nameThing(change);
  const said = change.values.map(({ key, a, b }) => `${key} ${sayValue(a)} → ${sayValue(b)}`);
  const name = change.name === "" ? "" : ` ${change.name}`;
  return `${change.kind}${name}: ${said.join("; ")}`;
}

const sayValue = (value: string | null): string => value?.replaceAll("\u001b", ",") ?? "(none)";
const square = (area: number): string => `${Math.round(area).toLocaleString("en-US")} in²`;

const ROWS: { readonly [K in PartName]: (diff: MapDiff) => Row[] } = {
  entities: ({ entities }) => rowsOfThings(entities.changes),
  solids: ({ solids }) =>
    solids.changes.map(({ change, contents, owner, box }) => ({
      ...{ words: `${change}: ${contents.join(" ").toLowerCase()} of ${owner}`, box },
    })),
  surfaces: ({ surfaces }) =>
    surfaces.changes.map(({ change, material, was, area, box }) => ({
      words: `${material} ${change}${was === null ? "" : `, was ${was}`}, ${square(area)}`,
      box,
    })),
  displacements: ({ displacements }) =>
    displacements.changes.map(({ change, material, box }) => ({
      ...{ words: `${change}: ${material}`, box },
    })),
  staticProps: ({ staticProps }) => rowsOfThings(staticProps.changes),
  details: ({ details }) =>
    details.changes.map(({ change, kind, count, box }) => ({
      ...{ words: `${count} ${change}: ${kind}`, box },
    })),
  overlays: ({ overlays }) => rowsOfThings(overlays.changes),
  cubemaps: ({ cubemaps }) => rowsOfThings(cubemaps.changes),
  light: ({ light }) =>
    light.faces.map(({ material, levels, box }) => ({
      ...{ words: `${material}: ${Math.round(levels)} steps of 255`, box },
    })),
  ambient: ({ ambient }) =>
    ambient.changes.map(({ place, levels }) => ({
      ...{ words: `${Math.round(levels)} steps of 255`, box: aroundPoint(place) },
    })),
  areas: ({ areas }) =>
    areas.changes.map(({ change, kind, name, place }) => ({
      ...{ words: `${change}: ${kind}${name === "" ? "" : ` ${name}`}`, box: aroundPoint(place) },
    })),
  visibility: ({ visibility }) =>
    visibility.clusters.map(({ place, gained, lost }) => ({
      ...{ words: `${gained} gained, ${lost} lost`, box: aroundPoint(place) },
    })),
  packed: ({ packed }) =>
    packed.changes.map(({ change, path, was }) => ({
      ...{ words: `${path} ${change}${was === null ? "" : `, was ${was}`}`, box: null },
    })),
};
