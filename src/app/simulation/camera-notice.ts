/** Says that a camera of the map shows the view, and returns to the player's own view. */

import "./camera-notice.css";
import type { Viewer } from "../../viewer/index.ts";
import { byId, make } from "../dom.ts";

export interface CameraNotice {
  show(isShown: boolean): void;
}

export function createCameraNotice(viewer: Viewer): CameraNotice {
  const leave = make(
    "button",
    { type: "button", class: "small", title: "Or press Escape, or any key that moves you" },
    "Your own view",
  );
  const notice = make(
    "div",
    { id: "camera-notice", role: "status" },
    make("span", {}, "The map's camera"),
    leave,
  );
  notice.hidden = true;
  byId("panel").before(notice);
  leave.addEventListener("click", () => {
    viewer.stop();
    viewer.canvas.focus({ preventScroll: true });
  });
  return {
    show(isShown) {
      notice.hidden = !isShown;
    },
  };
}
