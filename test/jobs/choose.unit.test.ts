import { expect } from "chai"
import { choose, type Load } from "../../src/jobs/candidates.ts"

const NOTHING: Load = { total: 0, accounts: new Map(), groups: new Map() }
const BOUNDS = { process: 10, account: 2, group: 3 }

/** Items such as `a1`, of the account `a`. Those in capitals need the acquirer `slow`. */
const items = (...ids: string[]) =>
  ids.map((id) => ({ id, account: id[0]!.toLowerCase(), due_at: 1, group: id[0]! < "a" ? "slow" : null }))
const chosenOf = (ids: string[], load = NOTHING, bounds: Parameters<typeof choose>[2] = BOUNDS) => {
  const { chosen, left } = choose(items(...ids), load, bounds)
  return [chosen.map(({ id }) => id), left.map(({ id }) => id)]
}

describe("The items that start now", () => {
  it("are one of each account in turn, up to the bound of an account", () => {
    expect(chosenOf(["a1", "a2", "a3", "b1", "b2", "c1"])).to.deep.equal([["a1", "b1", "c1", "a2", "b2"], ["a3"]])
    expect(chosenOf(["a1", "b1", "a2"])).to.deep.equal([["a1", "b1", "a2"], []])
  })

  it("are none of an account that is at its bound, and one of an account that is one below it", () => {
    const load = { ...NOTHING, total: 3, accounts: new Map(Object.entries({ a: 2, b: 1 })) }
    expect(chosenOf(["a1", "b1", "b2"], load)).to.deep.equal([["b1"], ["a1", "b2"]])
  })

  it("are as many as the process has room for", () => {
    expect(chosenOf(["a1", "b1", "c1"], { ...NOTHING, total: 8 })).to.deep.equal([["a1", "b1"], ["c1"]])
    expect(chosenOf(["a1"], { ...NOTHING, total: 10 })).to.deep.equal([[], ["a1"]])
  })

  it("are no more of one acquirer than its bound, and the others do not wait for it", () => {
    const load = { ...NOTHING, total: 2, groups: new Map([["slow", 2]]) }
    expect(chosenOf(["A1", "B1", "c1"], load)).to.deep.equal([["A1", "c1"], ["B1"]])
    expect(chosenOf(["A1", "B1"], { ...load, groups: new Map([["slow", 3]]) })).to.deep.equal([[], ["A1", "B1"]])
    expect(chosenOf(["A1", "B1", "C1", "D1"])).to.deep.equal([["A1", "B1", "C1"], ["D1"]])
    expect(chosenOf(["A1", "B1", "C1", "D1"], NOTHING, { process: 10, account: 2 })[1]).to.deep.equal([])
  })

  it("need no room at an acquirer where they need none", () => {
    const bounds = { process: 10, account: 2, group: 1 }
    expect(chosenOf(["a1", "b1", "C1", "D1"], NOTHING, bounds)).to.deep.equal([["a1", "b1", "C1"], ["D1"]])
  })
})
