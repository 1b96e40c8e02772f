/** Detects touch or mouse and adapts the page's words. */

/** True if the main pointer is a finger; such devices cannot drop files. */
export function isTouchFirst(): boolean {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}

/** Shows the words for touch, from `data-touch`, in place of the words for a mouse. */
export function showInputKind(): void {
  const isTouch = isTouchFirst();
  document.body.dataset.input = isTouch ? "touch" : "mouse";
  if (!isTouch) return;
  for (const element of document.querySelectorAll<HTMLElement>("[data-touch]")) {
    element.textContent = element.dataset.touch ?? "";
  }
}
