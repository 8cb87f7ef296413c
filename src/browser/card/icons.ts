// Simple icons of the brands, 36 by 24.
import { svg } from "./dom.ts"
import type { Brand } from "./number.ts"

type Shape = [name: string, attributes: Record<string, string | number>, text?: string]
type Sign = { name: string; ground: string; shapes: Shape[] }

const disc = (cx: number, cy: number, r: number, fill: string, more = {}): Shape => ["circle", { cx, cy, r, fill, ...more }]
const word = (text: string, size: number, fill: string, more = {}): Shape => [
  "text",
  { x: 18, y: 12, fill, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", ...WORD, ...more },
  text,
]
const WORD = { "font-family": "Arial, Helvetica, sans-serif", "font-weight": 700 }

const SIGNS: Partial<Record<Brand, Sign>> = {
  visa: {
    name: "Visa",
    ground: "#1a2b6d",
    shapes: [word("VISA", 11, "#fff", { "font-style": "italic", "letter-spacing": 0.3 })],
  },
  mastercard: {
    name: "Mastercard",
    ground: "#22252b",
    shapes: [
      disc(14, 12, 7, "#e0312b"),
      disc(22, 12, 7, "#f2a01e"),
      ["path", { d: "M18 6.26a7 7 0 0 1 0 11.48 7 7 0 0 1 0-11.48z", fill: "#ee6a22" }],
    ],
  },
  amex: { name: "American Express", ground: "#1f6fc4", shapes: [word("AMEX", 9.5, "#fff", { "letter-spacing": 0.4 })] },
  elo: {
    name: "Elo",
    ground: "#111",
    shapes: [
      ["path", { d: "M6.5 8.6A6 6 0 0 1 13 6.4", fill: "none", stroke: "#f5c700", "stroke-width": 2.4 }],
      ["path", { d: "M14.6 8.6a6 6 0 0 1 1 4.6", fill: "none", stroke: "#35a3dc", "stroke-width": 2.4 }],
      ["path", { d: "M6 15.2a6 6 0 0 0 7.2 2.4", fill: "none", stroke: "#e6402b", "stroke-width": 2.4 }],
      word("elo", 11, "#fff", { x: 24 }),
    ],
  },
  hipercard: { name: "Hipercard", ground: "#a3161b", shapes: [word("Hiper", 10, "#fff", { "font-style": "italic" })] },
  diners: {
    name: "Diners Club",
    ground: "#f4f5f7",
    shapes: [
      disc(18, 12, 8, "#12539b"),
      disc(18, 12, 6, "#fff"),
      ["path", { d: "M16.6 7.4a4.8 4.8 0 0 0 0 9.2zM19.4 7.4a4.8 4.8 0 0 1 0 9.2z", fill: "#12539b" }],
    ],
  },
  discover: {
    name: "Discover",
    ground: "#f4f5f7",
    shapes: [["path", { d: "M36 14v10H14c10-1.6 17-5 22-10z", fill: "#ee7623" }], word("DISCOVER", 6, "#22252b", { y: 10 })],
  },
  jcb: {
    name: "JCB",
    ground: "#f4f5f7",
    shapes: [
      ["rect", { x: 6, y: 4, width: 7.4, height: 16, rx: 2.4, fill: "#1160a8" }],
      ["rect", { x: 14.3, y: 4, width: 7.4, height: 16, rx: 2.4, fill: "#d2232f" }],
      ["rect", { x: 22.6, y: 4, width: 7.4, height: 16, rx: 2.4, fill: "#1b8a3d" }],
      word("J", 7, "#fff", { x: 9.7 }),
      word("C", 7, "#fff", { x: 18 }),
      word("B", 7, "#fff", { x: 26.3 }),
    ],
  },
  aura: { name: "Aura", ground: "#e8a600", shapes: [word("aura", 10, "#3a2a00")] },
}

export const nameOf = (brand: Brand): string | undefined => SIGNS[brand]?.name

/** Draws the icon of a brand, or a card if the brand is unknown. Screen readers get the brand from another element. */
export function drawSign(brand: Brand): SVGElement {
  const frame = { class: "sign", viewBox: "0 0 36 24", width: 36, height: 24, "aria-hidden": "true", focusable: "false" }
  const sign = SIGNS[brand]
  if (!sign) {
    return svg(
      "svg",
      { ...frame, class: "sign blank" },
      svg("rect", {
        x: 0.75,
        y: 0.75,
        width: 34.5,
        height: 22.5,
        rx: 4,
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 1.5,
      }),
      svg("path", { d: "M1 8h34", stroke: "currentColor", "stroke-width": 3 }),
    )
  }
  const ground = svg("rect", { width: 36, height: 24, rx: 4, fill: sign.ground })
  return svg(
    "svg",
    frame,
    ground,
    ...sign.shapes.map(([name, attributes, text]) => svg(name, attributes, ...(text ? [text] : []))),
  )
}
