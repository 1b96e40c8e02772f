import type { Fault } from "../../fault.ts";

export const MATERIALS: readonly Fault[] = [
  {
    name: "a reflection ignores $envmaplightscale",
    edits: [["mix(vec3f(1.0), saturate((light - how.y) * how.z), how.x)", "vec3f(1.0)"]],
    caughtBy: [["families/model.test.ts", "in the light that falls on it"]],
  },
  {
    name: "the reflection's upper threshold is relative to the lower one",
    edits: [["1 / Math.max(max - min, LEAST_SPAN)", "1 / Math.max(max, LEAST_SPAN)"]],
    caughtBy: [["families/model.test.ts", "from a threshold on"]],
  },
  {
    name: "a highlight tinted by the base texture is not boosted",
    edits: [["base.rgb * how.w", "base.rgb"]],
    caughtBy: [["families/model.test.ts", "in the base texture's colour, boosted"]],
  },
  {
    name: "a character's rim is masked by alpha",
    edits: [["masks ? -1 :", "masks ? 1 :"]],
    caughtBy: [["families/model.test.ts", "a character's highlight and rim"]],
  },
  {
    name: "the skin gradient row of the infected is that of their clothes",
    edits: [["vec2f(texel.a, rows.y)", "vec2f(texel.a, rows.x)"]],
    caughtBy: [["families/model.test.ts", "the infected"]],
  },
  {
    name: "the mask of the infected is decoded as sRGB",
    edits: [['state.spaces[ROLE_BASE] = "linear";', ""]],
    caughtBy: [["families/model.test.ts", "the infected"]],
  },
  {
    name: "a sheet part is read from the sheet's corner",
    edits: [["params[at + 2] += (s * position[0]) / edges[0] + (t * position[1]) / edges[1];", ""]],
    caughtBy: [["materials/materials.test.ts", "a subrect material"]],
  },
  {
    name: "a decal from a sheet part has the size of the sheet",
    edits: [["if (vtf !== null && part !== undefined)", "if (vtf === null && part !== undefined)"]],
    caughtBy: [["render/decals/decals.test.ts", "show a part of a sheet"]],
  },
  {
    name: "flow light on a model moves the other way",
    edits: [
      [
        "+ paramOf(material, PARAM_EMISSIVE_SCROLL).xy",
        "- paramOf(material, PARAM_EMISSIVE_SCROLL).xy",
      ],
    ],
    caughtBy: [["families/model.test.ts", "light that flows over a highlight, after 2.5"]],
  },
  {
    name: "the texture that flows over a model is read as data",
    edits: [["emissive: LIGHT,", "emissive: FACTOR,"]],
    caughtBy: [["families/model.test.ts", "light that flows over what is lit"]],
  },
  {
    name: "a hard edge of distance-coded alpha keeps its alpha",
    edits: [["select(1.0, base.a, hasDetail(material)) * inside", "base.a * inside"]],
    caughtBy: [["families/distance.test.ts", "cuts hard edges"]],
  },
  {
    name: "soft edges of distance-coded alpha are inverted",
    edits: [["ramp(edge.y, edge.x, distance)", "ramp(edge.x, edge.y, distance)"]],
    caughtBy: [["families/distance.test.ts", "softens edges"]],
  },
  {
    name: "an outline of distance-coded alpha has the wrong outer edge",
    edits: [["ramp(outline.y, outline.z, distance)", "ramp(outline.z, outline.y, distance)"]],
    caughtBy: [["families/distance.test.ts", "draws an outline between"]],
  },
  {
    name: "the glow of distance-coded alpha is not shifted",
    edits: [["beside.texCoord += how.zw;", ""]],
    caughtBy: [["families/distance.test.ts", "samples its glow at an offset"]],
  },
  {
    name: "modulating materials add to the background",
    edits: [
      [
        'color: { srcFactor: "dst", dstFactor: "zero" }',
        'color: { srcFactor: "one", dstFactor: "zero" }',
      ],
    ],
    caughtBy: [["families/modulate.test.ts"]],
  },
  {
    name: "mod2x materials multiply once",
    edits: [
      ["(material.flags & MATERIAL_MOD2X) != 0u)", "(material.flags & MATERIAL_MOD2X) == 1u)"],
    ],
    caughtBy: [["families/modulate.test.ts"]],
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
    name: "all frames of an animation are the first",
    edits: [["frame + Math.floor(layer / faces), face", "frame, face"]],
    caughtBy: [["materials/proxies.test.ts", "frame of its time"]],
  },
  {
    name: "proxies ignore an entity's render colour",
    edits: [["scale.push(...tint, alpha)", "scale.push(1, 1, 1, 1)"]],
    caughtBy: [
      ["materials/proxies.test.ts", "animates alpha and colour, multiplied by the entity's"],
    ],
  },
  {
    name: "an animation may use the whole texture budget",
    edits: [["const LARGEST_SHARE = 1 / 8;", "const LARGEST_SHARE = 1;"]],
    caughtBy: [["textures/fit-frames.test.ts", "eighth of the budget"]],
  },
  {
    name: "a second texture uses the first one's coordinates",
    edits: [["let own = vec3f(at.own, 1.0);", "let own = vec3f(at.texCoord, 1.0);"]],
    caughtBy: [["families/two-texture.test.ts", "places each texture by its own transform"]],
  },
  {
    name: "a monitor has no contrast",
    edits: [
      ["color = mix(color, color * color, paramOf(material, PARAM_MONITOR_CONTRAST).rgb);", ""],
    ],
    caughtBy: [["families/two-texture.test.ts", "monitor"]],
  },
  {
    name: "a proxy's texture rotation has a wrong centre",
    edits: [
      ['call.op("ADD", center, move), ofCenter', 'call.op("SUBTRACT", center, move), ofCenter'],
    ],
    caughtBy: [["materials/proxies.test.ts", "turns and grows"]],
  },
  {
    name: "metal has diffuse light",
    edits: [["(1.0 - rim) * (1.0 - mrao.r) * mrao.b", "(1.0 - rim) * mrao.b"]],
    caughtBy: [["render/materials/families/pbr.test.ts", "shows metal"]],
  },
  {
    name: "rough surfaces reflect as sharply as smooth ones",
    edits: [["layer, roughness * last", "layer, 0.0"]],
    caughtBy: [["render/materials/families/pbr.test.ts", "crevices"]],
  },
  {
    name: "teeth are as bright when they face the throat",
    edits: [
      ["paramOf(material, PARAM_TEETH).w * saturate(", "paramOf(material, PARAM_TEETH).w * abs("],
    ],
    caughtBy: [["render/materials/families/model.test.ts", "no teeth that face into"]],
  },
  {
    name: "bumped teeth are lit without half Lambert",
    edits: [["facingShare(cosine, true, light.flags)", "facingShare(cosine, false, light.flags)"]],
    caughtBy: [["render/materials/families/model.test.ts", "teeth with highlights by a number"]],
  },
  {
    name: "the exponent of teeth is not read from their normal map",
    edits: [["fixed ? 0 : EXPONENT_SCALE, 1, 0]", "0, 1, 0]"]],
    caughtBy: [["render/materials/families/model.test.ts", "teeth with highlights as sharp"]],
  },
  {
    name: "the layer below covers bright ground before dark ground",
    edits: [["mix(1.0 - under, own,", "mix(under, own,"]],
    caughtBy: [["families/layers.test.ts", "by weights and luminances"]],
  },
  {
    name: "inverted ranges of layers are not inverted",
    edits: [["(value - first) / select(span", "(value - first) / select(abs(span)"]],
    caughtBy: [["families/layers.test.ts", "by weights and luminances"]],
  },
  {
    name: "normal maps of layers have the weights of their textures",
    edits: [["mix(layeredBump, bumps[i], bumpShare[k])", "bumps[i]"]],
    caughtBy: [["families/layers.test.ts", "blends normal maps"]],
  },
  {
    name: "a masked base below a detail texture is not doubled",
    edits: [["saturate(base.rgb * 2.0), detail.a)", "base.rgb, detail.a)"]],
    caughtBy: [["families/two-texture-blend.test.ts", "combines its detail with its base: alpha"]],
  },
  {
    name: "the directional light basis has a wrong first vector",
    edits: [["vec3f(0.0, 0.81649661, 0.57735026)", "vec3f(0.81649661, 0.0, 0.57735026)"]],
    caughtBy: [["render/props/fine-light.test.ts", "by direction is combined with a normal map"]],
  },
  {
    name: "the layer below a cornea moves with the view",
    edits: [["vec2f(-seen.x, seen.y) * depth", "vec2f(seen.x, seen.y) * depth"]],
    caughtBy: [["families/eyes.test.ts", "an iris under its cornea"]],
  },
  {
    name: "the view ray hits the eyeball on its far side",
    edits: [["along * (half + sqrt(rest))", "along * (half - sqrt(rest))"]],
    caughtBy: [["families/eyes.test.ts", "the ball in place"]],
  },
  {
    name: "water flows against its flow map",
    edits: [["let moved = times.y * flow;", "let moved = -times.y * flow;"]],
    caughtBy: [["families/flow.test.ts", "refracts by waves that flow and restart in two phases"]],
  },
  {
    name: "both phases of flowing water begin at once",
    edits: [
      [
        "floor(turns + 0.5) * TURN_OFFSET + 0.5 + fract(turns + 0.5)",
        "floor(turns) * TURN_OFFSET + 0.5 + fract(turns)",
      ],
    ],
    caughtBy: [["families/flow.test.ts", "refracts by waves that flow and restart in two phases"]],
  },
  {
    name: "flowing waves lean in world space, regardless of the view",
    edits: [
      ["vec2f(dot(right, normal.xy), dot(vec2f(-right.y, right.x), normal.xy))", "normal.xy"],
    ],
    caughtBy: [["families/flow.test.ts", "refracts by waves that flow and restart in two phases"]],
  },
  {
    name: "a seamless normal map uses the vertices' coordinates",
    edits: [
      [
        "readSeamless(bump_texture, bump_sampler, bumpLayer(material), overWorld(material, at))",
        "sample_bump(material, at)",
      ],
    ],
    caughtBy: [
      ["families/seamless.test.ts", "projects its normal map, and reflects by its alpha or a mask"],
    ],
  },
  {
    name: "seamless models use the wrong world planes",
    edits: [
      [
        "SeamlessPlace(place.yz, place.zx, place.xy, seamlessShare(at.ownNormal))",
        "SeamlessPlace(place.zy, place.xz, place.xy, seamlessShare(at.ownNormal))",
      ],
    ],
    caughtBy: [
      [
        "families/seamless.test.ts",
        "on models is projected along model axes, including its detail",
      ],
    ],
  },
  {
    name: "the detail of a seamless model repeats like its base",
    edits: [["* (params[PARAM_DETAIL_S]?.[0] ?? 0)", ""]],
    caughtBy: [
      [
        "families/seamless.test.ts",
        "on models is projected along model axes, including its detail",
      ],
    ],
  },
  {
    name: "both phases of a flow are equally visible",
    edits: [["base.a * shares.x + other.a * shares.y", "0.5 * (base.a + other.a)"]],
    caughtBy: [["families/energy.test.ts", "its surface, in inches"]],
  },
  {
    name: "a second detail shines through the first",
    edits: [["detail2 * select(vec3f(1.0), detail1, how.x > 0.0)", "detail2"]],
    caughtBy: [["families/energy.test.ts", "places each detail by its scale and transform"]],
  },
  {
    name: "flow fields are as bright close to the eye",
    edits: [["alpha * eyeFade(at.place)", "alpha"]],
    caughtBy: [["families/energy.test.ts", "fades near the eye for any texture"]],
  },
  {
    name: "textures of MultiBlend have a soft edge on one side only",
    edits: [["let high = min(edge + softness, 1.0);", "let high = min(edge, 1.0);"]],
    caughtBy: [["families/multiblend.test.ts", "weighs its textures by vertex weights and alphas"]],
  },
  {
    name: "MultiBlend's third texture may cover the second's share",
    edits: [["let left3 = left2 - share2;", "let left3 = left2;"]],
    caughtBy: [["families/multiblend.test.ts", "weighs its textures by vertex weights and alphas"]],
  },
  {
    name: "textures of MultiBlend are rotated the other way",
    edits: [
      [
        "off.x * cos - off.y * sin, off.x * sin + off.y * cos",
        "off.x * cos + off.y * sin, off.y * cos - off.x * sin",
      ],
    ],
    caughtBy: [
      [
        "families/multiblend.test.ts",
        "rotates and scales each texture about the middle of a repeat",
      ],
    ],
  },
  {
    name: "MultiBlend's third texture has the second's colour",
    edits: [["vec4f(colorOf(colors.y), blend.z)", "vec4f(colorOf(colors.x), blend.z)"]],
    caughtBy: [["families/multiblend.test.ts", "weighs its textures by vertex weights and alphas"]],
  },
  {
    name: "shadows of models do not fade at their end",
    edits: [["saturate(sum * 0.2 - at.blend)", "saturate(sum * 0.2)"]],
    caughtBy: [
      [
        "render/shadows/shadows.test.ts",
        "project the silhouette along the map's direction, lighter with distance",
      ],
    ],
  },
];
