// Calls every operation of the contract with ids of another account or mode. The caller must not learn that they exist.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import type { Json, Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { listedValues } from "../support/contract/contract.ts"
import { keyedOperations, type Operation } from "../support/contract/examples.ts"
import {
  contentsOf,
  NOT_IN_LIVE_MODE,
  newParty,
  type Party,
  type Place,
  placesOf,
  type Request,
  showingOf,
  unclearTexts,
  unusedName,
  withName,
  withoutNames,
} from "../support/contract/strangers.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"

type Mode = "test" | "live"
type Named = { operation: Operation; place: Place; name: string }

const reading = keyedOperations.filter(({ method }) => method === "GET")
const writing = keyedOperations.filter(({ method }) => method !== "GET")
const naming = keyedOperations.filter((operation) => placesOf(operation).length > 0)
const showing = showingOf(keyedOperations)

it("Every text parameter is free text or says in the contract what it identifies", () => {
  expect(
    keyedOperations.flatMap(unclearTexts),
    "say in openapi.yaml what it names, as in (`cus_…`), or add it to FREE in test/support/contract/strangers.ts",
  ).to.deep.equal([])
})

describe("Data of another account or mode", function () {
  this.timeout(180_000)
  let vintem: Running
  before(async () => {
    // Time stands still, so only requests change anything.
    const now = Date.now()
    vintem = await startVintem({}, { live: true, role: "api", clock: { now: () => now } })
  })
  after(() => vintem.close())

  const owners: { mode: Mode; strangers: { what: string; mode: Mode; sameAccount: boolean }[] }[] = [
    {
      mode: "test",
      strangers: [
        { what: "another account", mode: "test", sameAccount: false },
        { what: "the same account in live mode", mode: "live", sameAccount: true },
      ],
    },
    { mode: "live", strangers: [{ what: "the same account in test mode", mode: "test", sameAccount: true }] },
  ]
  for (const { mode, strangers } of owners) {
    describe(`created in ${mode} mode`, () => {
      let merchant: Merchant
      let owner: Party
      let named: Named[]
      let seen: { requests: Request[]; responses: Json[] }
      before(async () => {
        merchant = await newMerchant(vintem)
        owner = await newParty(vintem, merchant, mode)
        named = await nameEverything(owner, mode)
        seen = await readEverything(owner)
      })

      for (const { what, mode: itsMode, sameAccount } of strangers) {
        let stranger: Party
        describe(`for ${what}`, () => {
          before(async () => {
            stranger = await newParty(vintem, sameAccount ? merchant : await newMerchant(vintem), itsMode)
          })

          for (const operation of showing) {
            it(`${operation.id} does not return it, with any filter`, async () => {
              for (const path of pathsOf(operation)) {
                const response = await stranger.send({ method: "GET", path })
                expect(contentsOf(response), path).to.deep.equal([])
              }
            })
          }

          for (const operation of naming) {
            it(`${operation.id} responds as if it did not exist`, async () => {
              const request = await stranger.fill(operation)
              const inOperation = named.filter((each) => each.operation === operation)
              for (const { place, name } of inOperation) {
                const send = async (value: string) =>
                  withoutNames(await stranger.send(withName(request, operation, place, value)), value)
                expect(await send(name), `${place.name}: ${name}`).to.deep.equal(await send(unusedName(name)))
              }
            })
          }
        })
      }

      describe("for its owner", () => {
        it("is unchanged by the requests of others", async () => {
          expect(await responsesTo(owner, seen.requests)).to.deep.equal(seen.responses)
        })

        // Live mode has no acquirer yet, so most of these requests would fail.
        if (mode === "live") return

        for (const operation of showing) {
          it(`${operation.id} returns it`, async () => {
            const response = await owner.send({ method: "GET", path: operation.path })
            expect(contentsOf(response)).not.to.deep.equal([])
          })
        }

        for (const operation of naming) {
          it(`${operation.id} finds it`, async () => {
            for (const { place, name } of named.filter((each) => each.operation === operation)) {
              const request = await owner.fill(operation)
              const send = (value: string) => owner.send(withName(request, operation, place, value))
              const unused = unusedName(name)
              const missing = withoutNames(await send(unused), unused)
              const found = await send(name)
              expect(found.status, `${place.name}: ${found.text}`).to.be.within(200, 299)
              expect(withoutNames(found, name), place.name).not.to.deep.equal(missing)
            }
          })
        }
      })
    })
  }

  describe("an Idempotency-Key", () => {
    let owner: Party
    let ownerInLiveMode: Party
    let stranger: Party
    before(async () => {
      const merchant = await newMerchant(vintem)
      owner = await newParty(vintem, merchant, "test")
      ownerInLiveMode = await newParty(vintem, merchant, "live")
      stranger = await newParty(vintem, await newMerchant(vintem), "test")
    })

    const isReplay = ({ headers }: Response) => headers["idempotent-replayed"] === "true"

    for (const operation of writing) {
      it(`is separate for each account and mode in ${operation.id}`, async () => {
        const key = randomUUID()
        const parties = [owner, stranger]
        const requests = await Promise.all(parties.map((party) => party.fill(operation)))
        const responses: Response[] = []
        for (const [i, party] of parties.entries()) responses.push(await party.send(requests[i]!, key))
        for (const response of responses) {
          expect(response.status, response.text).to.be.within(200, 201)
          expect(isReplay(response)).to.equal(false)
        }
        for (const [i, party] of parties.entries()) {
          const again = await party.send(requests[i]!, key)
          expect([again.text, isReplay(again)]).to.deep.equal([responses[i]!.text, true])
        }
        const live = await ownerInLiveMode.send(await ownerInLiveMode.fill(operation), key)
        expect(live.body.error?.type, live.text).not.to.equal("idempotency_error")
        expect(isReplay(live), live.text).to.equal(false)
      })
    }
  })

  /** Creates one object of the owner for each place of each operation, in a state that the operation accepts. */
  async function nameEverything(owner: Party, mode: Mode): Promise<Named[]> {
    const named: Named[] = []
    for (const operation of naming) {
      for (const place of placesOf(operation)) {
        if (mode === "live" && NOT_IN_LIVE_MODE.includes(place.kind)) continue
        const make = owner.make[place.kind]
        if (!make)
          throw new Error(`${operation.id} takes a ${place.kind}_…: add a maker for it to test/support/contract/strangers.ts`)
        named.push({ operation, place, name: await make(operation) })
      }
    }
    return named
  }

  async function readEverything(owner: Party): Promise<{ requests: Request[]; responses: Json[] }> {
    const requests: Request[] = []
    for (const operation of reading) {
      const request = await owner.fill(operation)
      const isPaged = operation.parameters.some(({ name }) => name === "limit")
      requests.push(isPaged ? withName(request, operation, { in: "query", name: "limit", kind: "" }, "100") : request)
    }
    return { requests, responses: await responsesTo(owner, requests) }
  }

  /** Waits for the first webhook attempts, which change responses without a request. */
  function responsesTo(owner: Party, requests: Request[]): Promise<Json[]> {
    return until(async () => {
      const responses = await Promise.all(requests.map((request) => owner.send(request)))
      const isStill = !responses.some(({ text }) => text.includes('"attempts":0'))
      return isStill && responses.map(({ status, body }) => (status === 200 ? body : status))
    })
  }
})

/** The path alone, and with each filter value that the contract lists. */
function pathsOf({ id, path }: Operation): string[] {
  return [path, ...listedValues(id).map(({ name, value }) => `${path}?${name}=${value}`)]
}
