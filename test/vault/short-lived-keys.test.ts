import { expect } from "chai"
import { openShortLivedKeys, type ShortLivedKeys } from "../../src/vault/short-lived-keys.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"

const SECOND = 1000
const MINUTE = 60 * SECOND

describe("The key of a card that was just entered", () => {
  const { now } = Date
  let vintem: Running
  let used: ShortLivedKeys
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(() => {
    used = newProcess()
  })
  afterEach(async () => {
    Date.now = now
    await pass(60 * MINUTE)
    await newProcess().destroyExpired()
    Date.now = now
  })
  after(() => vintem.close())

  const database = () => vintem.server.modes.test.database
  const newProcess = () => openShortLivedKeys(database(), vintem.server.modes.test.ring)
  const seal = (keys: ShortLivedKeys) => database().transaction(async (tx) => (await keys.sealer(tx))("4242", "card"))
  const keyOf = (sealed: string) => sealed.split(".")[1]
  const open = (keys: ShortLivedKeys, sealed: string) => keys.open(database(), sealed, "card")
  /** Lets time pass for the host and for the database. */
  async function pass(ms: number): Promise<void> {
    const before = Date.now()
    Date.now = () => before + ms
    const older = sql<object>(`UPDATE short_lived_keys SET made_ms = made_ms - ${ms} RETURNING id`)
    await database().transaction((tx) => database().unlogged(tx).all(older, {}))
  }

  it("seals for five minutes, in every process. Then there is another key", async () => {
    const first = keyOf(await seal(used))
    await pass(5 * MINUTE - 10 * SECOND)
    expect([keyOf(await seal(used)), keyOf(await seal(newProcess()))]).to.deep.equal([first, first])
    await pass(11 * SECOND)
    const second = keyOf(await seal(used))
    expect(second).not.to.equal(first)
    expect(keyOf(await seal(newProcess()))).to.equal(second)
  })

  it("opens for 25 minutes, in every process. Then nobody can open what it sealed, even before it is destroyed", async () => {
    const sealed = await seal(used)
    await pass(25 * MINUTE - 10 * SECOND)
    expect(await used.destroyExpired()).to.equal(true)
    expect([await open(used, sealed), await open(newProcess(), sealed)]).to.deep.equal(["4242", "4242"])
    await pass(11 * SECOND)
    expect([await open(used, sealed), await open(newProcess(), sealed)]).to.deep.equal([undefined, undefined])
  })

  it("is destroyed after 25 minutes, and those that are younger are not", async () => {
    const old = await seal(used)
    await pass(10 * MINUTE)
    const young = await seal(used)
    expect(await open(used, old)).to.equal("4242")
    await pass(15 * MINUTE + SECOND)
    expect(await used.destroyExpired()).to.equal(true)
    const kept = await database().unlogged(database()).all(sql<{ id: string }>("SELECT id FROM short_lived_keys"), {})
    expect(kept.map(({ id }) => id)).to.deep.equal([keyOf(young)])
    expect([await open(newProcess(), young), await open(newProcess(), old)]).to.deep.equal(["4242", undefined])
    Date.now = now
    expect(await open(used, old), "on a host whose clock is set back after that").to.equal(undefined)
  })

  it("is another one ten seconds after the database server has lost it, while what this process sealed can still be opened here", async () => {
    const sealed = await seal(used)
    expect(await open(used, sealed)).to.equal("4242")
    const lose = sql<object>("DELETE FROM short_lived_keys RETURNING id")
    await database().transaction((tx) => database().unlogged(tx).all(lose, {}))
    const before = Date.now()
    Date.now = () => before + 11 * SECOND
    const later = await seal(used)
    expect(keyOf(later)).not.to.equal(keyOf(sealed))
    expect([await open(used, sealed), await open(newProcess(), sealed)]).to.deep.equal(["4242", undefined])
    expect([await open(used, later), await open(newProcess(), later)]).to.deep.equal(["4242", "4242"])
  })

  it("works on a host whose clock is set back or forward", async () => {
    const sealed = await seal(used)
    for (const ms of [-60 * MINUTE, 60 * MINUTE]) {
      Date.now = () => now() + ms
      const other = await seal(used)
      expect(await open(newProcess(), other)).to.equal("4242")
      expect([await open(used, sealed), await open(newProcess(), sealed)]).to.deep.equal(["4242", "4242"])
    }
  })

  it("is not used by others before the transaction that made it is committed", async () => {
    const failed = database().transaction(async (tx) => {
      for (let n = 0; n < 2; n++) (await used.sealer(tx))("4242", "card")
      throw new Error("undone")
    })
    expect(await failed.catch((error: Error) => error.message)).to.equal("undone")
    const next = await seal(used)
    expect(await open(newProcess(), next)).to.equal("4242")
  })

  it("does not open what was changed, or what belongs to another card", async () => {
    const sealed = await seal(used)
    const refused = (text: string, context: string) =>
      used.open(database(), text, context).then(
        () => false,
        () => true,
      )
    expect(await refused(sealed, "another card")).to.equal(true)
    expect(await refused(sealed.slice(0, -4), "card")).to.equal(true)
    expect(await refused(sealed, "card")).to.equal(false)
  })
})
