/** The attributes of an element, row by row: each is a property, too, and means something to the viewer. */

export interface AttributeRow<Viewer, Element> {
  /** Its property is whether it is there; else its text, empty where there is none. */
  readonly isFlag?: boolean;
  /**
   * What follows from a change: it is loaded anew; when to start is asked again; the viewer is told. Nothing: the
   * element sees to it itself.
   */
  readonly change?: "load" | "start" | ((viewer: Viewer, element: Element) => void);
}

/** By the attribute's name: the property is written with capitals for its hyphens. */
export type AttributeTable<Viewer, Element> = Readonly<
  Record<string, AttributeRow<Viewer, Element>>
>;

/** Those that every element has. */
export const COMMON_ATTRIBUTES = {
  src: { change: "load" },
  content: { change: "load" },
  autoplay: { isFlag: true, change: "start" },
  loading: { change: "start" },
  poster: {},
  controls: {},
  "no-ui": { isFlag: true },
} as const satisfies AttributeTable<never, never>;

function propertyOf(attribute: string): string {
  return attribute.replace(/-./g, (hyphened) => hyphened[1].toUpperCase());
}

/** For `observedAttributes`. */
export function listAttributes(table: AttributeTable<never, never>): string[] {
  return [...Object.keys(table), "aria-label"];
}

/** Gives a class its properties. */
export function reflectAttributes(
  prototype: HTMLElement,
  table: AttributeTable<never, never>,
): void {
  for (const [attribute, { isFlag }] of Object.entries(table)) {
    Object.defineProperty(prototype, propertyOf(attribute), {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return isFlag ? this.hasAttribute(attribute) : (this.getAttribute(attribute) ?? "");
      },
      set(this: HTMLElement, value: unknown) {
        if (isFlag) this.toggleAttribute(attribute, Boolean(value));
        else if (value === null || value === undefined) this.removeAttribute(attribute);
        else this.setAttribute(attribute, String(value));
      },
    });
  }
}

/** What was written to an element before its class was known goes through the class's properties. */
export function takeEarlyProperties(
  element: HTMLElement,
  table: AttributeTable<never, never>,
): void {
  const own = element as unknown as Record<string, unknown>;
  for (const name of Object.keys(table).map(propertyOf)) {
    if (!Object.hasOwn(own, name)) continue;
    const value = own[name];
    delete own[name];
    own[name] = value;
  }
}
