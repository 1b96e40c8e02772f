/**
 * A report panel about the open map, beside the picture so that places can be visited one by one.
 */

import "./report.css";
import type { ContentSpec } from "../../content/types.ts";
import { createFileReader, type FileReader, placeOf } from "../../viewer/file/index.ts";
import type { Camera, MapSource } from "../../viewer/index.ts";
import { byId, make } from "../dom.ts";

export interface ReportPanelOptions {
  readonly go: (pose: Partial<Camera>) => void;
  readonly contentOf: () => readonly ContentSpec[];
  readonly onClose: () => void;
  readonly onFault: (error: unknown) => void;
}

/** A kind of report, with the words of its panel. */
export interface ReportKind {
  /** Id of the panel. The title's id is `<id>-title`. */
  readonly id: string;
  readonly title: string;
  /** Accessible names. */
  readonly closeLabel: string;
  readonly progressLabel: string;
  /** Requests the report and shows it. */
  run(question: ReportQuestion, report: OpenReport): void;
}

export type ReportQuestion = ReturnType<typeof placeOf> & {
  readonly content: readonly ContentSpec[];
};

/** A report whose panel is open. */
export interface OpenReport {
  readonly reader: FileReader;
  readonly body: HTMLElement;
  /** Aborted when the panel closes, so that marks in the picture are removed. */
  readonly closed: AbortSignal;
  /** Shows a line above the report; an empty text hides it. */
  say(text: string): void;
  onProgress(done: number, total: number): void;
  /** Shows the reader's answer, unless the report was closed in the meantime. */
  follow<T>(work: Promise<T>, show: (answer: T) => void): Promise<void>;
}

export interface ReportPanel {
  /** Opens the panel for a map, or closes it if it is open. */
  toggle(source: MapSource): void;
  close(): void;
}

export function createReportPanel(kind: ReportKind, options: ReportPanelOptions): ReportPanel {
  const { id } = kind;
  const title = make("h2", { id: `${id}-title`, tabindex: "-1" }, kind.title);
  const close = make(
    "button",
    { type: "button", class: "icon", "aria-label": kind.closeLabel },
    "×",
  );
  const status = make("p", { class: "note", role: "status" });
  const bar = make("progress", { max: "1", "aria-label": kind.progressLabel });
  const body = make("div", { class: "report-body" });
  const panel = make(
    "section",
    { id, class: "report docked", "aria-labelledby": title.id },
    make("header", {}, title, close),
    ...[status, bar, body],
  );
  panel.hidden = true;
  byId("panel").before(panel);
  let reader: FileReader | null = null;
  let closing = new AbortController();

  const hide = (): void => {
    reader?.close();
    reader = null;
    closing.abort();
    if (panel.hidden) return;
    panel.hidden = true;
    options.onClose();
  };
  const say = (text: string): void => {
    status.textContent = text;
    status.hidden = text === "";
  };
  const onProgress = (done: number, total: number): void => {
    bar.value = done / total;
  };
  const open = (source: MapSource): void => {
    const asked = createFileReader();
    reader = asked;
    closing = new AbortController();
    title.textContent = `${kind.title}: ${source.name}`;
    body.replaceChildren();
    const follow: OpenReport["follow"] = async (work, show) => {
      bar.hidden = false;
      bar.removeAttribute("value");
      try {
        const answer = await work;
        if (reader === asked) show(answer);
      } catch (error) {
        if (reader !== asked) return;
        hide();
        options.onFault(error);
      } finally {
        if (reader === asked) bar.hidden = true;
      }
    };
    const question = { ...placeOf(source), content: options.contentOf() };
    const { signal: closed } = closing;
    kind.run(question, { reader: asked, body, closed, say, onProgress, follow });
  };
  close.addEventListener("click", hide);
  return {
    toggle(source) {
      if (!panel.hidden) {
        hide();
        return;
      }
      panel.hidden = false;
      title.focus({ preventScroll: true });
      open(source);
    },
    close: hide,
  };
}
