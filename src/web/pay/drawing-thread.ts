// The entry point of the drawing thread. It has no key and no database, and draws one thing at a time.
import { type MessagePort, parentPort } from "node:worker_threads"
import type { Logo } from "../../accounts/logo.ts"
import type { Drawing, DrawingResult } from "./drawings.ts"

/** Modules are loaded on first use, because those for boletos are large. */
async function draw(drawing: Drawing): Promise<Buffer | string> {
  switch (drawing.file) {
    case "qr.png":
      return (await import("./qr-code.ts")).qrCodePng(drawing.brCode)
    case "qr.svg":
      return (await import("./qr-code.ts")).qrCodeSvg(drawing.brCode)
    case "barcode.png":
      return (await import("./boleto/bars.ts")).barCodePng(drawing.barCode)
    case "boleto.pdf":
      return (await import("./boleto/pdf.ts")).boletoPdf(drawing.paper, await contentOf(drawing.logo))
  }
}

/** Logos in a form that a PDF embeds as it is, by digest. */
const embedded = new Map<string, Buffer>()
const MAX_EMBEDDED = 32

/** A logo from before an update of the service may have to be drawn anew. That is done once, and not for each boleto. */
async function contentOf(logo: Logo | undefined): Promise<Buffer | undefined> {
  if (!logo) return undefined
  const known = embedded.get(logo.digest)
  if (known) return known
  const { embeddable } = await import("../../accounts/logo.ts")
  const content = embeddable({ type: logo.type, content: Buffer.from(logo.content) })
  if (embedded.size >= MAX_EMBEDDED) embedded.clear()
  embedded.set(logo.digest, content)
  return content
}

function drawFor(port: MessagePort): void {
  port.on("message", async (drawing: Drawing) => {
    const drawn = await draw(drawing).then(
      (content): DrawingResult => ({ bytes: new Uint8Array(Buffer.from(content)) }),
      (error: Error): DrawingResult => ({ error: String(error.stack) }),
    )
    port.postMessage(drawn, "bytes" in drawn ? [drawn.bytes.buffer] : [])
  })
}

// src/start/compile.js loads this module outside of a thread.
if (parentPort) drawFor(parentPort)
