import { describe, expect, it } from "vitest";
import { escapeMarkup, node, toMarkup } from "../../../src/bench/plots/markup.ts";

describe("markup", () => {
  it("escapes characters that end a tag, an attribute or an entity", () => {
    expect(escapeMarkup(`<img src=x onerror="alert('1')">&amp;`)).toBe(
      "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;",
    );
  });

  it("replaces control characters, lone surrogates and direction marks", () => {
    expect(escapeMarkup("a\u0000b\u202ec\ud800d\u007f")).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFD");
    expect(escapeMarkup("tab\tline\n😀é")).toBe("tab\tline\n😀é");
  });

  it("escapes children and attribute values at every depth", () => {
    const markup = toMarkup(node("a", { title: '"><script>' }, "</a>", node("b", {}, "<i>")));
    expect(markup).toBe('<a title="&quot;&gt;&lt;script&gt;">&lt;/a&gt;<b>&lt;i&gt;</b></a>');
  });

  it("writes short numbers, and refuses NaN and infinity", () => {
    expect(toMarkup(node("path", { d: "M0 0", x: 1.23456, y: -0.001 }))).toBe(
      '<path d="M0 0" x="1.23" y="0"></path>',
    );
    expect(() => node("rect", { width: Number.NaN })).toThrow("NaN");
    expect(() => node("rect", { width: Number.POSITIVE_INFINITY })).toThrow("Infinity");
  });

  it("refuses invalid element and attribute names", () => {
    expect(() => node("a onclick=x")).toThrow("not an element's name");
    expect(() => node("a", { 'x"': "1" })).toThrow("not an attribute's name");
  });
});
