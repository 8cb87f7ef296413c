// Acquirers that do what the mock does not: they are away, lose what they did, or refuse a card for good.
import type { Acquirer, SaleOutcome } from "../../src/acquirers/acquirer.ts"
import type { Merchant } from "./merchant.ts"
import type { Running } from "./vintem.ts"

/** What is answered in place of the mock; `lost` charges and gives no answer, undefined leaves it to the mock. */
export type Answer = SaleOutcome | "lost" | undefined

/** An issuer refuses a card, and will refuse it whenever it is asked. */
export const REFUSED_FOR_GOOD: SaleOutcome = {
  result: "refused",
  charge: null,
  code: "card_declined",
  message: "The issuer refused the card.",
  irreversible: true,
}

/** Puts another acquirer in the place of a merchant's own, or none. */
export function replaceAcquirer(
  vintem: Running,
  { account: mine }: Pick<Merchant, "account">,
  replace: (acquirer: Acquirer) => Acquirer | undefined,
): { restore: () => void } {
  const mode = vintem.server.modes.test as { acquirerOf: (account: string) => Promise<Acquirer | undefined> }
  const original = mode.acquirerOf
  mode.acquirerOf = async (account) => {
    const acquirer = await original(account)
    return acquirer && account === mine ? replace(acquirer) : acquirer
  }
  return {
    restore: () => {
      mode.acquirerOf = original
    },
  }
}

/** Has a merchant's card charges answered by `authorize`, which is told how many there were, this one included. */
export function withAcquirer(
  vintem: Running,
  merchant: Merchant,
  authorize: (call: number) => Answer | Promise<Answer>,
): { seen: { calls: number }; restore: () => void } {
  const seen = { calls: 0 }
  const replaced = replaceAcquirer(vintem, merchant, (acquirer) => ({
    ...acquirer,
    authorize: async (sale) => {
      const answer = await authorize(++seen.calls)
      if (answer && answer !== "lost") return answer
      const made = await acquirer.authorize(sale)
      return answer === "lost" ? { result: "unknown" } : made
    },
  }))
  return { seen, ...replaced }
}
