import type { Fault } from "../../fault.ts";

export const VIEWER: readonly Fault[] = [
  {
    name: "events at a sequence's first moment are not reported",
    edits: [["player.cycle - JUST_BEFORE", "player.cycle"]],
    caughtBy: [
      [
        "viewer/model/shown/sequence-events.test.ts",
        "are reported as they are passed, from the start and again on repeat",
      ],
    ],
  },
  {
    name: "a restarted sequence skips its first events",
    edits: [["      player.cycle = 0;\n      this.#isFresh = true;", "      player.cycle = 0;"]],
    caughtBy: [
      [
        "viewer/model/shown/sequence-events.test.ts",
        "are reported as they are passed, from the start and again on repeat",
      ],
    ],
  },
  {
    name: "events are reported backwards too",
    edits: [["!(this.player.rate > 0)", "!(this.player.rate !== 0)"]],
    caughtBy: [
      [
        "viewer/model/shown/sequence-events.test.ts",
        "are not reported while paused or playing backwards",
      ],
    ],
  },
  {
    name: "a model alone is lit with the map's lamps at their map positions",
    edits: [["floats[row + ORIGIN + k] -= at[k];", "floats[row + ORIGIN + k] -= 0;"]],
    caughtBy: [["scene/model/map-light.test.ts", "as a prop there"]],
  },
  {
    name: "a model alone is exposed as in a studio whatever map lights it",
    edits: [["    exposure: scene.exposure,\n    side,", "    exposure: 1,\n    side,"]],
    caughtBy: [["scene/model/map-light.test.ts", "as a prop there"]],
  },
  {
    name: "the floor of a model alone changes with a map's exposure",
    edits: [["color.map((value) => value / exposure)", "color.map((value) => value)"]],
    caughtBy: [["scene/model/map-light.test.ts", "at any exposure"]],
  },
  {
    name: "a map's ambient cube rotates opposite to its lamps",
    edits: [["    [c, -s],\n    [-c, s],", "    [c, s],\n    [-c, -s],"]],
    caughtBy: [["scene/model/map-light.test.ts", "degrees lights a rotated model the same"]],
  },
  {
    name: "slow frames raise the resolution",
    edits: [["middle > this.goalMs * LATE", "middle < this.goalMs * LATE"]],
    caughtBy: [
      [
        "viewer/frame/steady-frames.test.ts",
        "lowers the scale until frames are in time, and keeps it",
      ],
    ],
  },
  {
    name: "a model alone wears the skin before the chosen one",
    edits: [
      [
        "Math.max(0, all.variantSkin.indexOf(choice.skin));",
        "Math.max(0, all.variantSkin.indexOf(choice.skin) - 1);",
      ],
    ],
    caughtBy: [
      [
        "scene/model/open-model.test.ts",
        "uses the chosen skin, or the first one if it does not exist",
      ],
    ],
  },
  {
    name: "the chosen level of detail is off by one",
    edits: [["all.drawLod[draw] === lod) rows.push", "all.drawLod[draw] === lod - 1) rows.push"]],
    caughtBy: [["scene/model/open-model.test.ts", "draws one LOD, or all LODs by size"]],
  },
  {
    name: "a model alone is viewed from half the distance",
    edits: [
      [
        "x: (box[0] + box[3]) / 2 - forward[0] * distance,",
        "x: (box[0] + box[3]) / 2 - forward[0] * distance / 2,",
      ],
    ],
    caughtBy: [["scene/model/open-model.test.ts", "into the picture and nearly fills it"]],
  },
  {
    name: "lines over everything are hidden, and others are not",
    edits: [['isOver ? "always" : "greater-equal"', 'isOver ? "greater-equal" : "always"']],
    caughtBy: [["render/lines/lines.test.ts", "in the scene or over it"]],
  },
  {
    name: "edges of a model stay in the bind pose",
    edits: [
      [
        "x * position[at] + y * position[at + 1] + z * position[at + 2] + palette[m + 3]",
        "x * position[at] + y * position[at + 1] + z * position[at + 2]",
      ],
    ],
    caughtBy: [["viewer/model/lines.test.ts", "show edges and normals of the posed model"]],
  },
  {
    name: "eyes of a model alone stay in the bind pose",
    edits: [
      ["this.#eyes.aim(modelFromBone, target);", "this.#eyes.aim(modelFromBone.fill(0), target);"],
    ],
    caughtBy: [["viewer/model/shown/eyes-writer.test.ts", "while the model stands"]],
  },
  {
    name: "vertices of a moving face have their neighbours' positions",
    edits: [
      [
        "this.#view.setFloat32(at + PROP_VERTEX.position + k * 4, this.#position[row * 3 + k], true);",
        "this.#view.setFloat32(at + PROP_VERTEX.position + k * 4, this.#position[(row ^ 1) * 3 + k], true);",
      ],
    ],
    caughtBy: [["browser/model-viewer.test.ts", "moves a face's outline"]],
  },
  {
    name: "a face slider moves without effect",
    edits: [
      [
        "const onInput = (value: number) => viewer.setFlex(row, value);",
        "const onInput = (value: number) => void value;",
      ],
    ],
    caughtBy: [["browser/page/model-page.test.ts", "draws a face according"]],
  },
  {
    name: "a sequence without loop plays backwards from its start",
    edits: [["(rate < 0 && (next.flags & STUDIO_LOOPING) === 0 ? 1 : 0)", "0"]],
    caughtBy: [["model/pose/pose-player.test.ts", "plays backwards"]],
  },
  {
    name: "an element forgets its rate with its sequence",
    edits: [["viewer.play(sequence, { rate: readRate(element) });", "viewer.play(sequence);"]],
    caughtBy: [["browser/model-viewer.test.ts", "reports an unknown sequence"]],
  },
  {
    name: "a load does not report a missing sequence",
    edits: [["[...event.warnings, ...own, ...lacking]", "[...event.warnings, ...own]"]],
    caughtBy: [["browser/model-viewer.test.ts", "reports an unknown sequence"]],
  },
  {
    name: "properties of several words map to other attributes",
    edits: [["attribute.replace(/-./g, (hyphened) => hyphened[1].toUpperCase())", "attribute"]],
    caughtBy: [["browser/model-viewer.test.ts", "works as an element"]],
  },
  {
    name: "the worker of a model ends with its load",
    edits: [["if (this.#kept === null) this.#keep(worker);\n    else worker", "worker"]],
    caughtBy: [["viewer/model/kept-worker.test.ts", "reuses one worker for successive loads"]],
  },
  {
    name: "two loads of models share a worker",
    edits: [["this.#kept ?? this.#start();\n    this.#drop();", "this.#kept ?? this.#start();"]],
    caughtBy: [["viewer/model/kept-worker.test.ts", "uses a prepared worker for one load"]],
  },
  {
    name: "an animation's error context is that of the first animation",
    edits: [
      [
        "const at = this.placeOf(animation);\n    return {",
        "const at = this.placeOf(0);\n    return {",
      ],
    ],
    caughtBy: [["formats/studio/read/parse-mdl-sequences.test.ts"]],
  },
  {
    name: "empty buffers are transferred with the first model, and missing in the second",
    edits: [
      ["buffer instanceof ArrayBuffer && buffer.byteLength > 0", "buffer instanceof ArrayBuffer"],
    ],
    caughtBy: [["scene/model/open-model.test.ts", "next load"]],
  },
  {
    name: "a model opens in the transition into its idle sequence",
    edits: [["const changes = CHANGES.test(name) || ", "const changes = name === activity || "]],
    caughtBy: [
      [
        "scene/model/first-sequence.test.ts",
        "picks an idle sequence, not a transition into or out of it",
      ],
    ],
  },
  {
    name: "a model without triangles is framed by its vertices, not by its bones",
    edits: [["if (vertices.count > 0) extendBy(box,", "if (vertices.count < 0) extendBy(box,"]],
    caughtBy: [
      [
        "scene/model/open-model.test.ts",
        "shows bones or vertices if other files are missing, with a warning",
      ],
    ],
  },
  {
    name: "labels of a model's parts overlap",
    edits: [["if (x[left] + this.widthOf(left) > x[right]) return;", ""]],
    caughtBy: [["app/models/parts/label-choice.test.ts", "prefers the nearest names"]],
  },
  {
    name: "every bone shows the weights of the chosen one",
    edits: [["if (boneIndex[k] === bone) weight += boneWeight[k];", "weight += boneWeight[k];"]],
    caughtBy: [["viewer/model/lines.test.ts", "show edges and normals of the posed model"]],
  },
  {
    name: "a marked bone is joined to all others",
    edits: [["if (parent[bone] !== row) continue;", ""]],
    caughtBy: [
      ["viewer/model/lines.test.ts", "highlight a bone, an attachment or a filled box with edges"],
    ],
  },
  {
    name: "events are listed at wrong frames",
    edits: [["Math.round(cycle * last * 100) / 100", "Math.round(cycle * 100) / 100 + last"]],
    caughtBy: [["formats/studio/summarize-lists.test.ts", "with their events"]],
  },
  {
    name: "a thumbnail is taken of a frame too late",
    edits: [["  if (row <= last) return;", "  if (row <= last + 1) return;"]],
    caughtBy: [["cli/verbs/shot.test.ts", "rejects skins, LODs and other"]],
  },
  {
    name: "a comma steps a frame forward, like a full stop",
    edits: [['stepFrame(viewer, event.key === "." ? 1 : -1);', "stepFrame(viewer, 1);"]],
    caughtBy: [["browser/page/model-page.test.ts", "model on the page from a link"]],
  },
  {
    name: "the weight of a layer cannot be changed",
    edits: [["viewer.setLayer(layer, { weight: value })", "viewer.setLayer(layer, {})"]],
    caughtBy: [["browser/page/model-page.test.ts", "model on the page from a link"]],
  },
  {
    name: "hovering over a list of parts marks nothing",
    edits: [['if (event.pointerType === "mouse") point(event);', ""]],
    caughtBy: [["browser/page/model-page.test.ts", "model on the page from a link"]],
  },
  {
    name: "files that a model lacks are listed again as missing content",
    edits: [["warnings.filter(({ subject }) => !isFile(subject))", "[...warnings]"]],
    caughtBy: [["browser/page/model-page.test.ts", "whose other files are missing"]],
  },
];
