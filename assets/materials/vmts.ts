/** Generates the demo's VMT files. */

import { isSkyAround, SKY_NAME, SKY_SIDES } from "./sky.ts";
import { type VmtParams, writeVmt } from "./write-vmt.ts";

/**
 * Plain walls and floors by name under `visleaf/`, with their surface property, which sets sounds.
 */
const PLAIN: Readonly<Record<string, string>> = {
  plaster: "plaster",
  concrete: "concrete",
  wood: "wood_plank",
  roof_tiles: "brick",
  trim: "wood",
  rock: "rock",
  paving: "concrete",
  carpet: "carpet",
  dirt: "dirt",
  sand: "sand",
  metal_tread: "metal",
  metal_corrugated: "metal",
  ceiling: "plaster",
  door: "wood",
};

/** Overlays such as signs. */
const OVERLAYS = [
  ...["sign_arrow", "sign_court", "sign_gallery", "sign_machines"],
  ...["emblem", "stripes", "stain", "litter"],
];

/** Textures of models by name under `models/visleaf/`. */
const MODEL_SKINS = [
  ...["crate", "crate_b", "barrel", "barrel_b", "bark", "pot", "stone", "lamp", "crane"],
];
/** Model materials that reuse a wall's texture. */
const MODEL_WALLS: Readonly<Record<string, string>> = {
  rock: "visleaf/rock",
  wood: "visleaf/wood",
  metal: "visleaf/metal",
};

/** The texture covers the upper half of its side; its last row is repeated below. */
const UPPER_HALF = { $basetexturetransform: "center 0 0 scale 1 2 rotate 0 translate 0 0" };

/** Adds all VMTs to `texts`, by content path. */
export function buildVmts(texts: Map<string, string>): void {
  const add = (name: string, shader: string, params: VmtParams, ...blocks: string[]) =>
    texts.set(`materials/${name}.vmt`, writeVmt(shader, params, ...blocks));
  addWorld(add);
  addSeeThrough(add);
  addLights(add);
  addParticles(add);
  addModels(add);
  for (const side of SKY_SIDES) {
    add(`skybox/${SKY_NAME}${side}`, "sky", {
      $basetexture: `skybox/${SKY_NAME}${side}`,
      ...(isSkyAround(side) ? UPPER_HALF : {}),
      $nofog: 1,
      $ignorez: 1,
    });
  }
}

type AddVmt = (name: string, shader: string, params: VmtParams, ...blocks: string[]) => void;

function addWorld(add: AddVmt): void {
  for (const [name, surfaceprop] of Object.entries(PLAIN)) {
    add(`visleaf/${name}`, "LightmappedGeneric", {
      $basetexture: `visleaf/${name}`,
      $surfaceprop: surfaceprop,
    });
  }
  for (const name of ["brick", "stone"]) {
    add(`visleaf/${name}`, "LightmappedGeneric", {
      $basetexture: `visleaf/${name}`,
      $bumpmap: `visleaf/${name}_normal`,
      $surfaceprop: "brick",
    });
  }
  for (const [name, surfaceprop] of [
    ["tiles", "tile"],
    ["metal", "metalpanel"],
  ]) {
    add(`visleaf/${name}`, "LightmappedGeneric", {
      $basetexture: `visleaf/${name}`,
      $bumpmap: `visleaf/${name}_normal`,
      $normalmapalphaenvmapmask: 1,
      $envmap: "env_cubemap",
      $envmaptint: "[.35 .35 .35]",
      $surfaceprop: surfaceprop,
    });
  }
  // Bricks without bump mapping.
  add("visleaf/brick_flat", "LightmappedGeneric", {
    $basetexture: "visleaf/brick",
    $surfaceprop: "brick",
  });
  // Machines that move, in the textures of the crane and the lamps.
  for (const [name, texture] of [
    ["machine_orange", "crane"],
    ["machine_dark", "lamp"],
  ]) {
    add(`visleaf/${name}`, "LightmappedGeneric", {
      $basetexture: `models/visleaf/${texture}`,
      $surfaceprop: "metal",
    });
  }
  // Teal plaster.
  add("visleaf/plaster_teal", "LightmappedGeneric", {
    $basetexture: "visleaf/plaster",
    $color: "[.55 .78 .78]",
    $surfaceprop: "plaster",
  });
  add("visleaf/grass", "LightmappedGeneric", {
    $basetexture: "visleaf/grass",
    $surfaceprop: "grass",
    "%detailtype": "visleaf_grass",
  });
  // Displacement alpha 0 shows the first texture, 255 the second.
  add("visleaf/terrain_blend", "WorldVertexTransition", {
    $basetexture: "visleaf/rock",
    $basetexture2: "visleaf/grass",
    $surfaceprop: "rock",
    $surfaceprop2: "grass",
    "%tooltexture": "visleaf/grass",
    "%detailtype": "visleaf_grass",
  });
  add("visleaf/shore_blend", "WorldVertexTransition", {
    $basetexture: "visleaf/sand",
    $basetexture2: "visleaf/grass",
    $surfaceprop: "sand",
    $surfaceprop2: "grass",
    "%tooltexture": "visleaf/sand",
  });
}

function addSeeThrough(add: AddVmt): void {
  add("visleaf/glass", "LightmappedGeneric", {
    $basetexture: "visleaf/glass",
    $translucent: 1,
    $envmap: "env_cubemap",
    $envmaptint: "[.25 .3 .3]",
    $surfaceprop: "glass",
  });
  add("visleaf/grate", "LightmappedGeneric", {
    $basetexture: "visleaf/grate",
    $alphatest: 1,
    $alphatestreference: 0.5,
    $nocull: 1,
    $surfaceprop: "metalgrate",
    "%compilepassbullets": 1,
  });
  const water = {
    $normalmap: "visleaf/water_normal",
    $bumpmap: "visleaf/water_normal",
    // Without it, the compiler would take the mean colour of the normal map as reflectivity.
    $reflectivity: "[.03 .09 .09]",
    $surfaceprop: "water",
    $fogenable: 1,
    $fogcolor: "{38 82 84}",
    $fogstart: 1,
    "%compilewater": 1,
    "%tooltexture": "visleaf/water_normal",
  };
  const drift = [
    '\t"Proxies"',
    "\t{",
    '\t\t"TextureScroll"',
    "\t\t{",
    '\t\t\t"texturescrollvar" "$bumptransform"',
    '\t\t\t"texturescrollrate" ".03"',
    '\t\t\t"texturescrollangle" "35"',
    "\t\t}",
    "\t}",
  ];
  add(
    "visleaf/water",
    "Water",
    {
      ...water,
      $abovewater: 1,
      $fogend: 300,
      $bottommaterial: "visleaf/water_beneath",
      $reflecttexture: "_rt_WaterReflection",
      $refracttexture: "_rt_WaterRefraction",
      $reflecttint: "[.8 .9 .9]",
      $refracttint: "[.8 .95 .95]",
      $reflectamount: 0.6,
      $refractamount: 0.4,
    },
    ...drift,
  );
  add(
    "visleaf/water_beneath",
    "Water",
    {
      ...water,
      $abovewater: 0,
      $fogend: 200,
      $refracttexture: "_rt_WaterRefraction",
      $refractamount: 0.3,
    },
    ...drift,
  );
  for (const name of OVERLAYS) {
    add(`visleaf/${name}`, "LightmappedGeneric", {
      $basetexture: `visleaf/${name}`,
      $translucent: 1,
      $decal: 1,
    });
  }
}

function addLights(add: AddVmt): void {
  for (const name of ["lamp_glow", "lamp_teal", "window_lit"]) {
    add(`visleaf/${name}`, "LightmappedGeneric", {
      $basetexture: `visleaf/${name}`,
      $selfillum: 1,
      $surfaceprop: "glass",
    });
  }
  add("visleaf/glow", "UnlitGeneric", {
    $basetexture: "visleaf/glow",
    $additive: 1,
    $vertexcolor: 1,
    $nocull: 1,
  });
}

function addParticles(add: AddVmt): void {
  const soft = { $translucent: 1, $vertexcolor: 1, $vertexalpha: 1, $nocull: 1 };
  add("visleaf/smoke", "UnlitGeneric", { $basetexture: "visleaf/smoke", ...soft });
  add("visleaf/droplet", "SpriteCard", {
    $basetexture: "visleaf/droplet",
    $translucent: 1,
    $vertexcolor: 1,
    $vertexalpha: 1,
    $depthblend: 0,
  });
  // Names that the engine's effects ask for: rain, dust, sparks.
  add("particle/rain", "UnlitGeneric", { $basetexture: "visleaf/droplet", ...soft });
  for (const name of ["particle/sparkles", "effects/spark", "effects/yellowflare_noz"]) {
    add(name, "UnlitGeneric", {
      $basetexture: "visleaf/glow",
      $additive: 1,
      ...soft,
      $translucent: 0,
    });
  }
}

function addModels(add: AddVmt): void {
  const onModel = (name: string, texture: string, params: VmtParams = {}) =>
    add(`models/visleaf/${name}`, "VertexLitGeneric", { $basetexture: texture, ...params });
  for (const name of MODEL_SKINS) onModel(name, `models/visleaf/${name}`);
  for (const [name, texture] of Object.entries(MODEL_WALLS)) onModel(name, texture);
  const cut = { $alphatest: 1, $alphatestreference: 0.5, $nocull: 1 };
  for (const name of ["leaves", "leaves_b"]) onModel(name, `models/visleaf/${name}`, cut);
  onModel("banner", "models/visleaf/banner", { $nocull: 1 });
  onModel("lamp_glow", "visleaf/lamp_glow", { $selfillum: 1 });
  add("detail/visleaf", "UnlitGeneric", {
    $basetexture: "detail/visleaf",
    ...cut,
    $vertexcolor: 1,
  });
}
