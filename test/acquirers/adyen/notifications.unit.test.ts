import { expect } from "chai"
import { adyenNotifications, isSigned } from "../../../src/acquirers/adyen/notifications.ts"
import { signatureOf, signedText } from "../../adyen/webhooks/sign.ts"

const KEY = "DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00"
const OTHER = "0".repeat(64)
const ITEM = {
  ...{ pspReference: "pspReference", originalReference: "originalReference", merchantAccountCode: "merchantAccount" },
  ...{ merchantReference: "reference", amount: { value: 1000, currency: "EUR" }, eventCode: "CAPTURE", success: "true" },
  eventDate: "2026-01-01T00:00:00+01:00",
} as const
const SIGNATURE = "xhpHvYq2u2Np0rstbZ6QjLGu7JWhvf7Iwaa6EviJSX0="

const signed = (more: object = {}, hmacSignature = SIGNATURE) => ({ ...ITEM, additionalData: { hmacSignature }, ...more })
const read = (...items: object[]) =>
  adyenNotifications.read(
    { live: "false", notificationItems: items.map((NotificationRequestItem) => ({ NotificationRequestItem })) },
    async (merchant) => (merchant === "merchantAccount" ? { hmac_keys: `${OTHER}\n${KEY}` } : undefined),
  )

describe("A notification of Adyen", () => {
  it("is signed as Adyen's own example, by any key of the merchant", () => {
    expect(isSigned(signed(), [KEY])).to.equal(true)
    expect(isSigned(signed(), [OTHER, KEY])).to.equal(true)
    expect(isSigned(signed(), [KEY, OTHER])).to.equal(true)
    expect(isSigned(signed(), [OTHER])).to.equal(false)
    expect(isSigned(signed(), [])).to.equal(false)
  })

  it("is refused if any signed member is another one, or if nothing is signed", () => {
    for (const changed of [
      ...[{ pspReference: "x" }, { originalReference: "" }, { merchantAccountCode: "x" }, { merchantReference: "x" }],
      ...[{ amount: { value: 1001, currency: "EUR" } }, { amount: { value: 1000, currency: "BRL" } }],
      ...[{ eventCode: "REFUND" }, { success: "false" }, { additionalData: {} }, { additionalData: undefined }],
    ])
      expect(isSigned(signed(changed), [KEY]), JSON.stringify(changed)).to.equal(false)
    for (const wrong of ["", "x", SIGNATURE.slice(0, -4), `${SIGNATURE}AAAA`])
      expect(isSigned(signed({}, wrong), [KEY])).to.equal(false)
  })

  it("says nothing by what is not signed", async () => {
    const [first, second] = [await read(signed()), await read(signed({ eventDate: "1999-01-01", reason: "other" }))]
    const { detail: _, ...notice } = second!.notices[0]!
    expect(first!.notices[0]).to.deep.equal({ ...notice, detail: null })
    expect(notice).to.deep.equal({
      ...{ merchant: "merchantAccount", event: "CAPTURE", subject: "pspReference", charge: "originalReference" },
      ...{ reference: "reference", success: true, amount: 1000, currency: "eur" },
    })
  })

  it("is read item by item: what is not signed hides nothing that is", async () => {
    const both = await read(signed({ pspReference: "x" }), signed(), signed({ merchantAccountCode: "other" }))
    expect([both!.notices.length, both!.refused]).to.deep.equal([1, 2])
  })

  it("of another merchant account is refused, although a key of this one has signed it", async () => {
    const item = { ...ITEM, merchantAccountCode: "other" }
    const hmacSignature = signatureOf(signedText(item as never), KEY)
    expect(isSigned(signed({ merchantAccountCode: "other" }, hmacSignature), [KEY])).to.equal(true)
    expect(await read(signed({ merchantAccountCode: "other" }, hmacSignature))).to.deep.equal({ notices: [], refused: 1 })
  })

  it("is not well formed without items", async () => {
    for (const body of [undefined, null, [], {}, { notificationItems: {} }, { notificationItems: [] }])
      expect(await adyenNotifications.read(body, async () => ({}))).to.equal(undefined)
  })

  it("is signed with nothing escaped", () => {
    const item = { ...ITEM, merchantReference: "a:b\\c-é", amount: { value: 0, currency: "BRL" } }
    const text = signedText(item as never)
    expect(isSigned({ ...item, additionalData: { hmacSignature: signatureOf(text, KEY) } }, [KEY])).to.equal(true)
  })
})
