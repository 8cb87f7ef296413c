import { expect } from "chai"
import { clientCertificate } from "../bank-pix/certificates.ts"
import { type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

const PIX_KEY = "7d9f0335-8dcc-4054-9bf9-0dbd61d36906"
const ADDRESS = "https://pix-h.api.efipay.com.br/v2"

describe("The addresses of a merchant's bank", () => {
  let databases: Databases
  let vintem: Running
  let merchant: Merchant
  let owner: Visitor
  before(async () => {
    databases = await freshDatabases({ live: true })
    vintem = await startVintem({}, { databases })
    merchant = await newMerchant(vintem, "live")
    owner = await signIn(vintem, "owner@example.com", "owner")
    const proved = sql<void>(`UPDATE sessions SET proved_ms = ${Date.now()}`)
    await vintem.server.modes.live!.database.transaction((tx) => tx.run(proved, {}))
  })
  after(async () => {
    await vintem.close()
    await databases.remove()
  })
  const set = async (members: object) => {
    const args = ["acquirer", "set", "--account", merchant.account, "--name", "bank-pix", "--credentials-file", "-", "--json"]
    const { status, stderr, json } = await runCommand(args, databases.env, JSON.stringify(members))
    expect(status, stderr).to.equal(0)
    return json
  }
  const shown = async () =>
    (await runCommand(["acquirer", "show", "--account", merchant.account, "--json"], databases.env)).json[0]

  it("are set by the command line alone: an owner's form neither shows nor changes nor loses them", async () => {
    const { cert: certificate, key } = await clientCertificate()
    const members = { profile: "efi", pix_key: PIX_KEY, client_id: "Client", client_secret: "Secret", certificate, key }
    await set({ ...members, base_url: ADDRESS })
    const path = `/${merchant.account}/live/settings/acquirer/bank-pix/set`
    const { html } = await owner.get(path)
    expect(html).to.include("member.pix_key").and.not.include("_url")
    const texts = Object.entries({
      ...members,
      client_id: "Another",
      base_url: "https://example.com",
      token_url: "https://example.com",
    })
    const filled = Object.fromEntries(texts.map(([name, value]) => [`member.${name}`, value]))
    const sent = await submit(owner, path, filled)
    expect(sent.location, /role="alert">([^<]+)</.exec(sent.html)?.[1]).to.equal(`/${merchant.account}/live/settings/acquirer`)
    expect(await shown()).to.include({ client_id: "Another", base_url: ADDRESS, token_url: null })
    expect(await set(members)).to.include({ base_url: ADDRESS })
    expect(await set({ ...members, base_url: null })).to.include({ base_url: null })
    await set({ ...members, base_url: ADDRESS })
    expect(await set({ ...members, pix_key: "loja@example.com" })).to.include({ base_url: null })
  })
})
