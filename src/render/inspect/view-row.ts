/** What there is to know of a way of seeing. */

import type { RenderSettings } from "../types.ts";
import type { LegendRow } from "./legend.ts";

export type ViewGroup = "Light" | "Surfaces" | "Visibility";

export interface ViewRow {
  /** In links, on the command line, as the value of the setting. */
  readonly name: string;
  /** "surface": how surfaces are shaded. */
  readonly kind: "surface";
  readonly title: string;
  readonly group: ViewGroup;
  /** One sentence. */
  readonly about: string;
  /** What colours mean. The rows with a number come first: shaders mix between them, by its logarithm. */
  readonly legend: readonly LegendRow[];
  /**
   * "usual": materials as they are, with other settings; "overdraw": each fragment adds to its pixel; left out: in the
   * colours of the legend.
   */
  readonly shading?: "usual" | "overdraw";
  /** In place of the settings that there are. */
  readonly settings?: Partial<RenderSettings>;
  /** Keeps what was seen in the frame in which it was chosen, and shows from where. */
  readonly isFrozen?: boolean;
  /** Whether depth hides nothing. */
  readonly isThrough?: boolean;
  /** Whether triangles have their edges drawn. */
  readonly hasEdges?: boolean;
}
