// Every operation of the contract, asked for what belongs to somebody else: to a stranger it does not exist.
import { randomUUID } from "node:crypto"
import { expect } from "chai"
import type { Json, Response } from "../support/client.ts"
import { listedValues } from "../support/contract.ts"
import { keyedOperations, type Operation } from "../support/examples.ts"
import { type Merchant, newMerchant, until } from "../support/merchant.ts"
import {
  contentsOf,
  NOT_IN_LIVE_MODE,
  newParty,
  nobodys,
  type Party,
  type Place,
  placesOf,
  type Request,
  showingOf,
  unclearTexts,
  withName,
  withoutNames,
} from "../support/strangers.ts"
import { type Running, startVintem } from "../support/vintem.ts"

type Mode = "test" | "live"
type Named = { operation: Operation; place: Place; name: string }

const reading = keyedOperations.filter(({ method }) => method === "GET")
const writing = keyedOperations.filter(({ method }) => method !== "GET")
const naming = keyedOperations.filter((operation) => placesOf(operation).length > 0)
const showing = showingOf(keyedOperations)

it("of every text that a request can carry it is known whether it names anything", () => {
  expect(
    keyedOperations.flatMap(unclearTexts),
    "say in openapi.yaml what it names, as in (`cus_…`), or add it to FREE in test/support/strangers.ts",
  ).to.deep.equal([])
})

describe("What belongs to somebody else", function () {
  this.timeout(180_000)
  let vintem: Running
  before(async () => {
    // Time stands still and nothing falls due: nothing but the requests moves anything.
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
    describe(`in ${mode} mode`, () => {
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
        describe(`to ${what}`, () => {
          before(async () => {
            stranger = await newParty(vintem, sameAccount ? merchant : await newMerchant(vintem), itsMode)
          })

          for (const operation of showing) {
            it(`is not shown by ${operation.id}, whatever it filters by`, async () => {
              for (const path of pathsOf(operation)) {
                const response = await stranger.send({ method: "GET", path })
                expect(contentsOf(response), path).to.deep.equal([])
              }
            })
          }

          for (const operation of naming) {
            it(`is to ${operation.id} as if it did not exist`, async () => {
              const request = await stranger.fill(operation)
              const inOperation = named.filter((each) => each.operation === operation)
              for (const { place, name } of inOperation) {
                const ask = async (asked: string) =>
                  withoutNames(await stranger.send(withName(request, operation, place, asked)), asked)
                expect(await ask(name), `${place.name}: ${name}`).to.deep.equal(await ask(nobodys(name)))
              }
            })
          }
        })
      }

      describe("to its owner", () => {
        it("has not changed by any of that", async () => {
          expect(await responsesTo(owner, seen.requests)).to.deep.equal(seen.responses)
        })

        // In live mode much of it would need an acquirer.
        if (mode === "live") return

        for (const operation of showing) {
          it(`is shown by ${operation.id}`, async () => {
            const response = await owner.send({ method: "GET", path: operation.path })
            expect(contentsOf(response)).not.to.deep.equal([])
          })
        }

        for (const operation of naming) {
          it(`is there to ${operation.id}`, async () => {
            for (const { place, name } of named.filter((each) => each.operation === operation)) {
              const request = await owner.fill(operation)
              const ask = (asked: string) => owner.send(withName(request, operation, place, asked))
              const nobody = nobodys(name)
              const missing = withoutNames(await ask(nobody), nobody)
              const found = await ask(name)
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
      it(`of another account or mode is another key to ${operation.id}`, async () => {
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

  /** One thing of the owner's for each place of each operation, in the state in which that operation takes it. */
  async function nameEverything(owner: Party, mode: Mode): Promise<Named[]> {
    const named: Named[] = []
    for (const operation of naming) {
      for (const place of placesOf(operation)) {
        if (mode === "live" && NOT_IN_LIVE_MODE.includes(place.kind)) continue
        const make = owner.make[place.kind]
        if (!make) throw new Error(`${operation.id} takes a ${place.kind}_…: say in test/support/strangers.ts how to make one`)
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

  /** Once the first attempts to deliver webhooks have been made: those come by themselves. */
  function responsesTo(owner: Party, requests: Request[]): Promise<Json[]> {
    return until(async () => {
      const responses = await Promise.all(requests.map((request) => owner.send(request)))
      const isStill = !responses.some(({ text }) => text.includes('"attempts":0'))
      return isStill && responses.map(({ status, body }) => (status === 200 ? body : status))
    })
  }
})

/** Everything that it shows, and what it shows by each filter of which the contract lists the values. */
function pathsOf({ id, path }: Operation): string[] {
  return [path, ...listedValues(id).map(({ name, value }) => `${path}?${name}=${value}`)]
}
