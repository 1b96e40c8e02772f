/** Offer cards over the picture, shown one at a time; further cards wait in a queue. */

import { byId, make, setText } from "../dom.ts";

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
