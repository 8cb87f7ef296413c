import { acquirerUrl } from "./values.ts"

export const ADYEN = {
  adyenCheckoutUrl: {
    name: "ADYEN_CHECKOUT_URL",
    read: acquirerUrl,
    shownDefault: "that of each account's environment",
    doc: "Where all accounts call [Adyen's](acquirers.md#adyen) Checkout API, in place of Adyen's own address: https, or http on this machine. What comes before `/payments`. For tests and sandboxes.",
  },
} as const
