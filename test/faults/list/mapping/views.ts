import type { Fault } from "../../fault.ts";

export const VIEWS_OF_SURFACES: readonly Fault[] = [
  {
    name: "views of luxels count them by the picture's pixels alone",
    edits: [
      [
        "abs(dx.x * dy.y - dx.y * dy.x) / max(area, 1e-12)",
        "abs(dx.x * dy.y - dx.y * dy.x) / max(area * area, 1e-12)",
      ],
    ],
    caughtBy: [["inspect/views.test.ts", "counts those in a square unit"]],
  },
  {
    name: "views' colours are exposed as light is",
    edits: [["color * (cover / max(frame.exposure, 1e-6))", "color * cover"]],
    caughtBy: [["inspect/views.test.ts", "without their light"]],
  },
  {
    name: "bytes of a face's light leave its bumps out",
    edits: [
      [
        "styles * ((surface & SURFACE.bumped) !== 0 ? 4 : 1)",
        "styles * ((surface & SURFACE.bumped) !== 0 ? 1 : 1)",
      ],
    ],
    caughtBy: [["inspect/light-views.test.ts", "all styles and bumps of a face"]],
  },
  {
    name: "the height of a face's light is a luxel short",
    edits: [["Math.floor(top - 0.5 + SLACK) + 1;", "Math.floor(top - 0.5 + SLACK);"]],
    caughtBy: [["inspect/light-views.test.ts", "all styles and bumps of a face"]],
  },
  {
    name: "views walk the map's tree to the wrong side of its planes",
    edits: [["facts[at + select(5u, 4u, isFront)]", "facts[at + select(4u, 5u, isFront)]"]],
    caughtBy: [["inspect/visibility-views.test.ts", "asks the tree in front"]],
  },
  {
    name: "a view of levels counts a switch point that is just ahead",
    edits: [["if (point < 0.0 || metric < point) {", "if (point < 0.0) {"]],
    caughtBy: [["inspect/visibility-views.test.ts", "which one a model is drawn in"]],
  },
  {
    name: "what lies outside of the frustum counts as drawn",
    edits: [
      [
        "for (let i = 0; i < inPvs; i++) reasons[rows[i]] = REASON_FRUSTUM;",
        "for (let i = 0; i < inPvs; i++) reasons[rows[i]] = REASON_NONE;",
      ],
    ],
    caughtBy: [["inspect/visibility-views.test.ts", "says by which test"]],
  },
  {
    name: "a view's edges of models are of vertices one after the other",
    edits: [
      [
        "  let vertex = edgeIndices[index];\n  let word = vertex * PROP_VERTEX_STRIDE_WORDS;",
        "  let vertex = index;\n  let word = vertex * PROP_VERTEX_STRIDE_WORDS;",
      ],
    ],
    caughtBy: [["inspect/light-views.test.ts", "draws those of all triangles"]],
  },
  {
    name: "a view's settings stay when it is gone",
    edits: [
      [
        "    Object.assign(job.settings, asked, job.inspector?.follow(asked));",
        "    Object.assign(asked, job.inspector?.follow(asked));\n    Object.assign(job.settings, asked);",
      ],
    ],
    caughtBy: [["inspect/views.test.ts", "is what the settings of that name show"]],
  },
  {
    name: "models of one level for all are one level coarser",
    edits: [["return lod <= wanted ? 0 : NEVER;", "return lod <= wanted + 1 ? 0 : NEVER;"]],
    caughtBy: [["inspect/coarser.test.ts", "are all of one level"]],
  },
  {
    name: "models that come after a level was chosen have their own",
    edits: [
      [
        "(map.sources === sources && wanted === level && isLow === isLowRes)",
        "(wanted === level && isLow === isLowRes)",
      ],
    ],
    caughtBy: [["inspect/coarser.test.ts", "that come later"]],
  },
  {
    name: "low-resolution textures begin a mip too late",
    edits: [["const mip = Math.ceil(Math.log2(", "const mip = 1 + Math.ceil(Math.log2("]],
    caughtBy: [["inspect/coarser.test.ts", "no larger than 16 texels"]],
  },
  {
    name: "specular off takes the bumps and not what is mirrored",
    edits: [
      ["(settings.specular ? 0 : 1 << ROLE_ENV)", "(settings.specular ? 0 : 1 << ROLE_BUMP)"],
    ],
    caughtBy: [["reflection.test.ts", "is nothing while that is switched off"]],
  },
  {
    name: "highlights stay while they are switched off",
    edits: [
      ["if (hasHighlights && (frame.hidden & HIDDEN_PHONG) == 0u) {", "if (hasHighlights) {"],
    ],
    caughtBy: [["families/model.test.ts", "no highlights and rims, or no bumps"]],
  },
];
