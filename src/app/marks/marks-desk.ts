/** Opens the panel of marks, and shows those of a link; its code is fetched when any of it is first asked for. */

import { formatMarks, type MarkChoice, NO_MARKS, parseMarks } from "../../map/marks/mark-kinds.ts";
import type { Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { MarksDeskOptions } from "./entity-panel.ts";
import type { MarksPanel } from "./marks-panel.ts";

export interface MarksDesk {
  /** Opens the panel, or closes it. */
  toggle(): void;
  /** The same at the list of entities. */
  toggleEntities(): void;
  /** Closes the panel; what is shown stays. */
  close(): void;
  /** As links have them; empty where none are shown. */
  readonly words: string;
  /** Shows those of a link, or of a line that was typed; words that are none are passed over. */
  show(words: string): void;
  /** Another map is shown. */
  onMap(): void;
}

export function createMarksDesk(viewer: Viewer, options: MarksDeskOptions): MarksDesk {
  let choice: MarkChoice = NO_MARKS;
  let words = "";
  let panel: Promise<MarksPanel> | null = null;

  const open = (): Promise<MarksPanel> => {
    panel ??= import("./marks-panel.ts").then(({ createMarksPanel }) =>
      createMarksPanel(viewer, {
        ...options,
        onChoice(next) {
          choice = next;
          words = formatMarks(choice);
        },
      }),
    );
    return panel;
  };
  const withPanel = (act: (panel: MarksPanel) => void): void => {
    open().then(act, (error: unknown) => {
      // The next press tries again.
      panel = null;
      options.onFault(error);
    });
  };
  const desk: MarksDesk = {
    toggle() {
      if (viewer.map !== null) withPanel((made) => made.toggle("marks"));
    },
    toggleEntities() {
      if (viewer.map !== null) withPanel((made) => made.toggle("entities"));
    },
    close() {
      // Where its code is not there yet, nothing is open.
      void panel?.then(
        (made) => made.close(),
        () => undefined,
      );
    },
    get words() {
      return words;
    },
    show(text) {
      const next = parseMarks(text);
      if (next.names.length === 0 && choice.names.length === 0) return;
      choice = next;
      words = formatMarks(next);
      withPanel((made) => made.show(next));
    },
    onMap() {
      if (panel !== null) withPanel((made) => made.onMap());
    },
  };
  byId("open-marks").addEventListener("click", desk.toggle);
  return desk;
}
