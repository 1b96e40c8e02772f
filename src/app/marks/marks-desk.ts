/** Opens the marks panel and shows the marks of links. The code is loaded on first use. */

import { formatMarks, type MarkChoice, NO_MARKS, parseMarks } from "../../map/mark-kinds.ts";
import type { Viewer } from "../../viewer/index.ts";
import { byId } from "../dom.ts";
import type { MarksDeskOptions } from "./entity-panel.ts";
import type { MarksPanel } from "./marks-panel.ts";

export interface MarksDesk {
  /** Opens or closes the panel. */
  toggle(): void;
  /** Opens or closes the panel's entity list. */
  toggleEntities(): void;
  /** Closes the panel; its marks stay visible. */
  close(): void;
  /** Words of the visible marks as in links; empty without marks. */
  readonly words: string;
  /** Shows the marks of a link or of a console line; unknown words are ignored. */
  show(words: string): void;
  /** Updates the marks after another map was opened. */
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
      // Loading is retried at the next press.
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
      // A panel that is still loading is not open.
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
