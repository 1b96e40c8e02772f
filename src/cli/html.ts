/** Builds HTML from text, which is always escaped. */

import { escapeControls } from "./terminal.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]);
}

/** Text that is already HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

/**
 * Template tag that escapes all values except `Html`. Control characters, such as those that
 * reverse text, are shown as their codes.
 */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  const parts = values.map((value) => {
    if (value instanceof Html) return value.text;
    if (typeof value === "object") return value.map(({ text }) => text).join("");
    return escapeHtml(escapeControls(String(value)));
  });
  return new Html(texts.map((text, i) => text + (parts[i] ?? "")).join(""));
}
