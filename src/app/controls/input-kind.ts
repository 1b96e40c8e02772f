/** What the page is operated with, and what differs by it. */

/** A finger, and nothing that could drop a file. */
export function isTouchFirst(): boolean {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}

/** Says what a finger does where the page says what a mouse does: `data-touch` holds the words. */
export function showInputKind(): void {
  const isTouch = isTouchFirst();
  document.body.dataset.input = isTouch ? "touch" : "mouse";
  if (!isTouch) return;
  for (const element of document.querySelectorAll<HTMLElement>("[data-touch]")) {
    element.textContent = element.dataset.touch ?? "";
  }
}
