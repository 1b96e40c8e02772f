/** Escape closes what was opened last, wherever the focus is. Shift+H hides all but the picture. */

import type { Messages } from "../messages.ts";

/** Elements that Escape closes, each with its close button. The browser closes dialogs itself. */
const CLOSED_BY: readonly (readonly [element: string, button: string])[] = [
  ["#alert", "#close-alert"],
  ["#card", "#close-card"],
  ["#panel", "#toggle-panel"],
  ["#console", "#console form > .icon"],
  ["#marks", "#marks > header > .icon"],
  ["#measure", "#measure > header > .icon"],
  ["#track", "#track > header > .icon"],
  ["#simulation", "#simulation > header > .icon"],
  ["#check", "#check > header > .icon"],
  ["#cost", "#cost > header > .icon"],
  ["#camera-notice", "#camera-notice button"],
  ["#compare", "#compare .compare-wipe > .icon"],
];

/**
 * Watches which of the elements are open. Panels join the page when they are first used, so the
 * page's children are watched for them.
 */
function watchOpen(onChange: (element: HTMLElement, isOpen: boolean) => void): void {
  const watched = new WeakSet<HTMLElement>();
  const selector = CLOSED_BY.map(([element]) => element).join();
  const hidden = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target instanceof HTMLElement) onChange(target, !target.hidden);
    }
  });
  const watch = (element: HTMLElement): void => {
    if (watched.has(element)) return;
    watched.add(element);
    hidden.observe(element, { attributes: true, attributeFilter: ["hidden"] });
    if (!element.hidden) onChange(element, true);
  };
  const children = new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof HTMLElement && node.matches(selector)) watch(node);
      }
      for (const node of removedNodes) {
        // The alert moves between places of the page.
        if (node instanceof HTMLElement && !node.isConnected) onChange(node, false);
      }
    }
  });
  for (const element of document.querySelectorAll<HTMLElement>(selector)) watch(element);
  children.observe(document.body, { childList: true });
}

export interface Closing {
  /** Hides everything but the picture, or shows it again. */
  toggleAll(): void;
}

/** Binds Escape. */
export function createClosing(canvas: HTMLElement, messages: Messages): Closing {
  /** Open elements, the one that was opened last at the end. */
  let open: readonly HTMLElement[] = [];
  watchOpen((element, isOpen) => {
    const others = open.filter((other) => other !== element);
    if (isOpen !== open.includes(element)) open = isOpen ? [...others, element] : others;
  });
  const { body } = document;
  const toggleAll = (): void => {
    const isBare = body.toggleAttribute("data-bare");
    if (isBare) messages.note("Shift+H or Esc shows the page again.");
    canvas.focus({ preventScroll: true });
  };
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    // A dialog, and picking a material, end first.
    if (document.querySelector("dialog[open]") !== null || body.hasAttribute("data-picking"))
      return;
    if (body.hasAttribute("data-bare")) {
      toggleAll();
      return;
    }
    const newest = [...open].reverse().find((element) => element.checkVisibility());
    const button = CLOSED_BY.find(([element]) => newest?.matches(element))?.[1];
    if (newest === undefined || button === undefined) return;
    event.preventDefault();
    document.querySelector<HTMLElement>(button)?.click();
    if (newest.contains(document.activeElement)) canvas.focus({ preventScroll: true });
  });
  return { toggleAll };
}
