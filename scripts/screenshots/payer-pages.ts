import { createRequire } from "node:module"
import { readLogo } from "../../src/accounts/logo.ts"
import { updateSettings } from "../../src/accounts/settings.ts"
import { CARDS } from "../../test/support/merchants/payments.ts"
import { confirmWith, help, newOpenIntent } from "../../test/support/merchants/rails.ts"
import type { Shot, Stage } from "./shot.ts"

/** Who is paid, as the pages show it. */
export const BAKERY = {
  display_name: "Padaria São João",
  document: "11222333000181",
  address: "Rua das Laranjeiras, 100 – Centro – São Paulo – SP – CEP 01310-100",
  logo: readLogo(loafOfBread()),
}
const DETAILS = { amount: 12990, statement_descriptor: "PADARIA SAO JOAO" }
const SHOP = "https://loja.example/obrigado"

/** The hosted pages of a bakery, in each of their states. */
export async function payerPages({ vintem }: Stage): Promise<Shot[]> {
  await openBakery(vintem)
  const pay = async (method: string, more = {}) => confirmWith(vintem, (await newOpenIntent(vintem, DETAILS)).id, method, more)
  const pageOf = ({ next_action: { qr_code_url, pdf_url, url } }: Awaited<ReturnType<typeof pay>>): string =>
    url ?? (qr_code_url ?? pdf_url).replace(/\/[^/]*$/, "")
  const ended = async (method: string, how: "succeed" | "expire" | "fail", more = {}) => {
    const intent = await pay(method, more)
    await help(vintem, intent.id, how)
    return pageOf(intent)
  }
  return [
    { name: "pix", title: "PIX", url: pageOf(await pay("pix")) },
    { name: "pix-paid", title: "PIX, paid", url: await ended("pix", "succeed", { return_url: SHOP }) },
    { name: "pix-expired", title: "PIX, expired, in Spanish", url: await ended("pix", "expire"), language: "es" },
    { name: "boleto", title: "Boleto", url: pageOf(await pay("boleto")) },
    { name: "challenge", title: "3-D Secure, in English", url: pageOf(await pay(CARDS.threeDs)), language: "en" },
    {
      ...{ name: "challenge-failed", title: "3-D Secure, refused, in English", language: "en" },
      url: await ended(CARDS.threeDs, "fail", { return_url: SHOP }),
    },
  ]
}

export async function openBakery({ server, account }: Pick<Stage["vintem"], "server" | "account">): Promise<void> {
  await server.modes.test.database.transaction((tx) => updateSettings(tx, account, BAKERY))
}

/** Draws a logo: a loaf on green. */
function loafOfBread(): Buffer {
  const { PNG } = createRequire(createRequire(import.meta.url).resolve("qrcode"))("pngjs")
  const side = 192
  const png = new PNG({ width: side, height: side })
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) png.data.set(colorAt((x / side) * 2 - 1, (y / side) * 2 - 1), (y * side + x) * 4)
  return PNG.sync.write(png)
}

/** `x` and `y` go from -1 to 1. */
function colorAt(x: number, y: number): number[] {
  const [green, crust] = [
    [31, 95, 74, 255],
    [240, 214, 160, 255],
  ]
  const inLoaf = (x / 0.72) ** 4 + (y / 0.42) ** 4 < 1
  const inCut = [-0.36, 0, 0.36].some((cut) => Math.abs(x - cut + y * 0.5) < 0.05 && Math.abs(y) < 0.24)
  return inLoaf && !inCut ? crust! : green!
}
