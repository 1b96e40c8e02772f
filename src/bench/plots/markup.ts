/**
 * Elements as plain data: the page makes DOM nodes of them, the command a file. Text from reports goes
 * in as children or attribute values only, and those are escaped in one place.
 */

export type MarkupChild = MarkupNode | string;

export interface MarkupNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MarkupChild[];
}

/** Attributes that are undefined are left out; numbers are pixels and get two decimals at most. */
export type MarkupAttributes = Readonly<Record<string, string | number | undefined>>;

/** What elements of a chart are: the tag names and attribute names are the code's, never a file's. */
const NAME = /^[a-zA-Z][a-zA-Z0-9:-]*$/;

const VOID_TAGS = new Set(["meta", "input", "br", "hr", "link"]);

/** Two decimals are finer than any screen. NaN is a bug: a browser would drop the whole path. */
export function formatPixels(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`visleaf bug: ${value} is no place in a chart`);
  return String(Math.round(value * 100) / 100 || 0);
}

/** Makes a node. Throws on a name that could not be written as it is. */
export function node(
  tag: string,
  attributes: MarkupAttributes = {},
  ...children: readonly MarkupChild[]
): MarkupNode {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    if (!NAME.test(name)) throw new Error(`visleaf bug: "${name}" is no attribute's name`);
    written[name] = typeof value === "number" ? formatPixels(value) : value;
  }
  if (!NAME.test(tag)) throw new Error(`visleaf bug: "${tag}" is no element's name`);
  return { tag, attributes: written, children };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Controls but tab and newline, halves of characters, and marks that turn the writing direction. */
const FORBIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** Text that may stand in any document: what may not is U+FFFD. */
export function cleanText(text: string): string {
  return text.replace(FORBIDDEN, "\uFFFD");
}

/** Text as it may stand in HTML and XML, between tags and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (char) => ENTITIES[char]);
}

/** A node as HTML; the SVG in it is well-formed XML, too. */
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
