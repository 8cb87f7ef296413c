import { expect } from "chai"
import { type CardPage, useCardPages } from "../support/browser/card-page.ts"
import { expectStatus } from "../support/merchants/payments.ts"

const TOO_MANY = {
  "pt-BR": "Houve tentativas demais. Espere alguns minutos e tente de novo.",
  "en-US": "There were too many attempts. Wait a few minutes, then try again.",
  "es-MX": "Hubo demasiados intentos. Espere unos minutos y vuelva a intentar.",
}

const asked = async (shop: CardPage) => {
  await shop.fill("4242424242424242")
  return shop.createToken()
}

describe("A payer whose card is not taken for a while", () => {
  const pages = useCardPages({ RATE_LIMIT_TOKENS: "1" })

  it("reads in their language to wait, where the shop's key has made too many tokens", async () => {
    expect((await asked(await pages.open())).token?.object).to.equal("token")
    for (const [locale, message] of Object.entries(TOO_MANY)) {
      const { error } = await asked(await pages.open({ locale }))
      expect(error).to.deep.equal({ type: "rate_limit_error", code: "rate_limit_exceeded", message })
    }
  })

  it("reads in their language to try again, where the service cannot answer", async () => {
    const shop = await pages.open({ locale: "pt-BR" })
    await shop.context.route("**/v1/tokens", (route) =>
      route.fulfill({
        status: 503,
        json: { error: { type: "api_error", code: "not_ready", message: "Not ready.", request_id: "req_1" } },
        headers: { "access-control-allow-origin": pages.vintem.server.frameOrigin! },
      }),
    )
    expect((await asked(shop)).error).to.deep.equal({
      type: "api_error",
      code: "not_ready",
      message: "O serviço não está disponível agora. Tente de novo em um instante.",
    })
  })
})

describe("A payer whose address has sent too many wrong requests", () => {
  const pages = useCardPages({ RATE_LIMIT_ADDRESS: "3" })

  it("reads in their language to wait", async () => {
    const shop = await pages.open({ locale: "pt-BR" })
    for (let n = 0; n < 3; n++) expectStatus(await pages.vintem.request("GET", "/v1/customers", undefined, { key: null }), 401)
    const { error } = await asked(shop)
    expect(error).to.deep.equal({ type: "rate_limit_error", code: "rate_limit_exceeded", message: TOO_MANY["pt-BR"] })
  })
})
