/** A player who walks through a simulated map, tick by tick. */

import type { MapHulls } from "../../map/hulls.ts";
import type { Player, PlayerPlace, Solids } from "../../simulation/index.ts";

export interface Walker {
  readonly hulls: MapHulls;
  /** Moves for a tick, before the map's entities do. */
  walk(solids: Solids): void;
  /** Writes where the player is. */
  writePlace(solids: Solids, player: Player, out: PlayerPlace): void;
  /** Takes what a tick did to the player since `writePlace`: pushes, rides, teleports. */
  follow(player: Player): void;
}
