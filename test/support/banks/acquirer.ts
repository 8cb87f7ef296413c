// Acquirers with behavior that the mock lacks: they are unavailable, lose responses, or refuse a card for good.
import type { Acquirer, Acquirers } from "../../../src/acquirers/acquirer.ts"
import type { SaleOutcome } from "../../../src/acquirers/sale.ts"
import type { AttemptRow } from "../../../src/payments/attempts/table.ts"
import type { Running } from "../app/vintem.ts"
import type { Merchant } from "../merchants/merchant.ts"

/** The outcome, in place of the mock's. `lost`: the mock charges, but the outcome is unknown. Undefined: the mock's own outcome. */
export type Outcome = SaleOutcome | "lost" | undefined

/** The issuer refuses the card for good. */
export const REFUSED_FOR_GOOD: SaleOutcome = {
  result: "refused",
  charge: null,
  code: "card_declined",
  message: "The issuer refused the card.",
  irreversible: true,
}

/** Replaces a merchant's acquirer, or removes it if `replace` returns undefined. The merchant's attempts go to the replacement too. */
export function replaceAcquirer(
  vintem: Running,
  { account: replacedAccount }: Pick<Merchant, "account">,
  replace: (acquirer: Acquirer) => Acquirer | undefined,
): { restore: () => void } {
  const mode = acquirersOf(vintem)
  const { routingOf, acquirerOfAttempt } = mode
  const replaced = (acquirer: Acquirer | undefined, account: string) =>
    acquirer && account === replacedAccount ? replace(acquirer) : acquirer
  mode.routingOf = async (db, account, method) => {
    const { own } = await routingOf(db, account, method)
    const acquirer = replaced(own?.acquirer, account)
    return { own: acquirer && { acquirer, drained: false } }
  }
  mode.acquirerOfAttempt = async (db, attempt) => replaced(await acquirerOfAttempt(db, attempt), attempt.account)
  return { restore: () => void Object.assign(mode, { routingOf, acquirerOfAttempt }) }
}

/** The operations of an acquirer that `slowCall` makes slow. */
export type SlowOperation = "authorize" | "holds" | "lookUp" | "lookUpRefund" | "refund" | "verify"

/**
 * Makes an operation of a merchant's acquirer slow in one process. `called` resolves when it is called, and `respond` ends it. It then
 * returns `outcome`, or else the acquirer's own outcome.
 */
export function slowCall(vintem: Running, merchant: Pick<Merchant, "account">, operation: SlowOperation, outcome?: object) {
  const [called, respond] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { restore } = replaceAcquirer(vintem, merchant, (bank) => ({
    ...bank,
    [operation]: async (...args: unknown[]) => {
      called.resolve()
      await respond.promise
      return outcome ?? (bank[operation] as (...args: unknown[]) => unknown)(...args)
    },
  }))
  return { called: called.promise, respond: respond.resolve, restore }
}

/**
 * Holds the calls to acquirers for one payment intent before they are made. `reached` resolves at the first call. Then `letGo` makes the
 * calls, and `fail` makes them fail with an error.
 */
export function holdCalls(vintem: Running, paymentIntent: string) {
  const mode = acquirersOf(vintem)
  const { acquirerOfAttempt } = mode
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  mode.acquirerOfAttempt = async (db, attempt) => {
    if ((attempt as AttemptRow).payment_intent !== paymentIntent) return acquirerOfAttempt(db, attempt)
    reached.resolve()
    await gate.promise
    return acquirerOfAttempt(db, attempt)
  }
  const restore = () => void Object.assign(mode, { acquirerOfAttempt })
  return { reached: reached.promise, letGo: gate.resolve, fail: gate.reject, restore }
}

function acquirersOf(vintem: Running): { -readonly [Member in keyof Acquirers]: Acquirers[Member] } {
  return vintem.server.modes.test
}

/** Replaces the outcome of a merchant's card charges by `authorize(n)`, where `n` counts the charges from 1. */
export function withAcquirer(
  vintem: Running,
  merchant: Merchant,
  authorize: (call: number) => Outcome | Promise<Outcome>,
): { seen: { calls: number }; restore: () => void } {
  const seen = { calls: 0 }
  const replaced = replaceAcquirer(vintem, merchant, (acquirer) => ({
    ...acquirer,
    authorize: async (sale, signal) => {
      const outcome = await authorize(++seen.calls)
      if (outcome && outcome !== "lost") return outcome
      const made = await acquirer.authorize(sale, signal)
      return outcome === "lost" ? { result: "unknown" } : made
    },
  }))
  return { seen, ...replaced }
}
