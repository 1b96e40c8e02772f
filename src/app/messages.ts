/** The page's messages: an alert that stays until closed, and a note that disappears. */

import { describeFailure } from "../component/failures.ts";
import { byId, setText } from "./dom.ts";

export interface ErrorText {
  /** Short description of the failure. */
  readonly title: string;
  /** Details in one line. */
  readonly detail: string;
  /** Advice to the user. */
  readonly advice: string;
}

/** Advice if the module with descriptions cannot be loaded. */
const UNSAID = "Look at your connection, then try again.";

/** Describes an error of a map that did not open. */
export async function describeError(error: unknown, mapName: string): Promise<ErrorText> {
  const { title, detail, advice } = await describeFailure(error, mapName);
  return { title, detail, advice: advice.join(" ") || UNSAID };
}

/** Describes the error of any other action. */
export async function describeFault(error: unknown): Promise<ErrorText> {
  return { ...(await describeError(error, "")), title: "That did not work" };
}

const TOAST_MS = 4000;

export interface Messages {
  alert(text: ErrorText): void;
  closeAlert(): void;
  note(text: string): void;
  /** Shows a note about a success and closes the alert. */
  success(text: string): void;
}

export function createMessages(): Messages {
  const alert = byId("alert");
  const toast = byId("toast");
  const fold = alert.querySelector("details")!;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const closeAlert = (): void => {
    alert.hidden = true;
  };
  const note = (text: string): void => {
    setText(toast, text);
    toast.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      toast.hidden = true;
    }, TOAST_MS);
  };
  byId("close-alert").addEventListener("click", closeAlert);

  return {
    alert({ title, detail, advice }) {
      setText(byId("alert-title"), title);
      setText(byId("alert-advice"), advice);
      setText(byId("alert-detail"), detail);
      fold.open = false;
      fold.hidden = detail === "";
      placeAlert(alert);
      alert.hidden = false;
    },
    closeAlert,
    note,
    success(text) {
      closeAlert();
      note(text);
    },
  };
}

/**
 * Moves the alert above the elements it would overlap: the start card, or the notes at the top of
 * touch screens.
 */
function placeAlert(alert: HTMLElement): void {
  const isStart = document.body.dataset.state === "start";
  const hasTopNotes = matchMedia("(pointer: coarse)").matches;
  const place = isStart ? byId("start") : hasTopNotes ? byId("notes") : document.body;
  if (alert.parentElement !== place) place.prepend(alert);
}
