import type { Day } from "./columns.ts"

/** Where a payment goes. All members are digits. */
export type Account = { bank: string; branch: string; number: string; digit: string }

/** An establishment (EC). `holder` and `receiver` are CPF or CNPJ, 14 digits. */
export type Establishment = { ec: string; holder: string; receiver: string; account: Account }

export type Brand = "Visa" | "Master" | "Amex" | "Elo" | "Diners" | "Hipercard" | "JCB"

/** The files that this simulator writes: sales, payments, open balance, negotiations, Pix. */
export const FILE_TYPES = ["03", "04", "09", "15", "16"] as const
export type FileType = (typeof FILE_TYPES)[number]

/** A sale by card. Amounts are cents, percentages hundredths of a per cent (248 is 2.48 %). */
export type CardSale = {
  establishment: Establishment
  brand: Brand
  debit: boolean
  day: Day
  /** HHMMSS */
  time: string
  amount: number
  installments: number
  /** Cielo's fee. */
  fee: number
  /** What is added to the fee for being paid two business days after the sale. Zero: each instalment is paid when it is due. */
  automatic: number
  authorization: string
  nsu: string
  /** Empty where a card was present. */
  tid: string
  /** MerchantOrderId. Its first 20 characters are written. */
  order: string
  bin: string
  lastFour: string
  /** Empty on most debit. */
  arn: string
  /** Shared by all instalments; what refunds and chargebacks name (E 130–151). */
  received: string
  uniqueCode: string
  terminal: string
  /** How the card was read. 10 and 81: e-commerce. */
  capture: string
}

/**
 * A line E. Amounts are cents with a sign; net = gross + commission. `day` is when it came about, `due` when it is to be paid or taken.
 */
export type Entry = {
  type: string
  establishment: Establishment
  /** Null for what no sale caused. */
  sale: CardSale | null
  /** Cielo's code of the brand. */
  brand: string
  settlement: string
  product: string
  installment: number
  received: string
  /** E 152–155. Empty for sales. */
  adjustment: string
  day: Day
  due: Day
  /** What E 247–260 shows. */
  total: number
  gross: number
  commission: number
  negotiation: Negotiation | null
}

/** A negotiation of receivables. Its rate is thousandths of a per cent a month. */
export type Negotiation = {
  number: string
  establishment: Establishment
  day: Day
  payment: Day
  rate: number
  negotiator: string
  institution: string
  parts: Part[]
}

/** A unit that was negotiated. `gross` is what it would have paid; `received` names the entry 11 that takes it. */
export type Part = {
  due: Day
  brand: string
  settlement: string
  gross: number
  discount: number
  days: number
  entries: Entry[]
  received: string
}

/** A sale by Pix, or what was taken or given back of one. Amounts are cents with a sign; net = gross + fee. */
export type PixMovement = {
  /** 01 received, 02 adjustment in credit, 03 adjustment in debit. */
  type: "01" | "02" | "03"
  establishment: Establishment
  day: Day
  /** HHMMSS */
  time: string
  gross: number
  fee: number
  /** Hundredths of a per cent, or cents of each Pix. */
  terms: { percent: number } | { each: number }
  /** EndToEndId. A return has an id of its own, which begins with D. */
  id: string
  nsu: string
  txid: string
  /** 12 fee corrected, 17 return, 23 block, 24 unblock, 25 judicial, 26 compensation. Empty for what was received. */
  origin: string
  /** 01 paid to the Cielo account, 05 paid to the bank, 06 blocked, 07 unblocked, 09 compensated. */
  transferStatus: string
  original: PixMovement | null
}

/** What a test may decide about how Cielo writes. */
export type Options = {
  /** Decides all ids, and what a random trade does. */
  seed: number
  establishments: Establishment[]
  /** The head ("matriz"), which all files name. */
  head: string
  /** How a day's payments show in file 04: sent to the bank (03), paid (04), or sent on the day and paid on the next business day. */
  payments: "sent" | "paid" | "sent, then paid"
  /** How a negotiated unit shows in file 04 when it was due: an entry 11 that takes it from the deposit, or status 58. */
  negotiated: "entry" | "status"
  /** Whether each D comes before its E, or all D before all E. */
  units: "with entries" | "first"
  /** The two forms of a unit's key that were seen. */
  keys: "newer" | "older"
  /** Days on which no bank works, besides weekends. */
  holidays: Day[]
  /** The number before the first file of a type. */
  sequences: Partial<Record<FileType, number>>
}
