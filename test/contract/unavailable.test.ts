import { expect } from "chai"
import pino from "pino"
import type { Statement } from "../../src/db/statement.ts"
import { type Answer, violations } from "../support/contract.ts"
import { keyedOperations, type Operation } from "../support/examples.ts"
import { saw } from "../support/seen.ts"
import { type Running, startVintem } from "../support/vintem.ts"

/** As the client of the other tests, which takes a 500 for a mistake. */
async function ask(vintem: Running, { id, method, path }: Operation): Promise<Answer> {
  const target = path.replace(/\{\w+\}/g, "cus_0000000000000000000000000")
  const answer = await fetch(vintem.url + target, { method, headers: { authorization: `Bearer ${vintem.key}` } })
  const text = await answer.text()
  const judged = { status: answer.status, headers: Object.fromEntries(answer.headers), body: JSON.parse(text), text }
  expect(violations(method, target, judged)).to.deep.equal([])
  saw(id, answer.status)
  return judged
}

const silent = pino({ level: "silent" })

describe("While the database cannot be reached", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { log: silent })
    await vintem.server.modes.test.database.close()
  })
  after(() => vintem.close().catch(() => {}))

  for (const operation of keyedOperations) {
    it(`${operation.id} says that it is worth trying again`, async () => {
      const { status, headers, body } = await ask(vintem, operation)
      expect(`${status} ${(body as { error: { code: string } }).error.code}`).to.equal("503 not_ready")
      expect(headers["service-should-retry"]).to.equal("true")
    })
  }

  it("readiness is denied, and the process is still alive", async () => {
    const { status, body } = await vintem.request("GET", "/readyz", undefined, { key: null })
    expect(`${status} ${body.error.code}`).to.equal("503 not_ready")
    expect((await vintem.request("GET", "/healthz", undefined, { key: null })).status).to.equal(200)
  })
})

const loseKeys: Statement<void> = {
  compiled: () => ({ name: "lose-keys", sql: "ALTER TABLE api_keys RENAME TO lost_keys", bind: () => [] }),
}

describe("When the database is damaged", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { log: silent })
    await vintem.server.modes.test.database.transaction((tx) => tx.run(loseKeys, {}))
  })
  after(() => vintem.close())

  for (const operation of keyedOperations) {
    it(`${operation.id} tells nothing of what is wrong`, async () => {
      const { status, headers, body } = await ask(vintem, operation)
      // The id of the request is random: it may spell any word.
      const { request_id: _, ...told } = (body as { error: { code: string; request_id: string } }).error
      expect(`${status} ${told.code}`).to.equal("500 internal_error")
      expect(headers["service-should-retry"]).to.equal("true")
      expect(JSON.stringify(told)).not.to.match(/table|relation|sql|keys/i)
    })
  }
})
