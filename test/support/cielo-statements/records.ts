// The records of Cielo's statement, layout 015, except E (entry-record.ts).
import { always, dayFirst, digits, money, record, right, shortDay, text, yearFirst } from "./columns.ts"

/** What stands in a date that is not known, such as when a payment that was not sent to the bank was sent. */
const NOT_SENT = "01011001"

export const HEADER = record("0", 250, {
  ec: digits(2, 11),
  processed: yearFirst(12, 19),
  from: yearFirst(20, 27),
  to: yearFirst(28, 35),
  sequence: digits(36, 42),
  company: always(43, 47, "CIELO"),
  fileType: digits(48, 49),
  transmission: always(50, 50, "I"),
  mailbox: text(51, 70),
  layout: always(71, 73, "015"),
  hierarchy: digits(74, 75),
  wholeGroup: text(76, 76),
})

export const TRAILER = record("9", 250, {
  records: digits(2, 12),
  net: money(13, 30),
  entries: digits(31, 41),
  gross: money(42, 59),
  ceded: money(60, 77),
  lien: money(78, 95),
})

/** D: a receivable unit's total for one type of entry. */
export const UNIT = record("D", 400, {
  ec: digits(2, 11),
  holder: digits(12, 25),
  movementHolder: digits(26, 39),
  receiver: digits(40, 53),
  brand: digits(54, 56),
  settlement: digits(57, 59),
  paymentHead: digits(60, 69),
  status: text(70, 71),
  gross: money(72, 85),
  fee: money(86, 99),
  net: money(100, 113),
  bank: digits(114, 117),
  branch: digits(118, 122),
  account: digits(123, 142),
  accountDigit: text(143, 143),
  entries: digits(144, 149),
  entryType: digits(150, 151),
  key: text(152, 251),
  originalType: digits(252, 253),
  reserved: digits(254, 267),
  payment: dayFirst(268, 275),
  sent: dayFirst(276, 283, NOT_SENT),
  due: dayFirst(284, 291),
  paidEc: digits(292, 301),
  pending: text(302, 302),
  again: text(303, 303),
  negotiated: text(304, 304),
  negotiator: digits(305, 318),
  open: text(319, 319),
})

/** R: a financial reserve. */
export const RESERVE = record("R", 250, {
  ec: digits(2, 11),
  holder: digits(12, 25),
  brand: digits(26, 28),
  paymentHead: digits(29, 38),
  reserve: money(39, 52),
  key: text(53, 152),
  due: dayFirst(153, 160),
  paidEc: digits(161, 170),
})

/** A: a negotiation of receivables. */
export const NEGOTIATION = record("A", 250, {
  day: shortDay(2, 7),
  payment: shortDay(8, 13),
  holder: digits(14, 27),
  term: digits(28, 30),
  nominalRate: digits(31, 35),
  gross: money(36, 49),
  net: money(50, 63),
  number: digits(64, 83),
  form: digits(84, 86),
  effectiveRate: digits(87, 91),
})

/** B: what was negotiated, by its original due date. */
export const NEGOTIATED = record("B", 250, {
  day: shortDay(2, 7),
  due: shortDay(8, 13),
  holder: digits(14, 27),
  brand: digits(28, 30),
  settlement: digits(31, 33),
  gross: money(34, 47),
  net: money(48, 61),
  effectiveRate: digits(62, 66),
  institution: right(67, 116),
  ec: digits(117, 126),
  discount: money(127, 140),
})

/** C: the account that a negotiation was paid into. */
export const RECEIVING_ACCOUNT = record("C", 250, {
  bank: digits(2, 5),
  branch: digits(6, 10),
  account: digits(11, 30),
  deposited: money(31, 44),
})

/** 8: a Pix. */
export const PIX = record("8", 400, {
  ec: digits(2, 11),
  type: digits(12, 13),
  day: shortDay(14, 19),
  time: digits(20, 25),
  id: text(26, 61),
  nsu: digits(62, 67),
  payment: shortDay(68, 73),
  gross: money(74, 87),
  fee: money(88, 101),
  net: money(102, 115),
  bank: digits(116, 119),
  branch: digits(120, 124),
  account: digits(125, 144),
  capture: shortDay(145, 150),
  feePercent: digits(151, 155),
  feeEach: digits(156, 159),
  channel: digits(160, 161),
  terminal: text(162, 169),
  originalDay: shortDay(170, 175),
  originalTime: digits(176, 181),
  originalId: text(182, 217),
  change: text(218, 219),
  origin: text(220, 221),
  transfer: text(222, 222),
  transferStatus: digits(223, 224),
  credited: shortDay(225, 230),
  longNsu: digits(231, 238),
  scheduled: text(239, 239),
  txid: right(240, 275),
  recurrence: text(276, 311),
  paymentId: text(312, 347),
})
