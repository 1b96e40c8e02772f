/** Style sheet of galleries and of their maps' pages, for light and dark mode and for phones. */
export const SITE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --paper: #fbfaf7; --card: #fff; --ink: #1d2126; --soft: #5c6670; --line: #d9d6cf; --accent: #b45309;
  --error: #b3261e; --sound: #2f7d4f }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14171c; --card: #1b1f26; --ink: #e8eaed; --soft: #a5adb8; --line: #2b3038; --accent: #ff9f40;
    --error: #ff8a80; --sound: #7ccf9b } }
[hidden] { display: none !important }
body { margin: 0 auto; max-width: 88rem; padding: 1.5rem 1rem 3rem; background: var(--paper); color: var(--ink) }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1rem; margin-bottom: 1rem }
h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem }
header p { margin: 0; color: var(--soft) }
#find { flex: 1 1 12rem; max-width: 24rem; margin-left: auto; padding: 0.45rem 0.7rem; border: 1px solid var(--line);
  border-radius: 6px; background: var(--card); color: inherit; font: inherit }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
#maps { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 1rem; margin: 0;
  padding: 0; list-style: none }
#maps li { position: relative; overflow: hidden; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
  content-visibility: auto; contain-intrinsic-size: auto 17rem auto 16rem }
#maps a { display: block; color: inherit; text-decoration: none }
#maps a:hover strong, #maps a:focus-visible strong { color: var(--accent) }
#maps img, .no-picture { display: block; width: 100%; height: auto; aspect-ratio: 16 / 9; background: var(--line) }
.no-picture { display: grid; place-items: center; color: var(--soft); font-size: 0.85rem }
#maps strong, #maps em, #maps p { display: block; margin: 0 0.75rem; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap }
#maps strong { margin-top: 0.5rem }
#maps em { font-style: normal; font-size: 0.9rem }
#maps p { margin-bottom: 0.6rem; color: var(--soft); font-size: 0.85rem }
.state { position: absolute; top: 0.5rem; right: 0.5rem; padding: 0.05rem 0.5rem; border-radius: 99px; background: #14171ce0;
  font-size: 0.78rem; color: #e8eaed }
.state::before { content: ""; display: inline-block; width: 0.5em; height: 0.5em; margin-right: 0.4em; border-radius: 50%;
  background: #ff9f40 }
.state.error::before { background: #ff5449 }
.state.sound::before { background: #5ec487 }
main { max-width: 60rem }
main img { display: block; max-width: 100%; height: auto; border-radius: 8px; background: var(--line) }
.open { display: inline-block; margin: 1rem 1rem 0 0; padding: 0.5rem 1rem; border-radius: 6px; background: var(--accent);
  color: var(--paper); font-weight: 600; text-decoration: none }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.75rem 1rem; margin: 1.25rem 0 0 }
dt { color: var(--soft); font-size: 0.8rem }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.findings { margin: 0; padding: 0; list-style: none }
.findings li { padding: 0.4rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere }
.findings b { font-weight: 600 }
.findings .error b, .fault { color: var(--error) }
.findings .warning b { color: var(--accent) }
textarea { box-sizing: border-box; width: 100%; height: 6.5em; padding: 0.6rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--card); color: inherit; font: 0.85rem/1.45 ui-monospace, monospace; resize: vertical }
label { display: block; margin: 0.75rem 0 0.25rem; color: var(--soft); font-size: 0.9rem }
`;
