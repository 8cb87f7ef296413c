// PIX Automático at a simulated bank, as an account uses it.
import type { FoundingSale, MandateCharge, Mandates, MandateTerms } from "../../../src/acquirers/mandates.ts"
import type { SaleOutcome } from "../../../src/acquirers/sale.ts"
import { randomBase62 } from "../../../src/base/ids.ts"
import type { Start } from "../../bank-pix/bank-pix.ts"
import { type Caller, callerOf } from "../../bank-pix/caller.ts"
import { NOON } from "../../bank-pix/stage.ts"
import { type AtBank, atBank } from "./at-bank.ts"
import { ACCOUNT, codeOf, mandateMembersFor, never, pixSale } from "./open.ts"

/** A Thursday, three weeks after the banks' clocks begin. */
export const FIRST_DAY = "2026-12-10"

export type AtBankWithMandates = AtBank & {
  mandates: Mandates
  found(sale: FoundingSale): Promise<SaleOutcome>
  lookUpFounding(sale: FoundingSale): Promise<SaleOutcome | undefined>
  /** Makes a mandate of 37.00 a month, whose payer pays 37.00 and agrees. Returns its id. */
  agreed(sale?: FoundingSale): Promise<string>
  /** The ids of the mandates of a contract to which a payer can agree, or has agreed. */
  living(sale: FoundingSale): Promise<string[]>
  charge(order: MandateCharge): Promise<SaleOutcome>
  lookUpCharge(order: MandateCharge): Promise<SaleOutcome | undefined>
  withdraw(charge: string): ReturnType<Mandates["withdraw"]>
  /** Orders a charge that is due on the first day, a week before. */
  ordered(): Promise<MandateCharge>
}

/** Starts a bank for each test, on Friday 2026-11-20 at noon, and the adapter of an account with PIX Automático. Call it in a `describe`. */
export function atBankWithMandates(start: Start = {}): AtBankWithMandates {
  const on = atBank({ clock: () => NOON, ...start }) as AtBankWithMandates
  let caller: Caller | undefined
  on.found = (sale) => on.mandates.found(sale, never)
  on.lookUpFounding = (sale) => on.mandates.lookUpFounding(sale, never)
  on.charge = (order) => on.mandates.charge(order, never)
  on.lookUpCharge = (order) => on.mandates.lookUpCharge(order, never)
  on.withdraw = (charge) => on.mandates.withdraw({ account: ACCOUNT, charge }, never)
  on.agreed = async (sale = foundingSale()) => {
    const outcome = await on.found(sale)
    on.bank.payAndAgree(codeOf(outcome))
    return mandateOf(outcome)
  }
  on.ordered = async () => {
    const mandate = await on.agreed()
    on.bank.clock.set("2026-12-03T12:00")
    const order = chargeOrder(mandate)
    await on.charge(order)
    return order
  }
  on.living = async ({ mandate: { contract } }) => {
    caller ??= await signedIn(on)
    const period = { inicio: "2026-01-01T00:00:00Z", fim: "2027-12-31T00:00:00Z" }
    const { body } = await caller.automatic("GET", `/rec?${new URLSearchParams(period)}`)
    const all: { idRec: string; status: string; vinculo: { contrato: string } }[] = body.recs
    const ofContract = all.filter(({ vinculo }) => vinculo.contrato === contract)
    return ofContract.filter(({ status }) => status === "CRIADA" || status === "APROVADA").map(({ idRec }) => idRec)
  }
  beforeEach(async () => {
    Object.assign(on, await on.another({ members: mandateMembersFor(on.bank) }))
    on.mandates = on.acquirer.mandates!
  })
  afterEach(async () => {
    await caller?.close()
    caller = undefined
  })
  return on
}

async function signedIn({ bank }: AtBank): Promise<Caller> {
  const caller = await callerOf(bank)
  await caller.signIn()
  return caller
}

export function foundingSale({
  mandate,
  ...more
}: Partial<Omit<FoundingSale, "mandate">> & { mandate?: Partial<MandateTerms> } = {}): FoundingSale {
  const terms = { contract: randomBase62(20), object: "Clube do Livro", period: "monthly", amount: 3700 } as const
  return { ...pixSale(more), mandate: { ...terms, first_day: FIRST_DAY, ...mandate } }
}

/** Another sale for the same contract, as after one that was not made. */
export function againFor({ mandate, amount }: FoundingSale): FoundingSale {
  return foundingSale({ mandate, amount })
}

export function chargeOrder(mandate: string, more: Partial<MandateCharge> = {}): MandateCharge {
  return { reference: randomBase62(20), account: ACCOUNT, mandate, amount: 3700, day: FIRST_DAY, ...more }
}

export function retryOf(order: MandateCharge, day: string): MandateCharge {
  return { ...order, reference: randomBase62(20), day, retry_of: recurringTxidOf(order) }
}

export const recurringTxidOf = ({ reference }: Pick<MandateCharge, "reference">) => `vrecur${reference}`
/** The outcome of an order that the bank has taken. */
export const pending = (order: MandateCharge) => ({ result: "pending", charge: recurringTxidOf(order) })
export const mandateOf = (outcome: SaleOutcome | undefined) => (outcome as { mandate: string }).mandate
