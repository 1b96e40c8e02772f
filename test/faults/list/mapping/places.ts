import type { Fault } from "../../fault.ts";

/** Faults of kept places, later console commands, ladders of points, and the recorded walk. */
export const PLACES: readonly Fault[] = [
  {
    name: "a tab overwrites the places that another tab has stored",
    edits: [
      [
        "kept = await store.changePlaces(of, edit);",
        "kept = await store.changePlaces(of, of === map ? () => places : edit);",
      ],
    ],
    caughtBy: [["places/kept-places.test.ts", "both keep added places"]],
  },
  {
    name: "a list read late removes a place that was just added",
    edits: [["if (map === name && pending === 0) take(kept);", "if (map === name) take(kept);"]],
    caughtBy: [["places/kept-places.test.ts", "show a change at once"]],
  },
  {
    name: "bookmarks of the first version move to the previous key",
    edits: [["const key = slot + 1;", "const key = slot || 1;"]],
    caughtBy: [["places/kept-places.test.ts", "nine cameras by key"]],
  },
  {
    name: "reassigning a key deletes a named place",
    edits: [
      ['if (old.name === "") return places.map(', 'if (old.name !== "-") return places.map('],
    ],
    caughtBy: [["places/kept-places.test.ts", "gives a key to one"]],
  },
  {
    name: "spawns are grouped only within their cell",
    edits: [["const cx = cellOf(x) + (cell % 3) - 1;", "const cx = cellOf(x);"]],
    caughtBy: [["places/map-places.test.ts", "groupPlaces finds neighbours across"]],
  },
  {
    name: "steps are taken up to 12 inches alone",
    edits: [["export const STEP_SIZE = 18;", "export const STEP_SIZE = 12;"]],
    caughtBy: [
      [
        "walk/demo-walk.test.ts",
        "reaches the same places with the same keys, within a hundredth of an inch",
      ],
    ],
  },
  {
    name: "gravity of Half-Life 2 is too strong",
    edits: [["hl2: { gravity: 600,", "hl2: { gravity: 610,"]],
    caughtBy: [
      [
        "walk/demo-walk.test.ts",
        "reaches the same places with the same keys, within a hundredth of an inch",
      ],
    ],
  },
  {
    name: "a player is two inches too narrow",
    edits: [["export const HALF_WIDTH = 16;", "export const HALF_WIDTH = 15;"]],
    caughtBy: [
      [
        "walk/demo-walk.test.ts",
        "reaches the same places with the same keys, within a hundredth of an inch",
      ],
    ],
  },
  {
    name: "a ducked player is as high as a standing one",
    edits: [["export const DUCKED_HEIGHT = 36;", "export const DUCKED_HEIGHT = 71;"]],
    caughtBy: [
      [
        "walk/demo-walk.test.ts",
        "reaches the same places with the same keys, within a hundredth of an inch",
      ],
    ],
  },
  {
    name: "find matches any of its words",
    edits: [
      [
        "return words.every((one) => text.includes(one));",
        "return words.some((one) => text.includes(one));",
      ],
    ],
    caughtBy: [["run-line.test.ts", "finds commands that have all search"]],
  },
  {
    name: "completion splits a command at a quoted semicolon",
    edits: [['else if (line[i] === ";" && !isQuoted) start', 'else if (line[i] === ";") start']],
    caughtBy: [["typing.test.ts", "completes names that begin"]],
  },
  {
    name: "looking down on a ladder climbs up",
    edits: [["const speed = isDown ? -CLIMB_SPEED : CLIMB_SPEED;", "const speed = CLIMB_SPEED;"]],
    caughtBy: [["rail-move.test.ts", "climbed down by looking down"]],
  },
  {
    name: "ladders are mounted through walls",
    edits: [
      [
        "if (distance > bestDistance || !isClear(body, ride)) continue;",
        "if (distance > bestDistance) continue;",
      ],
    ],
    caughtBy: [["rail-move.test.ts", "behind a wall"]],
  },
  {
    name: "a ladder's first end is its top",
    edits: [
      ["ends[1][2] > ends[0][2] ? ends.reverse() : ends", "ends[1][2] > ends[0][2] ? ends : ends"],
    ],
    caughtBy: [["rail-move.test.ts", "higher end as the top"]],
  },
  {
    name: "entity props do not block walkers",
    edits: [
      [
        "for (const props of [bsp.staticProps, listSolidProps(bsp.entities)]) {",
        "for (const props of [bsp.staticProps, listSolidProps([])]) {",
      ],
    ],
    caughtBy: [
      [
        "collision/solid-props.test.ts",
        "a prop without a collision model stops walkers at its box",
      ],
    ],
  },
];
