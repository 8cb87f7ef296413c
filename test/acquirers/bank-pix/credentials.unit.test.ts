import { expect } from "chai"
import type { AcquirerAddresses } from "../../../src/acquirers/addresses.ts"
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { bankCredentials } from "../../../src/acquirers/bank-pix/credentials.ts"
import { PROFILE_NAMES, PROFILES, type Profile } from "../../../src/acquirers/bank-pix/profiles.ts"
import { type MemberError, type Members, readMembers } from "../../../src/acquirers/members.ts"
import { readConfig } from "../../../src/config/config.ts"
import { clientCertificate } from "../../bank-pix/certificates.ts"
import { p12Of } from "../../support/network/p12.ts"

const kind = bankPixKind()

describe("The credentials of an account at its bank", () => {
  let right: Members
  before(async () => {
    const { cert, key } = await clientCertificate()
    right = {
      ...{ profile: "efi", pix_key: "7d9f0335-8dcc-4054-9bf9-0dbd61d36906", client_id: "Client_Id", client_secret: "Secret" },
      ...{ certificate: cert, key },
    }
  })
  /** The member that is wrong. Undefined if all are right. */
  function wrongIn(changed: Partial<Members>): string | undefined {
    try {
      kind.checkMembers(readMembers(kind.members, { ...right, ...changed }) as Members)
      return undefined
    } catch (error) {
      for (const secret of [right.client_secret, right.key, "enha do banco"]) expect(String(error)).to.not.contain(secret)
      return (error as MemberError).member
    }
  }

  it("are right for each bank that Vintém knows, with the members that this bank gives", () => {
    for (const profile of PROFILE_NAMES)
      expect(wrongIn({ profile, ...(profile === "bb" && { app_key: "key" }) }), profile).to.equal(undefined)
    expect(wrongIn({ profile: "sicoob", client_secret: "" })).to.equal(undefined)
  })

  it("name what is missing or cannot be", async () => {
    expect(wrongIn({ profile: "banco" })).to.equal("profile")
    expect(wrongIn({ client_secret: "" })).to.equal("client_secret")
    expect(wrongIn({ profile: "bb" })).to.equal("app_key")
    expect(wrongIn({ certificate: "MIIB" })).to.equal("certificate")
    expect(wrongIn({ key: "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----" })).to.equal("key")
    expect(wrongIn({ key: (await clientCertificate()).key })).to.equal("key")
  })

  it("have the bank's file .p12 in place of the certificate and its key", async () => {
    const both = { certificate: right.certificate as string, key: right.key as string }
    const pair = { cert: both.certificate, key: both.key }
    const [p12, bare] = [p12Of(pair, "Senha do banco"), p12Of(pair, "")]
    const only = (members: Partial<Members>) => wrongIn({ certificate: "", key: "", ...members })
    expect(only({ p12, passphrase: "Senha do banco" })).to.equal(undefined)
    expect(only({ p12: p12.replaceAll(/.{64}/g, "$&\n"), passphrase: "Senha do banco" })).to.equal(undefined)
    expect(only({ p12: bare })).to.equal(undefined)
    for (const passphrase of ["", "senha do banco"]) expect(only({ p12, passphrase }), passphrase).to.equal("passphrase")
    expect(wrongIn({ passphrase: "Senha do banco" })).to.equal("passphrase")
    for (const broken of ["not base64!", p12.slice(0, 400), Buffer.from(both.key).toString("base64")])
      expect(only({ p12: broken, passphrase: "Senha do banco" }), broken.slice(0, 20)).to.equal("p12")
    expect(wrongIn({ p12, passphrase: "Senha do banco" })).to.equal("p12")
    expect(only({})).to.equal("certificate")
    expect(wrongIn({ key: "" })).to.equal("key")
  })

  it("have the account to which the money of PIX Automático goes, or none", () => {
    const account = { branch: "0001", number: "12345X", type: "CORRENTE" }
    expect(wrongIn({ account })).to.equal(undefined)
    for (const [member, values] of Object.entries({
      branch: ["0001-9", "12345", ""],
      number: ["1234-5", "1".repeat(21), ""],
      type: ["checking", ""],
    }))
      for (const value of values)
        expect(wrongIn({ account: { ...account, [member]: value } }), `${member} ${value}`).to.equal(`account.${member}`)
  })

  it("send nothing of a bank's test environment to its real addresses", () => {
    const of = (members: Members, given: Partial<AcquirerAddresses> = {}) => {
      const { baseUrl, mandatesUrl, mandateChargesUrl } = bankCredentials(
        { ...right, profile: "itau", ...members },
        { ...readConfig({}), ...given },
      )
      return [baseUrl, mandatesUrl, mandateChargesUrl]
    }
    expect(of({})).to.deep.equal([PROFILES.itau.baseUrl, PROFILES.itau.mandatesUrl, PROFILES.itau.mandateChargesUrl])
    const [test, rec, cobr] = ["https://test.itau.com.br/v2", "https://rec.itau.com.br/v1", "https://cobr.itau.com.br/v1"]
    expect(of({ base_url: test })).to.deep.equal([test, test, test])
    expect(of({ base_url: test, mandates_url: rec, mandate_charges_url: cobr })).to.deep.equal([test, rec, cobr])
    const all = "https://127.0.0.1:1/v2"
    expect(of({ base_url: test, mandates_url: rec }, { bankPixUrl: all })).to.deep.equal([all, all, all])
    expect(of({}, { bankPixUrl: all, bankPixMandatesUrl: rec, bankPixMandateChargesUrl: cobr })).to.deep.equal([all, rec, cobr])
    expect(of({ profile: "inter" })).to.deep.equal(Array(3).fill(PROFILES.inter.baseUrl))
  })

  it("take the certificates of issuers after the account's own", async () => {
    const { cert } = await clientCertificate()
    expect(wrongIn({ certificate: `${right.certificate as string}\n${cert}` })).to.equal(undefined)
  })

  it("have a PIX key as Banco Central writes it", () => {
    const keys = ["52998224725", "12345678000195", "12ABC34501DE35", "loja@example.com", "+5511999990000"]
    for (const pix_key of keys) expect(wrongIn({ pix_key }), pix_key).to.equal(undefined)
    for (const pix_key of ["529.982.247-25", "11999990000x", "7D9F0335", "a b@example.com", `${"a".repeat(80)}@example.com`])
      expect(wrongIn({ pix_key }), pix_key).to.equal("pix_key")
  })

  it("lead to public https addresses alone, of whatever bank", () => {
    const right = ["https://pix-h.api.efipay.com.br/v2", "https://api.example.com:8443", "https://200.160.2.3/v2"]
    const wrong = [
      ...["http://pix-h.api.efipay.com.br/v2", "https://a@pix.api.efipay.com.br", "https://pix.api.efipay.com.br/v2/"],
      ...["https://127.0.0.1/v2", "https://10.0.0.8", "https://169.254.169.254/v2", "https://[::1]/v2", "https://2130706433/v2"],
    ]
    for (const name of ["base_url", "token_url", "mandates_url", "mandate_charges_url"]) {
      for (const url of right) expect(wrongIn({ profile: "other", [name]: url }), url).to.equal(undefined)
      for (const url of wrong) expect(wrongIn({ [name]: url }), url).to.equal(name)
    }
  })

  it("are called at addresses that a bank may have", () => {
    for (const { tokenUrl, baseUrl, mandatesUrl, mandateChargesUrl } of Object.values<Profile>(PROFILES))
      for (const url of [tokenUrl, baseUrl, mandatesUrl, mandateChargesUrl])
        if (url) expect(wrongIn({ base_url: url }), url).to.equal(undefined)
  })
})
