import { expect } from "chai"
import pino from "pino"
import { type Account, openExchange } from "../../../src/acquirers/bank-pix/exchange.ts"
import { listPix } from "../../../src/acquirers/bank-pix/list.ts"
import { readConfig } from "../../../src/config/config.ts"
import { type BankPix, startBankPix } from "../../bank-pix/bank-pix.ts"
import { testAuthority } from "../../support/network/https-sink.ts"
import { addressesOf, membersFor, never } from "./open.ts"

const HOUR = 3_600_000

describe("The list of payments at the merchant's bank", () => {
  let bank: BankPix
  let account: Account
  beforeEach(async () => {
    bank = await startBankPix()
    const given = { id: "cred_1", account: "acct_1", members: membersFor(bank), renewed: async () => undefined }
    const addresses = { ...readConfig({}), ...addressesOf(bank) }
    account = openExchange(given, addresses, pino({ level: "silent" }), {
      ca: [(await testAuthority()).cert],
      now: bank.clock.now,
    })
  })
  afterEach(async () => {
    await account.close()
    await bank.close()
  })
  const list = (to = bank.clock.now() + HOUR) => listPix(account, { from: bank.clock.now() - HOUR, to }, {}, never)
  const receive = (count: number) => Array.from({ length: count }, () => bank.payKey(bank.key, { amount: 100 }))

  it("of 2,350 payments on pages of a thousand has each once, also while new ones come", async () => {
    const known = receive(2350)
    bank.faults.next({ operation: "listPix", fault: "shifts" })
    const found = (await list()).map(({ e2eid }) => e2eid)
    expect(new Set(found).size).to.equal(found.length)
    expect(found).to.include.members(known)
    for (const { query } of bank.calls("listPix")) expect(query["paginacao.itensPorPagina"]).to.equal("1000")
  })

  it("is empty where nothing came, and of days where the bank takes no longer period", async () => {
    expect(await list()).to.deep.equal([])
    bank.options.maxIntervalDays = 1
    const [e2eid] = receive(1)
    expect((await list(bank.clock.now() + 50 * HOUR)).map((pix) => pix.e2eid)).to.deep.equal([e2eid])
  })

  it("that never stops changing is no answer", async () => {
    receive(1001)
    bank.faults.next({ operation: "listPix", fault: "shifts", every: 1 })
    const error = await list().catch(({ name }: Error) => name)
    expect(error).to.equal("NoAnswer")
  })
})
