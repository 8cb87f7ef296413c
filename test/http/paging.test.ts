import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("Lists", () => {
  let vintem: Vintem
  let key: string
  let created: string[]
  before(async () => {
    vintem = await startVintem()
    key = (await vintem.newKey({ account: await vintem.newAccount() })).key
    created = []
    for (let i = 0; i < 25; i++) created.unshift(expectStatus(await create(`c${i}@example.com`), 201).id)
  })
  after(() => vintem.close())

  const create = (email: string, by = key) => vintem.request("POST", "/v1/customers", { email }, { key: by })
  const page = async (query: string, by = key): Promise<{ ids: string[]; has_more: boolean; body: Json }> => {
    const { body } = await vintem.request("GET", `/v1/customers?${query}`, undefined, { key: by })
    return { ids: body.data.map(({ id }: { id: string }) => id), has_more: body.has_more, body }
  }

  it("are newest first, ten per page, with their path as url", async () => {
    const { ids, has_more, body } = await page("")
    expect(ids).to.deep.equal(created.slice(0, 10))
    expect(has_more).to.equal(true)
    expect(body).to.include({ object: "list", url: "/v1/customers" })
  })

  it("starting_after returns older items, to the end", async () => {
    const second = await page(`limit=10&starting_after=${created[9]}`)
    expect([second.ids, second.has_more]).to.deep.equal([created.slice(10, 20), true])
    const last = await page(`limit=10&starting_after=${created[19]}`)
    expect([last.ids, last.has_more]).to.deep.equal([created.slice(20), false])
    const beyond = await page(`starting_after=${created[24]}`)
    expect([beyond.ids, beyond.has_more]).to.deep.equal([[], false])
  })

  it("ending_before returns the newer items next to the cursor, still newest first", async () => {
    const newer = await page(`limit=10&ending_before=${created[20]}`)
    expect([newer.ids, newer.has_more]).to.deep.equal([created.slice(10, 20), true])
    const first = await page(`limit=10&ending_before=${created[10]}`)
    expect([first.ids, first.has_more]).to.deep.equal([created.slice(0, 10), false])
    const none = await page(`ending_before=${created[0]}`)
    expect([none.ids, none.has_more]).to.deep.equal([[], false])
  })

  it("has_more is false on a page that ends with the last item", async () => {
    expect((await page("limit=25")).has_more).to.equal(false)
    expect((await page("limit=24")).has_more).to.equal(true)
  })

  it("both cursors together, or an unknown cursor, are refused", async () => {
    const other = expectStatus(await create("x@example.com", vintem.key), 201).id
    const queries: [string, string][] = [
      [`starting_after=${created[3]}&ending_before=${created[5]}`, "ending_before"],
      ["starting_after=cus_nobody", "starting_after"],
      ["ending_before=x", "ending_before"],
      [`starting_after=${other}`, "starting_after"],
    ]
    for (const [query, param] of queries) {
      const response = await vintem.request("GET", `/v1/customers?${query}`, undefined, { key })
      expect(expectStatus(response, 400).error).to.include({ code: "parameter_invalid", param })
    }
  })

  it("a cursor can be an item of the account that was deleted meanwhile, and of no other account", async () => {
    const other = (await vintem.newKey({ account: await vintem.newAccount() })).key
    const endpoints = (method: string, path = "", body?: object, by = key) =>
      vintem.request(method, `/v1/webhook_endpoints${path}`, body, { key: by })
    const ids: string[] = []
    for (let i = 0; i < 5; i++)
      ids.unshift(expectStatus(await endpoints("POST", "", { url: `https://loja.example/${i}`, events: ["*"] }), 201).id)
    expectStatus(await endpoints("DELETE", `/${ids[2]}`), 200)
    const idsOf = async (query: string) => expectStatus(await endpoints("GET", `?${query}`), 200).data.map(({ id }: Json) => id)
    expect(await idsOf(`starting_after=${ids[2]}`)).to.deep.equal(ids.slice(3))
    expect(await idsOf(`ending_before=${ids[2]}`)).to.deep.equal(ids.slice(0, 2))
    // A refused deletion says nothing about the id.
    expectStatus(await endpoints("DELETE", `/${ids[2]}`, undefined, other), 404)
    for (const query of [`starting_after=${ids[2]}`, `ending_before=${ids[2]}`])
      expect(expectStatus(await endpoints("GET", `?${query}`, undefined, other), 400).error).to.include({
        code: "parameter_invalid",
      })
  })

  it("a cursor does not have to match the filter", async () => {
    const { ids } = await page(`email=C7@EXAMPLE.COM&starting_after=${created[2]}`)
    expect(ids).to.deep.equal([created[17]])
    expect((await page(`email=c7@example.com&starting_after=${created[20]}`)).ids).to.deep.equal([])
  })

  it("during writes, paging in either direction returns every earlier item exactly once", async () => {
    const { key: busy } = await vintem.newKey({ account: await vintem.newAccount() })
    const before: string[] = []
    for (let i = 0; i < 60; i++) before.push(expectStatus(await create(`b${i}@example.com`, busy), 201).id)
    let writing = true
    const writers = Array.from({ length: 3 }, async (_, writer) => {
      for (let i = 0; writing && i < 200; i++) await create(`w${writer}.${i}@example.com`, busy)
    })
    const walk = async (direction: "starting_after" | "ending_before", from: string, most: number) => {
      const seen: string[] = []
      let cursor = from
      for (let i = 0; i < most; i++) {
        const { ids, has_more } = await page(`limit=7${cursor && `&${direction}=${cursor}`}`, busy)
        seen.push(...ids)
        if (!has_more) break
        cursor = (direction === "starting_after" ? ids.at(-1) : ids[0]) as string
      }
      return seen
    }
    const older = await walk("starting_after", "", 200)
    const newer = await walk("ending_before", before[0] as string, 12)
    writing = false
    await Promise.all(writers)
    expect(new Set(older)).to.have.lengthOf(older.length)
    expect(older).to.include.members(before)
    expect(new Set(newer)).to.have.lengthOf(newer.length)
    expect(newer).to.include.members(before.slice(1))
  })

  it("ids are opaque, share one format and sort by creation", async () => {
    for (const id of created) expect(id).to.match(/^cus_[0-9A-Za-z]{22,}$/)
    expect([...created].sort().reverse()).to.deep.equal(created)
  })
})
