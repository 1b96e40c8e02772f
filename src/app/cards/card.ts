/** A small card over the picture that offers something once: one at a time, the others wait. */

import { byId, make, setText } from "../dom.ts";

export interface CardAction {
  readonly label: string;
  run(): void;
}

export interface Card {
  readonly title: string;
  readonly text: string;
  /** The first is what most will want. Each closes the card. */
  readonly actions: readonly CardAction[];
}

export interface Cards {
  /** Shows a card, or keeps it until those before it are closed. */
  show(card: Card): void;
  /** What the card offers is no longer wanted: it goes, wherever it stands. False: it was closed before. */
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
