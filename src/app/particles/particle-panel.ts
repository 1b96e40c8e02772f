/** Panel beside the particles: the file's systems, time, control points, and what is drawn. */

import type { ParticleInfo, ParticleViewer } from "../../viewer/particles/index.ts";
import { formatCount, make, setText } from "../dom.ts";
import { makeChoice, makeFold, makeSection, makeSwitch } from "../models/model-rows.ts";
import { createSearchList } from "../models/search-list.ts";
import { makePoints } from "./point-rows.ts";
import { makeTransport } from "./transport.ts";

const BACKDROPS = ["studio", "black", "grey", "light"] as const;
const BACKDROP_NAMES = ["Floor", "Black", "Grey", "Light"];

export interface ParticlePanel {
  /** Shows another system. */
  setInfo(info: ParticleInfo): void;
  /** Follows the time and the counts. Called after each frame and each change. */
  update(): void;
}

export function createParticlePanel(
  container: HTMLElement,
  viewer: ParticleViewer,
  picture: HTMLElement,
  onFault: (error: unknown) => void,
): ParticlePanel {
  const choose = (changed: Parameters<ParticleViewer["choose"]>[0]): void =>
    void viewer.choose(changed).catch(onFault);
  let shown: ParticleInfo | null = null;
  const list = createSearchList("system", (row) => {
    const system = shown?.file.systems[row]?.name;
    if (system !== undefined) choose({ system });
  });
  const transport = makeTransport(viewer, choose);
  const place = make("div");
  const tree = make("div");
  const actions = make("section", { class: "actions model-actions" }, picture);
  const makeLooks = (): HTMLElement => {
    const switches = make(
      "div",
      { class: "switches" },
      makeSwitch("Bounds", viewer.showsBounds, (isOn) => {
        viewer.showsBounds = isOn;
      }),
      makeSwitch("Control points", viewer.showsPoints, (isOn) => {
        viewer.showsPoints = isOn;
      }),
    );
    const row = BACKDROPS.indexOf(viewer.choice.backdrop);
    const backdrop = makeChoice("Behind", BACKDROP_NAMES, row, (chosen) =>
      choose({ backdrop: BACKDROPS[chosen] }),
    );
    return makeSection("Show", switches, backdrop);
  };
  let rows: HTMLElement[] = [];
  /** System and numbers of the points that are shown: a field that is edited keeps the focus. */
  let placed = "";
  return {
    setInfo(info) {
      const isOtherFile = shown?.file.name !== info.file.name;
      shown = info;
      const { systems } = info.file;
      if (isOtherFile || container.firstChild === null) {
        const version = `PCF ${info.file.version}, DMX ${info.file.encoding}`;
        const title = `${systems.length === 1 ? "1 system" : `${systems.length} systems`} · ${version}`;
        container.replaceChildren(
          makeSection(title, list.element),
          makeSection("Time", transport.element),
          tree,
          place,
          makeLooks(),
          actions,
        );
        list.setItems(
          systems.map(({ name, isChild }) => ({ name, kin: "", note: isChild ? "child" : "" })),
        );
      }
      list.mark(systems.findIndex(({ name }) => name === info.system));
      rows = info.tree.map(() => make("span", { class: "number" }));
      tree.replaceChildren(makeTree(info, rows), ...makeWarnings(info));
      const key = [info.file.name, info.system, ...info.points].join("\n");
      if (key !== placed) place.replaceChildren(makePoints(viewer, info, choose));
      placed = key;
    },
    update() {
      transport.follow();
      for (const [row, element] of rows.entries()) {
        const most = formatCount(shown?.tree[row].capacity ?? 0);
        setText(element, `${formatCount(viewer.countOf(row))} of ${most}`);
      }
    },
  };
}

/** Makes the list of the shown systems, with their materials and counts. */
function makeTree(info: ParticleInfo, counts: readonly HTMLElement[]): HTMLElement {
  const items = info.tree.map(({ name, depth, material, isMissing, renderers }, row) => {
    const details = [material || "no material", ...renderers].join(" · ");
    const missing = isMissing ? [make("span", { class: "is-missing" }, "missing")] : [];
    const line = make("div", {}, make("span", {}, name), counts[row]);
    const note = make("p", { class: "note" }, details, ...missing);
    const item = make("li", {}, line, note);
    item.style.setProperty("--depth", String(Math.min(depth, 4)));
    return item;
  });
  const title = items.length === 1 ? "System" : `System with ${items.length - 1} children`;
  return makeSection(title, make("ul", { class: "particle-tree" }, ...items));
}

/** Makes the list of what is missing or does not run; empty if nothing is. */
function makeWarnings({ warnings }: ParticleInfo): HTMLElement[] {
  if (warnings.length === 0) return [];
  const items = warnings.map(({ message, count }) =>
    make("li", {}, count > 1 ? `${message} (${count} times)` : message),
  );
  const list = make("ul", {}, ...items);
  const fold = makeFold(`Missing or not run (${items.length})`, list);
  fold.classList.add("model-missing");
  fold.querySelector("details")?.setAttribute("open", "");
  return [fold];
}
