/** The map's name and the few facts beside it, in the bar and in the page's title. */

import type { MapInfo } from "../viewer/index.ts";
import { byId, formatCount, setText } from "./dom.ts";

export function showMapTitle(map: MapInfo): void {
  const side = map.side === null ? "unlit" : map.side.toUpperCase();
  const { staticPropCount: props } = map;
  const facts = [
    `v${map.version}`,
    `revision ${map.revision}`,
    side,
    `${formatCount(map.triangleCount)} triangles`,
    ...(props === null ? [] : [`${formatCount(props)} ${props === 1 ? "prop" : "props"}`]),
  ];
  byId("map-title").hidden = false;
  setText(byId("map-name"), map.name);
  setText(byId("map-facts"), facts.join(" · "));
  byId("map-title").title = `${map.name}: ${facts.join(", ")}, sky ${map.skyName || "none"}`;
  document.title = `${map.name} – visleaf`;
}
