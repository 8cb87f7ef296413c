import { createHmac, timingSafeEqual } from "node:crypto"
import type { SignedNotification, SignedNotifications } from "../kind.ts"
import type { Members } from "../members.ts"
import type { NewNotice, NoticeDetail } from "../notices.ts"
import { objectOf } from "../wire/json.ts"
import { hmacKeysOf } from "./credentials.ts"
import { CANCELS, GIVES_BACK, isKnown, isOfPayment, TAKES, UNDOES } from "./events.ts"
import { amountOf, isPspReference, textOf } from "./wire.ts"

/** More than Adyen sends in one call. */
const MAX_ITEMS = 100
const MAX_TEXT = 200
/** 32 bytes in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/

/** What is read of an item beside the members that are signed. It is only shown. */
const SHOWN = ["chargebackReasonCode", "chargebackSchemeCode", "defensePeriodEndsAt", "defendable", "disputeStatus"] as const

type Item = { readonly [name: string]: unknown }

export const adyenNotifications: SignedNotifications = { read, about, isKnown, answer: "[accepted]" }

async function read(
  body: unknown,
  membersOfMerchant: (merchant: string) => Promise<Members | undefined>,
): Promise<{ notices: NewNotice[]; refused: number } | undefined> {
  const items = itemsIn(body)
  if (!items) return undefined
  const notices: NewNotice[] = []
  let refused = 0
  for (const item of items) {
    const merchant = textOf(item.merchantAccountCode)
    const members = merchant.length > 0 && merchant.length <= MAX_TEXT ? await membersOfMerchant(merchant) : undefined
    const notice = members && isSigned(item, hmacKeysOf(members)) ? noticeIn(item, merchant) : undefined
    if (notice) notices.push(notice)
    else refused++
  }
  return { notices, refused }
}

function itemsIn(body: unknown): Item[] | undefined {
  const { notificationItems } = objectOf(body)
  if (!Array.isArray(notificationItems) || notificationItems.length === 0 || notificationItems.length > MAX_ITEMS)
    return undefined
  return notificationItems.map((each) => objectOf(objectOf(each).NotificationRequestItem))
}

/** Eight members, of which a missing one is empty. Nothing is escaped. */
function signedText(item: Item): string {
  const { value, currency } = objectOf(item.amount)
  const { pspReference, originalReference, merchantAccountCode, merchantReference, eventCode, success } = item
  return [pspReference, originalReference, merchantAccountCode, merchantReference, value, currency, eventCode, success]
    .map((member) => (typeof member === "string" || typeof member === "number" ? String(member) : ""))
    .join(":")
}

/** Whether one of the keys has signed an item. All are tried, so that the time tells nothing. */
export function isSigned(item: Item, keys: readonly string[]): boolean {
  const signature = textOf(objectOf(item.additionalData).hmacSignature)
  if (!SIGNATURE.test(signature)) return false
  const given = Buffer.from(signature, "base64")
  const text = signedText(item)
  const right = keys.filter((key) => {
    const expected = createHmac("sha256", Buffer.from(key, "hex")).update(text, "utf8").digest()
    return timingSafeEqual(given, expected)
  })
  return right.length > 0
}

/** Undefined if a member that is signed cannot be what Adyen sends. */
function noticeIn(item: Item, merchant: string): NewNotice | undefined {
  const [subject, original] = [textOf(item.pspReference), textOf(item.originalReference)]
  const event = textOf(item.eventCode)
  const success = textOf(item.success)
  if (!isPspReference(subject) || (original !== "" && !isPspReference(original))) return undefined
  if (!/^[A-Z0-9_]{1,64}$/.test(event) || (success !== "true" && success !== "false")) return undefined
  const amount = amountOf(item.amount)
  if (!amount && isOfPayment(event)) return undefined
  return {
    ...{ merchant, event, subject, charge: original || subject },
    reference: textOf(item.merchantReference).slice(0, 80) || null,
    success: success === "true",
    ...{ amount: amount?.value ?? null, currency: amount?.currency ?? null, detail: detailIn(item) },
  }
}

function detailIn(item: Item): NoticeDetail | null {
  const data = objectOf(item.additionalData)
  const texts = [["reason", item.reason] as const, ...SHOWN.map((name) => [name, data[name]] as const)]
  const found = texts.flatMap(([name, value]) => (textOf(value) ? [[name, wordsIn(textOf(value))] as const] : []))
  return found.length > 0 ? Object.fromEntries(found) : null
}

/** Without what could be a card's number, or no text at all. */
function wordsIn(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e]+/g, " ")
    .replaceAll(/\d{9,}/g, "…")
    .slice(0, MAX_TEXT)
}

/** What a notice is about, for the engine. A dispute that names no payment is found by the reference of its sale. */
function about({ event, subject, charge, reference }: NewNotice): SignedNotification | undefined {
  if (!isOfPayment(event)) return undefined
  const chargeback = TAKES.includes(event)
  const back = event === GIVES_BACK && { gives_back: true }
  const isOfSale = event === "AUTHORISATION" || event === "OFFER_CLOSED" || event === "EXPIRE" || CANCELS.includes(event)
  const isUnnamed = charge === null || charge === subject
  if (reference !== null && (event === "AUTHORISATION" || (isUnnamed && (isOfSale || chargeback || back))))
    return { reference, chargeback, ...back }
  if (charge === null) return undefined
  const loses = event === "CAPTURE_FAILED"
  return { charge, chargeback, ...back, ...(UNDOES.includes(event) && { undoes: true }), ...(loses && { loses }) }
}
