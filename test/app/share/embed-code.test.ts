import { describe, expect, it } from "vitest";
import { contentAddresses, embedCode, hostedPage } from "../../../src/app/share/embed-code.ts";
import { CDN_SCRIPT } from "../../../src/core/cdn-script.ts";

const camera = { x: 1.26, y: -2, z: 64, pitch: -6, yaw: 128.5, fov: 75 };

describe("embedCode", () => {
  it("is the script, and the element with the view", () => {
    const code = embedCode({ src: "https://a.example/x.bsp", content: [], camera });
    expect(code).toBe(
      `<script type="module" src="${CDN_SCRIPT}"></script>\n` +
        `<visleaf-map src="https://a.example/x.bsp" camera="1.3 -2 64 -6 128.5" fov="75"></visleaf-map>`,
    );
    expect(CDN_SCRIPT).toMatch(/^https:.+visleaf@\d+\.\d+\.\d+\/dist\/cdn\/visleaf-map\.js$/);
  });

  it("names content, one word for each address", () => {
    const content = ["https://a.example/my content/", "https://a.example/b.vpk"];
    expect(embedCode({ src: "x.bsp", content, camera })).toContain(
      'content="https://a.example/my%20content/ https://a.example/b.vpk"',
    );
  });

  it("names the map of an archive of several", () => {
    const code = embedCode({
      src: "https://a.example/x.zip",
      entry: "b/de_x",
      content: [],
      camera,
    });
    expect(code).toContain('src="https://a.example/x.zip" entry="b/de_x" camera=');
  });

  it("has no way out of its attributes and title", () => {
    const name = `"><script>alert(1)</script>&`;
    const page = hostedPage(name, embedCode({ src: name, entry: name, content: [name], camera }));
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('""');
    expect(page).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;");
    expect(page).toContain("<visleaf-map autoplay src=");
  });
});

describe("contentAddresses", () => {
  it("lists the addresses of content on the web, and leaves out files", () => {
    const file = new File([], "a.vpk");
    const specs = [
      { kind: "url", base: "https://a.example/c/" },
      { kind: "archive", label: "b", file: { url: "https://a.example/b.vpk" }, parts: new Map() },
      { kind: "archive", label: "a", file, parts: new Map() },
      { kind: "files", label: "f", files: [] },
    ] as unknown as Parameters<typeof contentAddresses>[0];
    expect(contentAddresses(specs)).toEqual(["https://a.example/c/", "https://a.example/b.vpk"]);
  });
});
