/** The panel's switches of drawn parts and of culling. */

import { shadowMode } from "../../render/shadows/shadow-mode.ts";
import type { PropShadows, RenderSettings, Viewer } from "../../viewer/index.ts";
import { make } from "../dom.ts";

// The choice of model shadows.

const MODES: readonly (readonly [PropShadows, label: string])[] = [
  ["silhouette", "Shape"],
  ["blob", "Blob"],
  ["off", "Off"],
];

export interface ShadowsChoice {
  readonly element: HTMLElement;
  /** Shows a choice that was made elsewhere. */
  readonly show: () => void;
}

function createShadowsChoice(viewer: Viewer): ShadowsChoice {
  const inputs = MODES.map(([mode]) =>
    make("input", { type: "radio", name: "prop-shadows", id: `shadows-${mode}`, value: mode }),
  );
  for (const input of inputs) {
    input.addEventListener("change", () => {
      viewer.settings.propShadows = input.value as PropShadows;
    });
  }
  const element = make(
    "fieldset",
    {
      class: "sides",
      title: "Shadows of characters, doors and other entities",
    },
    make("legend", {}, "Model shadows"),
    ...inputs.map((input, i) => make("label", {}, input, MODES[i][1])),
  );
  const show = (): void => {
    const mode = shadowMode(viewer.settings);
    for (const input of inputs) input.checked = input.value === mode;
  };
  show();
  return { element, show };
}

type SwitchName = {
  [K in keyof RenderSettings]: RenderSettings[K] extends boolean ? K : never;
}[keyof RenderSettings];

/** Samples a pixel with antialiasing on. */
const SMOOTH_SAMPLES = 4;

export interface SwitchesPanel {
  /** Shows settings that were changed elsewhere. */
  show(): void;
}

interface Switch {
  readonly name: SwitchName | "samples";
  readonly label: string;
  readonly title?: string;
}

/** Switches of visible parts. The statistics control `timing`. */
const SHOWN: readonly Switch[] = [
  { name: "textures", label: "Textures" },
  {
    name: "lowResTextures",
    label: "Low-res textures",
    title: "Textures at low resolution: mips of 16 texels",
  },
  { name: "lightmaps", label: "Lightmaps" },
  {
    name: "specular",
    label: "Specular",
    title: "Reflections of the map's cubemaps on surfaces",
  },
  {
    name: "bumps",
    label: "Bumps",
    title: "Normal maps. Off: surfaces are lit as if they were flat",
  },
  { name: "phong", label: "Highlights", title: "Highlights and rims of lamps on models" },
  { name: "props", label: "Props" },
  { name: "details", label: "Details", title: "Grass and other detail objects on the ground" },
  {
    name: "ropes",
    label: "Ropes",
  },
  {
    name: "sprites",
    label: "Sprites",
    title: "Glows of lamps, and other pictures that face the eye",
  },
  { name: "decals", label: "Decals", title: "Decals and overlays on surfaces" },
  { name: "sky", label: "Sky" },
  { name: "displacements", label: "Displacements" },
  { name: "brushModels", label: "Brush models", title: "Doors, lifts and other brush entities" },
  { name: "translucent", label: "Translucent" },
  { name: "waterReflection", label: "Reflections", title: "Water mirrors what is above it" },
  {
    name: "fog",
    label: "Fog",
    title: "Fog of the map and of its 3D sky, and the map's limit of the view",
  },
  { name: "wireframe", label: "Wireframe" },
  {
    name: "lightStyles",
    label: "Flickering light",
    title: "Lamps that flicker and pulse. Off: all of them shine steadily",
  },
  {
    name: "animations",
    label: "Moving models",
    title: "Characters and machines play their animations at the map's start",
  },
  { name: "flashlight", label: "Flashlight", title: "A light from where you are (Shift+F)" },
  { name: "fullbright", label: "Fullbright", title: "No light at all: textures as they are" },
  {
    name: "autoExposure",
    label: "Auto exposure",
    title: "In maps lit for HDR: exposure adapts to the view, like an eye",
  },
  {
    name: "bloom",
    label: "Bloom",
    title: "In maps lit for HDR: bright areas glow over their surroundings",
  },
  { name: "colorCorrection", label: "Colour correction", title: "By the map's own tables" },
  { name: "fades", label: "Fades", title: "The map covers a player's view with a colour" },
  { name: "shake", label: "Shaking", title: "The map shakes the view while you touch triggers" },
  {
    name: "samples",
    label: "Smooth edges",
    title: "Four samples a pixel: on by default with a graphics card",
  },
  {
    name: "fxaa",
    label: "FXAA",
    title: "Smooths edges in the finished picture: cheaper, with lower quality",
  },
];

/** Switches of culling, which do not change the picture. */
const CULLING: readonly Switch[] = [
  { name: "frustum", label: "Frustum cull", title: "Skip parts outside the view" },
  { name: "pvs", label: "PVS cull", title: "Skip parts that are not visible from this leaf" },
  {
    name: "areaPortals",
    label: "Closed doors",
    title: "Skip parts behind doors that are shut when the map starts",
  },
  {
    name: "occlusion",
    label: "Occlusion cull",
    title: "Skip parts that are hidden behind others",
  },
  {
    name: "occlusionByCost",
    label: "Where it pays",
    title: "Occlusion culling only where it saves more than it costs; off: always",
  },
  {
    name: "gpuCulling",
    label: "Cull on GPU",
    title: "Off: the CPU culls, without occlusion",
  },
  {
    name: "bundles",
    label: "Draw bundles",
    title: "Off: every draw is recorded again each frame",
  },
  {
    name: "freezePvs",
    label: "Freeze PVS",
    title: "Freeze the visible parts, to look at them from outside",
  },
];

/** Creates the switches. `shown` receives those of visible parts, `engine` those of culling. */
export function createSwitchesPanel(
  shown: HTMLElement,
  engine: HTMLElement,
  viewer: Viewer,
): SwitchesPanel {
  const inputs: { name: Switch["name"]; input: HTMLInputElement }[] = [];
  const makeGrid = (switches: readonly Switch[]): HTMLElement => {
    const rows = switches.map(({ name, label, title }) => {
      const input = make("input", {
        type: "checkbox",
        role: "switch",
        id: `switch-${name}`,
        "data-setting": name,
      });
      input.addEventListener("change", () => {
        if (name === "samples") viewer.settings.samples = input.checked ? SMOOTH_SAMPLES : 1;
        else viewer.settings[name] = input.checked;
      });
      inputs.push({ name, input });
      const row = make("label", {}, input, label);
      if (title) row.title = title;
      return row;
    });
    return make("div", { class: "switches" }, ...rows);
  };
  const shadows = createShadowsChoice(viewer);
  shown.replaceChildren(makeGrid(SHOWN), shadows.element);
  engine.replaceChildren(make("h3", {}, "Culling"), makeGrid(CULLING));
  const show = (): void => {
    for (const { name, input } of inputs) input.checked = isSwitchedOn(viewer, name);
    shadows.show();
  };
  show();
  return { show };
}

/** Returns a switch's state. With `samples` 0 the renderer chooses the number. */
function isSwitchedOn({ settings, stats }: Viewer, name: Switch["name"]): boolean {
  if (name !== "samples") return settings[name];
  return (settings.samples || stats.samples) > 1;
}
