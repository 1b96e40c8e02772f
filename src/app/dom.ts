/** Helpers for the page's elements. Text is never parsed as HTML, because names come from files. */

type Child = Node | string;

/** Returns an element of `index.html` by its id. Throws if it is missing. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`visleaf bug: the page has no #${id}`);
  return found as T;
}

/** Makes an element with attributes and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Sets an element's text if it differs, which avoids needless layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const THOUSANDS = new Intl.NumberFormat("en-US");

export function formatCount(value: number): string {
  return THOUSANDS.format(value);
}

export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 2 ** 20;
  return `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`;
}
