import { expect } from "chai"
import { attemptsOf } from "../../src/events/webhooks/attempts.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"
import { selfSignedCertificate, trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter, verified } from "./sinks.ts"

describe("Each attempt of a delivery", () => {
  let vintem: Running
  let merchant: Merchant
  const { closeAll, sinkFor } = sinkStarter()
  const { attempted, advance } = deliveriesSeenBy(() => merchant)

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(closeAll)

  const database = () => vintem.server.modes.test.database
  /** Makes an event, waits for its first attempt and returns what is kept of it. */
  async function firstAttempt(endpoint: string) {
    await cancelOne(merchant)
    const { id } = await attempted(endpoint, 1)
    return (await attemptsOf(database(), { account: merchant.account, id }))[0]!
  }

  it("is kept with the headers that were sent, and the status, headers and body that came back", async () => {
    const sink = await sinkFor((_request, response) =>
      response.writeHead(500, { "content-type": "text/html", "x-trace": "abc" }).end("<h1>Ó, falhou</h1>"),
    )
    const { id, secret } = await newEndpoint(merchant, sink.url)
    const kept = await firstAttempt(id)
    expect(kept).to.include({
      attempt: 1,
      http_status: 500,
      error: null,
      response_body: "<h1>Ó, falhou</h1>",
      response_bytes: 19,
    })
    const sent = Object.fromEntries(kept.request_headers)
    const [received] = sink.received
    expect(sent["Service-Signature"]).to.equal(received!.headers["service-signature"])
    expect(verified(received!, secret).id).to.match(/^evt_/)
    expect(Object.fromEntries(kept.response_headers ?? [])).to.include({ "content-type": "text/html", "x-trace": "abc" })
    expect(JSON.stringify(kept)).not.to.contain(secret)
  })

  it("is kept beside those before it", async () => {
    let status = 500
    const sink = await sinkFor((_request, response) => response.writeHead(status).end())
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const { id: delivery } = await attempted(id, 1)
    status = 204
    await advance(10)
    await attempted(id, 2)
    const attempts = await attemptsOf(database(), { account: merchant.account, id: delivery })
    expect(attempts.map((each) => [each.attempt, each.http_status])).to.deep.equal([
      [1, 500],
      [2, 204],
    ])
    expect(attempts[1]!.began_ms).to.be.greaterThan(attempts[0]!.began_ms + 4000)
    expect(attempts[1]).to.include({ response_body: null, response_bytes: 0 })
  })

  it("keeps the first 4 kB of a longer body, and says how long it was", async () => {
    const sink = await sinkFor((_request, response) => response.writeHead(500).end(`${"é".repeat(2047)}xé${"-".repeat(6000)}`))
    const kept = await firstAttempt((await newEndpoint(merchant, sink.url)).id)
    // The last character is cut in two by the limit, so it is left out.
    expect(kept.response_body).to.equal(`${"é".repeat(2047)}x`)
    expect(kept.response_bytes).to.equal(4094 + 1 + 2 + 6000)
  })

  it("keeps no value of a header that may be a secret of the receiver", async () => {
    const secrets = {
      "set-cookie": ["session=s3cret1", "b=s3cret2"],
      "www-authenticate": "Basic s3cret3",
      "x-api-key": "s3cret4",
    }
    const sink = await sinkFor((_request, response) => response.writeHead(401, { ...secrets, "x-auth-token": "s3cret5" }).end())
    const kept = await firstAttempt((await newEndpoint(merchant, sink.url)).id)
    const names = kept.response_headers?.map(([name]) => name)
    expect(names).to.include.members([...Object.keys(secrets), "x-auth-token"])
    expect(JSON.stringify(kept)).not.to.contain("s3cret")
  })

  it("keeps a body that is no text as far as a database can", async () => {
    const sink = await sinkFor((_request, response) => response.writeHead(400).end(Buffer.from([0, 0xff, 0x41, 0])))
    const kept = await firstAttempt((await newEndpoint(merchant, sink.url)).id)
    expect(kept).to.include({ response_body: "\ufffd\ufffdA\ufffd", response_bytes: 4 })
  })

  it("keeps a redirect, which is not followed, with where it leads", async () => {
    const sink = await sinkFor((_request, response) =>
      response.writeHead(302, { location: "https://shop.example/elsewhere" }).end(),
    )
    const kept = await firstAttempt((await newEndpoint(merchant, sink.url)).id)
    expect(kept.http_status).to.equal(302)
    expect(kept.response_headers).to.deep.include(["location", "https://shop.example/elsewhere"])
  })

  it("keeps why there was no response: a wrong certificate, nobody who listens, a private address", async () => {
    const wrong = await sinkFor(undefined, await selfSignedCertificate())
    const gone = await sinkFor()
    await gone.close()
    const cases = { [wrong.url]: "tls_error", [gone.url]: "connection_refused", "https://10.0.0.1/": "address_refused" }
    for (const [url, error] of Object.entries(cases)) {
      merchant = await newMerchant(vintem)
      const kept = await firstAttempt((await newEndpoint(merchant, url)).id)
      expect(kept).to.include({ http_status: null, error, response_headers: null, response_body: null, response_bytes: null })
      expect(kept.request_headers).to.have.length(3)
    }
  })

  it("is deleted with its delivery", async () => {
    const sink = await sinkFor()
    const { id } = await newEndpoint(merchant, sink.url)
    await firstAttempt(id)
    const [delivery] = await deliveriesOf(merchant, id)
    await database().transaction((tx) => tx.run(sql(`DELETE FROM deliveries WHERE id = '${delivery!.id}'`), {}))
    expect(await attemptsOf(database(), { account: merchant.account, id: delivery!.id })).to.deep.equal([])
  })
})
