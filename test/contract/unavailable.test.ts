import { expect } from "chai"
import pino from "pino"
import type { Statement } from "../../src/db/statement.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Answer, violations } from "../support/contract/contract.ts"
import { keyedOperations, type Operation, withoutRequest } from "../support/contract/examples.ts"
import { saw } from "../support/contract/seen.ts"

/** The usual client treats a 500 as a failure, so these tests use fetch. */
async function send(vintem: Running, { id, method, path, shown }: Operation): Promise<Answer> {
  const target = path.replace(/\{\w+\}/g, "cus_0000000000000000000000000")
  const response = await fetch(vintem.url + target, { method, headers: { authorization: `Bearer ${vintem.key}` } })
  const text = await response.text()
  const checked = { status: response.status, headers: Object.fromEntries(response.headers), body: JSON.parse(text), text }
  expect(violations(method, target, checked)).to.deep.equal([])
  expect(shown(response.status).map(withoutRequest)).to.deep.include(withoutRequest(checked.body))
  saw(id, response.status, checked.body)
  return checked
}

const silent = pino({ level: "silent" })

describe("While the database is unreachable", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { log: silent })
    await vintem.server.modes.test.database.close()
  })
  after(() => vintem.close().catch(() => {}))

  for (const operation of keyedOperations) {
    it(`${operation.id} asks the client to retry`, async () => {
      const { status, headers, body } = await send(vintem, operation)
      expect(`${status} ${(body as { error: { code: string } }).error.code}`).to.equal("503 not_ready")
      expect(headers["service-should-retry"]).to.equal("true")
    })
  }

  it("the process is alive but not ready", async () => {
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
    it(`${operation.id} reveals nothing about the cause`, async () => {
      const { status, headers, body } = await send(vintem, operation)
      // The request id is random and could contain any word.
      const { request_id: _, ...error } = (body as { error: { code: string; request_id: string } }).error
      expect(`${status} ${error.code}`).to.equal("500 internal_error")
      expect(headers["service-should-retry"]).to.equal("true")
      expect(JSON.stringify(error)).not.to.match(/table|relation|sql|keys/i)
    })
  }
})
