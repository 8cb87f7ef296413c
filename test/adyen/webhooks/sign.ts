import { createHmac } from "node:crypto"
import { newHmacKey } from "../ids.ts"
import type { Merchant } from "../merchants.ts"
import type { Amount } from "../types.ts"

/** What a webhook tells. */
export type Item = {
  pspReference: string
  originalReference?: string
  merchantAccountCode: string
  merchantReference: string
  amount: Amount
  eventCode: string
  eventDate: string
  success: "true" | "false"
  paymentMethod?: string
  reason?: string
  operations?: string[]
  additionalData?: Record<string, string>
}

/** With which key an item is signed. `wrong`: with somebody else's. */
export type Sign = "new" | "old" | "wrong" | "none"

/** The text that is signed: eight members, a missing one empty, nothing escaped. */
export function signedText(item: Item): string {
  const { pspReference, originalReference = "", merchantAccountCode, merchantReference, amount, eventCode, success } = item
  const { value, currency } = amount
  return [pspReference, originalReference, merchantAccountCode, merchantReference, value, currency, eventCode, success].join(":")
}

/** The signature of a text by a hexadecimal key, in base64. */
export function signatureOf(text: string, key: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(text, "utf8").digest("base64")
}

/** The item with its signature. */
export function signed(item: Item, { hmac }: Pick<Merchant, "hmac">, sign: Sign = hmac.signsWith): Item {
  if (sign === "none") return item
  const key = sign === "wrong" ? newHmacKey() : sign === "old" ? (hmac.previous ?? hmac.current) : hmac.current
  return { ...item, additionalData: { ...item.additionalData, hmacSignature: signatureOf(signedText(item), key) } }
}
