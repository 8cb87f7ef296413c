import bwip from "bwip-js/node"

const SYMBOL = { bcid: "interleaved2of5", scale: 1, height: 13 }

/** The positions and widths of the bars, in units of the narrowest bar. `x` is a bar's left edge. */
export type Bars = { bars: { x: number; width: number }[]; width: number }

/** The bars of a 44-digit bar code (interleaved 2 of 5). */
export function barsOf(barCode: string): Bars {
  const bars: Bars["bars"] = []
  const ignore = () => {}
  return bwip.render<Bars>(
    { ...SYMBOL, text: barCode },
    {
      scale: () => [1, 1],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: ignore,
      line: (x0, _y0, _x1, _y1, width) => bars.push({ x: x0 - width / 2, width }),
      polygon: ignore,
      hexagon: ignore,
      ellipse: ignore,
      fill: ignore,
      text: ignore,
      end: () => fromZero(bars),
    },
  )
}

function fromZero(bars: Bars["bars"]): Bars {
  const start = Math.min(...bars.map(({ x }) => x))
  const end = Math.max(...bars.map(({ x, width }) => x + width))
  return { bars: bars.map(({ x, width }) => ({ x: x - start, width })), width: end - start }
}

/** The bar code as a PNG, black on white, with the quiet zones that scanners need. */
export function barCodePng(barCode: string): Promise<Buffer> {
  return bwip.toBuffer({ ...SYMBOL, text: barCode, scale: 3, paddingwidth: 10, paddingheight: 5, backgroundcolor: "FFFFFF" })
}
