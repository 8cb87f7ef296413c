import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit, submitTwice } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { cardBody } from "../support/merchants/payments.ts"

describe("The dashboard's origins", () => {
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
    owner = await signIn(vintem, "owner@example.com", "owner")
  })
  after(() => vintem.close())

  const path = (rest = "") => `/${merchant.account}/test/settings/origins${rest}`
  const removal = (origin: string) => path(`/remove?${new URLSearchParams({ origin })}`)
  const entries = (target: string) =>
    command<{ action: string; target: string; outcome: string }[]>(vintem, ["audit", "list"]).then((list) =>
      list.filter((entry) => entry.target === target).map(({ action, outcome }) => `${action} ${outcome}`),
    )

  it("let a page create tokens once one is added, and no longer once it is removed", async () => {
    const origin = "https://shop.example"
    const { key } = await vintem.newKey({ account: merchant.account, kind: "publishable" })
    const pay = async () => (await vintem.request("POST", "/v1/tokens", cardBody(), { key, headers: { origin } })).status
    expect((await owner.get(path())).html).to.include("no page can create tokens")
    expect(await pay()).to.equal(403)
    const added = await submit(owner, path("/add"), { origin: "https://SHOP.example" })
    expect([added.status, added.location]).to.deep.equal([303, path()])
    expect(await pay()).to.equal(201)
    expect((await owner.get(path())).html).to.include(`${origin} is allowed.`)
    expect((await owner.get(removal(origin))).html).to.include(`Pages of ${origin} can then create no tokens`)
    expect((await submit(owner, removal(origin), { origin })).location).to.equal(path())
    expect(await pay()).to.equal(403)
    expect(await entries(origin)).to.deep.equal(["origin.remove done", "origin.add done"])
  })

  it("are refused where they are none, with the reason above what was typed", async () => {
    for (const origin of ["https://shop.example/cart", "shop.example", "http://shop.example", "javascript:alert(1)"]) {
      const page = await submit(owner, path("/add"), { origin })
      expect(page.status, origin).to.equal(400)
      expect(page.html).to.include("is not an origin").and.include(`value="${origin}"`)
    }
    const missing = await submit(owner, removal("https://other.example"), { origin: "https://other.example" })
    expect([missing.status, missing.html.includes("is not registered")]).to.deep.equal([400, true])
    expect(await entries("https://other.example")).to.deep.equal(["origin.remove refused: merchant_origin_not_found"])
  })

  it("are added and removed once by forms that are sent twice", async () => {
    const origin = "https://twice.example"
    for (const [from, action] of [
      [path("/add"), "origin.add done"],
      [removal(origin), "origin.remove done"],
    ] as const) {
      const pages = await submitTwice(owner, from, { origin })
      expect(pages.map(({ status, location }) => [status, location])).to.deep.equal(Array(2).fill([303, path()]))
      expect((await entries(origin)).filter((entry) => entry === action)).to.have.length(1)
    }
  })

  it("are for owners: others see them, and are refused where they try to change them", async () => {
    await submit(owner, path("/add"), { origin: "https://seen.example" })
    for (const role of ["viewer", "operator"]) {
      const visitor = await signIn(vintem, `${role}@example.com`, role)
      const list = await visitor.get(path())
      expect(list.html).to.include("https://seen.example").and.not.include("/settings/origins/")
      expect((await visitor.get(path("/add"))).status).to.equal(403)
      expect((await visitor.post(path("/remove"), { origin: "https://seen.example" })).status).to.equal(403)
    }
    const { account } = await newMerchant(vintem)
    const stranger = await signIn(vintem, "stranger@example.com", "owner", account)
    await stranger.get(`/${account}/test/settings/origins`)
    for (const rest of ["", "/add"]) expect((await stranger.get(path(rest))).status).to.equal(404)
    expect((await stranger.post(path("/remove"), { origin: "https://seen.example" })).status).to.equal(404)
  })
})
