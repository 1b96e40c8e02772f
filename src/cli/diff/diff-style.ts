/** What the page of a diff has beyond a report's style: parts in one list, pictures beside or over each other. */
export const DIFF_STYLE = `
h3 { margin: 0 0 0.4rem; font-size: 1rem }
.parts { grid-template-columns: 1fr; gap: 0.15rem }
.parts div { display: grid; grid-template-columns: 9rem 1fr; gap: 0.75rem; align-items: baseline }
.parts dt { font-size: 0.9rem }
.parts .same dd { color: var(--soft) }
.parts .other dt { color: var(--ink); font-weight: 600 }
.place { margin: 1.25rem 0 1.75rem }
.place ul { margin: 0.4rem 0 0; padding-left: 1.2rem; font-size: 0.9rem; overflow-wrap: anywhere }
.place code { font-size: 0.8rem; overflow-wrap: anywhere }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; position: relative }
figure { margin: 0 }
figcaption { color: var(--soft); font-size: 0.8rem; overflow-wrap: anywhere }
.pair img { display: block; width: 100%; height: auto; border-radius: 3px }
.edges { margin-left: 0.75rem; font-size: 0.85rem }
.edges i { display: inline-block; width: 1.1em; height: 3px; margin: 0 0.35em 0 0.75em; vertical-align: middle; background: #ffd24d }
.edges .added { background: #4de66b }
.edges .removed { background: #ff5a4d }
.wipe { display: none; width: 100%; margin: 0.25rem 0; accent-color: var(--accent) }
.wiping .wipe { display: block }
.wiping .pair { display: block }
.wiping .pair .b { position: absolute; inset: 0; clip-path: inset(0 0 0 calc(var(--at, 50) * 1%)) }
.wiping .pair .b figcaption { text-align: right }
.mode { padding: 0.3rem 0.8rem; border: 1px solid var(--line); border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer }
.mode[aria-pressed=true] { border-color: var(--accent); color: var(--accent) }
@media (max-width: 640px) { .pair { grid-template-columns: 1fr } .parts div { grid-template-columns: 1fr; gap: 0 } }
`;
