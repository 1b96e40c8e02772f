import type { ErrorCase } from "./error-row.ts";

/** Errors without a code of their own are plain sentences: what they are about tells what to do. */
export const SENTENCES: readonly ErrorCase[] = [
  {
    match: /maps in .*none was named/,
    means: "The archive has several maps.",
    remedy: "Name the one to open, or drop the archive on the page and choose in the list of maps.",
    example: "there are 3 maps in maps.zip, and none was named: a, b, c",
  },
  {
    match: /no map \(\.bsp\) in/,
    means: "The archive has no map.",
    remedy: "Use the archive as content for a map, or open another archive.",
    example: "there is no map (.bsp) in textures.zip",
  },
  {
    match: /status (404|410)/,
    means: "There is no such file at the address.",
    remedy: "Check the address: the file may have moved.",
    example: "https://example.com/a.bsp was answered with status 404: there is no such file",
  },
  {
    match: /status (401|403)/,
    means: "The file needs a login, or its server allows no other sites.",
    remedy: "Download it, and open your copy.",
    example:
      "https://example.com/a.bsp was answered with status 403: its server does not give this file to everyone",
  },
  {
    match: /status (408|425|429|5\d\d)/,
    means: "The server is in trouble.",
    remedy: "Try it again later.",
    example: "https://example.com/a.bsp was answered with status 503",
  },
  {
    match: /status \d+/,
    means: "The server refuses to send this file.",
    remedy: "Check the address.",
    example: "https://example.com/a.bsp was answered with status 418",
  },
  {
    match: /web page/,
    means: "The address leads to a page, not to the file.",
    remedy: "Copy the link of the download itself.",
    example: "https://example.com/a.bsp was answered with a web page: there is no such file",
  },
  {
    match: /Access-Control-Allow-Origin/,
    means: "The file's site cannot be reached, or does not let other sites read the file.",
    remedy: "If the site is yours, send this header; if not, download the file and open your copy.",
    example:
      'https://example.com/a.bsp cannot be reached, or its server does not allow this page to read it: a file on another site is readable only if that site answers with the header "Access-Control-Allow-Origin: https://maps.example" (or *)',
  },
  {
    match: /plain http/,
    means: "Browsers do not let an https page read plain http.",
    remedy: "Use the file's https address, or download it and open your copy.",
    example:
      "http://example.com/a.bsp is plain http, and browsers let a page on https read from https only: serve the file over https",
  },
  {
    match: /cannot be reached/,
    means: "The server cannot be reached.",
    remedy: "Check the address and your connection, then try again.",
    example: "https://example.com/a.bsp cannot be reached (Failed to fetch)",
  },
  {
    match: /changed on its server/,
    means: "The file changed on the server during the read.",
    remedy: "Open it again.",
    example:
      "https://example.com/a.bsp changed on its server while it was being read: open it again",
  },
  {
    match: /no longer (there|be read)/,
    means: "The file was moved, changed or deleted since it was picked.",
    remedy: "Add its folder again, or open another map.",
    example: "de_office.bsp is no longer there: moved, or deleted",
  },
  {
    match: /not allowed|permission/i,
    means: "The browser has no permission to read the file.",
    remedy: "Open it again, and grant access when the browser asks.",
    example: "the browser was not allowed to read maps",
  },
  {
    match: /keeps nothing/,
    means: "Nothing is kept in private windows.",
    remedy: "No action needed: everything else works.",
    example: "this browser keeps nothing for the next visit here (The operation is insecure.)",
  },
  {
    match: /another program/,
    means: "Another program has the file open.",
    remedy: "Close the game or program that has it, then try again.",
    example: "pak01_dir.vpk cannot be read: another program has it",
  },
];
