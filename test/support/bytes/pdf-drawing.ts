import { shownText, streamsOf } from "./pdf.ts"

type Operator = (numbers: number[], state: State) => string | undefined
type State = { width: number; gray: number; from: string }

/** Converts points to millimetres, to a hundredth. */
const mm = (points: number) => Math.round((points * 25.4 * 100) / 72) / 100
const place = (...points: number[]) => points.map(mm).join(" ")

const TEXT = /^1 0 0 1 (\S+) (\S+) Tm (\S+) (\S+) Tf .*?\[(.*)\] TJ$/

const sets = (state: State, change: Partial<State>): undefined => void Object.assign(state, change)

/** The page operators. Each returns what it draws, or only changes a setting. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  w: ([width], state) => sets(state, { width: width! }),
  scn: ([gray], state) => sets(state, { gray: gray! }),
  m: ([x, y], state) => sets(state, { from: place(x!, y!) }),
  l: ([x, y], { from, width }) => `line ${from} to ${place(x!, y!)}, ${width} wide`,
  re: ([x, y, width, height]) => `rectangle ${place(x!, y!, width!, height!)}`,
  f: (_, { gray }) => `filled with ${Math.round(gray * 100)} % white`,
  cm: (numbers) => `placed by ${numbers.map((number) => number.toFixed(2)).join(" ")}`,
  Do: () => "picture",
}

/**
 * Describes the page of a PDF, one item a line, in millimetres from its upper left corner: texts with their font and size, lines,
 * rectangles, and pictures. `height` is that of the page in points.
 */
export function drawingOf(file: Buffer, height: number): string[] {
  const state: State = { width: 1, gray: 0, from: "" }
  const content = streamsOf(file)[0]!.toString("latin1")
  const lines = content
    .replaceAll(`1 0 0 -1 0 ${height} cm`, "")
    .replace(/BT\s([\s\S]*?)\sET/g, (_, text: string) => text.replace(/\s+/g, " "))
  return lines.split("\n").flatMap((line) => {
    const [, x, y, font, size, letters] = TEXT.exec(line) ?? []
    if (letters) return [`text ${place(Number(x), height - Number(y))} in ${font} ${size}: ${shownText(letters)}`]
    if (line.endsWith(" d")) return [`dashed ${line.slice(0, -2)}`]
    const parts = line.split(" ")
    return OPERATORS[parts.at(-1)!]?.(parts.slice(0, -1).map(Number), state) ?? []
  })
}
