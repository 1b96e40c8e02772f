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
    name: "of light baked for bumps, that of the first direction is all",
    edits: [["Math.round((value + second[i] + third[i]) / 3)", "value"]],
    caughtBy: [["parse-vhv.test.ts"]],
  },
  {
    name: "baked light is taken for linear",
    edits: [["pow(stored * 2.0, vec3f(2.2))", "stored * 2.0"]],
    caughtBy: [[MAPS, "props"]],
  },
  {
    name: "the ambient cube is lit from the other side",
    edits: [
      ["select(cube[4], cube[5], normal.z < 0.0)", "select(cube[5], cube[4], normal.z < 0.0)"],
    ],
    caughtBy: [["shader-functions.test.ts"]],
  },
  {
    name: "ambient samples weigh alike, however far they are",
    edits: [
      ["const weight = 1 / (squared + 1);\n    totalWeight", "const weight = 1;\n    totalWeight"],
    ],
    caughtBy: [["ambient.test.ts"]],
  },
  {
    name: "lamps shine without end",
    edits: [["light.linear + inches * light.quadratic", "light.linear + light.quadratic"]],
    caughtBy: [["prop-lights.test.ts"]],
  },
  {
    name: "props fade by how far they are, not by its square",
    edits: [
      [
        "return decalFade(middle, vec2f(minDist * minDist, maxDist * maxDist));",
        "return saturate((maxDist - distance(middle, frame.cameraPosition)) / (maxDist - minDist));",
      ],
    ],
    caughtBy: [["prop-fade.test.ts"]],
  },
  {
    name: "a prop's lighting origin is not asked for",
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
    name: "entities that show a model are those that start disabled, too",
    edits: [
      [
        'return parseInteger(entity.get("startdisabled")) === 0 && readModulation(entity) !== null;',
        "return readModulation(entity) !== null;",
      ],
    ],
    caughtBy: [["scene/props/entity-props.test.ts", "are there when the map starts"]],
  },
  {
    name: "an entity's model is the static prop's before it",
    edits: [
      ["added.model.map((row) => own.modelName.length + row)", "added.model.map((row) => row)"],
    ],
    caughtBy: [["scene/props/entity-props.test.ts", "whose numbers stay"]],
  },
  {
    name: "models stand as they were bound",
    edits: [
      [
        "assembleModel(path, mdl, mesh, stripGroups, palette, played)",
        "assembleModel(path, mdl, mesh, stripGroups, undefined, played)",
      ],
    ],
    caughtBy: [["scene/props/props.test.ts", "stands in its sequence"]],
  },
  {
    name: "entities ask for light that is stored for static props",
    edits: [
      [
        "shown.filter((prop) => prop < (bsp.staticProps?.count ?? 0))",
        "shown.slice(0, lampLitCount)",
      ],
    ],
    caughtBy: [["scene/props/props.test.ts", "stored for a static prop of its number"]],
  },
  {
    name: "boxes of what sways are those of what stands still",
    edits: [["growSwaying({ ...columns, ...instances }, variants.ofInstance, materials);", ""]],
    caughtBy: [["props/props.test.ts", "are in the map's wind"]],
  },
  {
    name: "light by direction is looked for a colour a vertex on",
    edits: [["first - target.firstVertex[i] * DIRECTIONS", "first - target.firstVertex[i]"]],
    caughtBy: [["scene/props/fine-light.test.ts", "behind the colours"]],
  },
  {
    name: "materials of props do not know of light for texels",
    edits: [
      ["lightFinely(columns, variants.ofInstance.slice(0, lampLitCount), materials, light);", ""],
    ],
    caughtBy: [["props/props.test.ts", "light is baked for finely"]],
  },
  {
    name: "an iris is mirrored",
    edits: [["s: right.map((c) => -scale * c)", "s: right.map((c) => scale * c)"]],
    caughtBy: [
      ["props/prop-eyes.test.ts", "are told where they are"],
      ["families/eyes.test.ts", "an iris on its base"],
    ],
  },
  {
    name: "eyeballs stay where they are in their bone's rest",
    edits: [["if (turned === undefined) return stored", "if (bone >= 0) return stored"]],
    caughtBy: [["props/prop-eyes.test.ts", "their bone takes"]],
  },
  {
    name: "eyes of two models are one",
    edits: [["[material, modelRow, eye]", "[material, eye]"]],
    caughtBy: [["props/prop-eyes.test.ts", "each of its own model"]],
  },
  {
    name: "models that stand in several ways have the body groups of one",
    edits: [["chooseModels(mdl, body).join()", "chooseModels(mdl, 0).join()"]],
    caughtBy: [["scene/props/props.test.ts", "that an entity's number chooses"]],
  },
  {
    name: "what is implied and not there is stood in for",
    edits: [["stands.every(({ isImplied }) => isImplied)", "stands.length === 0"]],
    caughtBy: [["props/implied-models.test.ts", "may be missing"]],
  },
  {
    name: "models that are seen through hide what is behind them",
    edits: [['state: { ...state, opacity: "blended" }', "state: { ...state, opacity }"]],
    caughtBy: [["render/props/faint-props.test.ts", "as much as they are opaque"]],
  },
  {
    name: "models are lit at their own point where they name another",
    edits: [["return { attachments, lightPoint: [place[3], place[7], place[11]] };", "return {};"]],
    caughtBy: [["scene/props/props.test.ts", "at the attachment that it names"]],
  },
  {
    name: "entities fade from the start where they say only where that ends",
    edits: [["start < 0 ? Math.max(0, end - LAST_INCHES) : start", "Math.max(0, start)"]],
    caughtBy: [["scene/props/entity-props.test.ts", "fade as the engine fades entities"]],
  },
  {
    name: "props change their level of detail by how far they are, whichever way that is",
    edits: [["Math.max(depth, 0) * lod", "Math.abs(depth) * lod"]],
    caughtBy: [["props/prop-batches.test.ts", "by the depth alone"]],
  },
  {
    name: "props for slower machines only are shown",
    edits: [["range[at + 1] === 0 || level <= range[at + 1]", "range[at + 1] >= 0"]],
    caughtBy: [["scene/props/props.test.ts", "the highest levels of DirectX"]],
  },
  {
    name: "levels of CPU and GPU are DirectX levels",
    edits: [["const V8 = { ...V5, ...systemLevels,", "const V8 = { ...V5, ...dxLevels,"]],
    caughtBy: [["parse-static-props.test.ts"]],
  },
  {
    name: "sizes on the screen fade as distances do",
    edits: [
      [
        "(end / metric - 1.0) / max(end / whole - 1.0, 1e-6)",
        "(end - metric) / max(end - whole, 1e-6)",
      ],
    ],
    caughtBy: [["props/screen-fade.test.ts", "are left in its middle"]],
  },
  {
    name: "pixels of a size are counted once",
    edits: [["(2 * 100 * radius)", "(100 * radius)"]],
    caughtBy: [["shown/screen-fade.test.ts", "as the engine has them"]],
  },
  {
    name: "a prop's size does not count where its distance does",
    edits: [["out.fade = min(out.fade, screenFadeAt(", "out.fade = max(out.fade, screenFadeAt("]],
    caughtBy: [["props/screen-fade.test.ts", "by its size before its distance"]],
  },
  {
    name: "what is too small is culled as if it were far",
    edits: [
      [
        "return metricAt(middle) < -row.fadeMax;",
        "return distance(middle, frame.cameraPosition) < -row.fadeMax;",
      ],
    ],
    caughtBy: [["render/cull/culling.test.ts"]],
  },
];
