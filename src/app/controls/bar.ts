/** The bar: the title of the map, and full screen mode. */

import type { MapInfo } from "../../viewer/index.ts";
import { byId, formatCount, setText } from "../dom.ts";

/** Shows the map's name in the bar and the page's title, and its facts beside it. */
export function showMapTitle(map: MapInfo): void {
  const side = map.side === null ? "unlit" : map.side.toUpperCase();
  const { staticPropCount: props } = map;
  const facts = [
    `v${map.version}`,
    side,
    `${formatCount(map.triangleCount)} triangles`,
    ...(props === null ? [] : [`${formatCount(props)} ${props === 1 ? "prop" : "props"}`]),
  ];
  byId("map-title").hidden = false;
  setText(byId("map-name"), map.name);
  // No-break spaces keep a number and its noun together.
  setText(byId("map-facts"), facts.map((fact) => fact.replace(" ", "\u00a0")).join(" · "));
  const more = `revision ${map.revision}, sky ${map.skyName || "none"}`;
  byId("map-title").title = `${map.name}: ${facts.join(", ")}, ${more}`;
  document.title = `${map.name} – visleaf`;
}

/** Milliseconds that the bar stays after the last pointer motion. */
const BAR_MS = 2500;

export interface FullScreen {
  toggle(): void;
}

/** In full screen mode the bar hides, and returns when the pointer moves. */
export function createFullScreen(onFault: (error: unknown) => void): FullScreen {
  const button = byId<HTMLButtonElement>("full-screen");
  const root = document.documentElement;
  // Safari on iPhones has no full screen mode for pages.
  const isThere = document.fullscreenEnabled === true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const showBar = (): void => {
    delete document.body.dataset.bar;
    clearTimeout(timer);
    if (!document.fullscreenElement) return;
    timer = setTimeout(() => {
      const isUsed = byId("bar").contains(document.activeElement) || byId("bar").matches(":hover");
      if (document.fullscreenElement && !isUsed) document.body.dataset.bar = "away";
    }, BAR_MS);
  };
  const update = (): void => {
    const isOn = document.fullscreenElement !== null;
    button.setAttribute("aria-pressed", String(isOn));
    button.title = isOn ? "Leave full screen (F)" : "Full screen (F)";
    showBar();
  };
  const toggle = (): void => {
    if (!isThere) return;
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : root.requestFullscreen();
    change.catch(onFault);
  };
  button.hidden = !isThere;
  button.addEventListener("click", toggle);
  document.addEventListener("fullscreenchange", update);
  for (const name of ["pointermove", "pointerdown", "focusin"]) addEventListener(name, showBar);
  return { toggle };
}
