import { FAMILY } from "../../../../map/material-families.ts";
import type { FamilyReader } from "../family-reader.ts";

/** Shaders that are not drawn. */
export const reader: FamilyReader = {
  family: FAMILY.flat,
  shaders: /^(sky|wireframe|shadow|shadowmodel)$/,
  read(_vmt, state) {
    state.isUnseen = true;
  },
};
