import type { Fault } from "../../fault.ts";

const SURFACES = "diff/recount-surfaces.test.ts";
const LIGHT = "diff/recount-light.test.ts";
const FILES = "diff/recount-files.test.ts";
const PLACE = "place/recount.test.ts";
const DECALS = "decals/second-time.test.ts";

/** Faults of rows that are reused, buffers that grow, second rounds, sampled rows and the last item of many. */
export const SECOND_USES: readonly Fault[] = [
  {
    name: "surfaces that face each other share a plane",
    edits: [["Math.round(n * NORMAL_STEPS)).join", "Math.round(Math.abs(n) * NORMAL_STEPS)).join"]],
    caughtBy: [[SURFACES, "adds, removes and repaints"]],
  },
  {
    name: "a moved model's texture is compared at its old position",
    edits: [["(corners[corner * 3 + axis] - shift[axis])", "corners[corner * 3 + axis]"]],
    caughtBy: [[SURFACES, "reports faces of both"]],
  },
  {
    name: "a displacement's vertices are read by the other version's row",
    edits: [["b.bsp.dispInfos.firstVert[b.disp]", "b.bsp.dispInfos.firstVert[a.disp]"]],
    caughtBy: [[SURFACES, "vertex by vertex"]],
  },
  {
    name: "a displacement's last vertex is not compared",
    edits: [
      [
        "(2 ** b.bsp.dispInfos.power[b.disp] + 1) ** 2;",
        "(2 ** b.bsp.dispInfos.power[b.disp] + 1) ** 2 - 1;",
      ],
    ],
    caughtBy: [[SURFACES, "vertex by vertex"]],
  },
  {
    name: "light of a shared part is read from a face without its last luxel",
    edits: [["return offset + bytes <= lighting.length;", "return true;"]],
    caughtBy: [[LIGHT, "every 8 inches"]],
  },
  {
    name: "light of a moved model's parts is read at its new position",
    edits: [["x - shift[0], y - shift[1], z - shift[2]", "x, y, z"]],
    caughtBy: [[LIGHT, "every 8 inches"]],
  },
  {
    name: "light is compared in parts of any size",
    edits: [
      [
        "        if ((Math.abs(doubleArea(shared)) / 2) * plane.scale < LEAST_AREA) continue;\n",
        "",
      ],
    ],
    caughtBy: [[LIGHT, "every 8 inches"]],
  },
  {
    name: "black ambient cubes of old maps count as light",
    edits: [["    if (bytes.every((byte) => byte === 0)) counts[leaf] = 0;\n", ""]],
    caughtBy: [[LIGHT, "in version 19"]],
  },
  {
    name: "old maps use a leaf's first ambient sample, not the nearest",
    edits: [
      [
        "if (distance < least) {\n        least = distance;\n        nearest[leaf]",
        "if (distance < least && sample < 0) {\n        least = distance;\n        nearest[leaf]",
      ],
    ],
    caughtBy: [[LIGHT, "in version 19"]],
  },
  {
    name: "area portals of the same class and name are merged",
    edits: [
      ['`${kind} ${name} ${place?.map(Math.round).join() ?? ""}`, {', "`${kind} ${name}`, {"],
    ],
    caughtBy: [[FILES, "area portals"]],
  },
  {
    name: "a changed packed file is reported as added too",
    edits: [["    come.delete(path);\n    if (await isSameFile", "    if (await isSameFile"]],
    caughtBy: [[FILES, "packed files"]],
  },
  {
    name: "version A's limit is used for B",
    edits: [["limitB: useB?.limit ?? null", "limitB: useA?.limit ?? null"]],
    caughtBy: [[FILES, "lumps and limits"]],
  },
  {
    name: "equally large textures are listed in the order in which they were read",
    edits: [["[...used].sort(([a], [b]) => (a < b ? -1 : 1))", "[...used]"]],
    caughtBy: [["check/recount-textures.test.ts", "in reverse order"]],
  },
  {
    name: "an opening stays closed after it was closed once",
    edits: [["    bound.set(kept[i], way * wayWords);\n", ""]],
    caughtBy: [[PLACE, "by closing a door"]],
  },
  {
    name: "a thing is sampled again each time it occurs",
    edits: [["answers.get(thing) ?? looker.look", "looker.look"]],
    caughtBy: [[PLACE, "never sees"]],
  },
  {
    name: "a thing's clusters are read with the wrong end",
    edits: [
      [
        "for (let i = first[row[thing]]; i < first[row[thing]] + count[row[thing]]; i++)",
        "for (let i = first[thing]; i < first[thing] + count[thing]; i++)",
      ],
    ],
    caughtBy: [[PLACE, "never sees"]],
  },
  {
    name: "openings beyond a place's PVS are followed from their neighbours",
    edits: [["bound[way * wayWords + word] &= to[word] & from[word];", ""]],
    caughtBy: [["place/measure-place.test.ts"]],
  },
  {
    name: "a decal is clipped in place on a second clip",
    edits: [
      [
        "left === this.#from ? this.#to : this.#from;",
        "left === this.#from ? this.#from : this.#to;",
      ],
    ],
    caughtBy: [[DECALS]],
  },
  {
    name: "weights of decals are lost when buffers grow",
    edits: [["    weights.set(this.#weights);\n", ""]],
    caughtBy: [[DECALS, "when its buffers grow"]],
  },
  {
    name: "the 65,537th search for faces reuses the marks of the first",
    edits: [
      [
        "const seenIn = new Uint32Array(faces.count);",
        "const seenIn = new Uint16Array(faces.count);",
      ],
    ],
    caughtBy: [[DECALS]],
  },
  {
    name: "all displacements have the box of the first one near a decal",
    edits: [
      ["let box = boxes.get(grid);", "let box = boxes.get(BOXES as never);"],
      ["  boxes.set(grid, box);", "  boxes.set(BOXES as never, box);"],
      [
        "const boxes = new WeakMap<DisplacementGrid, Float64Array>();",
        "const BOXES = {};\nconst boxes = new WeakMap<DisplacementGrid, Float64Array>();",
      ],
    ],
    caughtBy: [[DECALS]],
  },
  {
    name: "relit decals have the old light's luxels",
    edits: [
      [
        "lightSource(context, keepLit, geometry, relit)",
        "lightSource(context, keepLit, geometry, scene)",
      ],
    ],
    caughtBy: [["render/decals/decals.test.ts", "are relit each time, even if the luxels move"]],
  },
  {
    name: "a player mounts the last ladder, not the nearest",
    edits: [["const distance = ride.closest(best, body);", "const distance = bestDistance;"]],
    caughtBy: [["walk/rail-move.test.ts"]],
  },
  {
    name: "a second ride begins where the first ended",
    edits: [["    this.#passed = 0;\n", ""]],
    caughtBy: [["walk/rail-ride.test.ts"]],
  },
  {
    name: "a player dismounts to places of other ladders",
    edits: [["if (dismountRail[i] !== ride.rail && dismountRail[i] !== -1) continue;", ""]],
    caughtBy: [["walk/rail-move.test.ts"]],
  },
  {
    name: "rules of the previous pose apply to the next",
    edits: [["    this.#rules.reset();\n", ""]],
    caughtBy: [
      ["pose/body.test.ts", "has a plain pose that does not depend on an earlier pose of the kind"],
    ],
  },
  {
    name: "a removed layer takes those after it along",
    edits: [["this.layers.splice(at, 1)", "this.layers.splice(at)"]],
    caughtBy: [["pose/pose-player.test.ts"]],
  },
  {
    name: "a fade's row that ended keeps its time",
    edits: [["    row.elapsed = 0;\n", ""]],
    caughtBy: [["pose/pose-player.test.ts"]],
  },
  {
    name: "the newest of nine fades reuses a row that still plays",
    edits: [["    this.#rows[--this.#count] = gone;", "    this.#count--;"]],
    caughtBy: [["pose/pose-player.test.ts"]],
  },
  {
    name: "events past a sequence's end overwrite earlier rows",
    edits: [["return write(events, -1, to, out, count);", "return write(events, -1, to, out, 0);"]],
    caughtBy: [["pose/pose-player.test.ts"]],
  },
  {
    name: "a map that several archives have is read from the last",
    edits: [
      [
        "for (const map of found.maps) if (!maps.has(map.name)) maps.set(map.name, map);",
        "for (const map of found.maps) maps.set(map.name, map);",
      ],
    ],
    caughtBy: [["game/open-game.test.ts", "lists its maps once each"]],
  },
  {
    name: "a missing search path is reported twice",
    edits: [["!isOptional && !missing.includes(location)", "!isOptional"]],
    caughtBy: [["game/open-game.test.ts"]],
  },
  {
    name: "a model's buffer loses what was written when it grows",
    edits: [
      [
        "      grown.set(this.#bytes);\n      this.#bytes = grown;\n      this.#view",
        "      this.#bytes = grown;\n      this.#view",
      ],
    ],
    caughtBy: [["studio/write/studio-writer.test.ts"]],
  },
  {
    name: "a delayed still is not drawn after its pipelines are compiled",
    edits: [["this.#isFollowDue ||= isFollowed;", "this.#isFollowDue = isFollowed;"]],
    caughtBy: [["frame/still-pictures.test.ts"]],
  },
];
