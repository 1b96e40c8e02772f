/** Cards that the page offers without being asked, each at most once a visit. */

import type { Warning } from "../../viewer/index.ts";
import { byId, formatCount, make, setText } from "../dom.ts";
import type { PageStore } from "../library/page-store.ts";

export interface CardAction {
  readonly label: string;
  run(): void;
}

export interface Card {
  readonly title: string;
  readonly text: string;
  /** The first action is the primary one. Each action closes the card. */
  readonly actions: readonly CardAction[];
}

export interface Cards {
  /** Shows a card, or queues it behind the cards that are already open. */
  show(card: Card): void;
  /** Closes a card, or removes it from the queue. `false` if it was already closed. */
  close(card: Card): boolean;
}

export function createCards(): Cards {
  const root = byId("card");
  const actions = byId("card-actions");
  let cards: readonly Card[] = [];

  const update = (): void => {
    const [card] = cards;
    root.hidden = card === undefined;
    if (card === undefined) return;
    setText(byId("card-title"), card.title);
    setText(byId("card-text"), card.text);
    actions.hidden = card.actions.length === 0;
    actions.replaceChildren(
      ...card.actions.map(({ label, run }, i) => {
        const button = make("button", { type: "button", class: i === 0 ? "primary" : "" }, label);
        button.addEventListener("click", () => {
          close(card);
          run();
        });
        return button;
      }),
    );
  };
  const close = (card: Card): boolean => {
    if (!cards.includes(card)) return false;
    cards = cards.filter((other) => other !== card);
    update();
    return true;
  };
  byId("close-card").addEventListener("click", () => close(cards[0]));
  return {
    show(card) {
      cards = [...cards, card];
      update();
    },
    close,
  };
}

const FOLDER = "Add the game's folder, usually in Steam's steamapps/common,";
/** Where the browser opens no folders. */
const ZIP = "Add a zip of the game's materials and models";

/** Milliseconds that the flying hint stays, enough to read it. */
const HINT_MS = 14_000;
const HINT = "flying";

export interface OffersOptions {
  readonly cards: Cards;
  readonly store: PageStore;
  readonly addFolder: () => void;
  /** False if the browser cannot open folders; the page then asks for a zip. */
  readonly canAddFolder: boolean;
  readonly openMap: () => void;
  /**
   * Returns a function that opens a recently opened map of this name, or `null` if none is kept.
   */
  readonly findEarlier: (name: string) => (() => void) | null;
}

export interface Offers {
  /** Offers to reopen a map whose file the page's address names but cannot contain. */
  reopen(name: string): void;
  /** Called when a map other than the demo becomes visible. */
  onOwnMap(): void;
  /** Called when a map has loaded completely. */
  onLoaded(isOwn: boolean, warnings: readonly Warning[]): void;
}

export function createOffers(options: OffersOptions): Offers {
  const { cards, store } = options;
  let reopening: Card | null = null;
  let lacking: Card | null = null;

  const hint = async (): Promise<void> => {
    if (await store.see(HINT)) return;
    const card: Card = { ...describeFlying(), actions: [] };
    cards.show(card);
    setTimeout(() => cards.close(card), HINT_MS);
  };

  return {
    reopen(name) {
      const earlier = options.findEarlier(name);
      reopening = earlier
        ? {
            title: `Go on with ${name}?`,
            text: "You were flying through it. It opens where you left it.",
            actions: [{ label: `Reopen ${name}`, run: earlier }],
          }
        : {
            title: `This address is a view of ${name}`,
            text: "Open the map's file to see this view.",
            actions: [{ label: "Open a map", run: options.openMap }],
          };
      cards.show(reopening);
    },
    onOwnMap() {
      if (reopening) cards.close(reopening);
      // If the browser stores nothing, the hint appears at every visit.
      hint().catch((error) => console.warn(error));
    },
    onLoaded(isOwn, warnings) {
      // An open card belongs to the previous map, or to this map before content was added: replace
      // it. A card that the user closed stays closed.
      if (lacking !== null && !cards.close(lacking)) return;
      lacking = null;
      const text = isOwn ? describeLacking(warnings) : null;
      if (text === null) return;
      lacking = {
        title: text,
        text: `Placeholders are shown instead. ${options.canAddFolder ? FOLDER : ZIP} to see the map as in the game. Nothing is uploaded.`,
        actions: [
          { label: options.canAddFolder ? "Add game folder" : "Add a zip", run: options.addFolder },
          { label: "Not now", run: () => undefined },
        ],
      };
      cards.show(lacking);
    },
  };
}

function describeFlying(): Pick<Card, "title" | "text"> {
  return matchMedia("(pointer: coarse)").matches
    ? { title: "Flying", text: "Left thumb flies, right thumb looks." }
    : {
        title: "Flying",
        text: "W A S D flies, E and Q go up and down, click to look with the mouse. Shift is faster, N goes to the next spawn, ? shows all keys.",
      };
}

/** `213 textures and 1 model are missing`, or `null` if a game folder would add nothing. */
export function describeLacking(warnings: readonly Warning[]): string | null {
  const count = (...codes: readonly Warning["code"][]): number =>
    warnings.filter(({ code }) => codes.includes(code)).length;
  const textures = count("missing-material", "missing-texture");
  const models = count("missing-model");
  const parts = [
    ...(textures > 0
      ? [`${formatCount(textures)} ${textures === 1 ? "texture" : "textures"}`]
      : []),
    ...(models > 0 ? [`${formatCount(models)} ${models === 1 ? "model" : "models"}`] : []),
  ];
  if (parts.length === 0) return null;
  return `${parts.join(" and ")} ${textures + models === 1 ? "is" : "are"} missing`;
}
