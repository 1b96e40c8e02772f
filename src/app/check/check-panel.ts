/** The panel of what is wrong with the map: beside the picture, so that one finding after another can be looked at. */

import "./check.css";
import type { ContentSpec } from "../../content/types.ts";
import { type CheckReport, createFileReader, placeOf } from "../../viewer/file/index.ts";
import type { Camera, MapSource } from "../../viewer/index.ts";
import { byId, make } from "../dom.ts";
import { drawReport } from "./draw-report.ts";

export interface CheckPanelOptions {
  readonly go: (pose: Partial<Camera>) => void;
  readonly contentOf: () => readonly ContentSpec[];
  readonly onClose: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface CheckPanel {
  /** Checks a map and shows what was found; closes the panel where it is open. */
  toggle(source: MapSource): void;
  close(): void;
}

export function createCheckPanel(options: CheckPanelOptions): CheckPanel {
  const title = make("h2", { id: "check-title", tabindex: "-1" }, "Check");
  const close = make(
    "button",
    { type: "button", class: "icon", "aria-label": "Close the check" },
    "×",
  );
  const status = make("p", { class: "note", role: "status" });
  const bar = make("progress", { max: "1", "aria-label": "Rules that are done" });
  const body = make("div", { class: "check-body" });
  const panel = make(
    "section",
    { id: "check", "aria-labelledby": "check-title" },
    make("header", {}, title, close),
    ...[status, bar, body],
  );
  panel.hidden = true;
  byId("panel").before(panel);
  /** Ends the check that is under way. */
  let stop: (() => void) | null = null;

  const hide = (): void => {
    stop?.();
    stop = null;
    if (panel.hidden) return;
    panel.hidden = true;
    options.onClose();
  };
  const show = (report: CheckReport): void => {
    const { error, warning, note } = report.counts;
    const isSound = error + warning + note === 0;
    status.textContent = isSound ? "Nothing is wrong with it." : "";
    status.hidden = !isSound;
    body.replaceChildren(...drawReport(report, options.go));
  };
  const run = (source: MapSource): void => {
    const reader = createFileReader();
    stop = () => reader.close();
    title.textContent = `Check: ${source.name}`;
    status.hidden = false;
    status.textContent = "Looking at the map …";
    bar.hidden = false;
    bar.removeAttribute("value");
    body.replaceChildren();
    const asked = { ...placeOf(source), content: options.contentOf() };
    const isCurrent = stop;
    reader
      .ask("check", asked, (done, total) => {
        bar.value = done / total;
      })
      .then(
        (report) => {
          if (stop !== isCurrent) return;
          bar.hidden = true;
          show(report);
        },
        (error: unknown) => {
          if (stop !== isCurrent) return;
          hide();
          options.onFault(error);
        },
      )
      .finally(() => reader.close());
  };
  close.addEventListener("click", hide);
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    hide();
  });
  return {
    toggle(source) {
      if (!panel.hidden) {
        hide();
        return;
      }
      panel.hidden = false;
      title.focus({ preventScroll: true });
      run(source);
    },
    close: hide,
  };
}
