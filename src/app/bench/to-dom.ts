/** Markup as elements of the page: names from files become text and attribute values, never markup. */

import { cleanText, type MarkupChild } from "../../bench/plots/markup.ts";

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

export function toDom(child: MarkupChild, parentNamespace = HTML): Node {
  if (typeof child === "string") return document.createTextNode(cleanText(child));
  const namespace = child.tag === "svg" ? SVG : parentNamespace;
  const element = document.createElementNS(namespace, child.tag);
  for (const [name, value] of Object.entries(child.attributes)) {
    element.setAttribute(name, cleanText(value));
  }
  element.append(...child.children.map((one) => toDom(one, namespace)));
  return element;
}
