import type { SealedTable } from "./sealed-table.ts"

/** The context of a card's number, and that of its CVC. */
export const numberContext = (id: string) => `${id} number`
export const cvcContext = (id: string) => `${id} cvc`

/** Most numbers and CVCs are sealed under short-lived keys. The ring has sealed those of saved cards, and those of earlier releases. */
export const SEALED_CARDS: SealedTable<"id"> = {
  table: "cards",
  key: ["id"],
  contexts: { sealed_number: ({ id }) => numberContext(id), sealed_cvc: ({ id }) => cvcContext(id) },
}
