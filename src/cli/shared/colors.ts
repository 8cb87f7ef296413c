import { styleText } from "node:util"

export type Color = "green" | "yellow" | "red" | "cyan" | "dim" | "bold"

/** Colors a text on a terminal, unless the user wants no colors (https://no-color.org). */
export function colored(color: Color, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return stream.isTTY && !process.env.NO_COLOR ? styleText(color, text, { validateStream: false }) : text
}
