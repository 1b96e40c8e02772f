/** The switches of the frame: what is drawn, and what culls it. */

import type { RenderSettings } from "../render/types.ts";
import type { Viewer } from "../viewer/viewer-types.ts";
import { make } from "./dom.ts";

type SwitchName = {
  [K in keyof RenderSettings]: RenderSettings[K] extends boolean ? K : never;
}[keyof RenderSettings];

const SWITCHES: readonly { name: SwitchName; label: string; title?: string }[] = [
  { name: "textures", label: "Textures" },
  { name: "lightmaps", label: "Lightmaps" },
  { name: "props", label: "Props" },
  { name: "sky", label: "Sky" },
  { name: "displacements", label: "Displacements" },
  { name: "brushModels", label: "Brush models", title: "Doors, lifts, and other brush entities" },
  { name: "translucent", label: "Translucent" },
  { name: "wireframe", label: "Wireframe" },
  { name: "fullbright", label: "Fullbright", title: "No light at all: textures as they are" },
  { name: "frustum", label: "Frustum cull", title: "Leave out what lies outside the view" },
  { name: "pvs", label: "PVS cull", title: "Leave out what cannot be seen from the camera's leaf" },
  {
    name: "freezePvs",
    label: "Freeze PVS",
    title: "Keep the visible set as it is now, to look at it from outside",
  },
];

export function createSwitchesPanel(container: HTMLElement, viewer: Viewer): void {
  const grid = make("div", { class: "switches" });
  for (const { name, label, title } of SWITCHES) {
    const input = make("input", {
      type: "checkbox",
      role: "switch",
      id: `switch-${name}`,
      "data-setting": name,
    });
    input.checked = viewer.settings[name];
    input.addEventListener("change", () => {
      viewer.settings[name] = input.checked;
    });
    const row = make("label", {}, input, label);
    if (title) row.title = title;
    grid.append(row);
  }
  container.replaceChildren(grid);
}
