import { expect } from "chai"
import { bodyBefore, type Changes } from "../../src/versions/before.ts"

// A payment gained `tip` and `card.funding` with 2026-12-01, and a status, which clients of before know by another name.
const CHANGES: Changes = {
  versions: [
    { date: "2026-04-27" },
    {
      date: "2026-12-01",
      undo: {
        payment: (payment) =>
          payment.status === "authorized" ? { ...payment, status: "processing", total: payment.tip } : payment,
      },
    },
  ],
  members: { payment: { tip: "2026-12-01", cards: { funding: "2026-12-01" } } },
}
const payment = {
  id: "pi_1",
  object: "payment",
  status: "authorized",
  tip: 5,
  cards: [{ last4: "4242", funding: "debit" }],
  note: null,
}
const before = { id: "pi_1", object: "payment", status: "processing", cards: [{ last4: "4242" }], note: null, total: 5 }

const shown = (version: "2026-04-27" | "2026-12-01", body: unknown) => bodyBefore(version, body, CHANGES)

describe("A body for clients of an older version", () => {
  it("has no member and no value that a later version added, wherever the resource stands", () => {
    const places: [newest: (resource: object) => unknown][] = [
      [(resource) => resource],
      [(resource) => ({ object: "list", url: "/v1/payments", has_more: false, data: [resource, resource] })],
      [(resource) => ({ id: "evt_1", object: "event", type: "payment.made", data: { object: resource } })],
    ]
    for (const [at] of places) expect(shown("2026-04-27", at(payment))).to.deep.equal(at(before))
  })

  it("keeps the order of the members, so that its bytes are those of before", () => {
    expect(JSON.stringify(shown("2026-04-27", payment))).to.equal(JSON.stringify(before))
  })

  it("has the old values of members that its version has", () => {
    const event = (resource: object, previous_attributes: object) => ({
      object: "event",
      data: { object: resource, previous_attributes },
    })
    expect(shown("2026-04-27", event(payment, { tip: 3, note: "early" }))).to.deep.equal(event(before, { note: "early" }))
  })

  it("is the same object for clients of the newest version, and is never changed", () => {
    const copy = structuredClone(payment)
    expect(shown("2026-12-01", payment)).to.equal(payment)
    shown("2026-04-27", payment)
    expect(payment).to.deep.equal(copy)
  })

  it("stays as it is if it is no resource: an error, a text, or what was recorded before the version", () => {
    for (const body of [
      { error: { code: "card_declined", tip: 1 } },
      "ok",
      null,
      { object: "payment", status: "succeeded" },
      { tip: 1 },
    ])
      expect(shown("2026-04-27", body)).to.deep.equal(body)
  })

  it("keeps the merchant's own words, even if they are those of a gate", () => {
    const own = { object: "customer", metadata: { object: "payment", tip: "5" } }
    expect(shown("2026-04-27", own)).to.deep.equal(own)
  })
})
