// Cielo, and beside it the bank at which merchants have their PIX: one ledger of both.
import type { Account } from "../../test/bank-pix/accounts.ts"
import type { Pix } from "../../test/bank-pix/bank.ts"
import type { createBankPix } from "../../test/bank-pix/bank-pix.ts"
import type { Control } from "../../test/cielo/client.ts"
import type { Entry } from "../../test/cielo/control.ts"

/** What payers, merchants and the bank itself do there. */
type Bank = ReturnType<typeof createBankPix>
export type OwnBank = Pick<Bank, "charge" | "charges" | "pay" | "payKey" | "payments" | "options" | "clock"> &
  Pick<Bank, "refundInApp" | "returnByMed" | "settleRefund"> & { merchants: readonly { account: Account; key: string }[] } & Pick<
    Bank,
    "payAndAgree" | "agree" | "decline" | "cancelMandate" | "allMandates" | "payerHas"
  > &
  Pick<Bank, "allRecurring" | "cancelCharge" | "refuseCharge" | "failOperationally">

/** Which charges are Vintém's. */
const OWN = /^v(?:intem|recur)(\w{20})$/
const STATES = { EM_PROCESSAMENTO: "pending", DEVOLVIDO: "done", NAO_REALIZADO: "refused" } as const
/** Cielo's status of a sale that is paid. */
const PAID = 2

/** The order that the id of a charge names which nobody had paid when it was told. Undefined for any other id. */
export function orderIn(charge: string | null): string | undefined {
  return OWN.exec(charge ?? "")?.[1]
}

/** Both as one. Payments by PIX are paid where their charge is. */
export function besides(cielo: Control, bank: OwnBank): Control {
  return {
    ...cielo,
    ledger: async () => [...(await cielo.ledger()), ...salesAt(bank)],
    sales: async (wanted) => {
      const { payments = [], orders = [] } = wanted
      const isWanted = ({ payment_id, order_id }: Entry) => payments.includes(payment_id) || orders.includes(order_id)
      return [...(await cielo.sales(wanted)), ...salesAt(bank).filter(isWanted)]
    },
    pay: async (payment) => {
      if (!OWN.test(payment.payment)) return cielo.pay(payment)
      const e2eid = bank.pay(payment.payment, payment.amount === undefined ? {} : { amount: payment.amount })
      return saleOf(bank.payments().find((pix) => pix.e2eid === e2eid)!)!
    },
  }
}

/** Money that is no payment of Vintém stays where it is. Returns what was sent back of it. */
export function strangersSentBack(bank: Pick<OwnBank, "payments" | "merchants">): string[] {
  const own = new Set(salesAt(bank).map(({ payment_id }) => payment_id))
  const touched = bank.payments().filter(({ e2eid, returns }) => !own.has(e2eid) && returns.some(({ by }) => by === "api"))
  return touched.map((pix) => `money of a stranger was sent back\n    ${JSON.stringify(pix)}`)
}

/** What was paid at the bank for charges of Vintém, as Cielo shows its sales. Other money is nobody's business here. */
export function salesAt({ payments, merchants }: Pick<OwnBank, "payments" | "merchants">): Entry[] {
  const keys = new Set<string | undefined>([undefined, ...merchants.map(({ key }) => key)])
  return payments().flatMap((pix) => (keys.has(pix.key) ? (saleOf(pix) ?? []) : []))
}

function saleOf({ e2eid, txid, cnpj, cents, at, payer, returns }: Pix): Entry | undefined {
  const order_id = orderIn(txid ?? null)
  if (order_id === undefined) return undefined
  const given = returns.filter(({ by }) => by !== "med")
  const sumOf = (ofThem: typeof returns) => ofThem.reduce((sum, one) => sum + one.cents, 0)
  const made = (ofThem: typeof returns) => sumOf(ofThem.filter(({ status }) => status === "DEVOLVIDO"))
  return {
    ...{ payment_id: e2eid, merchant: cnpj, order_id, sent_order_id: null, type: "Pix", customer: { Name: "" } },
    ...{ amount: cents, currency: "BRL", status: PAID, return_code: "00", captured: cents },
    ...{ voided: made(given), charged_back: made(returns.filter(({ by }) => by === "med")) },
    refunds: given.map((one) => ({
      ...{ amount: one.cents, state: STATES[one.status], by: one.by === "api" ? ("call" as const) : ("portal" as const) },
    })),
    remaining: cents - sumOf(returns.filter(({ status }) => status !== "NAO_REALIZADO")),
    payments: [{ amount: cents, at: new Date(at).toISOString(), payer: payer.cpf ?? payer.cnpj ?? "" }],
    ...{ tid: "", nsu: "", authorization_code: "", end_to_end_id: e2eid, our_number: null },
    created: new Date(at).toISOString(),
  }
}
