import type { Fault } from "../../fault.ts";

const MAPS = "golden/maps/maps.test.ts";

export const PROPS: readonly Fault[] = [
  {
    name: "baked light of a coarser level of detail wins",
    edits: [
      [
        "for (let i = stripGroups.length - 1; i >= 0; i--) {",
        "for (let i = 0; i < stripGroups.length; i++) {",
      ],
    ],
    caughtBy: [["scene/props/baked-prop-light.test.ts"]],
  },
  {
    name: "baked light is read red for blue",
    edits: [["from + (k < 3 ? 2 - k : k)", "from + k"]],
    caughtBy: [["parse-vhv.test.ts"], [MAPS, "props"]],
  },
  {
    name: "baked directional light uses only the first direction",
    edits: [["Math.round((value + second[i] + third[i]) / 3)", "value"]],
    caughtBy: [["parse-vhv.test.ts"]],
  },
  {
    name: "baked light is decoded as linear",
    edits: [["pow(stored * 2.0, vec3f(2.2))", "stored * 2.0"]],
    caughtBy: [[MAPS, "props"]],
  },
  {
    name: "the ambient cube is flipped vertically",
    edits: [
      ["select(cube[4], cube[5], normal.z < 0.0)", "select(cube[5], cube[4], normal.z < 0.0)"],
    ],
    caughtBy: [["shader-functions.test.ts"]],
  },
  {
    name: "ambient samples have equal weights at all distances",
    edits: [
      ["const weight = 1 / (squared + 1);\n    totalWeight", "const weight = 1;\n    totalWeight"],
    ],
    caughtBy: [["ambient.test.ts"]],
  },
  {
    name: "lamps have no quadratic falloff",
    edits: [["light.linear + inches * light.quadratic", "light.linear + light.quadratic"]],
    caughtBy: [["prop-lights.test.ts"]],
  },
  {
    name: "props fade by distance, not by its square",
    edits: [
      [
        "return decalFade(middle, vec2f(minDist * minDist, maxDist * maxDist));",
        "return saturate((maxDist - distance(middle, frame.cameraPosition)) / (maxDist - minDist));",
      ],
    ],
    caughtBy: [["prop-fade.test.ts"]],
  },
  {
    name: "a prop's lighting origin is ignored",
    edits: [
      [
        "(table.flags[prop] & STATIC_PROP_USE_LIGHTING_ORIGIN) !== 0",
        "(table.flags[prop] & STATIC_PROP_USE_LIGHTING_ORIGIN) < 0",
      ],
    ],
    caughtBy: [["scene/props/props.test.ts"]],
  },
  {
    name: "a prop's roll turns its yaw",
    edits: [
      ["    angles[at + 1],\n    angles[at + 2],", "    angles[at + 2],\n    angles[at + 1],"],
    ],
    caughtBy: [["scene/props/props.test.ts"]],
  },
  {
    name: "models of entities that start disabled are shown",
    edits: [
      [
        'return parseInteger(entity.get("startdisabled")) === 0 && readModulation(entity) !== null;',
        "return readModulation(entity) !== null;",
      ],
    ],
    caughtBy: [["scene/props/entity-props.test.ts", "are those that are visible at map start"]],
  },
  {
    name: "an entity's model index is off by one",
    edits: [
      ["added.model.map((row) => own.modelName.length + row)", "added.model.map((row) => row)"],
    ],
    caughtBy: [["scene/props/entity-props.test.ts", "are appended to the map's static props"]],
  },
  {
    name: "models stay in the bind pose",
    edits: [
      [
        "assembleModel(path, mdl, mesh, stripGroups, palette, played)",
        "assembleModel(path, mdl, mesh, stripGroups, undefined, played)",
      ],
    ],
    caughtBy: [["scene/props/props.test.ts", "stands in its sequence"]],
  },
  {
    name: "entities look for the baked light of static props",
    edits: [
      [
        "shown.filter((prop) => prop < (bsp.staticProps?.count ?? 0))",
        "shown.slice(0, lampLitCount)",
      ],
    ],
    caughtBy: [
      ["scene/props/props.test.ts", "ignores baked light of the static prop with the same number"],
    ],
  },
  {
    name: "boxes of swaying props are those at rest",
    edits: [["growSwaying({ ...columns, ...instances }, variants.ofInstance, materials);", ""]],
    caughtBy: [["props/props.test.ts", "use the map's wind and have enlarged boxes"]],
  },
  {
    name: "directional light is read with one colour per vertex",
    edits: [["first - target.firstVertex[i] * DIRECTIONS", "first - target.firstVertex[i]"]],
    caughtBy: [["scene/props/fine-light.test.ts", "is stored after the vertex colours"]],
  },
  {
    name: "materials of props do not get texel light",
    edits: [
      ["lightFinely(columns, variants.ofInstance.slice(0, lampLitCount), materials, light);", ""],
    ],
    caughtBy: [["props/props.test.ts", "use materials that support it"]],
  },
  {
    name: "an iris is mirrored",
    edits: [["s: right.map((c) => -scale * c)", "s: right.map((c) => scale * c)"]],
    caughtBy: [
      ["props/prop-eyes.test.ts", "get a separate material row per eye, shared by all LODs"],
      ["families/eyes.test.ts", "an iris on its base"],
    ],
  },
  {
    name: "eyeballs stay at their bone's rest position",
    edits: [["if (turned === undefined) return stored", "if (bone >= 0) return stored"]],
    caughtBy: [["props/prop-eyes.test.ts", "move with their bone"]],
  },
  {
    name: "eyes of two models are merged",
    edits: [["[material, modelRow, eye]", "[material, eye]"]],
    caughtBy: [
      ["props/prop-eyes.test.ts", "get a separate material row per eye, shared by all LODs"],
    ],
  },
  {
    name: "animated models share one body group choice",
    edits: [["chooseModels(mdl, body).join()", "chooseModels(mdl, 0).join()"]],
    caughtBy: [
      ["scene/props/props.test.ts", "are chosen by the entity's body number and share vertices"],
    ],
  },
  {
    name: "missing implied models get placeholders",
    edits: [["stands.every(({ isImplied }) => isImplied)", "stands.length === 0"]],
    caughtBy: [["props/implied-models.test.ts", "may be missing"]],
  },
  {
    name: "translucent models hide the background",
    edits: [['state: { ...state, opacity: "blended" }', "state: { ...state, opacity }"]],
    caughtBy: [
      [
        "render/props/faint-props.test.ts",
        "are as opaque as their render mode and amount, with any material",
      ],
    ],
  },
  {
    name: "models ignore a named lighting point",
    edits: [["return { attachments, lightPoint: [place[3], place[7], place[11]] };", "return {};"]],
    caughtBy: [
      ["scene/props/props.test.ts", "is lit at its illumination attachment in the current pose"],
    ],
  },
  {
    name: "entities without a fade start fade from the origin",
    edits: [["start < 0 ? Math.max(0, end - LAST_INCHES) : start", "Math.max(0, start)"]],
    caughtBy: [
      [
        "scene/props/entity-props.test.ts",
        "are lit at their lighting origin and fade by their keys",
      ],
    ],
  },
  {
    name: "the LOD distance uses the absolute depth",
    edits: [["Math.max(depth, 0) * lod", "Math.abs(depth) * lod"]],
    caughtBy: [["props/prop-batches.test.ts", "chooses LODs by depth only"]],
  },
  {
    name: "only props for slower machines are shown",
    edits: [["range[at + 1] === 0 || level <= range[at + 1]", "range[at + 1] >= 0"]],
    caughtBy: [
      [
        "scene/props/props.test.ts",
        "are present if the highest DirectX, CPU and GPU levels are in range",
      ],
    ],
  },
  {
    name: "levels of CPU and GPU are DirectX levels",
    edits: [["const V8 = { ...V5, ...systemLevels,", "const V8 = { ...V5, ...dxLevels,"]],
    caughtBy: [["parse-static-props.test.ts"]],
  },
  {
    name: "screen-size fades are linear, as in distance",
    edits: [
      [
        "(end / metric - 1.0) / max(end / whole - 1.0, 1e-6)",
        "(end - metric) / max(end - whole, 1e-6)",
      ],
    ],
    caughtBy: [["props/screen-fade.test.ts", "are left in its middle"]],
  },
  {
    name: "screen sizes are radii, not diameters",
    edits: [["(2 * 100 * radius)", "(100 * radius)"]],
    caughtBy: [
      [
        "shown/screen-fade.test.ts",
        "match the engine's formula at any depth, picture size and zoom",
      ],
    ],
  },
  {
    name: "a prop's screen-size fade does not combine with its distance fade",
    edits: [["out.fade = min(out.fade, screenFadeAt(", "out.fade = max(out.fade, screenFadeAt("]],
    caughtBy: [["props/screen-fade.test.ts", "by its size before its distance"]],
  },
  {
    name: "culling by screen size uses distance",
    edits: [
      [
        "return metricAt(middle) < -row.fadeMax;",
        "return distance(middle, frame.cameraPosition) < -row.fadeMax;",
      ],
    ],
    caughtBy: [["render/cull/culling.test.ts"]],
  },
];
