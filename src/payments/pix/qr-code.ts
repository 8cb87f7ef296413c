import QRCode from "qrcode"

/** Black on white with the quiet zone of four modules that scanners ask for. */
const LOOK = { errorCorrectionLevel: "M", margin: 4 } as const

/** A BR Code as a picture to scan: PNG, 512 pixels wide or a little more. */
export function qrCodePng(brCode: string): Promise<Buffer> {
  return QRCode.toBuffer(brCode, { ...LOOK, type: "png", width: 512 })
}

/** The same as SVG. */
export function qrCodeSvg(brCode: string): Promise<string> {
  return QRCode.toString(brCode, { ...LOOK, type: "svg" })
}
