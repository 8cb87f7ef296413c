import { ascii, brCode } from "../../src/acquirers/br-code.ts"
import type { Sale } from "./ledger.ts"

/** A picture of one pixel, in base64. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="

/** What the answer to a PIX sale has besides. */
export function pixDetails(sale: Sale): Record<string, unknown> {
  const txid = (sale.sentOrderId ?? sale.orderId).slice(0, 25)
  const qrCode = brCode({
    amount: sale.amount,
    txid,
    merchantName: ascii("Loja do Simulador", 25),
    merchantCity: "Barueri",
    location: `qrcodepix.example/v2/${sale.paymentId.replaceAll("-", "")}`,
  })
  return { AcquirerTransactionId: sale.paymentId, QrCodeString: qrCode, QrCodeBase64Image: PIXEL }
}
