/** Shows the map's name in the bar and the page's title, and its facts in the panel. */

import type { MapInfo } from "../../viewer/index.ts";
import { byId, formatCount, setText } from "../dom.ts";

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
