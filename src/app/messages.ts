/** The page's messages: an alert that stays until it is closed, and a note that goes by itself. */

import { byId, setText } from "./dom.ts";
import type { ErrorText } from "./error-advice.ts";

const TOAST_MS = 4000;

export interface Messages {
  alert(text: ErrorText): void;
  closeAlert(): void;
  note(text: string): void;
}

export function createMessages(): Messages {
  const alert = byId("alert");
  const toast = byId("toast");
  let timer: ReturnType<typeof setTimeout> | undefined;

  const closeAlert = (): void => {
    alert.hidden = true;
  };
  byId("close-alert").addEventListener("click", closeAlert);

  return {
    alert({ title, detail, advice }) {
      setText(byId("alert-title"), title);
      setText(byId("alert-detail"), detail);
      setText(byId("alert-advice"), advice);
      alert.hidden = false;
    },
    closeAlert,
    note(text) {
      setText(toast, text);
      toast.hidden = false;
      clearTimeout(timer);
      timer = setTimeout(() => {
        toast.hidden = true;
      }, TOAST_MS);
    },
  };
}
