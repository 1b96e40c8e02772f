import type { Fault } from "../../fault.ts";

export const VIEWS_OF_SURFACES: readonly Fault[] = [
  {
    name: "luxel views count by screen pixels alone",
    edits: [
      [
        "abs(dx.x * dy.y - dx.y * dy.x) / max(area, 1e-12)",
        "abs(dx.x * dy.y - dx.y * dy.x) / max(area * area, 1e-12)",
      ],
    ],
    caughtBy: [
      ["inspect/views.test.ts", "luxel-density counts luxels per area, on the legend's scale"],
    ],
  },
  {
    name: "colours of views are affected by exposure",
    edits: [["color * (cover / max(frame.exposure, 1e-6))", "color * cover"]],
    caughtBy: [
      ["inspect/views.test.ts", "normals shows the facing of walls and models without light"],
    ],
  },
  {
    name: "bytes of a face's light exclude its bump directions",
    edits: [
      [
        "styles * ((surface & SURFACE.bumped) !== 0 ? 4 : 1)",
        "styles * ((surface & SURFACE.bumped) !== 0 ? 1 : 1)",
      ],
    ],
    caughtBy: [
      [
        "inspect/light-views.test.ts",
        "lightmap-bytes counts the luxels of all styles and bump directions",
      ],
    ],
  },
  {
    name: "the height of a face's light is a luxel short",
    edits: [["Math.floor(top - 0.5 + SLACK) + 1;", "Math.floor(top - 0.5 + SLACK);"]],
    caughtBy: [
      [
        "inspect/light-views.test.ts",
        "lightmap-bytes counts the luxels of all styles and bump directions",
      ],
    ],
  },
  {
    name: "views descend the map's tree on the wrong side",
    edits: [["facts[at + select(5u, 4u, isFront)]", "facts[at + select(4u, 5u, isFront)]"]],
    caughtBy: [
      [
        "inspect/visibility-views.test.ts",
        "clusters looks up the leaf in front of each point, and shows the eye's cluster white",
      ],
    ],
  },
  {
    name: "the LOD view counts a switch point that is just ahead",
    edits: [["if (point < 0.0 || metric < point) {", "if (point < 0.0) {"]],
    caughtBy: [["inspect/visibility-views.test.ts", "lods shows the LOD of each model"]],
  },
  {
    name: "things outside the frustum count as drawn",
    edits: [
      [
        "for (let i = 0; i < inPvs; i++) reasons[rows[i]] = REASON_FRUSTUM;",
        "for (let i = 0; i < inPvs; i++) reasons[rows[i]] = REASON_NONE;",
      ],
    ],
    caughtBy: [
      [
        "inspect/visibility-views.test.ts",
        "culled shows which test removed an object, from the frozen view",
      ],
    ],
  },
  {
    name: "edges in a model view join consecutive vertices",
    edits: [
      [
        "  let vertex = edgeIndices[index];\n  let word = vertex * PROP_VERTEX_STRIDE_WORDS;",
        "  let vertex = index;\n  let word = vertex * PROP_VERTEX_STRIDE_WORDS;",
      ],
    ],
    caughtBy: [
      [
        "inspect/light-views.test.ts",
        "wireframe draws the edges of all triangles, including models",
      ],
    ],
  },
  {
    name: "a view's settings override the user's",
    edits: [
      [
        "    Object.assign(job.settings, asked, job.inspector?.follow(asked));",
        "    Object.assign(asked, job.inspector?.follow(asked));\n    Object.assign(job.settings, asked);",
      ],
    ],
    caughtBy: [["inspect/views.test.ts", "fullbright or lightmap equals the setting of that name"]],
  },
  {
    name: "a fixed LOD is one level too coarse",
    edits: [["return lod <= wanted ? 0 : NEVER;", "return lod <= wanted + 1 ? 0 : NEVER;"]],
    caughtBy: [["inspect/coarser.test.ts", "draw all models in one LOD, with GPU culling"]],
  },
  {
    name: "models added after an LOD was fixed ignore it",
    edits: [
      [
        "(map.sources === sources && wanted === level && isLow === isLowRes)",
        "(wanted === level && isLow === isLowRes)",
      ],
    ],
    caughtBy: [
      ["inspect/coarser.test.ts", "apply to models that are added later and to another map"],
    ],
  },
  {
    name: "low-resolution textures begin a mip too late",
    edits: [["const mip = Math.ceil(Math.log2(", "const mip = 1 + Math.ceil(Math.log2("]],
    caughtBy: [
      [
        "inspect/coarser.test.ts",
        "show each texture's first mip with at most 16 texels, or its last",
      ],
    ],
  },
  {
    name: "specular off removes bumps in place of reflections",
    edits: [
      ["(settings.specular ? 0 : 1 << ROLE_ENV)", "(settings.specular ? 0 : 1 << ROLE_BUMP)"],
    ],
    caughtBy: [["reflection.test.ts", "is off without specular, and not bent without bumps"]],
  },
  {
    name: "highlights stay while they are switched off",
    edits: [
      ["if (hasHighlights && (frame.hidden & HIDDEN_PHONG) == 0u) {", "if (hasHighlights) {"],
    ],
    caughtBy: [
      ["families/model.test.ts", "no highlights, rims or bumps while these are switched off"],
    ],
  },
];
