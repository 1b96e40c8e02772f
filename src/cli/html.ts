/** Pages made of text: what is put into them is text there, whatever it holds. */

import { escapeControls } from "./terminal.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For what stands between tags, and in attributes in quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]);
}

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

/** A template whose values are escaped, but for those that are HTML; marks that would turn the text are shown by their codes. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  const parts = values.map((value) => {
    if (value instanceof Html) return value.text;
    if (typeof value === "object") return value.map(({ text }) => text).join("");
    return escapeHtml(escapeControls(String(value)));
  });
  return new Html(texts.map((text, i) => text + (parts[i] ?? "")).join(""));
}
