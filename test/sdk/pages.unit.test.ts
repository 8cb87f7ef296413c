import { expect } from "chai"
import { json, startServer } from "./local-server.ts"
import { Client, errors, type ListQuery } from "./runtime.ts"

type Item = { id: string }

// Item 1 is the oldest. Ids sort like their numbers.
const serveItems = async (count: number) => {
  const items = Array.from({ length: count }, (_, i) => ({ id: `cus_${String(i + 1).padStart(4, "0")}` }))
  const server = await startServer(({ url }, response) => {
    const query = new URL(url, "http://local").searchParams
    const limit = Number(query.get("limit") ?? 10)
    const after = query.get("starting_after")
    const before = query.get("ending_before")
    // Pages are newest first in both directions.
    const rest = before ? items.filter(({ id }) => id > before) : items.filter(({ id }) => after === null || id < after).reverse()
    const data = rest.slice(0, limit)
    json(response, 200, {
      object: "list",
      data: before ? data.reverse() : data,
      has_more: rest.length > limit,
      url: "/v1/customers",
    })
  })
  const client = new Client("zsk_test_a", { baseUrl: server.url })
  const list = (query?: ListQuery) => client.list<Item>({ method: "GET", path: "/v1/customers", query })
  return { ...server, list, ids: items.map(({ id }) => id), newestFirst: items.map(({ id }) => id).reverse() }
}

const gather = async (items: AsyncIterable<Item>) => {
  const ids: string[] = []
  for await (const { id } of items) ids.push(id)
  return ids
}

describe("A list of the SDK", () => {
  let service: Awaited<ReturnType<typeof serveItems>>
  afterEach(() => service.close())

  it("resolves to its first page when awaited", async () => {
    service = await serveItems(25)
    const page = await service.list({ limit: 3 })
    expect(page).to.deep.equal({
      object: "list",
      data: service.newestFirst.slice(0, 3).map((id) => ({ id })),
      has_more: true,
      url: "/v1/customers",
    })
    expect(Object.keys(page)).to.have.members(["object", "data", "has_more", "url"])
    expect(page.lastResponse.status).to.equal(200)
    expect(service.requests).to.have.length(1)
  })

  it("iterates over every item, newest first", async () => {
    service = await serveItems(25)
    expect(await gather(service.list({ limit: 10 }))).to.deep.equal(service.newestFirst)
    expect(service.requests).to.have.length(3)
  })

  it("iterates from a cursor to the oldest item, or to the newest", async () => {
    service = await serveItems(25)
    expect(await gather(service.list({ starting_after: "cus_0008", limit: 3 }))).to.deep.equal(service.newestFirst.slice(18))
    expect(await gather(service.list({ ending_before: "cus_0008", limit: 3 }))).to.deep.equal(service.ids.slice(8))
  })

  it("keeps its filter and page size on every page", async () => {
    service = await serveItems(5)
    await gather(service.list({ limit: 2, email: "ana@example.com" } as ListQuery))
    const queries = service.requests.map(({ url }) => new URL(url, "http://local").searchParams)
    expect(queries.map((query) => [query.get("email"), query.get("limit")])).to.deep.equal(
      Array(3).fill(["ana@example.com", "2"]),
    )
  })

  it("continues from an awaited page, by item or by page", async () => {
    service = await serveItems(25)
    const page = await service.list({ limit: 10 })
    expect(await gather(page)).to.deep.equal(service.newestFirst)
    const second = await page.nextPage()
    const third = await second!.nextPage()
    expect(third!.data).to.have.length(5)
    expect(await third!.nextPage()).to.equal(undefined)
  })

  it("requests nothing before it is used, and only the pages that it needs", async () => {
    service = await serveItems(25)
    const list = service.list({ limit: 5 })
    expect(service.requests).to.have.length(0)
    for await (const { id } of list) if (id === "cus_0019") break
    expect(service.requests).to.have.length(2)
  })

  it("uses the largest page size when iterated without a limit, and the default size when awaited", async () => {
    service = await serveItems(250)
    expect(await gather(service.list())).to.have.length(250)
    expect(service.requests.map(({ url }) => new URL(url, "http://local").searchParams.get("limit"))).to.deep.equal([
      "100",
      "100",
      "100",
    ])
    expect((await service.list()).data).to.have.length(10)
  })

  it("sends one request when awaited and iterated", async () => {
    service = await serveItems(5)
    const list = service.list()
    await list
    await list
    expect(await gather(list)).to.have.length(5)
    expect(service.requests).to.have.length(1)
  })

  it("converts to an array, whole or up to a limit", async () => {
    service = await serveItems(25)
    expect(await service.list({ limit: 10 }).toArray()).to.have.length(25)
    expect((await service.list().toArray({ limit: 7 })).map(({ id }) => id)).to.deep.equal(service.newestFirst.slice(0, 7))
    expect(service.requests.at(-1)!.url).to.include("limit=7")
    expect(await (await service.list()).toArray({ limit: 12 })).to.have.length(12)
    expect(await service.list().toArray({ limit: 0 })).to.deep.equal([])
    for (const limit of [-1, Number.NaN]) {
      const refused = service.list().toArray({ limit })
      expect(await refused.catch((error) => error.name)).to.equal("VintemError")
    }
  })

  it("converts to an array with the largest page size, and rounds a limit up", async () => {
    service = await serveItems(150)
    expect(await service.list().toArray({ limit: 120 })).to.have.length(120)
    expect(await service.list().toArray({ limit: 1.5 })).to.have.length(2)
    const limits = service.requests.map(({ url }) => new URL(url, "http://local").searchParams.get("limit"))
    expect(limits).to.deep.equal(["100", "100", "2"])
  })

  it("is empty if there are no items", async () => {
    service = await serveItems(0)
    expect(await gather(service.list())).to.deep.equal([])
    expect(await gather(service.list({ ending_before: "cus_0000" }))).to.deep.equal([])
  })

  it("sends no page size to an operation without one", async () => {
    service = await serveItems(5)
    const list = new Client("zsk_test_a", { baseUrl: service.url }).list<Item>(
      { method: "GET", path: "/merchant-origins" },
      false,
    )
    expect(await gather(list)).to.have.length(5)
    expect(service.requests[0]!.url).to.equal("/merchant-origins")
  })

  it("supports finally like any promise", async () => {
    service = await serveItems(5)
    let requestCount = 0
    const page = await service.list().finally(() => {
      requestCount = service.requests.length
    })
    expect([page.data.length, requestCount]).to.deep.equal([5, 1])
  })

  it("is an APIError if the response has no items, with its Request-Id", async () => {
    service = await serveItems(0)
    const fetch = async () => Response.json({ object: "list" }, { headers: { "request-id": "req_1" } })
    const list = new Client("zsk_test_a", { fetch }).list<Item>({ method: "GET", path: "/v1/customers" })
    for (const error of [await list.catch((reason) => reason), await list.toArray().catch((reason) => reason)]) {
      expect(error).to.be.instanceOf(errors.APIError)
      expect(error).to.include({ message: "The response is not a list: it has no `data`.", status: 200, requestId: "req_1" })
    }
  })

  it("rejects like any promise", async () => {
    service = await serveItems(0)
    await service.close()
    const list = new Client("zsk_test_a", { baseUrl: service.url, maxRetries: 0 }).list({ method: "GET", path: "/v1/customers" })
    expect(await list.catch((error) => error.name)).to.equal("ConnectionError")
    expect(await gather(list as AsyncIterable<Item>).catch((error) => error.name)).to.equal("ConnectionError")
    service = await serveItems(0)
  })
})
