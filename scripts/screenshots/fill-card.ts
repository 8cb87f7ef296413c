import type { FrameLocator } from "playwright-core"

/** Types a card into the card fields. */
export async function fillCard(card: FrameLocator, number: string): Promise<void> {
  await card.getByLabel("Número do cartão").fill(number)
  await card.getByLabel("Validade").fill("12/34")
  await card.getByLabel("Código de segurança").fill("123")
}
