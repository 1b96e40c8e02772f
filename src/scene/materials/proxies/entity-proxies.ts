/**
 * Proxies that ask an entity or a player: what they say of one that stands still, unhurt and unpainted
 * (`proxyentity.cpp`, `proxyplayer.cpp`, and those of the games).
 */

import type { ProxyCall, ProxyReader } from "./proxy-call.ts";

const always =
  (value: number): ProxyReader =>
  (call) =>
    call.finish(call.graph.constant(value));

function playerPosition(call: ProxyCall): void {
  const result = call.text("resultvar");
  if (result === undefined) return;
  const scale = call.input("scale", 0.005);
  const parts = [0, 1, 2].map((axis) => call.op("MULTIPLY", call.graph.camera(axis), scale));
  call.variables.set(result.toLowerCase(), { kind: "vector", parts });
}

/** One number for all: what is drawn by one material is not told apart. */
function entityRandom(call: ProxyCall): void {
  const half = call.graph.constant(0.5);
  call.finish(call.op("MULTIPLY", call.input("scale", 1), half));
}

const nothing: ProxyReader = () => undefined;

export const ENTITY_PROXIES: Readonly<Record<string, ProxyReader>> = {
  playerposition: playerPosition,
  playerspeed: always(0),
  entityspeed: always(0),
  playerteammatch: always(0),
  entityrandom: entityRandom,
  health: always(1),
  isnpc: always(0),
  // Of one game: burnt, drenched, coated, charged, disguised, painted, glowing.
  burnlevel: always(0),
  yellowlevel: always(1),
  invulnlevel: always(0),
  modelglowcolor: always(1),
  itemtintcolor: always(0),
  spy_invis: always(0),
  invis: always(0),
  weapon_invis: always(0),
  building_invis: always(0),
  vm_invis: always(0),
  // They leave all as it is where nothing is done to their entity.
  alpha: nothing,
  breakablesurface: nothing,
  dummy: nothing,
  empty: nothing,
  waterlod: nothing,
  worlddims: nothing,
  materialmodify: nothing,
  materialmodifyanimated: nothing,
};
