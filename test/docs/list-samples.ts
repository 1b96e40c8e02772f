/** The code samples of README and docs that are modules. */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const LANGUAGES = ["ts", "tsx", "js", "jsx"];

/** Declarations that the samples assume. */
export const GIVEN = "declare const bytes: Uint8Array; declare const canvas: HTMLCanvasElement;";

export interface Sample {
  /** File name, made from the document's path and the sample's number. */
  readonly name: string;
  readonly code: string;
}

export function listSamples(): Sample[] {
  const docs = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...docs.map((name) => `docs/${name}`)].flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
    return blocks
      .filter(([, language]) => LANGUAGES.includes(language))
      .map(([, language, code], i) => {
        return { name: `${path.replaceAll(/\W/g, "-")}-${i}.${language}`, code };
      });
  });
}
