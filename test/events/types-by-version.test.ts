import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"

const DATES = ["2026-04-25", "2026-04-27", "2026-12-01"]
const OLDER = DATES.slice(0, 2)
const NEW = "payment_intent.requires_action"

describe("The types of events that a client sees", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const send = (path: string, version = "2026-12-01", key = merchant.key) =>
    vintem.request("GET", path, undefined, { key, headers: { "service-version": version } })
  const list = async (query: string, version?: string, key?: string) =>
    expectStatus(await send(`/v1/events?${query}`, version, key), 200)
  const typesIn = ({ data }: { data: { type: string }[] }) => data.map(({ type }) => type)
  /** A card that asks for a challenge, and then is canceled. */
  async function challengeAndCancel(): Promise<void> {
    const { id } = await payOne(merchant, CARDS.threeDs)
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}), 200)
  }

  it("are those of its version, in lists and by id", async () => {
    await challengeAndCancel()
    const both = ["payment_intent.canceled", NEW]
    const all = (await list("limit=100")).data.filter(({ type }: { type: string }) => both.includes(type))
    expect(typesIn({ data: all })).to.deep.equal(both)
    for (const version of OLDER) {
      expect(typesIn(await list("limit=100", version))).to.deep.equal(["payment_intent.canceled"])
      expect(expectStatus(await send(`/v1/events/${all[1].id}`, version), 404).error.code).to.equal("event_not_found")
      expect(expectStatus(await send(`/v1/events?type=${NEW}`, version), 400).error.param).to.equal("type")
    }
    expect(typesIn(await list(`type=${NEW}`))).to.deep.equal([NEW])
  })

  it("fill its pages, whatever lies between them, and any event is a cursor", async () => {
    for (let i = 0; i < 6; i++) await challengeAndCancel()
    const whole = (await list("limit=100")).data
    const canceled = whole.filter(({ type }: { type: string }) => type === "payment_intent.canceled")
    const shown = async (query: string, version = OLDER[1]) =>
      (await list(query, version)).data.map(({ id }: { id: string }) => id)
    const ids = canceled.map(({ id }: { id: string }) => id)
    const first = await list("limit=4", OLDER[1])
    expect(first.data.map(({ id }: { id: string }) => id)).to.deep.equal(ids.slice(0, 4))
    expect(first.has_more).to.equal(true)
    expect(await shown(`limit=4&starting_after=${ids[3]}`)).to.deep.equal(ids.slice(4))
    for (const [index, { id }] of whole.entries()) {
      const older = whole.slice(index + 1).filter((each: { id: string }) => ids.includes(each.id))
      const newer = whole.slice(0, index).filter((each: { id: string }) => ids.includes(each.id))
      expect(await shown(`limit=100&starting_after=${id}`)).to.deep.equal(older.map((each: { id: string }) => each.id))
      expect(await shown(`limit=100&ending_before=${id}`)).to.deep.equal(newer.map((each: { id: string }) => each.id))
      expect((await shown(`limit=2&ending_before=${id}`)).at(-1)).to.equal(newer.at(-1)?.id)
    }
    const { created } = whole.at(-1)
    expect(await shown(`limit=100&created_gte=${created}`)).to.deep.equal(ids)
    expect(await shown(`limit=100&created_lt=${created}`)).to.deep.equal([])
  })

  it("are, for a restricted key, the first types, and of the later ones those of resources that it may read", async () => {
    await challengeAndCancel()
    const { account } = merchant
    const restricted = async (...scopes: string[]) =>
      (await vintem.newKey({ account, kind: "restricted", scopes: ["events:read", ...scopes] as never })).key
    const [without, reader] = [await restricted(), await restricted("payment_intents:read")]
    const [challenged] = (await list(`type=${NEW}`)).data
    expect(typesIn(await list("limit=100", undefined, without))).to.deep.equal(["payment_intent.canceled"])
    expect(typesIn(await list(`type=${NEW}`, undefined, without))).to.deep.equal([])
    expectStatus(await send(`/v1/events/${challenged.id}`, undefined, without), 404)
    expect(typesIn(await list("limit=100", undefined, reader))).to.deep.equal(["payment_intent.canceled", NEW])
    expectStatus(await send(`/v1/events/${challenged.id}`, undefined, reader), 200)
    expect(typesIn(await list("limit=100", OLDER[0], without))).to.deep.equal(["payment_intent.canceled"])
  })

  it("are of its own account", async () => {
    await challengeAndCancel()
    const stranger = await newMerchant(vintem)
    await cancelOne(stranger)
    for (const version of DATES)
      for (const { data } of (await list("limit=100", version, stranger.key)).data)
        expect(data.object.object !== "payment_intent" || data.object.cancellation_reason === null).to.equal(true)
    expect((await list("limit=100", OLDER[0], stranger.key)).data).to.have.length(1)
  })
})
