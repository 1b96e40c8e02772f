/** Overlays with 32-bit fields. */

import { DOVERLAY, type DOverlay } from "./compile-layouts.ts";
import type { LumpLayout } from "./record-layouts.ts";

/** As version 25's compiler writes them: texinfo and count have 32 bits each. */
export const WIDE_OVERLAY: LumpLayout<DOverlay> = {
  lumpVersions: [1],
  bytes: DOVERLAY.bytes + 4,
  columns: {
    ...(Object.fromEntries(
      Object.entries(DOVERLAY.columns).map(([name, column]) => [
        name,
        { ...column, at: column.at < DOVERLAY.columns.faces.at ? column.at : column.at + 4 },
      ]),
    ) as typeof DOVERLAY.columns),
    texinfo: { at: 4, type: "i32", as: Int32Array },
    faceCountAndRenderOrder: { at: 8, type: "u32", as: Uint32Array },
  },
};
