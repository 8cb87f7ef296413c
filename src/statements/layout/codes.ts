// The codes of Cielo that mean something to us. A code that is not here is kept, shown as it is, and posts nothing.

/** What an entry (E) or a receivable unit (D) is. 42 has several sources, 49 to 54 one. */
export const ENTRY_TYPES: Readonly<Record<string, string>> = {
  "01": "sale, debit",
  "02": "sale, credit",
  "03": "sale in installments",
  "04": "adjustment, debit",
  "05": "adjustment, credit",
  "06": "refund",
  "07": "refund undone",
  "08": "chargeback",
  "09": "chargeback undone",
  "10": "terminal rental",
  "11": "ceded in a negotiation",
  "13": "lien, debit",
  "14": "lien, credit",
  "15": "offsetting, debit",
  "16": "offsetting, credit",
  "17": "ceded and returned, credit",
  "18": "ceded and returned, debit",
  "19": "lien returned, credit",
  "20": "lien returned, debit",
  "23": "court seizure, debit",
  "26": "court seizure returned",
  "27": "refund or chargeback on a canceled negotiation, debit",
  "28": "refund or chargeback on a canceled negotiation, credit",
  "35": "offsetting for a lien, debit",
  "36": "offsetting for a lien, credit",
  "37": "offsetting for a seizure, debit",
  "38": "offsetting for a seizure, credit",
  "39": "offsetting for a cession, debit",
  "40": "offsetting for a cession, credit",
  "42": "sale, voucher",
  "49": "anticipation negotiated, debit",
  "50": "anticipation negotiated, credit",
  "51": "anticipation undone, debit",
  "52": "anticipation undone, credit",
  "53": "offsetting of refunds in an anticipation, debit",
  "54": "offsetting of refunds in an anticipation, credit",
}

/** Entry types that are a sale. */
export const SALES: ReadonlySet<string> = new Set(["01", "02", "03", "42"])

export const BRANDS: Readonly<Record<string, string>> = {
  "001": "Visa",
  "002": "Mastercard",
  "003": "Amex",
  "004": "Ticketlog",
  "006": "Sorocred",
  "007": "Elo",
  "009": "Diners",
  "011": "Agiplan",
  "015": "Banescard",
  "023": "Cabal",
  "027": "UnionPay",
  "029": "Credsystem",
  "035": "Esplanada",
  "038": "Good Card",
  "040": "Hipercard",
  "057": "Verdecard",
  "060": "JCB",
  "064": "Credz",
  "069": "Avista",
  "072": "Hiper",
  "075": "Ourocard",
  "888": "Pix",
}

/** What has become of the money of a unit (D). `unsure`: sources contradict each other. It counts as held until Cielo sends another line. */
export type Settlement = "scheduled" | "sent" | "paid" | "rejected" | "debited" | "negotiated" | "held" | "unsure"

/** Sent again counts as sent. A debit that is pending and what Cielo holds back have moved no money yet. */
export const PAYMENT_STATUSES: Readonly<Record<string, Settlement>> = {
  ...each("scheduled", "00 0P"),
  ...each("sent", "03 45 54 0O 07 0X 0Y"),
  ...each("paid", "04 05 10 11 31 32 98 99 0B 0C 0M 0N 0W 0Z"),
  ...each("rejected", "06 0R"),
  ...each("debited", "46 47"),
  ...each("negotiated", "58"),
  ...each("held", "42 48 02 08 15 37 38 53"),
  ...each("unsure", "0A"),
}

/** Of record 8. 06 to 09 have one source. The money has arrived with 01 (in the account at Cielo) or 05 (at the bank). */
export const TRANSFER_STATUSES: Readonly<Record<string, Settlement>> = {
  ...each("paid", "01 05"),
  ...each("sent", "02"),
  ...each("rejected", "03 04"),
  ...each("held", "06 07 08 09"),
}

/** Of record 8: received, adjustment in credit, adjustment in debit. */
export const PIX_TYPES: ReadonlySet<string> = new Set(["01", "02", "03"])
export const PIX_RECEIVED = "01"

/** Why an adjustment of a Pix was made. 23 to 26 have one source. */
export const PIX_ORIGINS: Readonly<Record<string, string>> = {
  "12": "fee corrected",
  "17": "refund or return",
  "23": "blocked",
  "24": "unblocked",
  "25": "judicial settlement",
  "26": "compensation (MED)",
}
export const PIX_REFUND = "17"
export const PIX_MED = "26"

const CODES_OF: Readonly<Record<string, (code: string) => boolean>> = {
  entry_type: has(ENTRY_TYPES),
  brand: has(BRANDS),
  payment_status: has(PAYMENT_STATUSES),
  transfer_status: has(TRANSFER_STATUSES),
  origin: has(PIX_ORIGINS),
}

/** Whether we know what a code in a field means. True for blanks, and for fields whose codes decide nothing. */
export function isKnownCode(field: string, code: string): boolean {
  return code === "" || (CODES_OF[field]?.(code) ?? true)
}

function has(codes: Readonly<Record<string, string>>): (code: string) => boolean {
  return (code) => Object.hasOwn(codes, code)
}

function each(settlement: Settlement, codes: string): Record<string, Settlement> {
  return Object.fromEntries(codes.split(" ").map((code) => [code, settlement]))
}
