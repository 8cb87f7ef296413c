import bwip from "bwip-js/node"

const SYMBOL = { bcid: "interleaved2of5", scale: 1, height: 13 }

/** Where the bars of a bar code stand: each from `x` on, in units of the narrowest bar. */
export type Bars = { bars: { x: number; width: number }[]; width: number }

/** The bars of 44 digits (interleaved 2 of 5), for drawing them. */
export function barsOf(barCode: string): Bars {
  const bars: Bars["bars"] = []
  const nothing = () => {}
  return bwip.render<Bars>(
    { ...SYMBOL, text: barCode },
    {
      scale: () => [1, 1],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: nothing,
      line: (x0, _y0, _x1, _y1, width) => bars.push({ x: x0 - width / 2, width }),
      polygon: nothing,
      hexagon: nothing,
      ellipse: nothing,
      fill: nothing,
      text: nothing,
      end: () => fromZero(bars),
    },
  )
}

function fromZero(bars: Bars["bars"]): Bars {
  const first = bars[0]!.x
  const last = bars.at(-1)!
  return { bars: bars.map(({ x, width }) => ({ x: x - first, width })), width: last.x + last.width - first }
}

/** The bar code as a PNG, black on white, with the quiet zones that scanners ask for. */
export function barCodePng(barCode: string): Promise<Buffer> {
  return bwip.toBuffer({ ...SYMBOL, text: barCode, scale: 3, paddingwidth: 10, paddingheight: 5, backgroundcolor: "FFFFFF" })
}
