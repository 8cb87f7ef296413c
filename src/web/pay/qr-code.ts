import QRCode from "qrcode"

/** `margin`: the quiet zone of four modules that scanners need. */
const OPTIONS = { errorCorrectionLevel: "M", margin: 4 } as const

/** A BR Code as a QR code in PNG, about 512 pixels wide. */
export function qrCodePng(brCode: string): Promise<Buffer> {
  return QRCode.toBuffer(brCode, { ...OPTIONS, type: "png", width: 512 })
}

/** A BR Code as a QR code in SVG. */
export function qrCodeSvg(brCode: string): Promise<string> {
  return QRCode.toString(brCode, { ...OPTIONS, type: "svg" })
}
