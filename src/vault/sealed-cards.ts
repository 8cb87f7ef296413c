import { sealedTable } from "./sealed-table.ts"
import { cards } from "./tables.ts"

/** The contexts of a card's number and of its CVC. */
export const numberContext = (id: string) => `${id} number`
export const cvcContext = (id: string) => `${id} cvc`

/** Short-lived keys seal most numbers and CVCs. The ring has sealed those of saved cards and of earlier releases. */
export const SEALED_CARDS = sealedTable(cards, {
  key: ["account", "id"],
  contexts: { sealed_number: ({ id }) => numberContext(id), sealed_cvc: ({ id }) => cvcContext(id) },
})
