import { expect } from "chai"
import { openShortLivedKeys } from "../../src/vault/short-lived-keys.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Opened, openFromDisk, startOfScan } from "../support/bytes/disk.ts"
import { kind } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { newMerchant, until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm } from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"

const SIX_AND_TWENTY_MINUTES = 26 * 60_000
const age = sql<object>(`UPDATE short_lived_keys SET made_ms = made_ms - ${SIX_AND_TWENTY_MINUTES} RETURNING id`)
const listKeys = sql<{ id: string }>("SELECT id FROM short_lived_keys")

describe("Whoever has a copy of the database's files, and ENCRYPTION_KEY", () => {
  let vintem: Running
  let start: string | undefined
  before(async () => {
    vintem = await startVintem()
    start = await startOfScan(vintem.databases)
  })
  after(() => vintem.close())

  const database = () => vintem.server.modes.test.database
  const makeOld = () => database().transaction((tx) => database().unlogged(tx).all(age, {}))
  const opened = async (what: "cvc" | "number") =>
    [...(await scan())].filter((each) => each.endsWith(what)).map((each) => each.split(" ")[0]!)
  const scan = (): Promise<Opened> => openFromDisk(vintem.databases, database(), start)
  const cardOf = async (token: string) =>
    (await database().one(sql<{ card: string }>(`SELECT card FROM tokens WHERE id = '${token}'`), {}))!.card

  it("can open no CVC, and no number but those of saved cards, 25 minutes after the cards were entered", async () => {
    const merchant = await newMerchant(vintem)
    const { id: customer } = await newCustomer(merchant)
    const saved = (await newToken(merchant)).id
    expectStatus(await merchant.request("POST", "/v1/payment_methods", { customer, token: saved }), 201)
    for (let n = 0; n < 12; n++) {
      const intent = await newIntent(merchant, { customer })
      const { id: token } = await newToken(merchant, n % 4 === 0 ? CARDS.declined : CARDS.approved)
      expectStatus(await confirm(merchant, intent.id, token), 200)
    }
    for (let n = 0; n < 4; n++) await newToken(merchant)
    await advance(merchant, { seconds: 16 * 60 })
    expect(await opened("cvc"), "the CVCs that a scan finds while their key exists").to.have.length.above(3)

    await makeOld()
    await until(async () => {
      await vintem.server.tick()
      return (await database().unlogged(database()).all(listKeys, {})).length === 0
    })
    expect(await opened("cvc")).to.deep.equal([])
    expect(await opened("number")).to.deep.equal([await cardOf(saved)])
  })

  if (kind === "postgres") {
    it("can open more only for as long as a session such as pg_dump holds the table of the keys, and no request waits for that session", async () => {
      const { database, ring } = vintem.server.modes.test
      const keys = () => openShortLivedKeys(database, ring)
      const makeKey = () => database.transaction((tx) => keys().sealer(tx))
      const destroy = () => keys().destroyExpired()
      await makeKey()
      await database.transaction(async (tx) => {
        await tx.all(listKeys, {})
        await makeOld()
        await destroy()
        await makeKey()
        expect(await database.all(listKeys, {})).to.have.lengthOf.at.least(2)
      })
      await destroy()
      expect(await database.all(listKeys, {})).to.have.lengthOf.at.most(1)
    })

    it("can open no more once a session that held the table of the keys has ended, also where the clock of the host was set back meanwhile", async () => {
      const { database, ring } = vintem.server.modes.test
      const keys = openShortLivedKeys(database, ring)
      await database.transaction((tx) => keys.sealer(tx))
      await makeOld()
      await database.transaction(async (tx) => {
        await tx.all(listKeys, {})
        await keys.destroyExpired()
      })
      const { now } = Date
      Date.now = () => now() - 3_600_000
      await keys.destroyExpired().finally(() => {
        Date.now = now
      })
      expect(await database.all(listKeys, {})).to.deep.equal([])
    })
  }
})
