import type { AcquirerAddresses } from "../addresses.ts"
import { type Member, MemberError, type Members, memberText, memberTexts } from "../members.ts"

export type AdyenCredentials = {
  merchant_account: string
  api_key: string
  /** What is before `/payments`. */
  url: string
}

export const ADYEN_MEMBERS: readonly Member[] = [
  { name: "environment", choices: ["test", "live"] },
  { name: "merchant_account" },
  { name: "api_key", secret: true },
  { name: "hmac_keys", secret: true, isLong: true, isList: true },
  { name: "live_prefix", optional: true },
]

/** While a key changes there are two. */
const MAX_HMAC_KEYS = 10

/** Throws MemberError, for the operator, if Adyen cannot have issued such credentials. */
export function checkMembers(members: Members): void {
  const text = (name: string) => memberText(members, name) ?? ""
  if (!/^[0-9A-Za-z_.-]{1,80}$/.test(text("merchant_account")))
    throw new MemberError("merchant_account", "The merchant_account of Adyen has up to 80 letters, digits, points, - and _.")
  if (!/^[\x21-\x7e]{20,512}$/.test(text("api_key")))
    throw new MemberError("api_key", "The api_key of Adyen has 20 to 512 characters and no blanks.")
  const keys = memberTexts(members, "hmac_keys")
  if (keys.length === 0 || keys.length > MAX_HMAC_KEYS || keys.some((key) => !isHmacKey(key)))
    throw new MemberError("hmac_keys", `The hmac_keys must be 1 to ${MAX_HMAC_KEYS} keys of 64 hexadecimal digits each.`)
  const prefix = memberText(members, "live_prefix")
  if (prefix !== undefined && !/^[0-9A-Za-z]([0-9A-Za-z-]{0,61}[0-9A-Za-z])?$/.test(prefix))
    throw new MemberError("live_prefix", "The live_prefix must be the part of the live address before -checkout-live.")
  if (text("environment") === "live" && prefix === undefined)
    throw new MemberError("live_prefix", "The environment live needs the company's own prefix in live_prefix.")
}

function isHmacKey(text: string): boolean {
  return /^[0-9A-Fa-f]{64}$/.test(text)
}

export function adyenCredentials(members: Members, { adyenCheckoutUrl }: AcquirerAddresses): AdyenCredentials {
  const text = (name: string) => memberText(members, name) ?? ""
  const own =
    text("environment") === "live"
      ? `https://${text("live_prefix")}-checkout-live.adyenpayments.com/checkout/v72`
      : "https://checkout-test.adyen.com/v72"
  return { merchant_account: text("merchant_account"), api_key: text("api_key"), url: adyenCheckoutUrl ?? own }
}

/** The keys that may have signed notifications. */
export function hmacKeysOf(members: Members): string[] {
  return memberTexts(members, "hmac_keys").filter(isHmacKey)
}
