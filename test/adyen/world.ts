import type { Outcome } from "./cards.ts"
import type { Clock } from "./clock.ts"
import type { Contract } from "./contract/contract.ts"
import type { Dispute } from "./disputes/types.ts"
import type { Merchant } from "./merchants.ts"
import type { Modification, Payment } from "./payments/types.ts"
import type { Json, Options, Violation } from "./types.ts"
import type { Deliveries } from "./webhooks/deliveries.ts"

/** What a test says of the next payment or modification that fits. */
export type Told = { reference?: string; outcome: Outcome }
export type ToldModification = { kind?: Modification["kind"]; payment?: string; reason: string }

/** A card that was charged with a mark of its storage: what later charges of the merchant have to refer to. */
export type Series = {
  merchant: string
  number: string
  networkTxReference: string
  revoked?: boolean
  endedBy?: { code: string; day: string }
}

/** All state of the simulator. */
export type World = {
  options: Options
  clock: Clock
  contract: Contract | undefined
  merchants: Merchant[]
  payments: Payment[]
  series: Series[]
  disputes: Dispute[]
  told: Told[]
  toldModifications: ToldModification[]
  /** Where the page of the issuer is. */
  origin: string
  deliveries: Deliveries
  violate(operation: string, rule: string): void
}

/** A call of the API, after its key was accepted. */
export type Call = {
  operation: string
  merchant: Merchant
  params: Record<string, string>
  body: Json
}

/** Violations as a list, without those that a test makes on purpose. */
export function createViolations(now: () => number) {
  const list: Violation[] = []
  const allowed: RegExp[] = []
  return {
    report: (operation: string, rule: string): void => void list.push({ time: new Date(now()).toISOString(), operation, rule }),
    /** What matches is none, whether it comes before or after this. */
    allow: (pattern: RegExp): void => void allowed.push(pattern),
    list: (): Violation[] => list.filter(({ operation, rule }) => !allowed.some((one) => one.test(`${operation}: ${rule}`))),
    clear(): void {
      list.length = 0
      allowed.length = 0
    },
  }
}

/** A payment by its pspReference, or the last one with a reference. */
export function findPayment({ payments }: Pick<World, "payments">, which: string): Payment | undefined {
  return payments.find(({ pspReference }) => pspReference === which) ?? payments.findLast(({ reference }) => reference === which)
}

/** The same. Throws if there is none. */
export function paymentOf(world: Pick<World, "payments">, which: string): Payment {
  const found = findPayment(world, which)
  if (!found) throw new RangeError(`there is no payment ${which}`)
  return found
}
