/**
 * Small faults, and the tests that must notice each. They are found by their text, wherever it lies in
 * `src` or `shaders`, and the tests by the end of their path: each must be there once, which
 * `faults.test.ts` checks.
 */

export interface Fault {
  /** What is wrong then. */
  readonly name: string;
  /** Texts that each occur once, and what is put in their place. */
  readonly edits: readonly (readonly [text: string, fault: string])[];
  /** Test files that must fail, by the end of their path, each with the part of a test's name that is enough to run. */
  readonly caughtBy: readonly (readonly [file: string, test?: string])[];
}

/** Pictures of made maps. */
const REFRACTION = "materials/refraction.test.ts";
const MAPS = "golden/maps/maps.test.ts";

const WORLD: readonly Fault[] = [
  {
    name: "a displacement's luxels are transposed",
    edits: [
      ["packing.x[row] + 0.5 + j * stepX", "packing.x[row] + 0.5 + i * stepX"],
      ["packing.y[row] + 0.5 + i * stepY", "packing.y[row] + 0.5 + j * stepY"],
    ],
    caughtBy: [[MAPS, "displacement"]],
  },
  {
    name: "a displacement's second texture blends the other way",
    edits: [["dispVerts.alpha[source] / 255, 0", "1 - dispVerts.alpha[source] / 255, 0"]],
    caughtBy: [[MAPS, "displacement"]],
  },
  {
    name: "two blended textures are mixed up",
    edits: [["mix(base, base2, weight)", "mix(base2, base, weight)"]],
    caughtBy: [[MAPS, "displacement"]],
  },
  {
    name: "water hides what is below it",
    edits: [["var hidden = saturate(seen.depth - SHORE);", "var hidden = 1.0;"]],
    caughtBy: [
      [MAPS, "water"],
      [REFRACTION, "by water"],
    ],
  },
  {
    name: "glass bends the other way",
    edits: [["place + normal.xy * normal.a * paramOf", "place - normal.xy * normal.a * paramOf"]],
    caughtBy: [[REFRACTION, "by glass"]],
  },
  {
    name: "water is as deep wherever its rays are bent to",
    edits: [["dot(at.pixelSlope, pixel - at.pixel.xy)", "dot(at.pixelSlope, vec2f(0.0))"]],
    caughtBy: [[REFRACTION, "by water"]],
  },
  {
    name: "what stands before the water is seen in it",
    edits: [["if (depth < 0.0) {\n    return Seen", "if (depth < -2.0) {\n    return Seen"]],
    caughtBy: [[REFRACTION, "stands before it"]],
  },
  {
    name: "samples are lost when what is behind the glass is copied",
    edits: [['copied: FRAME_PASSES.map(resolving("store"))', "copied: FRAME_PASSES.map(render)"]],
    caughtBy: [[REFRACTION, "all samples"]],
  },
  {
    name: "what refracts is in as large a box as its first surface",
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
    name: "light by direction of a face's second style is its first's",
    edits: [["(f32(i) * 4.0 + 1.0) * blockWidth", "blockWidth"]],
    caughtBy: [[MAPS, "bumped-styles'"]],
  },
  {
    name: "styles that are dark at first shine",
    edits: [
      [
        "(flags & SPAWNFLAG_INITIALLY_DARK) === 0 ? 1 : 0",
        "(flags & SPAWNFLAG_INITIALLY_DARK) < 0 ? 0 : 1",
      ],
    ],
    caughtBy: [[MAPS, "dark-style"], ["light-patterns.test.ts"]],
  },
  {
    name: "sprites show their last frame, too",
    edits: [
      ["graph.frames(ROLE_BASE), graph.constant(1)", "graph.frames(ROLE_BASE), graph.constant(0)"],
    ],
    caughtBy: [["render/sprites/sprites.test.ts", "step through"]],
  },
  {
    name: "sprites of one material step at one rate",
    edits: [["[material, frameRate].join", "[material].join"]],
    caughtBy: [["render/sprites/sprites.test.ts", "step through"]],
  },
  {
    name: "beams shine through what is in their way",
    edits: [["return isHit ? trace.hit.distance : length;", "return length;"]],
    caughtBy: [["scene/sprites/beams.test.ts", "end at"]],
  },
  {
    name: "beams are lit from their other end",
    edits: [["light *= saturate(1.0 - in.texCoord.y);", "light *= saturate(in.texCoord.y);"]],
    caughtBy: [["render/sprites/beams.test.ts", "over its length"]],
  },
  {
    name: "halos are seen from behind",
    edits: [["let fade = 2.0 * max(facing, 0.0);", "let fade = 2.0 * abs(facing);"]],
    caughtBy: [["render/sprites/beams.test.ts", "halo"]],
  },
  {
    name: "light glows grow with distance as other glows do",
    edits: [["const LIGHT_GLOW_DISTANCE = 100.0;", "const LIGHT_GLOW_DISTANCE = 200.0;"]],
    caughtBy: [["render/sprites/beams.test.ts", "inches away"]],
  },
  {
    name: "light glows have no outer distance",
    edits: [["if (sprite.right.z > sprite.right.y && away", "if (sprite.right.z < 0.0 && away"]],
    caughtBy: [["render/sprites/beams.test.ts", "inches away"]],
  },
  {
    name: "the sun stands where its light goes",
    edits: [["const level = -Math.cos(pitch);", "const level = Math.cos(pitch);"]],
    caughtBy: [["render/sprites/beams.test.ts", "a sun"]],
  },
  {
    name: "the sun is seen through what is far away",
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
    name: "a pattern's letters are a thirteenth each",
    edits: [["const BAKED_LETTERS = 12;", "const BAKED_LETTERS = 13;"]],
    caughtBy: [["light-styles.test.ts", "each tenth"]],
  },
  {
    name: "a lamp that starts dark follows its pattern",
    edits: [['rest[style] === 0 ? "" : (own ?? "")', 'own ?? ""']],
    caughtBy: [["light-patterns.test.ts", "start dark"]],
  },
  {
    name: "a pattern of the map's wins over what a style is set to",
    edits: [["set || this.#patterns[style]", "this.#patterns[style] || set"]],
    caughtBy: [["light-styles.test.ts", "keeps what"]],
  },
  {
    name: "HDR faces are taken from the LDR lump",
    edits: [["tables.hdr ?? tables.ldr", "tables.ldr ?? tables.hdr"]],
    caughtBy: [["parse-bsp.test.ts"]],
  },
  {
    name: "the light that is asked for is not chosen",
    edits: [["sides.includes(wanted) ? wanted", "sides.length > 2 ? wanted"]],
    caughtBy: [["map-scene.test.ts"]],
  },
  {
    name: "a map lit anew keeps the light that it had",
    edits: [["addSide(parts.bsp, diagnostics);", "addSide(parts.bsp, diagnostics) && parts.bsp;"]],
    caughtBy: [[MAPS, "lit anew"]],
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
    name: "the binormal's sign is the other one",
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
    name: "a brush entity's turn is undone",
    edits: [
      [
        "writeMatrix3x4(matrix, 0, pitch, yaw, roll, x, y, z)",
        "writeMatrix3x4(matrix, 0, -pitch, -yaw, -roll, x, y, z)",
      ],
    ],
    caughtBy: [[MAPS, "turned-brush"]],
  },
  {
    name: "the light of a water surface is that of the whole map",
    edits: [
      ["const sum = front[3] > 0 ? front : back[3] > 0 ? back : whole;", "const sum = whole;"],
    ],
    caughtBy: [["water-light.test.ts"]],
  },
  {
    name: "an entity's opacity counts in the normal mode",
    edits: [["mode === RENDER_NORMAL ? 255 : amount", "mode === RENDER_NORMAL ? amount : 255"]],
    caughtBy: [["render-properties.test.ts"]],
  },
];

const SKY: readonly Fault[] = [
  {
    name: "the sky's HDR textures are shown under no light",
    edits: [['TEXTURES[isSky ? light : "ldr"]', "TEXTURES.ldr"]],
    caughtBy: [["render/sky/sky.test.ts", "compressed light"]],
  },
  {
    name: "the sky's transform does not move it",
    edits: [["dot(sky.sides[side].t, own)", "dot(sky.sides[side].t.xy, own.xy)"]],
    caughtBy: [["render/sky/sky.test.ts", "about its centre"]],
  },
  {
    name: "a sky's compressed light is half as bright",
    edits: [["RGBS_SCALE = 8", "RGBS_SCALE = 4"]],
    caughtBy: [["render/sky/sky.test.ts", "compressed light"]],
  },
  {
    name: "the 3D sky moves as fast as the camera",
    edits: [
      ["sky.x + camera.x / sky.scale", "sky.x + camera.x"],
      ["sky.y + camera.y / sky.scale", "sky.y + camera.y"],
      ["sky.z + camera.z / sky.scale", "sky.z + camera.z"],
    ],
    caughtBy: [[MAPS, "sky-3d"]],
  },
  {
    name: "a sky camera without a scale has one of 1",
    edits: [["const DEFAULT_SCALE = 16;", "const DEFAULT_SCALE = 1;"]],
    caughtBy: [[MAPS, "sky-3d-default-scale"]],
  },
  {
    name: "two sides of the sky are swapped",
    edits: [
      ["case 2u: { return vec3f(s, 1.0, t); }", "case 2u: { return vec3f(-s, -1.0, t); }"],
      ["case 3u: { return vec3f(-s, -1.0, t); }", "case 3u: { return vec3f(s, 1.0, t); }"],
    ],
    caughtBy: [[MAPS, "sky-3d"]],
  },
];

const PROPS: readonly Fault[] = [
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
];

const FORMATS: readonly Fault[] = [
  {
    name: "LZMA takes more literal bits than their sum may be",
    edits: [["literalBits > 4", "literalBits > 12"]],
    caughtBy: [["decompress-lzma.test.ts"]],
  },
  {
    name: "lumps may unpack to any sum",
    edits: [['    this.ledger.take("unpackedBytes", byteLength, where);\n', ""]],
    caughtBy: [["scene/open/limits.test.ts"]],
  },
  {
    name: "LZMA forgets its third distance",
    edits: [
      [
        "      farthest = farther;\n      farther = far;\n      far = near;\n      length",
        "      farther = far;\n      far = near;\n      length",
      ],
    ],
    caughtBy: [["decompress-lzma.test.ts"]],
  },
  {
    name: "a face's count of primitives keeps its shadow bit",
    edits: [["wide ? counts[i] >>> 1 : counts[i] & 0x7fff", "wide ? counts[i] >>> 1 : counts[i]"]],
    caughtBy: [["parse-bsp.test.ts"]],
  },
  {
    name: "a run of zeros in a PVS row is one cluster too short",
    edits: [
      [
        "write += bytes[read++];\n    } else {\n      out[write",
        "write += bytes[read++] - 1;\n    } else {\n      out[write",
      ],
    ],
    caughtBy: [["pvs.test.ts"]],
  },
  {
    name: "DXT colours between the ends are swapped",
    edits: [
      [
        "third(b0, b1) << 16) | (third(g0, g1) << 8) | third(r0, r1)",
        "third(b1, b0) << 16) | (third(g1, g0) << 8) | third(r1, r0)",
      ],
    ],
    caughtBy: [["decode-vtf-image.test.ts"]],
  },
  {
    name: "texture coordinates of a VVD are swapped",
    edits: [
      [
        "texCoord[out * 2] = floats[f + 10];\n      texCoord[out * 2 + 1] = floats[f + 11];",
        "texCoord[out * 2] = floats[f + 11];\n      texCoord[out * 2 + 1] = floats[f + 10];",
      ],
    ],
    caughtBy: [["parse-vvd.test.ts"]],
  },
  {
    name: "fixups of a VVD are taken in a row",
    edits: [["runs[i * 2] = source;", "runs[i * 2] = total;"]],
    caughtBy: [["parse-vvd.test.ts"]],
  },
  {
    name: "a patch adds what it should only replace",
    edits: [["if (!onlyExisting) this.#add(key, value);", "this.#add(key, value);"]],
    caughtBy: [["resolve-vmt.test.ts"]],
  },
  {
    name: "a condition's not binds nothing",
    edits: [['return HOLDS.has(name) !== (not === "!");', "return HOLDS.has(name);"]],
    caughtBy: [["parse-keyvalues.test.ts"]],
  },
  {
    name: "files of a VPK are looked for at their length",
    edits: [
      [
        "columns.fileOffset[file] = view.getUint32(entry + 8, true);",
        "columns.fileOffset[file] = view.getUint32(entry + 12, true);",
      ],
    ],
    caughtBy: [["vpk.test.ts"]],
  },
  {
    name: "the texture of a static prop of Black Mesa is read as of Counter-Strike",
    edits: [["return looksLikeV11(records, littleEndian) ? V11 : MESA;", "return V11;"]],
    caughtBy: [["parse-static-props.test.ts"]],
  },
];

const VISIBILITY: readonly Fault[] = [
  {
    name: "rays near a node's plane see one of its sides only",
    edits: [
      [
        "*/\nconst NEAR_PLANE = 1 / 32;\n\nconst NO_SIDE",
        "*/\nconst NEAR_PLANE = 0;\n\nconst NO_SIDE",
      ],
    ],
    caughtBy: [["trace.test.ts", "what a ray hits"]],
  },
  {
    name: "a hit triangle's normal looks away from the ray",
    edits: [
      ["nx * dx + ny * dy + nz * dz > 0 ? -1 : 1", "nx * dx + ny * dy + nz * dz > 0 ? 1 : -1"],
    ],
    caughtBy: [["trace.test.ts", "what a ray hits"]],
  },
  {
    name: "a hit side's normal stays in its model's space",
    edits: [
      [
        "hit.normalX = modelFromWorld[m] * nx + modelFromWorld[m + 4] * ny + modelFromWorld[m + 8] * nz;",
        "hit.normalX = nx;",
      ],
    ],
    caughtBy: [["trace.test.ts", "what a ray hits"]],
  },
  {
    name: "a point on a plane is behind it",
    edits: [
      [
        "      nodePlane[plane + 3];\n    node = nodeChildren[node * 2 + (distance >= 0",
        "      nodePlane[plane + 3];\n    node = nodeChildren[node * 2 + (distance > 0",
      ],
    ],
    caughtBy: [["leaf-walk.test.ts"]],
  },
  {
    name: "leaves are ordered front to back",
    edits: [["const near = distance >= 0 ? 0 : 1;", "const near = distance >= 0 ? 1 : 0;"]],
    caughtBy: [["leaf-walk.test.ts"]],
  },
  {
    name: "the GPU orders leaves front to back",
    edits: [["if (isBack == isCameraBack) {", "if (isBack != isCameraBack) {"]],
    caughtBy: [["translucent/translucent.test.ts"]],
  },
  {
    name: "the frustum keeps what only its nearest corner is inside of",
    edits: [
      [
        "let farthest = select(mins, maxs, plane.xyz > vec3f(0.0));",
        "let farthest = select(maxs, mins, plane.xyz > vec3f(0.0));",
      ],
    ],
    caughtBy: [["culling.test.ts"]],
  },
  {
    name: "boxes are hidden by the nearest of what lies before them",
    edits: [
      [
        "farthest = min(farthest, pyramid[offset + y * texels.x + x]);",
        "farthest = max(farthest, pyramid[offset + y * texels.x + x]);",
      ],
    ],
    caughtBy: [["occlusion.test.ts"]],
  },
  {
    name: "what is in one visible cluster of two is left out",
    edits: [
      [
        "if ((visible[cluster >>> 5] & (1 << (cluster & 31))) !== 0) return true;\n  }\n  return false;",
        "if ((visible[cluster >>> 5] & (1 << (cluster & 31))) === 0) return false;\n  }\n  return true;",
      ],
    ],
    caughtBy: [["cull.test.ts"]],
  },
];

const LIGHT: readonly Fault[] = [
  {
    name: "spot lights shine backwards",
    edits: [["dot(-toLight, light.normal)", "dot(toLight, light.normal)"]],
    caughtBy: [["shader-functions.test.ts"]],
  },
  {
    name: "a style has the brightness of its neighbour",
    edits: [["styleTable[style >> 2u][style & 3u]", "styleTable[style >> 2u][(style + 1u) & 3u]"]],
    caughtBy: [["shader-functions.test.ts"], [MAPS, "dark-style"]],
  },
  {
    name: "a map's exposure is left out",
    edits: [["saturate(light * frame.exposure)", "saturate(light)"]],
    caughtBy: [["render/renderer.test.ts"]],
  },
  {
    name: "dark maps are not made brighter",
    edits: [["if (average < DARKEST) exposure =", "if (average < 0) exposure ="]],
    caughtBy: [["exposure.test.ts"]],
  },
  {
    name: "what adds its light covers what is behind",
    edits: [["select(color.a, 0.0, isAdditive)", "color.a"]],
    caughtBy: [["surface-sides.test.ts"]],
  },
  {
    name: "a vertex's third bone is its second",
    edits: [["b.row1 * weight.y + c.row1 * weight.z", "b.row1 * weight.y + b.row1 * weight.z"]],
    caughtBy: [["golden/scene.test.ts", "whole"]],
  },
];

const TEXTURES: readonly Fault[] = [
  {
    name: "the distance of a second texture is not measured",
    edits: [
      [
        "const texture = materials.roleTexture[material * ROLE_COUNT + role];\n      if (texture >= 0) nearest",
        "const texture = materials.roleTexture[material * ROLE_COUNT + role];\n      if (role === 0 && texture >= 0) nearest",
      ],
    ],
    caughtBy: [["textures.test.ts"]],
  },
  {
    name: "the budget takes second textures for near",
    edits: [
      [
        "distance: Math.min(before, distance[i] ?? 0)",
        "distance: role === 0 ? Math.min(before, distance[i] ?? 0) : 0",
      ],
    ],
    caughtBy: [["textures/textures.test.ts"]],
  },
  {
    name: "the budget makes the nearest textures smaller first",
    edits: [
      [
        "compare(textures[b].distance, textures[a].distance)",
        "compare(textures[a].distance, textures[b].distance)",
      ],
    ],
    caughtBy: [["texture-budget.test.ts"]],
  },
  {
    name: "textures are clamped along the wrong axis",
    edits: [
      [
        "(vtf.flags & TEXTUREFLAGS_CLAMPS) !== 0 ? TEXTURE_CLAMP_S",
        "(vtf.flags & TEXTUREFLAGS_CLAMPS) !== 0 ? TEXTURE_CLAMP_T",
      ],
      [
        "(vtf.flags & TEXTUREFLAGS_CLAMPT) !== 0 ? TEXTURE_CLAMP_T",
        "(vtf.flags & TEXTUREFLAGS_CLAMPT) !== 0 ? TEXTURE_CLAMP_S",
      ],
    ],
    caughtBy: [["textures.test.ts"]],
  },
  {
    name: "a cubemap begins at a layer of pictures",
    edits: [
      [
        "places.layer[texture] * layersOf(image.dimension)",
        'places.layer[texture] * layersOf("2d")',
      ],
    ],
    caughtBy: [["reflection.test.ts", "all of its faces"]],
  },
  {
    name: "the faces of a cubemap are all its first",
    edits: [
      [
        "decodeVtfImage(vtf, firstMip + mip, atFrame, atFace)",
        "decodeVtfImage(vtf, firstMip + mip, atFrame, face)",
      ],
    ],
    caughtBy: [["reflection.test.ts", "all of its faces"]],
  },
  {
    name: "what is mirrored is what lies behind the surface",
    edits: [
      [
        "2.0 * dot(normal, toEye) * normal - normalSquared * toEye",
        "0.0 * dot(normal, toEye) * normal - normalSquared * toEye",
      ],
    ],
    caughtBy: [["reflection.test.ts", "all of its faces"]],
  },
  {
    name: "what is opaque mirrors, and what is not does not",
    edits: [["select(1.0, 1.0 - baseAlpha, isMasked)", "select(1.0, baseAlpha, isMasked)"]],
    caughtBy: [["reflection.test.ts", "base texture is opaque"]],
  },
];

const FIRST_PICTURE: readonly Fault[] = [
  {
    name: "what blends is put in order by the CPU nearest leaf first",
    edits: [["rank[a] - rank[b] ||", "rank[b] - rank[a] ||"]],
    caughtBy: [["cpu-order.test.ts"]],
  },
  {
    name: "what blends is put in order by the CPU nearest first within a leaf",
    edits: [["|| distance[b] - distance[a] ||", "|| distance[a] - distance[b] ||"]],
    caughtBy: [["translucent/translucent.test.ts", "as a picture"]],
  },
  {
    name: "the CPU lets the nearest surfaces share a slot instead of the farthest",
    edits: [
      [
        "slot[entry] = Math.max(turnsBefore, merged) - merged",
        "slot[entry] = Math.min(turnsBefore, slotCount - 1)",
      ],
    ],
    caughtBy: [["cpu-order.test.ts"]],
  },
  {
    name: "a prop that blends is drawn by the CPU in all its LODs",
    edits: [
      [
        "chooseInstanceLod(set, instance, view) !== set.drawLod[translucentDraw[row]]",
        "chooseInstanceLod(set, instance, view) < 0",
      ],
    ],
    caughtBy: [["cpu-order.test.ts"]],
  },
  {
    name: "a first picture waits for culling",
    edits: [["turn = TURN_CULLING } = {}", "turn = 0 } = {}"]],
    caughtBy: [["first-picture.test.ts"]],
  },
  {
    name: "culling is compiled while the GPU draws the first picture",
    edits: [["map === pictured && canCull(map)", "canCull(map)"]],
    caughtBy: [["first-picture.test.ts"]],
  },
  {
    name: "what moves by itself stands still",
    edits: [["fract(materials[material.row].rates[param] * frame.time)", "vec4f(0.0)"]],
    caughtBy: [["moving-textures.test.ts", "time goes by"]],
  },
  {
    name: "a texture is turned before it is scaled",
    edits: [["[scaleS * cos, -scaleT * sin]", "[scaleS * cos, -scaleS * sin]"]],
    caughtBy: [["base-transform.test.ts"]],
  },
  {
    name: "occlusion is kept where frames are dearer with it",
    edits: [["isWorth ? withIt * CHANGE_RATIO <= without", "isWorth ? withIt >= without"]],
    caughtBy: [["occlusion-trial.test.ts"]],
  },
];

const MATERIALS: readonly Fault[] = [
  {
    name: "what modulates is laid over what is behind it",
    edits: [
      [
        'color: { srcFactor: "dst", dstFactor: "zero" }',
        'color: { srcFactor: "one", dstFactor: "zero" }',
      ],
    ],
    caughtBy: [["materials/modulate.test.ts"]],
  },
  {
    name: "what modulates by twice its texture does so once",
    edits: [
      ["(material.flags & MATERIAL_MOD2X) != 0u)", "(material.flags & MATERIAL_MOD2X) == 1u)"],
    ],
    caughtBy: [["materials/modulate.test.ts"]],
  },
  {
    name: "a material's sine is a cosine",
    edits: [["case MOTION_OP_SIN: { return sin(a); }", "case MOTION_OP_SIN: { return cos(a); }"]],
    caughtBy: [["materials/proxies.test.ts", "swings part by part"]],
  },
  {
    name: "an animation begins a frame too late",
    edits: [
      ["moving[material].places[role] + shown", "moving[material].places[role] + shown + 1u"],
    ],
    caughtBy: [["materials/proxies.test.ts", "frame of its time"]],
  },
  {
    name: "frames of an animation are its first one again and again",
    edits: [["frame + Math.floor(layer / faces), face", "frame, face"]],
    caughtBy: [["materials/proxies.test.ts", "frame of its time"]],
  },
  {
    name: "what an entity colours moves in its material's own colour",
    edits: [["scale.push(...tint, alpha)", "scale.push(1, 1, 1, 1)"]],
    caughtBy: [["materials/proxies.test.ts", "opacity and colour"]],
  },
  {
    name: "an animation may take all of the texture budget",
    edits: [["const LARGEST_SHARE = 1 / 8;", "const LARGEST_SHARE = 1;"]],
    caughtBy: [["textures/fit-frames.test.ts", "eighth of the budget"]],
  },
  {
    name: "a second texture lies where the first one does",
    edits: [["let own = vec3f(at.own, 1.0);", "let own = vec3f(at.texCoord, 1.0);"]],
    caughtBy: [["materials/two-texture.test.ts", "their own transform"]],
  },
  {
    name: "a monitor has no contrast",
    edits: [["color = mix(color, color * color, paramOf(material, PARAM_ENV_CONTRAST).rgb);", ""]],
    caughtBy: [["materials/two-texture.test.ts", "monitor"]],
  },
  {
    name: "a texture that a proxy turns is moved before it is turned",
    edits: [
      ['call.op("ADD", center, move), ofCenter', 'call.op("SUBTRACT", center, move), ofCenter'],
    ],
    caughtBy: [["materials/proxies.test.ts", "turns and grows"]],
  },
];

const AREAS: readonly Fault[] = [
  {
    name: "area portals count as open, however they start",
    edits: [["isOpen[portal] === 0 || hasBit(reached, other)", "hasBit(reached, other)"]],
    caughtBy: [["visibility/areas.test.ts"], ["views/area-portals.test.ts"]],
  },
  {
    name: "what another area hides stays hidden when its portals are opened",
    edits: [
      [
        "view.bitsCluster !== view.cluster || view.bitsArea !== area",
        "view.bitsCluster !== view.cluster",
      ],
    ],
    caughtBy: [["views/area-portals.test.ts"]],
  },
  {
    name: "an area portal is closed though its door stands open",
    edits: [['integerOf(door, "spawnpos", 0) !== 0', 'integerOf(door, "spawnpos", 0) < 0']],
    caughtBy: [["scene/areas/areas.test.ts", "says the door"]],
  },
  {
    name: "windows: one is near from behind its box",
    edits: [['graph.apply("MAX", before, behind)', 'graph.apply("MAX", before, before)']],
    caughtBy: [["materials/area-windows.test.ts", "is as solid"]],
  },
  {
    name: "windows: one fades towards what is near",
    edits: [["number(end - start)", "number(start - end)"]],
    caughtBy: [["materials/area-windows.test.ts", "is as solid"]],
  },
  {
    name: "windows: one reads the results of its material's own program",
    edits: [["sources.includes(window[i]) ? 0 : first", "sources.includes(window[i]) ? 0 : 0"]],
    caughtBy: [["materials/area-windows.test.ts", "goes on moving"]],
  },
  {
    name: "windows: one is shown where it is itself, not its target",
    edits: [["matrixOf(bsp.entities[window.target], entity)", "matrixOf(entity, entity)"]],
    caughtBy: [["brushes/area-windows.test.ts", "where it stands"]],
  },
  {
    name: "windows: a portal stays open as long as the cluster is the same",
    edits: [[" || view.bitsPortals !== portals", ""]],
    caughtBy: [["views/area-portals.test.ts", "close behind windows"]],
  },
  {
    name: "windows: the eye may go farther than the next portal that closes",
    edits: [["Math.min(walk.slack, Math.abs(left))", "Math.min(walk.slack, Math.abs(left) + 8)"]],
    caughtBy: [["visibility/areas.test.ts", "close and open again"]],
  },
];

const FOG: readonly Fault[] = [
  {
    name: "fog is as thick as it is far",
    edits: [["vec4f(fog.color, share * share)", "vec4f(fog.color, share)"]],
    caughtBy: [["render/frame/fog.test.ts", "lies before a wall"]],
  },
  {
    name: "fog by distance is fog by depth at the picture's edges",
    edits: [["isRadial ? 1 / Math.hypot(m[1], m[5], m[9]) : 0", "0"]],
    caughtBy: [["render/frame/fog.test.ts", "lies before a wall"]],
  },
  {
    name: "fog's colours are mixed against the view",
    edits: [["fog.isBlended ? 0.5 * toward + 0.5 : 1", "fog.isBlended ? 0.5 - 0.5 * toward : 1"]],
    caughtBy: [["render/frame/fog.test.ts", "two colours"]],
  },
  {
    name: "what is added glows in the fog's colour",
    edits: [["select(fog.rgb, vec3f(0.0), isAdditive)", "fog.rgb"]],
    caughtBy: [["render/frame/fog.test.ts", "fade to nothing"]],
  },
  {
    name: "the 3D sky's fog is as far as the world's",
    edits: [['numberOf(entity, "fogend", 0) / scale', 'numberOf(entity, "fogend", 0)']],
    caughtBy: [["render/frame/fog.test.ts", "3D sky"], ["scene/fog/fog.test.ts"]],
  },
  {
    name: "the last fog controller counts",
    edits: [["if (found === null || isMaster) found", "found"]],
    caughtBy: [["scene/fog/fog.test.ts", "controller that counts"]],
  },
  {
    name: "what lies beyond the view's end is drawn for nothing",
    edits: [["out[20 + i] = z;", "out[20 + i] = w;"]],
    caughtBy: [["render/frame/fog.test.ts", "hides what lies beyond"]],
  },
];

const DETAILS: readonly Fault[] = [
  {
    name: "detail sprites that face the eye stay upright",
    edits: [["in.facing.x != DETAIL_FACING_EYE)", "in.facing.x != 9u)"]],
    caughtBy: [["details/detail-oracle.test.ts", "stand where they stand"]],
  },
  {
    name: "detail sprites sway at their feet",
    edits: [["const amount = isLow ? 0 :", "const amount = !isLow ? 0 :"]],
    caughtBy: [["details/detail-oracle.test.ts", "stand where they stand"]],
  },
  {
    name: "detail sprites that stand elsewhere sway as one",
    edits: [["(frame.time + in.origin.x + f32", "(frame.time + f32"]],
    caughtBy: [["details/detail-oracle.test.ts", "stand where they stand"]],
  },
  {
    name: "the exponent of light of styles on detail sprites has no sign",
    edits: [["bitcast<i32>(row.x) >> 24u", "row.x >> 24u"]],
    caughtBy: [["details/detail-oracle.test.ts", "are lit"]],
  },
  {
    name: "detail sprites keep the light of styles of the other side",
    edits: [["styles.firstRow[side ?? styles.side]", "styles.firstRow[styles.side]"]],
    caughtBy: [["details/detail-oracle.test.ts", "are lit"]],
  },
  {
    name: "detail sprites fade by how far they are, not by its square",
    edits: [
      [
        "details.fadeEndSquared - dot(toCamera, toCamera)",
        "details.fadeEndSquared - sqrt(details.fadeEndSquared) * length(toCamera)",
      ],
    ],
    caughtBy: [["details/detail-oracle.test.ts", "fade"]],
  },
  {
    name: "detail sprites are as bright as their light, however much it is",
    edits: [["return min(light, vec3f(1.0));\n}\n\n@vertex", "return light;\n}\n\n@vertex"]],
    caughtBy: [["details/detail-oracle.test.ts", "are lit"]],
  },
  {
    name: "detail models are lit by the light of the first props",
    edits: [["const row = rows[i];\n    rgb.fill(0);", "const row = i;\n    rgb.fill(0);"]],
    caughtBy: [["details/detail-models.test.ts"], ["props/detail-models.test.ts"]],
  },
  {
    name: "detail models look for their light baked",
    edits: [["filled(1, NO_BAKED_LIGHT)", "filled(1, 0)"]],
    caughtBy: [["props/detail-models.test.ts"]],
  },
];

const SPRITES: readonly Fault[] = [
  {
    name: "a sprite that is switched on later is seen from the start",
    edits: [['"" && !startsOn) return []', '"" && startsOn) return []']],
    caughtBy: [["scene/sprites/sprites.test.ts", "on when it starts"]],
  },
  {
    name: "sprites stand on their heads",
    edits: [["vec2<bool>(isRight, !isUp)", "vec2<bool>(isRight, isUp)"]],
    caughtBy: [["render/sprites/sprites.test.ts", "stand in their place"]],
  },
  {
    name: "sprites are rolled the other way",
    edits: [
      ["right * roll.x + up * roll.y", "right * roll.x - up * roll.y"],
      ["up * roll.x - right * roll.y", "up * roll.x + right * roll.y"],
    ],
    caughtBy: [["render/sprites/sprites.test.ts", "stand in their place"]],
  },
  {
    name: "glows are dimmed by their distance, not by its square",
    edits: [["pow(FADE_DISTANCE / max(away, 1.0), 2.0)", "FADE_DISTANCE / max(away, 1.0)"]],
    caughtBy: [["render/sprites/sprites.test.ts", "dimmed with distance"]],
  },
  {
    name: "glows are seen through what hides them",
    edits: [["proxy.depth >= textureLoad(depth", "proxy.depth < textureLoad(depth"]],
    caughtBy: [["render/sprites/sprites.test.ts", "samples 1"]],
  },
  {
    name: "what hides a glow is looked for at the glow, not before what it sits on",
    edits: [["sprite.origin + toEye * sprite.proxySize", "sprite.origin"]],
    caughtBy: [["render/sprites/sprites.test.ts", "sit on"]],
  },
  {
    name: "what is added is added as light, not as it is stored",
    edits: [["select(0.0, -storedGain(added), isStored)", "0.0"]],
    caughtBy: [["render/sprites/sprites.test.ts", "blended as their mode says"]],
  },
  {
    name: "sprites have one brightness in all light",
    edits: [["floats[color + i] *= hdrScale[row]", "floats[color + i] *= 1"]],
    caughtBy: [["render/sprites/sprites.test.ts", "another brightness"]],
  },
];

/** What is made of the picture's light. */
const GRADING: readonly Fault[] = [
  {
    name: "automatic exposure weighs red as blue",
    edits: [["vec3f(0.2125, 0.7154, 0.0721)", "vec3f(0.0721, 0.7154, 0.2125)"]],
    caughtBy: [["exposure-meter.test.ts", "rests where the engine would"]],
  },
  {
    name: "automatic exposure looks for the darkest part",
    edits: [["clamp(high - (high - low) * needed", "clamp(low + (high - low) * needed"]],
    caughtBy: [["exposure-meter.test.ts", "rests where the engine would"]],
  },
  {
    name: "automatic exposure goes down as slowly as up",
    edits: [
      ["rate = min(3.0 * rate, mix(rate, 3.0 * rate,", "rate = min(rate, mix(rate, 3.0 * rate,"],
    ],
    caughtBy: [["exposure-meter.test.ts", "is approached"]],
  },
  {
    name: "automatic exposure forgets nothing of the frame before",
    edits: [["atomicStore(&exposure.bins[bin], 0u)", "atomicMin(&exposure.bins[bin], 9999u)"]],
    caughtBy: [["exposure-meter.test.ts", "is approached"]],
  },
  {
    name: "a redrawn frame takes the exposure on",
    edits: [["return isSequence ? STEP_APPROACH : STEP_REST", "return STEP_APPROACH"]],
    caughtBy: [["exposure-steps.test.ts"]],
  },
  {
    name: "bloom reaches as far down as across",
    edits: [
      [
        "blurred(id.xy, vec2f(0.0, 1.0 / f32(size.x)))",
        "blurred(id.xy, vec2f(0.0, 1.0 / f32(size.y)))",
      ],
    ],
    caughtBy: [["bloom.test.ts", "one bright texel"]],
  },
  {
    name: "bloom is laid over the picture half a texel off",
    edits: [["let place = position.xy / (", "let place = (position.xy - 2.0) / ("]],
    caughtBy: [["grade.test.ts", "adds bloom"]],
  },
  {
    name: "colour correction reads from the edge of its tables",
    edits: [["saturate(color) * (31.0 / 32.0) + 0.5 / 32.0", "saturate(color)"]],
    caughtBy: [["grade.test.ts", "corrects colours"]],
  },
  {
    name: "colour correction is of the first table everywhere",
    edits: [["(place.z + lookupMix.tables[i]) / tables", "place.z / tables"]],
    caughtBy: [["grade.test.ts", "corrects colours"]],
  },
  {
    name: "maps lit for LDR are exposed automatically",
    edits: [['if (side !== "hdr") return null', "if (side === null) return null"]],
    caughtBy: [["tone-mapping.test.ts"]],
  },
];

const ROPES: readonly Fault[] = [
  {
    name: "ropes fall twice as fast as the engine's",
    edits: [["STEP_SECONDS * STEP_SECONDS * 0.5", "STEP_SECONDS * STEP_SECONDS"]],
    caughtBy: [["scene/ropes/ropes.test.ts", "as the engine lets them"]],
  },
  {
    name: "ropes are as long as they are said to be",
    edits: [["const SLACK_OFFSET = -100", "const SLACK_OFFSET = 0"]],
    caughtBy: [["scene/ropes/ropes.test.ts", "as the engine lets them"]],
  },
  {
    name: "a rope that nothing holds at its end is held there",
    edits: [["if (!isDangling) now[last + axis]", "if (isDangling !== null) now[last + axis]"]],
    caughtBy: [["scene/ropes/ropes.test.ts", "as the engine lets them"]],
  },
  {
    name: "ropes are twice as wide as they are",
    edits: [["ROPE_POINT.halfWidth / 4] = width / 2", "ROPE_POINT.halfWidth / 4] = width"]],
    caughtBy: [["render/ropes/ropes.test.ts", "cover of each pixel"]],
  },
  {
    name: "the middle of a pixel tells whether a rope covers it",
    edits: [
      [
        "saturate(min(away + 0.5, in.halfPixels) - max(away - 0.5, -in.halfPixels))",
        "select(0.0, 1.0, away < in.halfPixels)",
      ],
    ],
    caughtBy: [["render/ropes/ropes.test.ts", "cover of each pixel"]],
  },
];

const BUMPS: readonly Fault[] = [
  {
    name: "light by direction keeps the scale that it is stored in",
    edits: [["(channelOf(samples[flat + luxel], shift) * DIRECTIONS) / sum", "1"]],
    caughtBy: [["directed-blocks.test.ts"]],
  },
  {
    name: "only the first style of a bumped face has light by direction",
    edits: [["if (step === 1) continue;", "if (step === 1 || block > 0) continue;"]],
    caughtBy: [["directed-blocks.test.ts", "atlas"]],
  },
  {
    name: "the flat block is taken for that of the first direction",
    edits: [["(f32(i) * 4.0 + 1.0) * blockWidth", "(f32(i) * 4.0) * blockWidth"]],
    caughtBy: [["bumped-light.test.ts", "opaque"]],
  },
  {
    name: "two directions of the bump basis are swapped",
    edits: [
      [
        "vec3f(-0.40824829, 0.70710678, 0.57735026),\n  vec3f(-0.40824829, -0.70710678,",
        "vec3f(-0.40824829, -0.70710678, 0.57735026),\n  vec3f(-0.40824829, 0.70710678,",
      ],
    ],
    caughtBy: [["bumped-light.test.ts", "opaque"]],
  },
  {
    name: "a normal map's second axis points up its texture",
    edits: [["cross(normal, tangent.xyz) * tangent.w", "cross(tangent.xyz, normal) * tangent.w"]],
    caughtBy: [
      ["reflection.test.ts", "turned by a normal map"],
      ["bumped-light.test.ts", "a model"],
    ],
  },
  {
    name: "the alpha of a normal map masks nothing",
    edits: [["vec3f(select(0.0, mirroring, isThere))", "vec3f(select(0.0, 1.0, isThere))"]],
    caughtBy: [["reflection.test.ts", "normal map's alpha"]],
  },
  {
    name: "a mask lies where the base texture does",
    edits: [
      [
        "at.maskCoord = movedBy(material, PARAM_MASK_S, PARAM_MASK_T, texCoord);",
        "at.maskCoord = at.texCoord;",
      ],
    ],
    caughtBy: [["reflection.test.ts", "wherever that lies"]],
  },
];

const DETAIL_TEXTURES = "materials/detail.test.ts";

const SURFACES: readonly Fault[] = [
  {
    name: "detail textures are colours where they multiply, and nowhere else",
    edits: [
      [
        'if (isColor) state.spaces[ROLE_DETAIL] = "srgb"',
        'if (!isColor) state.spaces[ROLE_DETAIL] = "srgb"',
      ],
    ],
    caughtBy: [[DETAIL_TEXTURES, "by mode"]],
  },
  {
    name: "a detail texture's scale along t is that along s",
    edits: [["scale[part < 2 ? part : side]", "scale[0]"]],
    caughtBy: [[DETAIL_TEXTURES, "so many times as dense"]],
  },
  {
    name: "a detail texture changes how much a lightmapped surface covers",
    edits: [
      ["paramOf(material, PARAM_DETAIL_T).w > 0.5", "paramOf(material, PARAM_DETAIL_T).w > 1.5"],
    ],
    caughtBy: [[DETAIL_TEXTURES, "whose alpha it leaves"]],
  },
  {
    name: "of what a detail texture adds to light the wrong band is spread",
    edits: [
      ["select(4.0 * share, 1.0 / share, isWide)", "select(1.0 / share, 4.0 * share, isWide)"],
    ],
    caughtBy: [[DETAIL_TEXTURES, "by mode 6"]],
  },
  {
    name: "a self-shadowed detail texture weighs all directions alike",
    edits: [["weight *= weight * detail;", "weight *= weight;"]],
    caughtBy: [[DETAIL_TEXTURES, "self-shadowed"]],
  },
  {
    name: "what covers of a blend is both alphas mixed",
    edits: [["color = vec4f(blended.rgb, base.a)", "color = blended"]],
    caughtBy: [[DETAIL_TEXTURES, "both textures of a blend"]],
  },
  {
    name: "a blend's mask turns it the other way",
    edits: [["saturate((blend - first) / max", "saturate((last - blend) / max"]],
    caughtBy: [["materials/blend-mask.test.ts", "how sharply"]],
  },
  {
    name: "a blend's mask lies where the vertices say",
    edits: [
      [
        "at.blendCoord = movedBy(material, PARAM_BLEND_S, PARAM_BLEND_T, texCoord);",
        "at.blendCoord = texCoord;",
      ],
    ],
    caughtBy: [["materials/blend-mask.test.ts", "its own transform"]],
  },
  {
    name: "what is laid over the world along x is turned",
    edits: [
      [
        "SeamlessPlace(place.zy, place.xz, place.xy, seamlessShare(at.facesTo))",
        "SeamlessPlace(place.yz, place.xz, place.xy, seamlessShare(at.facesTo))",
      ],
    ],
    caughtBy: [["materials/seamless.test.ts", "lies by each"]],
  },
  {
    name: "what is laid over the world counts by the cosine",
    edits: [
      [
        "let facing = normal * normal;\n  return facing /",
        "let facing = abs(normal);\n  return facing /",
      ],
    ],
    caughtBy: [["materials/seamless.test.ts", "lies by each"]],
  },
  {
    name: "a mirrored ray ends where it came into its box",
    edits: [
      ["max((1.0 - place) / slope, -place / slope)", "min((1.0 - place) / slope, -place / slope)"],
    ],
    caughtBy: [["reflection.test.ts", "inside of a box"]],
  },
  {
    name: "a boxed cubemap was made at the world's origin",
    edits: [["far.z)) - paramOf(material, PARAM_ENV_ORIGIN).xyz", "far.z))"]],
    caughtBy: [["reflection.test.ts", "inside of a box"]],
  },
  {
    name: "props mirror the farthest cubemap",
    edits: [["if (squared >= least) continue;", "if (squared <= least && nearest >= 0) continue;"]],
    caughtBy: [["scene/props/props.test.ts", "names none"]],
  },
];

const LAID = "scene/decals/decals.test.ts";
const DRAWN = "render/decals/decals.test.ts";

const DECALS: readonly Fault[] = [
  {
    name: "a decal's overlay whose V axis is turned round is not",
    edits: [["uvPoints[points + 11] === 1 ? -1 : 1", "uvPoints[points + 11] === 1 ? 1 : 1"]],
    caughtBy: [[DRAWN, "turned round"]],
  },
  {
    name: "a decal's second and third corner swap their weights",
    edits: [
      ["out[offset] = -along() / square;", "out[offset + 1] = -along() / square;"],
      ["out[offset + 1] = along() / square;", "out[offset] = along() / square;"],
    ],
    caughtBy: [[LAID, "each of their faces"]],
  },
  {
    name: "a decal has the luxel of its surface's first corner",
    edits: [
      [
        "origin + second * weights[vertex * 2] + third * weights[vertex * 2 + 1]",
        "origin + (second + third) * 0",
      ],
    ],
    caughtBy: [[LAID, "lie on the lightmap"]],
  },
  {
    name: "decals on ceilings are mirrored",
    edits: [
      ["t.set([0, -z / length, y / length]);", "t.set([0, -Math.abs(z) / length, y / length]);"],
    ],
    caughtBy: [[LAID, "a ceiling"]],
  },
  {
    name: "decals that wait for their trigger are there at once",
    edits: [['filter((entity) => !entity.get("targetname"))', "filter(() => true)"]],
    caughtBy: [[LAID, "wait for their trigger"]],
  },
  {
    name: "decals of a higher render order are not drawn last",
    edits: [["(order?.[chunk] ?? 0) * KEYS + key", "(order?.[chunk] ?? 0) * 0 + key"]],
    caughtBy: [[DRAWN, "render order"]],
  },
  {
    name: "decals fade by how far they are, not by its square",
    edits: [
      ["(range.y - dot(toCamera, toCamera))", "(range.y - length(toCamera) * sqrt(range.y))"],
    ],
    caughtBy: [[DRAWN, "fade by the square"]],
  },
  {
    name: "decals lie on a displacement's flat face",
    edits: [
      [
        "writePlace(matrix, grid.position, vertex, out.place, corner);",
        "writePlace(matrix, grid.flat, vertex, out.place, corner);",
      ],
    ],
    caughtBy: [[LAID, "follow the triangles"]],
  },
];

const MIRRORED = "water/mirrored-view.test.ts";
const MIRROR = "water/water-mirror.test.ts";
const PLANES = "water/mirror-planes.test.ts";

const SUBMERGED = "water/fog-under-water.test.ts";

const WATERS: readonly Fault[] = [
  {
    name: "water mirrors what is under it",
    edits: [["height - SPREAD, view.z + NEAR_PLANE", "height - 99 * SPREAD, view.z + NEAR_PLANE"]],
    caughtBy: [
      [MIRRORED, "cuts off"],
      [MIRROR, "not what is below it"],
    ],
  },
  {
    name: "water mirrors an eye that is as far below the floor as the eye is above it",
    edits: [["(m[12 + row] + 2 * height * m[8 + row])", "(m[12 + row] - 2 * height * m[8 + row])"]],
    caughtBy: [
      [MIRRORED, "upside down"],
      [MIRROR, "several heights"],
    ],
  },
  {
    name: "waves bend what water mirrors the other way",
    edits: [["vec2f(place.x, 1.0 - place.y) + moved", "vec2f(place.x, 1.0 - place.y) - moved"]],
    caughtBy: [[MIRROR, "bent by its waves"]],
  },
  {
    name: "water mirrors as much at its shore",
    edits: [["let cover = rim * saturate((seen.depth - SHORE) * SHORE_RATE);", "let cover = rim;"]],
    caughtBy: [[MIRROR, "shore"]],
  },
  {
    name: "water mirrors brush entities without being asked to",
    edits: [["!hasEntities && chunk !== undefined", "hasEntities && chunk !== undefined"]],
    caughtBy: [[MIRROR, "brush entities"]],
  },
  {
    name: "the farthest water mirrors",
    edits: [["const distance = squareDistance(", "const distance = -squareDistance("]],
    caughtBy: [
      [PLANES, "nearest"],
      [MIRROR, "several heights"],
    ],
  },
  {
    name: "water mirrors what is seen from the last of its clusters alone",
    edits: [["reach[word] |= seen[word]", "reach[word] = seen[word]"]],
    caughtBy: [[PLANES, "own clusters"]],
  },
  {
    name: "who is in water sees it in the map's fog",
    edits: [
      [
        "writeFog(floats, offset + FRAME_LAYOUT.fog / 4, fog, view",
        "writeFog(floats, offset + FRAME_LAYOUT.fog / 4, above, view",
      ],
    ],
    caughtBy: [[SUBMERGED, "its fog is before"]],
  },
  {
    name: "what is above the water is where the picture is low",
    edits: [["(-2 / rows) * up", "(2 / rows) * up"]],
    caughtBy: [[SUBMERGED, "its fog is before"]],
  },
  {
    name: "fog in water need not be enabled",
    edits: [["PARAM_ENV_TINT) + 3] >= 2", "PARAM_ENV_TINT) + 3] >= 0"]],
    caughtBy: [[SUBMERGED, "not enabled"]],
  },
  {
    name: "a leaf's water is that of the leaf before it",
    edits: [["waters.leafWater[view.leaf] ??", "waters.leafWater[view.leaf - 1] ??"]],
    caughtBy: [[SUBMERGED, "beside it"]],
  },
];

const MODELS: readonly Fault[] = [
  {
    name: "highlights are as strong wherever the eye is",
    edits: [["specMask * select(fresnel, 1.0, isWarped)", "specMask * select(1.0, 1.0, isWarped)"]],
    caughtBy: [["model.test.ts", "a highlight by a number"]],
  },
  {
    name: "a highlight's strength head on and at the rim are swapped",
    edits: [
      [
        "[(middle - low) * 2, middle, (high - middle) * 2,",
        "[(high - middle) * 2, middle, (middle - low) * 2,",
      ],
    ],
    caughtBy: [["model.test.ts", "a highlight by a number"]],
  },
  {
    name: "models without a mask or a normal map have highlights",
    edits: [["(hasBump || isMasked === 1 || warp !== undefined)", "true"]],
    caughtBy: [["model.test.ts", "no highlight without"]],
  },
  {
    name: "light from around a rim comes from below",
    edits: [["saturate(share * normal.z)", "saturate(-share * normal.z)"]],
    caughtBy: [["model.test.ts", "a rim"]],
  },
  {
    name: "light that wraps is squared before its ramp",
    edits: [["2.0 * lightWarp(material, share)", "2.0 * lightWarp(material, diffuse.x)"]],
    caughtBy: [["model.test.ts", "a ramp that wraps"]],
  },
  {
    name: "vertices are not told that light wraps around them",
    edits: [["MATERIAL_VERTEX_LIT | MATERIAL_HALF_LAMBERT;", "MATERIAL_VERTEX_LIT;"]],
    caughtBy: [["model.test.ts", "light that wraps, by its vertices"]],
  },
  {
    name: "what glows by a texture does so by the base's alpha",
    edits: [["select(vec3f(0.0), texel, hasTexture", "select(vec3f(0.0), vec3f(base), hasTexture"]],
    caughtBy: [["model.test.ts", "a glow by a texture"]],
  },
  {
    name: "light that is baked for vertices lights bumps",
    edits: [["select(in.light, vec4f(0.0), isUnbaked && isTurned)", "in.light"]],
    caughtBy: [["model.test.ts", "no light that is baked"]],
  },
  {
    name: "props have their lamps twice, baked and not",
    edits: [
      ["if (baked && (worldLights[lights[i]].flags", "if (false && (worldLights[lights[i]].flags"],
    ],
    caughtBy: [["model.test.ts", "no lamps whose light is baked"]],
  },
  {
    name: "light by direction counts for nothing on bumped props",
    edits: [["isDirected[i] !== 0 || lighting", "lighting"]],
    caughtBy: [["bumped-instances.test.ts", "has all lamps"]],
  },
];

const PATTERNS = "render/materials/missing-patterns.test.ts";
const PATTERN_CHOICE = "stand-in/missing-patterns.test.ts";

/** What is drawn in place of what is missing. */
const STAND_INS: readonly Fault[] = [
  {
    name: "bricks lie over each other without a bond",
    edits: [["place.at.x + fract(course * 0.5)", "place.at.x"]],
    caughtBy: [[PATTERNS, "bricks as computed"]],
  },
  {
    name: "joints of a pattern add to its mean",
    edits: [["(covered / size - width)", "(covered / size)"]],
    caughtBy: [[PATTERNS, "keeps the mean as tiles"]],
  },
  {
    name: "a pattern that is turned is as fine as one that is not",
    edits: [["select(size, size.yx, isTurned)", "size"]],
    caughtBy: [[PATTERNS, "far as turned"]],
  },
  {
    name: "boards lie across the longer side",
    edits: [["pattern === PATTERN_BOARDS && t > s", "pattern === PATTERN_BOARDS && t < s"]],
    caughtBy: [[PATTERN_CHOICE, "longer side"]],
  },
  {
    name: "a missing material is named by where its cubemap stands",
    edits: [["listUnpatchedNames(written).at(-1)", "listUnpatchedNames(written).at(0)"]],
    caughtBy: [[PATTERN_CHOICE, "a patch is named for"]],
  },
  {
    name: "a folder says more than the name in it",
    edits: [['name.split("/").reverse()', 'name.split("/")']],
    caughtBy: [["stand-in/surface-types.test.ts", "before its folders"]],
  },
  {
    name: "collision hulls lie on their side",
    edits: [["hulls.corners.push(x, z, -y);", "hulls.corners.push(x, y, z);"]],
    caughtBy: [["phy/parse-phy.test.ts", "every hull of every solid"]],
  },
  {
    name: "of each pair of hulls one is left out",
    edits: [["nodes.push(node + right, node + NODE_BYTES)", "nodes.push(node + right)"]],
    caughtBy: [["phy/parse-phy.test.ts", "every hull of every solid"]],
  },
  {
    name: "any model's hulls will do",
    edits: [["if (phy.checksum !== mdl.checksum) return", "if (phy.hullCount === 0) return"]],
    caughtBy: [["stand-in/stand-in-model.test.ts", "another model's"]],
  },
  {
    name: "all solids stand where the model does",
    edits: [["if (phy.solidCount === 1) return phy", "if (phy.solidCount >= 1) return phy"]],
    caughtBy: [["stand-in/stand-in-model.test.ts", "named for"]],
  },
  {
    name: "hulls are free of charge",
    edits: [["phy.corners.length / 3, file", "0, file"]],
    caughtBy: [["stand-in/stand-in-model.test.ts", "more than the map may have"]],
  },
  {
    name: "stand-ins are lit from their other side",
    edits: [["const facing = length > 0 ? [x", "const facing = length > 0 ? [-x"]],
    caughtBy: [["stand-in/stand-in-model.test.ts", "looks out"]],
  },
  {
    name: "the card of what is missing stays when it is there",
    edits: [
      ["if (lacking !== null && !cards.close(lacking)) return;", "if (lacking !== null) return;"],
    ],
    caughtBy: [["cards/offers.test.ts", "goes with it"]],
  },
  {
    name: "blades of grass are widest at their tips",
    edits: [["0.45 / blades * (1.0 - part)", "0.45 / blades * part"]],
    caughtBy: [[PATTERNS, "tufts of blades"]],
  },
  {
    name: "missing detail sprites hang from their tips",
    edits: [["floats[at + 1] = corner >= 2 ? 1 : 0;", "floats[at + 1] = corner >= 2 ? 0 : 1;"]],
    caughtBy: [["scene/details/details.test.ts", "are tufts"]],
  },
  {
    name: "all that is missing has the pattern of the first",
    edits: [["`${family} ${pattern} ${contents", "`${family} ${contents"]],
    caughtBy: [[PATTERNS, "side by side"]],
  },
];

export const FAULTS: readonly Fault[] = [
  ...WORLD,
  ...SKY,
  ...PROPS,
  ...FORMATS,
  ...VISIBILITY,
  ...LIGHT,
  ...TEXTURES,
  ...FIRST_PICTURE,
  ...AREAS,
  ...FOG,
  ...DECALS,
  ...SPRITES,
  ...ROPES,
  ...MATERIALS,
  ...BUMPS,
  ...DETAILS,
  ...GRADING,
  ...SURFACES,
  ...WATERS,
  ...MODELS,
  ...STAND_INS,
  {
    name: "metal scatters light, too",
    edits: [["(1.0 - rim) * (1.0 - mrao.r) * mrao.b", "(1.0 - rim) * mrao.b"]],
    caughtBy: [["render/materials/pbr.test.ts", "shows metal"]],
  },
  {
    name: "rough surfaces mirror as sharply as smooth ones",
    edits: [["layer, roughness * last", "layer, 0.0"]],
    caughtBy: [["render/materials/pbr.test.ts", "crevices"]],
  },
  {
    name: "teeth are as bright in the throat",
    edits: [
      ["paramOf(material, PARAM_TEETH).w * saturate(", "paramOf(material, PARAM_TEETH).w * abs("],
    ],
    caughtBy: [["render/materials/model.test.ts", "no teeth that face into"]],
  },
  {
    name: "where a mouth opens to does not turn with its model",
    edits: [
      [
        "light.forward = transformDirection(\n    instances[in.instance].worldFromModel,",
        "light.forward = transformDirection(\n    Affine(vec4f(1, 0, 0, 0), vec4f(0, 1, 0, 0), vec4f(0, 0, 1, 0)),",
      ],
    ],
    caughtBy: [["render/materials/model.test.ts", "teeth that face as their model"]],
  },
  {
    name: "lamps do not wrap around bumped teeth",
    edits: [["facingShare(cosine, true, light.flags)", "facingShare(cosine, false, light.flags)"]],
    caughtBy: [["render/materials/model.test.ts", "teeth with highlights by a number"]],
  },
  {
    name: "the exponent of teeth is not read from their normal map",
    edits: [["fixed ? 0 : EXPONENT_SCALE, 1, 0]", "0, 1, 0]"]],
    caughtBy: [["render/materials/model.test.ts", "teeth with highlights as sharp"]],
  },
  {
    name: "an eyeball's mesh is counted from its own model's first",
    edits: [["rows[own + eyeball].mesh = firstMesh + i;", "rows[own + eyeball].mesh = i;"]],
    caughtBy: [["read/parse-mdl-eyeballs.test.ts", "reads each model's"]],
  },
  {
    name: "a hit box is of the set before its own",
    edits: [["new Uint16Array(found.count).fill(row)", "new Uint16Array(found.count).fill(0)"]],
    caughtBy: [["read/parse-mdl-rig.test.ts", "reads every table"]],
  },
  {
    name: "a chain of inverse kinematics begins at the first link of all",
    edits: [["firstLink[chain] = bone.length;", "firstLink[chain] = 0;"]],
    caughtBy: [["read/parse-mdl-rig.test.ts", "reads every table"]],
  },
  {
    name: "a bad number of a model is said to be in the first record",
    edits: [["placeOf(Math.floor(bad / arity)) + at", "placeOf(0) + at"]],
    caughtBy: [["read/parse-mdl-rig.test.ts", "says where the bad number is"]],
  },
  {
    name: "the left slider of a face moves its right",
    edits: [
      [
        "left[i] = rowAt(reader, controllers, record, 4);",
        "left[i] = rowAt(reader, controllers, record, 8);",
      ],
    ],
    caughtBy: [["read/parse-mdl-flexes.test.ts", "reads what moves a face"]],
  },
  {
    name: "flexes of a model's second mesh are its first's",
    edits: [["columns.mesh.push(mesh);", "columns.mesh.push(0);"]],
    caughtBy: [["read/parse-mdl-flexes.test.ts", "each mesh"]],
  },
  {
    name: "how a flex turns normals is how it moves the skin",
    edits: [["reader.u16(at + 10 + axis * 2)", "reader.u16(at + 4 + axis * 2)"]],
    caughtBy: [["read/parse-mdl-flexes.test.ts", "each mesh"]],
  },
  {
    name: "animations of an .ani file begin with its block",
    edits: [["return this.#start[block] + index;", "return this.#start[block];"]],
    caughtBy: [["read/animation-blocks.test.ts", "from the block that they name"]],
  },
  {
    name: "the keys of a sequence's second blend are its first's",
    edits: [["axis * reader.i32(at + 68) * 4", "0"]],
    caughtBy: [["read/parse-mdl-sequences.test.ts", "have all that they say"]],
  },
  {
    name: "a layer of a pose is a layer of time",
    edits: [["? NO_POSE : reader.u16(layer + 2)", "? reader.u16(layer + 2) : NO_POSE"]],
    caughtBy: [["read/parse-mdl-sequences.test.ts", "have all that they say"]],
  },
  {
    name: "a foot is on the ground before it is there",
    edits: [["contact: reader.f32(at + 96)", "contact: reader.f32(at + 76)"]],
    caughtBy: [["read/parse-mdl-sequences.test.ts", "hold feet to the ground"]],
  },
  {
    name: "springs of models are stiff as others damp",
    edits: [["yaw: float(12, 2),", "yaw: float(16, 2),"]],
    caughtBy: [["read/parse-mdl-procedural-bones.test.ts", "reads springs"]],
  },
  {
    name: "bones aim at bones where they aim at attachments",
    edits: [["Number(type === AIM_AT_ATTACHMENT)", "Number(type === AIM_AT_BONE)"]],
    caughtBy: [["read/parse-mdl-procedural-bones.test.ts", "at bones and at attachments"]],
  },
  {
    name: "a flag of a model has its neighbour's name",
    edits: [["NAMES[bit] || ", "NAMES[bit + 1] || "]],
    caughtBy: [["studio/summarize-studio.test.ts", "name a model's flags"]],
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
    name: "a model stands in its last sequence",
    edits: [
      [
        "Math.max(0, named) * sequences.bytes",
        "(named < 0 ? sequences.count - 1 : named) * sequences.bytes",
      ],
    ],
    caughtBy: [["read/read-first-pose.test.ts", "the first sequence's"]],
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
    name: "an eyeball looks up",
    edits: [["forward: floats(40, 3)", "forward: floats(28, 3)"]],
    caughtBy: [["read/parse-mdl-eyeballs.test.ts", "reads each model's"]],
  },
  {
    name: "a picture that is enlarged is a quarter of a texel off",
    edits: [["let own = place - 0.5;", "let own = place - 0.25;"]],
    caughtBy: [["render/post/smooth-picture.test.ts", "0.5 of the size"]],
  },
  {
    name: "edges are smoothed towards their other side",
    edits: [["select(1.0, -1.0, isBefore)", "select(-1.0, 1.0, isBefore)"]],
    caughtBy: [["render/post/smooth-picture.test.ts", "nearer to what many samples"]],
  },
  {
    name: "late frames are drawn in more pixels",
    edits: [["middle > this.goalMs * LATE", "middle < this.goalMs * LATE"]],
    caughtBy: [["viewer/frame/steady-frames.test.ts", "where they are late"]],
  },
  {
    name: "bright ground is covered before dark ground",
    edits: [["mix(1.0 - under, own,", "mix(under, own,"]],
    caughtBy: [["materials/layers.test.ts", "by weights and luminances"]],
  },
  {
    name: "ranges of layers that are turned around are none",
    edits: [["(value - first) / select(span", "(value - first) / select(abs(span)"]],
    caughtBy: [["materials/layers.test.ts", "by weights and luminances"]],
  },
  {
    name: "the weights of four textures begin with that of two",
    edits: [["out.layers = in.blend.yzw;", "out.layers = in.blend.xyz;"]],
    caughtBy: [["materials/layers.test.ts", "by weights and luminances"]],
  },
  {
    name: "normal maps of layers count as much as their textures",
    edits: [["mix(layeredBump, bumps[i], bumpShare[k])", "bumps[i]"]],
    caughtBy: [["materials/layers.test.ts", "blends normal maps"]],
  },
  {
    name: "weights of four textures are those of the vertex before",
    edits: [
      [
        "firstLayers + vertex * BLEND_NUMBERS + layer;",
        "firstLayers + vertex * BLEND_NUMBERS + layer - 1;",
      ],
    ],
    caughtBy: [["read/read-blends.test.ts", "those of the vertices"]],
  },
  {
    name: "every displacement has weights of four textures",
    edits: [["if ((infos.minTess[i] & DISP_INFO_FLAG_HAS_MULTIBLEND) === 0) continue;", ""]],
    caughtBy: [["read/read-blends.test.ts", "blend of two where"]],
  },
  {
    name: "a masked base under its detail is as dark as it is",
    edits: [["saturate(base.rgb * 2.0), detail.a)", "base.rgb, detail.a)"]],
    caughtBy: [["materials/two-texture-blend.test.ts", "lays its detail"]],
  },
  {
    name: "the wind is turned with a model that sways",
    edits: [
      [
        "worldFromModel.row0.xyz * blown.z + worldFromModel.row1.xyz * blown.w",
        "vec3f(blown.zw, 0.0)",
      ],
    ],
    caughtBy: [["props/sway.test.ts", "the formula says"]],
  },
  {
    name: "branches sway by their distance from the trunk",
    edits: [["length(at.xy - size.z * size.w)", "(length(at.xy) - size.z * size.w)"]],
    caughtBy: [["props/sway.test.ts", "the formula says"]],
  },
  {
    name: "what hangs sways above where it is held",
    edits: [["select(at.z >= startHeight, at.z <= startHeight, hangs)", "at.z >= startHeight"]],
    caughtBy: [["props/sway.test.ts", "hangs"]],
  },
  {
    name: "boxes of what sways are those of what stands still",
    edits: [["growSwaying({ ...columns, ...instances }, variants.ofInstance, materials);", ""]],
    caughtBy: [["props/props.test.ts", "are in the map's wind"]],
  },
  {
    name: "light for texels is read a texel beside its place",
    edits: [["coord * vec2f(size) - 0.5, vec2f(0.0)", "coord * vec2f(size), vec2f(0.0)"]],
    caughtBy: [["render/props/fine-light.test.ts", "read between them"]],
  },
  {
    name: "light for texels is mixed as light",
    edits: [
      [
        "var stored = texelsAt(first, size, coord);",
        "var stored = storedLight(texelsAt(first, size, coord));",
      ],
      ["return storedLight(stored);", "return stored;"],
    ],
    caughtBy: [["render/props/fine-light.test.ts", "mips that fit"]],
  },
  {
    name: "light by direction begins where that of lightmaps does",
    edits: [["vec3f(0.0, 0.81649661, 0.57735026)", "vec3f(0.81649661, 0.0, 0.57735026)"]],
    caughtBy: [["render/props/fine-light.test.ts", "turned by a normal map"]],
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
      ["materials/eyes.test.ts", "an iris on its base"],
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
    name: "an iris is as wide on a model that is larger",
    edits: [["PARAM_EYE_S).xyz) / squared", "PARAM_EYE_S).xyz) / eye.scale"]],
    caughtBy: [["materials/eyes.test.ts", "an iris on its base"]],
  },
  {
    name: "an eye darkens towards its lids",
    edits: [["unit(offset - 0.125 * dot", "unit(offset - 0.0 * dot"]],
    caughtBy: [["materials/eyes.test.ts", "an iris on its base"]],
  },
  {
    name: "what lies under a cornea moves with the eye that sees it",
    edits: [["vec2f(-seen.x, seen.y) * depth", "vec2f(seen.x, seen.y) * depth"]],
    caughtBy: [["materials/eyes.test.ts", "an iris under its cornea"]],
  },
  {
    name: "a ray meets the ball on its far side",
    edits: [["along * (half + sqrt(rest))", "along * (half - sqrt(rest))"]],
    caughtBy: [["materials/eyes.test.ts", "the ball in place"]],
  },
  {
    name: "water flows against its map",
    edits: [["let moved = times.y * flow;", "let moved = -times.y * flow;"]],
    caughtBy: [["materials/flow.test.ts", "waves that go along"]],
  },
  {
    name: "both phases of flowing water begin at once",
    edits: [
      [
        "floor(turns + 0.5) * TURN_OFFSET + 0.5 + fract(turns + 0.5)",
        "floor(turns) * TURN_OFFSET + 0.5 + fract(turns)",
      ],
    ],
    caughtBy: [["materials/flow.test.ts", "waves that go along"]],
  },
  {
    name: "waves that flow lean as the world does, wherever one looks from",
    edits: [
      ["vec2f(dot(right, normal.xy), dot(vec2f(-right.y, right.x), normal.xy))", "normal.xy"],
    ],
    caughtBy: [["materials/flow.test.ts", "waves that go along"]],
  },
  {
    name: "noise moves beams along the view, not across it",
    edits: [["cross(clipRow(3u), beam.delta)", "cross(clipRow(0u), beam.delta)"]],
    caughtBy: [["render/beams/beams.test.ts", "that noise bends"]],
  },
  {
    name: "beams are as wide at both ends",
    edits: [["mix(beam.widths.x, beam.widths.y, part)", "beam.widths.x"]],
    caughtBy: [["render/beams/beams.test.ts", "narrower towards"]],
  },
  {
    name: "a beam's texture moves by its speed once",
    edits: [["frame.time * beam.speed, isLasting", "frame.time, isLasting"]],
    caughtBy: [["render/beams/beams.test.ts", "whose texture moves"]],
  },
  {
    name: "a ring is one wave of noise all round",
    edits: [["waveOf(row) + point / (beam.points / RING_WAVES)", "waveOf(row)"]],
    caughtBy: [["render/beams/beams.test.ts", "bent by noise"]],
  },
  {
    name: "beams strike again at once",
    edits: [["let period = beam.life + beam.pause;", "let period = beam.life;"]],
    caughtBy: [["render/beams/beams.test.ts", "again and again"]],
  },
  {
    name: "a beam's amount counts for nothing",
    edits: [["color: [red * alpha, green * alpha, blue * alpha]", "color: [red, green, blue]"]],
    caughtBy: [
      ["render/beams/beams.test.ts", "their amount says"],
      ["scene/beams/beams.test.ts", "as it says"],
    ],
  },
  {
    name: "lasers go through what is in their way",
    edits: [
      ["cast([x, y, z], [way", "((_a: unknown, _b: unknown, all: number) => all)([x, y, z], [way"],
    ],
    caughtBy: [["scene/beams/beams.test.ts", "ends at its target"]],
  },
  {
    name: "a normal map without seams lies where the vertices say",
    edits: [
      [
        "readSeamless(bump_texture, bump_sampler, bumpLayer(material), overWorld(material, at))",
        "sample_bump(material, at)",
      ],
    ],
    caughtBy: [["materials/seamless.test.ts", "lays its normal map"]],
  },
  {
    name: "models are laid over by the planes of the world",
    edits: [
      [
        "SeamlessPlace(place.yz, place.zx, place.xy, seamlessShare(at.ownNormal))",
        "SeamlessPlace(place.zy, place.xz, place.xy, seamlessShare(at.ownNormal))",
      ],
    ],
    caughtBy: [["materials/seamless.test.ts", "by a model's own axes"]],
  },
  {
    name: "the detail of a model without seams repeats as its base does",
    edits: [["* (params[PARAM_DETAIL_S]?.[0] ?? 0)", ""]],
    caughtBy: [["materials/seamless.test.ts", "by a model's own axes"]],
  },
  {
    name: "water is from below what it is from above",
    edits: [
      ["return this.#intern({ ...side, material: normalizeMaterial(name), info });", "return row;"],
    ],
    caughtBy: [["compile/vbsp/space.test.ts", "that its own names"]],
  },
  {
    name: "what the near plane looks into has the map's fog",
    edits: [["floats[rise + 2] += (view.z - height) / NEAR_PLANE;", "floats[rise + 2] += 1e9;"]],
    caughtBy: [["water/fog-under-water.test.ts", "the near plane looks into"]],
  },
  {
    name: "the near plane looks into water from any height",
    edits: [["(view.z - height) / NEAR_PLANE", "0 / NEAR_PLANE"]],
    caughtBy: [["water/fog-under-water.test.ts", "the near plane looks into"]],
  },
  {
    name: "what water is from below is not looked for",
    edits: [["if (info?.bottomMaterial !== undefined) wanted.push(info.bottomMaterial);", ""]],
    caughtBy: [["compile/material-info.test.ts", "what water is from below"]],
  },
  {
    name: "fields of light flow along the world's axes",
    edits: [
      ["dot(frame.tangent, in.place), dot(frame.binormal, in.place)", "in.place.x, in.place.y"],
    ],
    caughtBy: [["materials/energy.test.ts", "its surface, in inches"]],
  },
  {
    name: "fields of light flow over models in inches",
    edits: [["flowCoord = in.texCoord;", "flowCoord = in.place.xy;"]],
    caughtBy: [["materials/energy.test.ts", "as its vertices say"]],
  },
  {
    name: "both turns of what flows are seen alike",
    edits: [["base.a * shares.x + other.a * shares.y", "0.5 * (base.a + other.a)"]],
    caughtBy: [["materials/energy.test.ts", "its surface, in inches"]],
  },
  {
    name: "a second detail shines through the first",
    edits: [["detail2 * select(vec3f(1.0), detail1, how.x > 0.0)", "detail2"]],
    caughtBy: [["materials/energy.test.ts", "has details"]],
  },
  {
    name: "fields of light are as bright before the eye",
    edits: [["alpha * eyeFade(at.place)", "alpha"]],
    caughtBy: [["materials/energy.test.ts", "fades before the eye"]],
  },
  {
    name: "textures of MultiBlend are soft on one side alone",
    edits: [["let high = min(edge + softness, 1.0);", "let high = min(edge, 1.0);"]],
    caughtBy: [["materials/multiblend.test.ts", "by weights and alphas"]],
  },
  {
    name: "MultiBlend's third texture takes what the second has taken",
    edits: [["let left3 = left2 - share2;", "let left3 = left2;"]],
    caughtBy: [["materials/multiblend.test.ts", "by weights and alphas"]],
  },
  {
    name: "textures of MultiBlend are turned the other way",
    edits: [
      [
        "off.x * cos - off.y * sin, off.x * sin + off.y * cos",
        "off.x * cos + off.y * sin, off.y * cos - off.x * sin",
      ],
    ],
    caughtBy: [["materials/multiblend.test.ts", "turns and scales"]],
  },
  {
    name: "MultiBlend's third texture has the second's colour",
    edits: [["vec4f(colorOf(colors.y), blend.z)", "vec4f(colorOf(colors.x), blend.z)"]],
    caughtBy: [["materials/multiblend.test.ts", "by weights and alphas"]],
  },
  {
    name: "numbers of MultiBlend are those of the vertex before",
    edits: [["(firstBlend + i) * BLEND_NUMBERS", "(firstBlend + i - 1) * BLEND_NUMBERS"]],
    caughtBy: [["world/multiblend-vertices.test.ts", "what the lump does"]],
  },
  {
    name: "any displacement of four textures is of MultiBlend",
    edits: [["vmt && findFamily(vmt.shader)?.family === FAMILY_MULTIBLEND", "true"]],
    caughtBy: [["world/multiblend-vertices.test.ts", "the material is another"]],
  },
  {
    name: "body groups are chosen by what is left of their base",
    edits: [["Math.floor(number / Math.max(1, base))", "Math.floor(number % Math.max(1, base))"]],
    caughtBy: [["mesh/choose-models.test.ts", "divides by each part's base"]],
  },
  {
    name: "models that stand in several ways have the body groups of one",
    edits: [["chooseModels(mdl, body).join()", "chooseModels(mdl, 0).join()"]],
    caughtBy: [["scene/props/props.test.ts", "that an entity's number chooses"]],
  },
  {
    name: "bones turn the long way from frame to frame",
    edits: [["dot(a.quaternion, b.quaternion) < 0.0", "dot(a.quaternion, b.quaternion) > 0.0"]],
    caughtBy: [["props/posed.test.ts", "between two frames"]],
  },
  {
    name: "bones hang onto their parents' parents",
    edits: [
      ["modelFromBone[parent], modelFromBone[bone]", "modelFromBone[bone], modelFromBone[parent]"],
    ],
    caughtBy: [["props/posed.test.ts", "between two frames"]],
  },
  {
    name: "what loops plays its last frame and its first",
    edits: [
      [
        "return at - floor(at / last) * last;",
        "return at - floor(at / (last + 1.0)) * (last + 1.0);",
      ],
    ],
    caughtBy: [["props/posed.test.ts", "between two frames"]],
  },
  {
    name: "what moves hides what it hid before",
    edits: [["if (hasLatePhase && hidingAt !== moment) isSame = false;", ""]],
    caughtBy: [["props/posed.test.ts", "hide other things"]],
  },
  {
    name: "models that play alike share their bones",
    edits: [["    paletteBoneCount += bones.count;\n", "    paletteBoneCount = bones.count;\n"]],
    caughtBy: [["motion/living-props.test.ts", "rows of their own"]],
  },
  {
    name: "boxes of what plays are those of its first frame",
    edits: [["half < track.frameCount * 2 - 1", "half < 1"]],
    caughtBy: [["motion/living-props.test.ts", "stay in their boxes"]],
  },
  {
    name: "a sequence that ends is seen to when it does",
    edits: [["(duration * ENDED) / THINK_SECONDS) + 1)", "(duration * ENDED) / THINK_SECONDS))"]],
    caughtBy: [["motion/entity-play.test.ts", "seen to have ended"]],
  },
  {
    name: "shadows of models begin before them",
    edits: [["direction[k] * back,", "direction[k] * -back,"]],
    caughtBy: [["scene/shadows/shadow-parts.test.ts", "is the engine's"]],
  },
  {
    name: "shadows of models are as dark where they end",
    edits: [["saturate(sum * 0.2 - at.blend)", "saturate(sum * 0.2)"]],
    caughtBy: [["render/shadows/shadows.test.ts", "lighter the farther it falls"]],
  },
  {
    name: "shadows of models are mirrored",
    edits: [
      ["out.values[at + 3] = right < 0 ? s0 : s1;", "out.values[at + 3] = right < 0 ? s1 : s0;"],
    ],
    caughtBy: [["render/shadows/shadows.test.ts", "are its silhouette"]],
  },
  {
    name: "shadows of models lie on what is before these",
    edits: [["...(isBehind ? behind : []),", ""]],
    caughtBy: [["render/shadows/shadows.test.ts", "lies before its box"]],
  },
  {
    name: "shadows of models fall on brush entities that take none",
    edits: [["!takesShadows[p] || !doMeet(", "!doMeet("]],
    caughtBy: [["render/shadows/shadows.test.ts", "that take them"]],
  },
  {
    name: "models that cast no shadow cast one",
    edits: [['return parseInteger(entity.get("disableshadows")) === 0;', "return true;"]],
    caughtBy: [["render/shadows/shadows.test.ts", "or the map, says so"]],
  },
  {
    name: "shadows of models are those of their finest level of detail",
    edits: [["const lod = Math.max(0, shadowLod);", "const lod = Math.min(0, shadowLod);"]],
    caughtBy: [["scene/shadows/shadow-parts.test.ts", "shadow's level of detail"]],
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
    name: "joints of exported models are bound in inches",
    edits: [
      [
        "writeTurnedMatrix(inverse, bone * 16, bones.poseToBone, bone * 12, scale);",
        "writeTurnedMatrix(inverse, bone * 16, bones.poseToBone, bone * 12, 1);",
      ],
    ],
    caughtBy: [["export/model/export-model.test.ts", "in the bind pose"]],
  },
  {
    name: "both sides of an exported face smile by one weight",
    edits: [
      ['part === "own side" ? 1 - side : side;', 'part === "own side" ? 1 - side : 1 - side;'],
    ],
    caughtBy: [["export/model/export-model.test.ts", "each side of a pair by its own"]],
  },
  {
    name: "what an exported animation does not move stays as another left it",
    edits: [
      ["if (wanted[i] === 0 || has[i] === 1) continue;", "if (wanted[i] === 0 || i > 0) continue;"],
    ],
    caughtBy: [["export/model/export-model.test.ts", "leaves no bone behind"]],
  },
  {
    name: "exported light is that of the first row of pages",
    edits: [
      [
        "return [(left + s) / wide, (top + t) / tall];",
        "return [(left + s) / wide, (top * 0 + t) / tall];",
      ],
    ],
    caughtBy: [["export/map/lightmap-image.test.ts", "where it says it is"]],
  },
  {
    name: "rooms of the 3D skybox stand in exported maps",
    edits: [["if (own.length > 0 && own.every(isSeen)) isSky[chunk] = 1;", ""]],
    caughtBy: [["export/map/export-map.test.ts", "the 3D skybox apart"]],
  },
  {
    name: "normals of exported normal maps point down",
    edits: [["rgba[i] = 255 - rgba[i];", "rgba[i] = rgba[i];"]],
    caughtBy: [["export/images/texture-pixels.test.ts", "turns green"]],
  },
  {
    name: "models are lit at their own point where they name another",
    edits: [["return { lightPoint: [place[3], place[7], place[11]] };", "return {};"]],
    caughtBy: [["scene/props/props.test.ts", "at the attachment that it names"]],
  },
  {
    name: "entities fade from the start where they say only where that ends",
    edits: [["start < 0 ? Math.max(0, end - LAST_INCHES) : start", "Math.max(0, start)"]],
    caughtBy: [["scene/props/entity-props.test.ts", "fade as the engine fades entities"]],
  },
  {
    name: "eyes stay behind when their head moves",
    edits: [["  if (bone > 0u) {", "  if (bone > 999u) {"]],
    caughtBy: [["materials/eyes.test.ts", "a head that moves"]],
  },
  {
    name: "all additions are added after what plays",
    edits: [["if (flags & STUDIO_POST) multiplyUnit", "if (flags & STUDIO_DELTA) multiplyUnit"]],
    caughtBy: [["model/pose/body.test.ts", "of the kind added"]],
  },
  {
    name: "the cells of a grid of blends are halved the other way",
    edits: [
      ["const isEven = ((column + row) & 1) === 0;", "const isEven = ((column + row) & 1) === 1;"],
    ],
    caughtBy: [["model/pose/body.test.ts", "of the kind grid"]],
  },
  {
    name: "knees bend the other way",
    edits: [["+ kneeDirection[k] * reach * 100;", "- kneeDirection[k] * reach * 100;"]],
    caughtBy: [["model/pose/body.test.ts", "of the kind ground"]],
  },
  {
    name: "feet are held as far off as the animation has them off",
    edits: [["invertRigid(this.#pad, 0, this.#local, 0);", "this.#pad.set(this.#local);"]],
    caughtBy: [["model/pose/body.test.ts", "of the kind ground"]],
  },
  {
    name: "poses of included models are for bones of the same numbers",
    edits: [
      [
        "const from = frame * groupCount + groupBone[bone];",
        "const from = frame * groupCount + bone;",
      ],
    ],
    caughtBy: [["model/motions/merge-motions.test.ts", "to the model's own bones"]],
  },
  {
    name: "springs are driven by what damps them",
    edits: [
      [
        "rows.yaw[row * 2 + 1] * dotAxis(goal, 0, velocity);",
        "-rows.yaw[row * 2 + 1] * dotAxis(goal, 0, velocity);",
      ],
    ],
    caughtBy: [["model/pose/springs.test.ts", "with flexible goes"]],
  },
  {
    name: "both sides of a face move by the weight of one",
    edits: [["const weight = own + (other - own) * side[i];", "const weight = own;"]],
    caughtBy: [["model/face/face.test.ts", "each by its side"]],
  },
  {
    name: "props change their level of detail by how far they are, whichever way that is",
    edits: [["const metric = Math.max(depth, 0) * view", "const metric = Math.abs(depth) * view"]],
    caughtBy: [["props/prop-batches.test.ts", "by the depth alone"]],
  },
  {
    name: "a model alone wears the skin before the one that is chosen",
    edits: [
      [
        "Math.max(0, all.variantSkin.indexOf(choice.skin));",
        "Math.max(0, all.variantSkin.indexOf(choice.skin) - 1);",
      ],
    ],
    caughtBy: [["scene/model/open-model.test.ts", "wears a skin"]],
  },
  {
    name: "a level of detail that is chosen is the one above it",
    edits: [["all.drawLod[draw] === lod) rows.push", "all.drawLod[draw] === lod - 1) rows.push"]],
    caughtBy: [["scene/model/open-model.test.ts", "one level of detail"]],
  },
  {
    name: "a model alone is seen from twice as near",
    edits: [
      [
        "x: (box[0] + box[3]) / 2 - forward[0] * distance,",
        "x: (box[0] + box[3]) / 2 - forward[0] * distance / 2,",
      ],
    ],
    caughtBy: [["scene/model/open-model.test.ts", "is in the picture"]],
  },
  {
    name: "lines that are drawn over all are hidden, and others are not",
    edits: [['isOver ? "always" : "greater-equal"', 'isOver ? "greater-equal" : "always"']],
    caughtBy: [["render/lines/lines.test.ts", "in the scene or over it"]],
  },
  {
    name: "edges of a model stand where it was bound",
    edits: [
      [
        "x * position[at] + y * position[at + 1] + z * position[at + 2] + palette[m + 3]",
        "x * position[at] + y * position[at + 1] + z * position[at + 2]",
      ],
    ],
    caughtBy: [["viewer/model/lines.test.ts", "in its pose"]],
  },
  {
    name: "eyes of a model alone stay where they were bound",
    edits: [
      ["this.#eyes.aim(modelFromBone, target);", "this.#eyes.aim(modelFromBone.fill(0), target);"],
    ],
    caughtBy: [["viewer/model/eyes-writer.test.ts", "while the model stands"]],
  },
  {
    name: "frames that are added to others are written from the bind pose",
    edits: [
      [
        "const base = isDelta(animation) ? 0 : bind[bone * 3 + axis];",
        "const base = isDelta(animation) && bone < 0 ? 0 : bind[bone * 3 + axis];",
      ],
    ],
    caughtBy: [["studiomdl/read-model-source.test.ts", "adds some to others"]],
  },
  {
    name: "a compiled shape moves the vertices as they were gathered",
    edits: [["    return this.#rowOf[vertex];", "    return vertex;"]],
    caughtBy: [["flex/compile-face.test.ts", "come into the model"]],
  },
];
