/**
 * Elements as plain data. The page builds DOM nodes from them, the command writes a file. Text of reports
 * is a child or an attribute value, and `escapeMarkup` escapes both.
 */

export type MarkupChild = MarkupNode | string;

export interface MarkupNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupChild[];
}

/** Undefined attributes are left out. Numbers are pixels, with at most two decimals. */
export type MarkupAttributes = Readonly<Record<string, string | number | undefined>>;

/** Valid tag and attribute names, which come from code, never from a file. */
const NAME = /^[a-zA-Z][a-zA-Z0-9:-]*$/;

const VOID_TAGS = new Set(["meta", "input", "br", "hr", "link"]);

/**
 * Formats pixels with two decimals, finer than any screen. Throws on NaN, because a browser would
 * drop the whole path.
 */
export function formatPixels(value: number): string {
  if (!Number.isFinite(value))
    throw new Error(`visleaf bug: ${value} is not a position in a chart`);
  return String(Math.round(value * 100) / 100 || 0);
}

/** Makes a node. Throws on an invalid name. */
export function node(
  tag: string,
  attributes: MarkupAttributes = {},
  ...children: readonly MarkupChild[]
): MarkupNode {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    if (!NAME.test(name)) throw new Error(`visleaf bug: "${name}" is not an attribute's name`);
    written[name] = typeof value === "number" ? formatPixels(value) : value;
  }
  if (!NAME.test(tag)) throw new Error(`visleaf bug: "${tag}" is not an element's name`);
  return { tag, attributes: written, children };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Control characters except tab and newline, lone surrogates, and bidirectional control characters.
 */
const FORBIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** Replaces forbidden characters by U+FFFD. */
export function cleanText(text: string): string {
  return text.replace(FORBIDDEN, "\uFFFD");
}

/** Escapes text for HTML and XML, between tags and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (char) => ENTITIES[char]);
}

/** Serializes a node as HTML; SVG inside is also well-formed XML. */
export function toMarkup(child: MarkupChild): string {
  if (typeof child === "string") return escapeMarkup(child);
  const { tag, attributes, children } = child;
  let open = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) {
    open += ` ${name}="${escapeMarkup(value)}"`;
  }
  if (VOID_TAGS.has(tag)) return `${open}>`;
  return `${open}>${children.map(toMarkup).join("")}</${tag}>`;
}
