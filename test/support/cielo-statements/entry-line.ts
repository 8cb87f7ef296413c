import { type Values, write } from "./columns.ts"
import { keyOf, netOf } from "./entries.ts"
import { ENTRY } from "./entry-record.ts"
import type { Entry, Options } from "./types.ts"

/** What is still owed of a debit, and what was taken, in cents of zero or less. */
export type Debt = { pending: number; debt: number; charged: number }
export const NO_DEBT: Debt = { pending: 0, debt: 0, charged: 0 }

/** A line E. */
export function entryLine(entry: Entry, { keys }: Pick<Options, "keys">, debt: Debt): string {
  return write(ENTRY, { ...identity(entry, keys), ...amounts(entry), ...debt, ...circumstances(entry), ...place(entry) })
}

type Line = Values<typeof ENTRY.fields>

const NAMES_SALE = ["06", "07", "08", "09"]
const SALE = ["01", "02", "03"]

function identity(entry: Entry, keys: Options["keys"]): Line {
  const { sale, type, adjustment, installment } = entry
  const own = SALE.includes(type)
  return {
    ec: entry.establishment.ec,
    brand: entry.brand,
    settlement: entry.settlement,
    installment,
    installments: installment > 0 ? sale?.installments : 0,
    authorization: sale?.authorization ?? "000000",
    entryType: type,
    key: keyOf(entry, keys),
    received: entry.received,
    adjustment,
    product: entry.product,
    ...{ promo: "N", dcc: "N", minimum: "N", automatic: own ? "3" : "N" },
    ...{ zeroFee: sale?.fee === 0 ? "S" : "N", rejected: "N", late: "N" },
    bin: sale?.bin,
    lastFour: sale?.lastFour,
    nsu: sale?.nsu,
    tid: sale?.tid,
    order: sale?.order.slice(0, 20),
    mdr: sale?.fee,
    automaticPercent: sale?.automatic,
    salePercent: sale ? sale.fee + sale.automatic : 0,
  }
}

function amounts(entry: Entry): Line {
  const { total, gross, commission } = entry
  return { total, gross, net: netOf(entry), commission }
}

function circumstances({ sale, type, brand, establishment, negotiation, day }: Entry): Line {
  const own = SALE.includes(type)
  const none = { time: 0, channel: 998, terminal: 0, authorizationBrand: 0, lot: lotOf(day), original: day, authorized: day }
  const known = sale && {
    ...{ time: sale.time, channel: "007", terminal: sale.terminal, authorizationBrand: brand },
    ...{ lot: lotOf(sale.day), original: sale.day, authorized: sale.day, capture: sale.capture },
  }
  return {
    ...(known ?? none),
    cardGroup: 1,
    receiver: establishment.receiver,
    ...(own && sale && { uniqueCode: sale.uniqueCode, originalUniqueCode: sale.uniqueCode, arn: sale.arn, pricing: 36 }),
    effect: type === "11" ? negotiation?.number.slice(-15) : undefined,
    originalType: type,
    transactionType: own ? type : 0,
    captured: day,
    entered: day,
    processed: NAMES_SALE.includes(type) ? sale?.received : undefined,
    negotiated: negotiation ? "S" : "N",
    negotiator: negotiation?.negotiator,
  }
}

function place({ due, establishment: { ec, account } }: Entry): Line {
  return {
    due,
    paymentHead: ec,
    ...{ foreign: "N", byCardType: "N", issuerPlan: "N" },
    bank: account.bank,
    branch: account.branch,
    account: account.number,
    accountDigit: account.digit,
  }
}

function lotOf(day: string): string {
  return `0${day.replaceAll("-", "").slice(2)}`
}
