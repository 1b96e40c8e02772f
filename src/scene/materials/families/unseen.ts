import { FAMILY_FLAT } from "../../../map/material-families.ts";
import type { FamilyReader } from "./family-reader.ts";

/** What no pass draws: shadows are made by the engine as it runs. */
export const unseenFamily: FamilyReader = {
  family: FAMILY_FLAT,
  shaders: /^(sky|wireframe|shadow|shadowmodel)$/,
  read(_vmt, state) {
    state.isUnseen = true;
  },
};
