import type { Fault } from "../../fault.ts";

const REFRACTION = "materials/refraction.test.ts";
const MAPS = "golden/maps/maps.test.ts";

export const WORLD: readonly Fault[] = [
  {
    name: "a displacement's luxels are transposed",
    edits: [
      ["packing.x[row] + 0.5 + j * stepX", "packing.x[row] + 0.5 + i * stepX"],
      ["packing.y[row] + 0.5 + i * stepY", "packing.y[row] + 0.5 + j * stepY"],
    ],
    caughtBy: [[MAPS, "displacement"]],
  },
  {
    name: "a displacement's blend is inverted",
    edits: [["dispVerts.alpha[source] / 255, 0", "1 - dispVerts.alpha[source] / 255, 0"]],
    caughtBy: [[MAPS, "displacement"]],
  },
  {
    name: "two blended textures are swapped",
    edits: [["mix(base, base2, weight)", "mix(base2, base, weight)"]],
    caughtBy: [[MAPS, "displacement"]],
  },
  {
    name: "water hides everything below it",
    edits: [["var hidden = saturate(seen.depth - SHORE);", "var hidden = 1.0;"]],
    caughtBy: [
      [MAPS, "water"],
      [REFRACTION, "in water"],
    ],
  },
  {
    name: "glass refracts the other way",
    edits: [["place + normal.xy * normal.a * paramOf", "place - normal.xy * normal.a * paramOf"]],
    caughtBy: [[REFRACTION, "in glass"]],
  },
  {
    name: "the refracted water depth ignores the slope",
    edits: [["dot(at.pixelSlope, pixel - at.pixel.xy)", "dot(at.pixelSlope, vec2f(0.0))"]],
    caughtBy: [[REFRACTION, "in water"]],
  },
  {
    name: "things in front of the water are refracted in it",
    edits: [["if (depth < 0.0) {\n    return Seen", "if (depth < -2.0) {\n    return Seen"]],
    caughtBy: [[REFRACTION, "in water excludes objects in front of it"]],
  },
  {
    name: "samples are lost when the background is copied for refraction",
    edits: [['copied: FRAME_PASSES.map(resolving("store"))', "copied: FRAME_PASSES.map(render)"]],
    caughtBy: [[REFRACTION, "all samples"]],
  },
  {
    name: "a refracting batch has the box of its first surface",
    edits: [
      [
        "Math.max(box[place * 6 + 3 + k], boxes[row * 6 + 3 + k])",
        "Math.max(box[place * 6 + 3 + k], boxes[row * 6 + k])",
      ],
    ],
    caughtBy: [["refracting-bounds.test.ts"]],
  },
  {
    name: "a displacement begins at its first corner, not at the start position",
    edits: [
      [
        "if (distance < bestDistance) {\n      bestDistance = distance;\n      best = corner;",
        "if (corner < best) {\n      bestDistance = distance;\n      best = corner;",
      ],
    ],
    caughtBy: [[MAPS, "displacement"]],
  },
  {
    name: "a bumped face's styles stand one block apart instead of four",
    edits: [
      [
        "select(1u, 4u, (surface & SURFACE_BUMPED) != 0u)",
        "select(1u, 1u, (surface & SURFACE_BUMPED) != 0u)",
      ],
    ],
    caughtBy: [[MAPS, "bumped-styles-plain"]],
  },
  {
    name: "directional light of a face's second style is the first's",
    edits: [["(f32(i) * 4.0 + 1.0) * blockWidth", "blockWidth"]],
    caughtBy: [[MAPS, "bumped-styles'"]],
  },
  {
    name: "styles that start dark are lit",
    edits: [
      [
        "(flags & SPAWNFLAG_INITIALLY_DARK) === 0 ? 1 : 0",
        "(flags & SPAWNFLAG_INITIALLY_DARK) < 0 ? 0 : 1",
      ],
    ],
    caughtBy: [[MAPS, "dark-style"], ["light-patterns.test.ts"]],
  },
  {
    name: "sprites show their last frame too",
    edits: [
      ["graph.frames(ROLE_BASE), graph.constant(1)", "graph.frames(ROLE_BASE), graph.constant(0)"],
    ],
    caughtBy: [["render/sprites/sprites.test.ts", "animate their frames"]],
  },
  {
    name: "sprites of one material share one frame rate",
    edits: [["[material, frameRate].join", "[material].join"]],
    caughtBy: [["render/sprites/sprites.test.ts", "animate their frames"]],
  },
  {
    name: "beams pass obstacles",
    edits: [["return isHit ? trace.hit.distance : length;", "return length;"]],
    caughtBy: [["scene/sprites/beams.test.ts", "end at"]],
  },
  {
    name: "beams are lit from their other end",
    edits: [["light *= saturate(1.0 - in.texCoord.y);", "light *= saturate(in.texCoord.y);"]],
    caughtBy: [["render/sprites/beams.test.ts", "over its length"]],
  },
  {
    name: "halos are visible from behind",
    edits: [["let fade = 2.0 * max(facing, 0.0);", "let fade = 2.0 * abs(facing);"]],
    caughtBy: [["render/sprites/beams.test.ts", "halo"]],
  },
  {
    name: "light glows grow with distance like other glows",
    edits: [["const LIGHT_GLOW_DISTANCE = 100.0;", "const LIGHT_GLOW_DISTANCE = 200.0;"]],
    caughtBy: [["render/sprites/beams.test.ts", "inches away"]],
  },
  {
    name: "light glows have no outer distance",
    edits: [["if (sprite.right.z > sprite.right.y && away", "if (sprite.right.z < 0.0 && away"]],
    caughtBy: [["render/sprites/beams.test.ts", "inches away"]],
  },
  {
    name: "the sun is opposite to its place",
    edits: [["const level = -Math.cos(pitch);", "const level = Math.cos(pitch);"]],
    caughtBy: [["render/sprites/beams.test.ts", "a sun"]],
  },
  {
    name: "the sun is visible through distant geometry",
    edits: [
      [
        "select(near, vec4f(sprite.up, 0.0), isSun)",
        "select(near, vec4f(frame.cameraPosition + sprite.up * 100.0, 1.0), isSun)",
      ],
    ],
    caughtBy: [["render/sprites/beams.test.ts", "a sun"]],
  },
  {
    name: "light flickers twice as fast",
    edits: [["seconds * LETTERS_PER_SECOND", "2 * seconds * LETTERS_PER_SECOND"]],
    caughtBy: [["light-styles.test.ts", "each tenth"]],
  },
  {
    name: "a pattern's letters are divided by thirteen",
    edits: [["const BAKED_LETTERS = 12;", "const BAKED_LETTERS = 13;"]],
    caughtBy: [["light-styles.test.ts", "each tenth"]],
  },
  {
    name: "a lamp that starts dark follows its pattern",
    edits: [['rest[style] === 0 ? "" : (own ?? "")', 'own ?? ""']],
    caughtBy: [["light-patterns.test.ts", "start dark"]],
  },
  {
    name: "a map's pattern overrides the set style",
    edits: [["set || this.#patterns[style]", "this.#patterns[style] || set"]],
    caughtBy: [["light-styles.test.ts", "keeps a style set by setStyle until it is reset to null"]],
  },
  {
    name: "HDR faces are taken from the LDR lump",
    edits: [["tables.hdr ?? tables.ldr", "tables.ldr ?? tables.hdr"]],
    caughtBy: [["parse-bsp.test.ts"]],
  },
  {
    name: "the requested light side is not chosen",
    edits: [["sides.includes(wanted) ? wanted", "sides.length > 2 ? wanted"]],
    caughtBy: [["map-scene.test.ts"]],
  },
  {
    name: "a relit map keeps its old light",
    edits: [["addSide(parts.bsp, diagnostics);", "addSide(parts.bsp, diagnostics) && parts.bsp;"]],
    caughtBy: [[MAPS, "renders as if opened with that light"]],
  },
  {
    name: "luxels brighter than a byte lose their exponent's sign",
    edits: [["const exponent = sample >> 24;", "const exponent = sample >>> 24;"]],
    caughtBy: [["rgb9e5.test.ts"]],
  },
  {
    name: "textures are projected by their width both ways",
    edits: [
      ["texCoord / 4 + 1] = t / this.#textureHeight", "texCoord / 4 + 1] = t / this.#textureWidth"],
    ],
    caughtBy: [["map-scene.test.ts"]],
  },
  {
    name: "the binormal has the wrong sign",
    edits: [["this.#isLeftHanded(x, y, z) ? -1 : 1", "this.#isLeftHanded(x, y, z) ? 1 : -1"]],
    caughtBy: [["tangents.test.ts"]],
  },
  {
    name: "tangents are not turned with a brush entity",
    edits: [["this.#turn(this.#matrix, 3);", ""]],
    caughtBy: [["tangents.test.ts"]],
  },
  {
    name: "a displacement's tangents are those of its flat face",
    edits: [["if (normals) this.#setFrame(", "if (normals && normals.length < 0) this.#setFrame("]],
    caughtBy: [["tangents.test.ts"]],
  },
  {
    name: "a brush entity's rotation is inverted",
    edits: [
      [
        "writeMatrix3x4(matrix, 0, pitch, yaw, roll, x, y, z)",
        "writeMatrix3x4(matrix, 0, -pitch, -yaw, -roll, x, y, z)",
      ],
    ],
    caughtBy: [[MAPS, "turned-brush"]],
  },
  {
    name: "the light of a water surface is the whole map's",
    edits: [
      ["const sum = front[3] > 0 ? front : back[3] > 0 ? back : whole;", "const sum = whole;"],
    ],
    caughtBy: [["water-light.test.ts"]],
  },
  {
    name: "an entity's opacity applies in the normal mode",
    edits: [["mode === RENDER_NORMAL ? 255 : amount", "mode === RENDER_NORMAL ? amount : 255"]],
    caughtBy: [["render-properties.test.ts"]],
  },
  {
    name: "weights of four textures are those of the previous vertex",
    edits: [
      [
        "firstLayers + vertex * BLEND_NUMBERS + layer;",
        "firstLayers + vertex * BLEND_NUMBERS + layer - 1;",
      ],
    ],
    caughtBy: [
      [
        "read/read-blends.test.ts",
        "are read for each vertex and packed beside the two-texture alpha",
      ],
    ],
  },
  {
    name: "numbers of MultiBlend are those of the previous vertex",
    edits: [["(firstBlend + i) * BLEND_NUMBERS", "(firstBlend + i - 1) * BLEND_NUMBERS"]],
    caughtBy: [["world/multiblend-vertices.test.ts", "contain the lump's values in either light"]],
  },
  {
    name: "any displacement of four textures is of MultiBlend",
    edits: [["vmt && isMultiBlend(vmt)", "true"]],
    caughtBy: [
      [
        "world/multiblend-vertices.test.ts",
        "contain lighting data without the lump or with another material",
      ],
    ],
  },
];
