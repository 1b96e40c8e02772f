/**
 * Tables of an element's attributes. Each attribute is also a property and may change the viewer.
 */

export interface AttributeRow<Viewer, Element> {
  /**
   * True for boolean attributes, whose property is their presence. Otherwise the property is the
   * text, empty if absent.
   */
  readonly isFlag?: boolean;
  /**
   * Effect of a change: reload, re-evaluate when to start, or a call on the viewer. Absent if the
   * element handles the change itself.
   */
  readonly change?: "load" | "start" | ((viewer: Viewer, element: Element) => void);
}

/** Rows by attribute name. The property has a capital letter for each hyphen. */
export type AttributeTable<Viewer, Element> = Readonly<
  Record<string, AttributeRow<Viewer, Element>>
>;

/** Attributes of all elements. */
export const COMMON_ATTRIBUTES = {
  src: { change: "load" },
  content: { change: "load" },
  autoplay: { isFlag: true, change: "start" },
  loading: { change: "start" },
  reveal: {},
  poster: {},
  controls: {},
  "no-ui": { isFlag: true },
} as const satisfies AttributeTable<never, never>;

function propertyOf(attribute: string): string {
  return attribute.replace(/-./g, (hyphened) => hyphened[1].toUpperCase());
}

/** Returns the names for `observedAttributes`. */
export function listAttributes(table: AttributeTable<never, never>): string[] {
  return [...Object.keys(table), "aria-label", "lang"];
}

/** Defines a property for each attribute. */
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

/**
 * Reassigns properties that were set before the element's class was defined, so that they reach the
 * class's setters.
 */
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
