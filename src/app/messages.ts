/** The page's messages: an alert that stays until closed, and a note that disappears. */

import { byId, setText } from "./dom.ts";
import type { ErrorText } from "./support/error-advice.ts";

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
  addEventListener("keydown", ({ key, defaultPrevented }) => {
    // Escape closes an open dialog first.
    if (key !== "Escape" || defaultPrevented || document.querySelector("dialog[open]")) return;
    closeAlert();
  });

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
