/** Text of a diff: one line per part, and the rows of each part's table. */

import type { Box, MapDiff, Part, Point, ThingChange, ThingDiff, ValueChange } from "./types.ts";

export type PartName = Exclude<
  keyof MapDiff,
  "a" | "b" | "isSame" | "problemsA" | "problemsB" | "file" | "places" | "morePlaces"
>;

/** Table row, by the titles of its columns. */
export type DiffRow = Readonly<Record<string, string | number>>;

export interface DescribedPart {
  readonly part: PartName;
  readonly title: string;
  /** Summary of the changes in one line, or the reason why the part cannot be compared. */
  readonly line: string;
  readonly isSame: boolean;
  readonly rows: readonly DiffRow[];
  /** Number of rows, including those that are left out. */
  readonly rowCount: number;
}

/** @param mostRows rows that are needed */
type Describe<K extends PartName> = (
  part: MapDiff[K],
  mostRows: number,
) => {
  /** Empty if there is no difference. */
  readonly line: string;
  readonly rows: readonly DiffRow[];
  /** Number of rows, if some are left out. */
  readonly rowCount?: number;
};

const count = (n: number): string => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");
const pointText = (point: Point | null): string => point?.map((n) => count3(n)).join(" ") ?? "–";
const count3 = (n: number): string => String(Math.round(n * 8) / 8);
const middleOf = ({ mins, maxs }: Box): string =>
  mins.map((low, axis) => Math.round((low + maxs[axis]) / 2)).join(" ");

/** "2 added, 1 moved" */
function countChanges(changes: readonly { readonly change: string }[]): string {
  const counts = new Map<string, number>();
  for (const { change } of changes) counts.set(change, (counts.get(change) ?? 0) + 1);
  return [...counts].map(([change, n]) => `${count(n)} ${change}`).join(", ");
}

/** Shows commas between the parts of outputs, where newer compilers write a control character. */
const sayValue = (value: string | null): string => value?.replaceAll("\u001b", ",") ?? "(none)";
const sayChange = ({ key, a, b }: ValueChange): string => `${key}: ${sayValue(a)} → ${sayValue(b)}`;

function thingRow({ change, kind, name, from, to, values }: ThingChange): DiffRow {
  const isWhole = change === "added" || change === "removed";
  const what = values
    .map(isWhole ? ({ key, a, b }) => `${key} ${sayValue(a ?? b)}` : sayChange)
    .join("; ");
  return { change, what: kind, name, from: pointText(from), to: pointText(to), values: what };
}

const describeThings = ({ changes }: ThingDiff, mostRows: number) => ({
  line: countChanges(changes),
  rows: changes.slice(0, mostRows).map(thingRow),
  rowCount: changes.length,
});

/** Files with the light of static props, packed by vrad. */
const PROP_LIGHT = /^(?:sp_(?:hdr_)?\d+\.vhv|texelslighting(?:_hdr)?_\d+\.ppl)$/;

const PARTS: { readonly [K in PartName]: readonly [title: string, describe: Describe<K>] } = {
  entities: ["Entities", describeThings],
  solids: [
    "Brushes",
    ({ changes }) => ({
      line: countChanges(changes),
      rows: changes.map(({ change, contents, materials, owner, box }) => ({
        ...{ change, of: owner, contents: contents.join(" ").toLowerCase() || "empty" },
        ...{ at: box === null ? "–" : middleOf(box), materials: materials.join(", ") },
      })),
    }),
  ],
  surfaces: [
    "Surfaces",
    ({ changes, materials, addedArea, removedArea, repaintedArea, isRough }) => {
      const areas = [
        [addedArea, "added"],
        [removedArea, "removed"],
        [repaintedArea, "painted anew"],
      ] as const;
      const sums = areas.flatMap(([area, word]) => (area > 0 ? `${count(area)} in² ${word}` : []));
      const grids = countChanges(
        changes.filter(({ change }) => /^re(aligned|gridded)$/.test(change)),
      );
      const rough = isRough ? " (too many to compare piece by piece: some face by face)" : "";
      return {
        line: [...sums, ...(grids === "" ? [] : [`${grids} faces`])].join(", ") + rough,
        rows: materials.map(({ material, a, b, added, removed }) => ({
          ...{ material, before: Math.round(a), after: Math.round(b) },
          ...{ added: Math.round(added), removed: Math.round(removed) },
        })),
      };
    },
  ],
  displacements: [
    "Displacements",
    ({ changes }) => ({
      line: countChanges(changes),
      rows: changes.map(({ change, material, largestMove, largestBlend, box }) => ({
        ...{ change, material, at: middleOf(box) },
        ...{ moved: count3(largestMove), blend: Math.round(largestBlend) },
      })),
    }),
  ],
  staticProps: ["Static props", describeThings],
  details: [
    "Detail props",
    ({ changes }) => ({
      line: changes
        .map(({ change, kind, count: n }) => `${count(n)} ${change} (${kind})`)
        .join(", "),
      rows: changes.map(({ change, kind, count: n, box }) => ({
        ...{ change, what: kind, count: n, around: middleOf(box) },
      })),
    }),
  ],
  overlays: ["Overlays", describeThings],
  cubemaps: ["Cubemaps", describeThings],
  light: [
    "Light",
    ({ side, comparedFaces, changedFaces, seenFaces, unlikeFaces, faces, lights, ...light }) => ({
      line:
        changedFaces + light.changedParts === 0
          ? side !== null && comparedFaces + light.comparedParts === 0
            ? "no lit face lies on another of the other version"
            : ""
          : [
              ...(changedFaces > 0
                ? [
                    `${count(changedFaces)} of ${count(comparedFaces)} faces (${side?.toUpperCase()})`,
                    `${count(seenFaces)} by one level of 255 or more`,
                    `mean change ${light.meanChange.toPrecision(2)}, largest ${light.largestChange.toPrecision(3)}`,
                  ]
                : []),
              ...(light.changedParts > 0
                ? [
                    `${count(light.changedParts)} of ${count(light.comparedParts)} parts of faces that are split differently`,
                  ]
                : []),
              ...(unlikeFaces > 0 ? [`${count(unlikeFaces)} with another grid or styles`] : []),
              ...(lights.length > 0 ? [`beside it ${lights.slice(0, 6).join("; ")}`] : []),
            ].join(", "),
      rows: faces.map(({ material, owner, box, a, b, meanChange, largestChange, levels }) => ({
        ...{ material, of: owner, at: middleOf(box) },
        ...{ before: a.toPrecision(3), after: b.toPrecision(3) },
        ...{ mean: meanChange.toPrecision(2), largest: largestChange.toPrecision(3) },
        steps: Math.round(levels),
      })),
    }),
  ],
  ambient: [
    "Ambient light",
    ({ side, comparedPlaces, changedPlaces, meanChange, largestChange, changes }) => ({
      line:
        changedPlaces === 0
          ? ""
          : `${count(changedPlaces)} of ${count(comparedPlaces)} places (${side?.toUpperCase()}) by one level of 255 or more, mean change ${meanChange.toPrecision(2)}, largest ${largestChange.toPrecision(3)}`,
      rows: changes.map(({ place, a, b, levels }) => ({
        ...{
          at: place.map(Math.round).join(" "),
          before: a.toPrecision(3),
          after: b.toPrecision(3),
        },
        steps: Math.round(levels),
      })),
    }),
  ],
  areas: [
    "Area portals",
    ({ areasA, areasB, changes }) => ({
      line: [
        ...(areasA === areasB ? [] : [`${count(areasA)} areas, now ${count(areasB)}`]),
        ...(changes.length === 0 ? [] : [`of portals that divide areas: ${countChanges(changes)}`]),
      ].join("; "),
      rows: changes.map(({ change, kind, name, place }) => ({
        ...{ change, what: kind, name, at: place?.map(Math.round).join(" ") ?? "–" },
      })),
    }),
  ],
  visibility: [
    "Visibility",
    ({ lost, gained, pairsA, pairsB, clustersA, clustersB, ...about }) => {
      const { unmatchedA, unmatchedB, clusters } = about;
      const elsewhere =
        unmatchedA + unmatchedB === 0
          ? []
          : [
              `${count(unmatchedA)} clusters lie where B has none, ${count(unmatchedB)} where A has none`,
            ];
      const pairs =
        lost + gained === 0
          ? []
          : [
              `${count(gained)} pairs gained, ${count(lost)} lost, of ${count(pairsA)} and now ${count(pairsB)}`,
              `${count(clustersA)} clusters, now ${count(clustersB)}`,
            ];
      const rows = clusters.map(({ place, gained, lost }) => ({
        ...{ at: place.map(Math.round).join(" "), gained, lost },
      }));
      return { line: [...pairs, ...elsewhere].join("; "), rows };
    },
  ],
  packed: [
    "Packed files",
    ({ changes }) => {
      const baked = changes.filter(({ path }) => PROP_LIGHT.test(path)).length;
      return {
        line:
          countChanges(changes) + (baked === 0 ? "" : `; ${count(baked)} of them are props' light`),
        rows: changes.map(({ change, path, was, a, b }) => ({
          ...{ change, file: path, was: was ?? "", before: a ?? "–", after: b ?? "–" },
        })),
      };
    },
  ],
};

/**
 * Describes the parts in reading order: direct changes first, then their effects.
 * @param mostRows rows of a part that are needed; lists of things leave out the rest
 */
export function describeParts(diff: MapDiff, mostRows = Number.POSITIVE_INFINITY): DescribedPart[] {
  return (Object.keys(PARTS) as PartName[]).map((part) => describePart(diff, part, mostRows));
}

function describePart<K extends PartName>(diff: MapDiff, part: K, mostRows: number): DescribedPart {
  const [title, describe] = PARTS[part];
  const data: MapDiff[K] & Part = diff[part];
  const { untold } = data;
  if (untold !== null) {
    const line = `cannot be told, because ${untold}`;
    return { part, title, line, isSame: false, rows: [], rowCount: 0 };
  }
  const { line, rows, rowCount = rows.length } = (describe as Describe<K>)(data, mostRows);
  const isSame = line === "" && rowCount === 0;
  return { part, title, line: isSame ? "the same" : line || "changed", isSame, rows, rowCount };
}

/** Describes differences of the file that do not change the map, one line each. */
export function describeFile({ file }: MapDiff): string[] {
  const facts = file.facts.map(({ fact, a, b }) => `${fact}: ${a} → ${b}`);
  return file.lumps.length === 0
    ? facts
    : [...facts, `Lumps of another length: ${file.lumps.length}`];
}
