/** What is about to be scrolled into view is loaded already. */
const SEEN_MARGIN = "256px";

/** Calls when an element is in view, or nearly. Returns what ends that. */
export function whenSeen(element: Element, act: () => void): () => void {
  const onChange = (entries: IntersectionObserverEntry[]): void => {
    if (entries.some((entry) => entry.isIntersecting)) act();
  };
  const observer = new IntersectionObserver(onChange, { rootMargin: SEEN_MARGIN });
  observer.observe(element);
  return () => observer.disconnect();
}
