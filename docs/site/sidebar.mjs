/** Groups of pages in the order of a reader's first day. */
export const SIDEBAR = [
  ["Use", ["page", "mapping", "models", "check", "compilers"]],
  ["Build in", ["embedding", "api/", "limits", "SECURITY"]],
  ["Look up", ["commands", "errors", "formats", "fidelity", "performance"]],
  ["Change", ["CONTRIBUTING", "architecture", "decisions", "testing", "CHANGELOG"]],
];
