import { expect } from "chai"
import type { Transaction } from "../../src/db/database.ts"
import { openShortLivedKeys, type ShortLivedKeys } from "../../src/vault/short-lived-keys.ts"
import { type BareMode, openBareMode } from "../support/app/bare-mode.ts"
import { refuse } from "../support/databases/refusing.ts"
import { sql } from "../support/databases/sql.ts"

const SECOND = 1000
const listKeys = sql("SELECT id FROM short_lived_keys")

describe("The keys of cards whose time is over, while another session holds their table", () => {
  const { now } = Date
  let mode: BareMode
  let keys: ShortLivedKeys
  let ms: number
  before(async () => {
    mode = await openBareMode()
  })
  beforeEach(async () => {
    ms = now()
    Date.now = () => ms
    await mode.change("TRUNCATE short_lived_keys")
    keys = openShortLivedKeys(mode.database, mode.ring)
    await mode.transaction((tx) => keys.sealer(tx))
    await mode.change("UPDATE short_lived_keys SET made_ms = made_ms - 1600000")
    await mode.transaction((tx) => openShortLivedKeys(mode.database, mode.ring).sealer(tx))
  })
  afterEach(() => {
    Date.now = now
  })
  after(() => mode.close())

  const left = async () => (await mode.read("SELECT id FROM short_lived_keys")).length
  /** Does something while a session reads the table, as pg_dump does. */
  const whileHeld = <T>(work: (tx: Transaction) => Promise<T>) =>
    mode.transaction(async (tx) => {
      await tx.all(listKeys, {})
      return work(tx)
    })

  it("are destroyed by the first try after it, ten seconds later, and those that are younger stay", async () => {
    await whileHeld(async () => {
      expect([await keys.destroyExpired(), await left()]).to.deep.equal([true, 2])
    })
    ms += 9 * SECOND
    expect([await keys.destroyExpired(), await left()], "too soon").to.deep.equal([true, 2])
    ms += SECOND
    expect([await keys.destroyExpired(), await left()]).to.deep.equal([true, 1])
  })

  it("are reported from the second try on that fails in a row", async () => {
    const tries = async (count: number) => {
      const results = []
      for (let n = 0; n < count; n++) {
        results.push(await keys.destroyExpired())
        ms += 10 * SECOND
      }
      return results
    }
    expect(await whileHeld(() => tries(3))).to.deep.equal([true, false, false])
    expect(await tries(2)).to.deep.equal([true, true])
    await mode.change("UPDATE short_lived_keys SET made_ms = made_ms - 1600000")
    expect(await whileHeld(() => tries(2)), "counted anew").to.deep.equal([true, false])
    expect(await tries(1)).to.deep.equal([true])
    await mode.transaction((tx) => openShortLivedKeys(mode.database, mode.ring).sealer(tx))
    expect(await whileHeld(() => tries(3)), "where all are young").to.deep.equal([true, true, true])
  })

  it("are not only held where the database refuses to destroy them, and whoever asked is told", async () => {
    const allow = await refuse(mode.database, "DELETE", "short_lived_keys", "broken page")
    try {
      expect(await keys.destroyExpired().catch((error: Error) => error.message)).to.equal("broken page")
    } finally {
      await allow()
    }
    expect([await keys.destroyExpired(), await left()]).to.deep.equal([true, 1])
  })
})
