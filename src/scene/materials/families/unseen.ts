import { FAMILY_FLAT } from "../../../map/material-families.ts";
import type { FamilyReader } from "./family-reader.ts";

/**
 * What no pass draws. Modulating shaders multiply what is behind them, which none does: unseen is
 * better than a grey plate.
 */
export const unseenFamily: FamilyReader = {
  family: FAMILY_FLAT,
  shaders: /^(sky|wireframe|modulate|decalmodulate|shadow|shadowmodel)$/,
  read(_vmt, state) {
    state.isUnseen = true;
  },
};
