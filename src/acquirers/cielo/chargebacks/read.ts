// Reads the answers of Cielo's Chargeback API. Samples of its manual break the sizes and forms that its tables have, so any form is read.
import { maskCardNumbers } from "../../../base/card-numbers.ts"
import { foldedText } from "../../../base/letters.ts"
import type { CaseItem, CaseStep, IssuerDocument, SaleOfCase } from "../../chargebacks.ts"
import { type Answer, NoAnswer } from "../../wire/request.ts"
import { membersOf } from "../wire/members.ts"

type Json = Record<string, unknown>

/** `isInquiry` is undefined if the word of the process is not known. */
export type ReadItem = Omit<CaseItem, "isInquiry"> & { isInquiry: boolean | undefined }
export type ReadPage = { items: ReadItem[]; isLast: boolean }

const MAX_TEXT = 1000
/** Processes that take money. */
const CHARGEBACKS = /^(primeiro|segundo) chargeback$|arbitragem|compliance|^(1|3|13|15|16)$/
const INQUIRIES = /amigavel|friendly|^2$/
const VERDICTS: Record<string, CaseStep["verdict"]> = { "a favor do estabelecimento": "won", "a favor do emissor": "lost" }

/** The code of an answer, in any of its spellings. Undefined if the answer has none. */
export function readCode(body: unknown): string | undefined {
  const { code, codigo, returncode } = membersOf(Array.isArray(body) ? body[0] : body)
  return idOf(code) ?? idOf(codigo) ?? idOf(returncode) ?? undefined
}

/** A page of a list. `empty` is not to be trusted, and older answers are a bare list, which is all there is. */
export function readPage({ body, call }: Answer): ReadPage {
  if (Array.isArray(body)) return { items: itemsOf(body, call), isLast: true }
  const { content, last, totalpages, number } = membersOf(body)
  if (!Array.isArray(content)) throw new NoAnswer(`${call}: the answer has no list of cases`)
  const pages = numberOf(totalpages)
  const isLast = typeof last === "boolean" ? last : pages !== null ? (numberOf(number) ?? 0) + 1 >= pages : true
  return { items: itemsOf(content, call), isLast: isLast || content.length === 0 }
}

/** Throws NoAnswer for an item without what names it: a case that is left out would be lost in silence. */
function itemsOf(list: unknown[], call: string): ReadItem[] {
  return list.map((each) => {
    const item = membersOf(each)
    const [number, step, establishment] = [item.idcase, item.idchargeback, item.establishmentnumber].map(keyOf)
    if (!number || !step || !establishment) throw new NoAnswer(`${call}: a case in the list has no number`)
    return { number, step, establishment, ...processOf(item), ...factsOf(item) }
  })
}

function processOf({ process }: Json): Pick<ReadItem, "process" | "isInquiry"> {
  const words = textOf(process) ?? ""
  const plain = plainOf(words)
  return { process: words, isInquiry: CHARGEBACKS.test(plain) ? false : INQUIRIES.test(plain) ? true : undefined }
}

function factsOf(item: Json): Omit<CaseItem, "number" | "step" | "establishment" | "process" | "isInquiry"> {
  const details = membersOf(item.chargebackdetails)
  const sale = membersOf(item.transactiondetails)
  const reason = [idOf(details.reasoncode), textOf(details.reasondescription)].filter((each) => each !== null).join(" ")
  const message = textOf(details.chargebackmessage)
  return {
    deadline: dayOf(item.treatmentdeadline),
    amount: centsOf(item.transactionamount),
    network: textOf(sale.cardassociationname),
    reason: reason === "" ? null : reason.slice(0, MAX_TEXT),
    // Cielo sends this message for frauds only.
    isFraud: message !== null || /fraud/.test(plainOf(reason)),
    received: dayOf(details.receptiondate),
    answered: answerOf(textOf(item.actiontakencode)),
    last: stepOf(item.lifecycle),
    sale: saleOf(sale),
  }
}

function saleOf(sale: Json): SaleOfCase {
  return {
    tid: idOf(sale.tid),
    nsu: idOf(sale.nsu),
    authorization_code: idOf(sale.authorization),
    reference_number: idOf(sale.referencenumber),
    day: dayOf(sale.transactiondate),
    // The first digits are not kept.
    last4: /(\d{4})\s*$/.exec(textOf(sale.truncatedcard) ?? "")?.[1] ?? null,
  }
}

/** The values are not listed anywhere: `RECUSADO` and `ACATAR` were seen. */
function answerOf(text: string | null): CaseItem["answered"] {
  const plain = plainOf(text ?? "")
  if (plain.startsWith("rec")) return "refused"
  return plain.startsWith("acat") || plain.startsWith("aceit") ? "accepted" : null
}

function stepOf(value: unknown): CaseStep | null {
  const { action, actiondate } = membersOf(value)
  const words = textOf(action)
  return words === null ? null : { action: words, day: dayOf(actiondate), verdict: VERDICTS[plainOf(words)] ?? null }
}

/** The life of a case. */
export function readLifecycle({ body, call }: Answer): CaseStep[] {
  const list = Array.isArray(body) ? body : membersOf(body).content
  if (!Array.isArray(list)) throw new NoAnswer(`${call}: the answer has no steps`)
  return list.flatMap((each) => stepOf(each) ?? [])
}

/** The documents of the issuer. */
export function readDocuments({ body, call }: Answer): IssuerDocument[] {
  const { content, issuerdocument } = membersOf(body)
  const list = [body, content, issuerdocument].find(Array.isArray)
  if (!list) throw new NoAnswer(`${call}: the answer has no documents`)
  return list.flatMap((each: unknown) => {
    const { iddocumento, iddocument, namefile } = membersOf(each)
    const id = keyOf(iddocumento) ?? keyOf(iddocument)
    return id === null ? [] : [{ id, name: textOf(namefile) ?? id }]
  })
}

/** The bytes of a document. */
export function readDocument({ body, call }: Answer): Buffer {
  const { file } = membersOf(Array.isArray(body) ? body[0] : body)
  if (typeof file !== "string" || file === "") throw new NoAnswer(`${call}: the answer has no document`)
  return Buffer.from(file.replace(/^data:[^,]*,/, ""), "base64")
}

/** The result of one of several answers: that of this step. */
export function readResult(body: unknown, step: string): { code: string | undefined; message: string } {
  const list = Array.isArray(body) ? body : [body]
  const own = list.find((each) => idOf(membersOf(each).idchargeback) === step)
  const result = own ?? (list.length === 1 ? list[0] : undefined)
  const { message, mensagem, returnmessage } = membersOf(result)
  return { code: readCode(result), message: textOf(message) ?? textOf(mensagem) ?? textOf(returnmessage) ?? "" }
}

function plainOf(text: string): string {
  return foldedText(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
}

/** Printable text of a limited length. A reason may repeat a card number, which is kept nowhere. */
function textOf(value: unknown): string | null {
  if (typeof value === "number") return String(value)
  if (typeof value !== "string") return null
  const text = value
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_TEXT)
  return text === "" ? null : maskCardNumbers(text)
}

/** An id or a reference: letters, digits and few signs. Numbers and texts are the same. */
function idOf(value: unknown): string | null {
  const text = (typeof value === "number" ? String(value) : typeof value === "string" ? value : "").trim()
  return /^[0-9A-Za-z/.-]{1,40}$/.test(text) ? text : null
}

/** What a path may name. */
function keyOf(value: unknown): string | null {
  const id = idOf(value)
  return id !== null && /^[0-9A-Za-z]{1,20}$/.test(id) ? id : null
}

function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value.replace(",", ".")) : value
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : null
}

/** Reais with decimals, as cents. */
function centsOf(value: unknown): number | null {
  const reais = numberOf(value)
  const cents = reais === null ? 0 : Math.round(reais * 100)
  return cents > 0 && cents <= 99_999_999_999 ? cents : null
}

/** The day of a date that may have a time. A time in UTC is not expected: all samples are days. */
function dayOf(value: unknown): string | null {
  const day = typeof value === "string" ? /^(\d{4}-\d\d-\d\d)($|[T ])/.exec(value.trim())?.[1] : undefined
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : null
}
