/** The switches of the frame: what is drawn, and what culls it. */

import type { RenderSettings, Viewer } from "../viewer/index.ts";
import { make } from "./dom.ts";

type SwitchName = {
  [K in keyof RenderSettings]: RenderSettings[K] extends boolean ? K : never;
}[keyof RenderSettings];

export interface SwitchesPanel {
  /** Shows settings that were changed elsewhere. */
  show(): void;
}

interface Switch {
  readonly name: SwitchName;
  readonly label: string;
  readonly title?: string;
}

/** What is seen. `timing` is the statistics' own. */
const SHOWN: readonly Switch[] = [
  { name: "textures", label: "Textures" },
  { name: "lightmaps", label: "Lightmaps" },
  { name: "props", label: "Props" },
  { name: "sky", label: "Sky" },
  { name: "displacements", label: "Displacements" },
  { name: "brushModels", label: "Brush models", title: "Doors, lifts, and other brush entities" },
  { name: "translucent", label: "Translucent" },
  { name: "wireframe", label: "Wireframe" },
  { name: "fullbright", label: "Fullbright", title: "No light at all: textures as they are" },
];

/** How it is drawn: the picture stays the same. */
const CULLING: readonly Switch[] = [
  { name: "frustum", label: "Frustum cull", title: "Leave out what lies outside the view" },
  { name: "pvs", label: "PVS cull", title: "Leave out what cannot be seen from the camera's leaf" },
  {
    name: "occlusion",
    label: "Occlusion cull",
    title: "Leave out what lies behind what was drawn, by the depth pyramid",
  },
  {
    name: "gpuCulling",
    label: "Cull on GPU",
    title: "Off: by the CPU, as the reference does, without occlusion",
  },
  {
    name: "bundles",
    label: "Draw bundles",
    title: "Draw from recorded bundles. Off: every draw is encoded anew each frame",
  },
  {
    name: "freezePvs",
    label: "Freeze PVS",
    title: "Keep the visible set as it is now, to look at it from outside",
  },
];

export function createSwitchesPanel(container: HTMLElement, viewer: Viewer): SwitchesPanel {
  const inputs: { name: SwitchName; input: HTMLInputElement }[] = [];
  const makeGrid = (switches: readonly Switch[]): HTMLElement => {
    const rows = switches.map(({ name, label, title }) => {
      const input = make("input", {
        type: "checkbox",
        role: "switch",
        id: `switch-${name}`,
        "data-setting": name,
      });
      input.addEventListener("change", () => {
        viewer.settings[name] = input.checked;
      });
      inputs.push({ name, input });
      const row = make("label", {}, input, label);
      if (title) row.title = title;
      return row;
    });
    return make("div", { class: "switches" }, ...rows);
  };
  const culling = make("h3", {}, "Culling");
  container.replaceChildren(makeGrid(SHOWN), culling, makeGrid(CULLING));
  const show = (): void => {
    for (const { name, input } of inputs) input.checked = viewer.settings[name];
  };
  show();
  return { show };
}
