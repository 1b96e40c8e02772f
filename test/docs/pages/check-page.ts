/** Writes docs/check.md from the rules: their names, and the comments above them. */

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Rule } from "../../../src/analysis/check/rule.ts";

const folder = resolve(import.meta.dirname, "../../../src/analysis/check/rules");

const HEAD = `# What \`visleaf check\` finds

Look up a finding by the name of its rule: when it is reported, and how to fix the map.

    visleaf check de_office.bsp --content "Counter-Strike Source/cstrike"

In the page, press \`X\` or **Check the map**; clicking a finding flies to it, and its tooltip says why it matters (\`why\` in the JSON).

* An **error** is broken for players, a **warning** is probably not intended, a **note** is worth knowing. Exit code 3 means errors, or
  what \`--fail-on\` names.
* Rules that cannot be judged are listed with the reason: a damaged lump, no \`--content\`, an engine branch without public limits.
* At most 100 findings of a rule are listed; \`counts\` has all. The same map and content always give the same findings.
* "In solid" means solid leafs of the tree: detail brushes, displacements and props do not count.

\`npm run docs\` writes this page from \`src/analysis/check/rules\`; [CONTRIBUTING.md](../CONTRIBUTING.md#check-rule) says how to add a rule.
`;

export interface RuleDoc {
  /** Name of the rule's file, such as `light`. */
  readonly group: string;
  readonly finds: string;
  readonly mend: string;
}

const DOC =
  /\/\*\*\n((?:(?!\*\/)[\s\S])*?)\*\/\nexport const \w+: Rule = \{\n {2}name: "([\w-]+)"/g;

/** Reads the comments above the rules, by the rules' names. */
export function readRuleDocs(): Map<string, RuleDoc> {
  const docs = new Map<string, RuleDoc>();
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts")) continue;
    for (const [, comment, name] of readFileSync(join(folder, path), "utf8").matchAll(DOC)) {
      const [text] = comment.replaceAll(/^ \* ?/gm, "").split(/\n\n/);
      const [finds, mend = ""] = text.replaceAll(/\s+/g, " ").trim().split(" Mend: ");
      docs.set(name, { group: path.split(/[\\/]/)[0], finds, mend });
    }
  }
  return docs;
}

export function listRulesAsPage(rules: readonly Rule[]): string {
  const docs = readRuleDocs();
  const groups = new Map<string, string[]>();
  for (const { name } of rules) {
    const { group, finds, mend } = docs.get(name) ?? { group: "?", finds: "?", mend: "?" };
    groups.set(group, [...(groups.get(group) ?? []), `* **${name}**: ${finds} *Fix:* ${mend}`]);
  }
  const sections = [...groups].map(([group, rows]) => {
    const title = group[0].toUpperCase() + group.slice(1);
    return `## ${title}\n\n${rows.join("\n")}\n`;
  });
  return [HEAD, ...sections].join("\n");
}
