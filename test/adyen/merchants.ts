import { newApiKey, newHmacKey } from "./ids.ts"

/** A merchant account. `captureDelay` is its setting: hours after the authorisation, or `manual`. */
export type Merchant = {
  account: string
  apiKeys: string[]
  captureDelay: number | "manual"
  hook: { url: string; user: string | undefined; password: string | undefined } | undefined
  /** What items are signed with. While a key changes there are two. */
  hmac: { current: string; previous: string | undefined; signsWith: "new" | "old" }
}

/** A merchant account with an API key and an HMAC key of its own. */
export function newMerchant(number: number): Merchant {
  return {
    account: `Vintem${String(number).padStart(3, "0")}ECOM`,
    apiKeys: [newApiKey()],
    captureDelay: 0,
    hook: undefined,
    hmac: { current: newHmacKey(), previous: undefined, signsWith: "new" },
  }
}

/** Gives a merchant account a new HMAC key. Items are signed with the old one until `signsWith` is changed. */
export function rotateHmacKey({ hmac }: Merchant): string {
  Object.assign(hmac, { current: newHmacKey(), previous: hmac.current, signsWith: "old" })
  return hmac.current
}
