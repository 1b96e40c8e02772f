/** Ways of seeing surfaces: a choice in the panel, and a legend over the map. Fetched when a map is there. */

import type { Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { ViewChoice } from "./view-choice.ts";

export function createViewDesk(viewer: Viewer, onFault: (error: unknown) => void): ViewChoice {
  const open = async (act: (choice: ViewChoice) => void): Promise<void> => {
    const { viewChoice } = await import("./view-choice.ts");
    act(viewChoice(byId("views"), viewer));
  };
  return {
    show: () => void open((choice) => choice.show()).catch(onFault),
    step: (by) => void open((choice) => choice.step(by)).catch(onFault),
  };
}
