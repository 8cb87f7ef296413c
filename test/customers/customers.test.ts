import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { ADDRESS } from "../support/merchants/rails.ts"

describe("Customers", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  const create = (details: object) => vintem.request("POST", "/v1/customers", { email: "Ana@Example.com", ...details })

  it("store CPF and CNPJ, alphanumeric or not, without punctuation and in upper case", async () => {
    for (const [type, typed, kept] of [
      ["cpf", "529.982.247-25", "52998224725"],
      ["cpf", "12345678909", "12345678909"],
      ["cnpj", "11.222.333/0001-81", "11222333000181"],
      ["cnpj", "12.abc.345/01de-35", "12ABC34501DE35"],
    ]) {
      const customer = expectStatus(await create({ document: { type, number: typed } }), 201)
      expect(customer.document).to.deep.equal({ type, number: kept })
    }
  })

  it("refuse a document with wrong check digits or of the wrong type", async () => {
    for (const document of [
      { type: "cpf", number: "529.982.247-26" },
      { type: "cpf", number: "111.111.111-11" },
      { type: "cnpj", number: "52998224725" },
      { type: "cnpj", number: "12ABC34501DE36" },
    ]) {
      const { status, body } = await create({ document })
      expect([status, body.error.code, body.error.param]).to.deep.equal([400, "parameter_invalid", "document.number"])
    }
  })

  it("accept a phone number in E.164 format only", async () => {
    expect(expectStatus(await create({ phone: "+5511987654321" }), 201).phone).to.equal("+5511987654321")
    for (const phone of ["11987654321", "+55 11 98765-4321", "+0511987654321", "+1234567890123456"]) {
      const { status, body } = await create({ phone })
      expect([status, body.error.code, body.error.param], phone).to.deep.equal([400, "parameter_invalid", "phone"])
    }
  })

  it("replace the whole address, or clear it with null", async () => {
    const { id } = expectStatus(await create({ name: "Ana", address: ADDRESS }), 201)
    const { line1, city, state, postal_code } = ADDRESS
    const least = { line1, city, state, postal_code }
    const moved = expectStatus(await vintem.request("POST", `/v1/customers/${id}`, { address: least }), 200)
    expect(moved.address).to.deep.equal({ ...least, number: null, line2: null, district: null, country: "BR" })
    const cleared = expectStatus(await vintem.request("POST", `/v1/customers/${id}`, { address: null, name: null }), 200)
    expect([cleared.address, cleared.name, cleared.email]).to.deep.equal([null, null, "Ana@Example.com"])
    expect((await vintem.request("POST", `/v1/customers/${id}`, { email: null })).status).to.equal(400)
  })

  it("keep what a change does not name, and stay as they are when another customer of the account is changed", async () => {
    const all = { name: "Bia", phone: "+5511987654321", address: ADDRESS, document: { type: "cpf", number: "52998224725" } }
    const [other, changed] = [
      expectStatus(await create({ name: "Ana" }), 201),
      expectStatus(await create({ ...all, email: "bia@example.com", metadata: { order: "1" } }), 201),
    ]
    const retrieve = async ({ id }: { id: string }) => expectStatus(await vintem.request("GET", `/v1/customers/${id}`), 200)
    const renamed = expectStatus(await vintem.request("POST", `/v1/customers/${changed.id}`, { name: "Carla" }), 200)
    expect(renamed).to.deep.equal({ ...changed, name: "Carla" })
    expect(await retrieve(changed)).to.deep.equal(renamed)
    expect(await retrieve(other)).to.deep.equal(other)
  })

  it("can be found by e-mail, in upper or lower case, and by the new one alone once it has changed", async () => {
    const foundBy = async (email: string) => {
      const { data } = expectStatus(await vintem.request("GET", `/v1/customers?email=${encodeURIComponent(email)}`), 200)
      return data.map((customer: { id: string }) => customer.id)
    }
    const { id } = expectStatus(await create({ email: "Joao.Silva@Example.com" }), 201)
    expect(await foundBy("joao.silva@example.COM")).to.deep.equal([id])
    expectStatus(await vintem.request("POST", `/v1/customers/${id}`, { email: "Joao.Souza@Example.com" }), 200)
    expect(await foundBy("joao.souza@example.com")).to.deep.equal([id])
    expect(await foundBy("joao.silva@example.com")).to.deep.equal([])
  })

  it("are not found by the e-mail of somebody else that only looks like theirs, such as one with the Kelvin sign for a K", async () => {
    const foundBy = async (email: string) => {
      const { data } = expectStatus(await vintem.request("GET", `/v1/customers?email=${encodeURIComponent(email)}`), 200)
      return data.map((customer: { id: string }) => customer.id)
    }
    const { id: kate } = expectStatus(await create({ email: "Kate@look.example" }), 201)
    const { id: kelvin } = expectStatus(await create({ email: "\u212Aate@look.example" }), 201)
    const { id: jose } = expectStatus(await create({ email: "JOS\u00c9@look.example" }), 201)
    expect(await foundBy("kate@LOOK.example")).to.deep.equal([kate])
    expect(await foundBy("\u212AATE@look.example")).to.deep.equal([kelvin])
    expect(await foundBy("jos\u00c9@look.example")).to.deep.equal([jose])
    expect(await foundBy("jos\u00e9@look.example")).to.deep.equal([])
  })
})
